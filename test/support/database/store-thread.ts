import { parentPort } from 'node:worker_threads';
import { answerCalls, type LaneCall, type LaneWork } from '../../../electron/database/rpc.ts';

const port = parentPort;
if (!port) throw new Error('the store runs in a worker only');

let perform: (call: LaneCall) => void = () => undefined;

// As electron/database/worker.ts, for one file after another: work is no list, a call is one.
port.on('message', (message: LaneWork | LaneCall) => {
  if ('path' in message) perform = answerCalls(message, (answer) => port.postMessage(answer));
  else perform(message);
});
