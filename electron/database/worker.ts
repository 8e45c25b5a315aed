import { parentPort, workerData } from 'node:worker_threads';
import { CarpetaError } from '../../shared/errors.ts';
import { answerCalls, type LaneWork } from './rpc.ts';

const port = parentPort;
if (!port) throw new CarpetaError('UNEXPECTED', 'the store runs in a worker only');

port.on(
  'message',
  answerCalls(workerData as LaneWork, (answer) => port.postMessage(answer)),
);
