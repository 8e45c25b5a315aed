import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import { serveCalls, type WorkerOptions } from './worker-calls.ts';

const port = parentPort;
if (!port) throw new AppError('UNEXPECTED', 'the store runs in a worker only');

port.on(
  'message',
  serveCalls(workerData as WorkerOptions, (reply) => port.postMessage(reply)),
);
