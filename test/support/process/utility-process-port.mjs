// @ts-check
import { EventEmitter } from 'node:events';

// What `lib/utility/init.ts` of Electron gives a utility process in place of the channel of Node: a port,
// paused until somebody listens, whose messages are events with `data`. `node --import` this file.
const { send } = process;
const port = Object.assign(new EventEmitter(), {
  /** @param {unknown} message */
  postMessage: (message) => void (send && Reflect.apply(send, process, [message])),
});
port.on('newListener', (name) => {
  if (name !== 'message') return;
  process.once('message', (data) => void port.emit('message', { data, ports: [] }));
});
Object.assign(process, { parentPort: port, send: undefined });
