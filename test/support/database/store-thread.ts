import { parentPort } from 'node:worker_threads';
import {
  registerIpcHandlers,
  type WorkerCall,
  type WorkerOptions,
} from '../../../electron/database/worker-calls.ts';

const port = parentPort;
if (!port) throw new Error('the store runs in a worker only');

let perform: (call: WorkerCall) => void = () => undefined;

// As electron/database/worker.ts, for one file after another: work is no list, a call is one.
port.on('message', (message: WorkerOptions | WorkerCall) => {
  if ('path' in message) perform = registerIpcHandlers(message, (result) => port.postMessage(result));
  else perform(message);
});
