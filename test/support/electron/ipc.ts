import { EventEmitter } from 'node:events';
import { addState } from './state.ts';

export const ipcState = addState(() => ({
  calls: new Map<string, (event: { senderFrame: unknown }, input: unknown) => unknown>(),
  exposed: new Map<string, Record<string, (...args: unknown[]) => unknown>>(),
  invoked: [] as unknown[],
}));

class IpcMain extends EventEmitter {
  handle(name: string, handler: (event: { senderFrame: unknown }, input: unknown) => unknown) {
    if (ipcState.calls.has(name)) throw new Error(`${name} is handled twice`);
    ipcState.calls.set(name, handler);
  }
}
export const ipcMain = new IpcMain();

class IpcRenderer extends EventEmitter {
  async invoke(name: string, input: unknown) {
    ipcState.invoked.push([name, input]);
    return { ok: true, value: name };
  }
}
export const ipcRenderer = new IpcRenderer();

export const contextBridge = {
  exposeInMainWorld: (name: string, api: Record<string, (...args: unknown[]) => unknown>) =>
    ipcState.exposed.set(name, api),
};
