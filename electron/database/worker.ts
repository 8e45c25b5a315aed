import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import { registerIpcHandlers, type WorkerOptions } from './worker-calls.ts';

const port = parentPort;
if (!port) throw new AppError('UNEXPECTED', 'the store runs in a worker only');

port.on(
  'message',
  registerIpcHandlers(workerData as WorkerOptions, (reply) => port.postMessage(reply)),
);
