import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../shared/errors.ts';
import { answerCalls, type LaneWork } from './rpc.ts';

const port = parentPort;
if (!port) throw new AppError('UNEXPECTED', 'the store runs in a worker only');

port.on(
  'message',
  answerCalls(workerData as LaneWork, (answer) => port.postMessage(answer)),
);
