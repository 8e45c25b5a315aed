import { contextBridge, ipcRenderer } from 'electron';
import { calls, eventNames } from '../shared/contract.ts';

/**
 * `window.carpeta`: one function per call of the contract and `on`, nothing else. Runs sandboxed, next to the
 * page.
 */
const bridge: Record<string, unknown> = {
  on: (name: unknown, listener: (payload: unknown) => void) => {
    const event = eventNames.find((known) => known === name);
    if (event === undefined) return () => undefined;
    const onEvent = (_: unknown, payload: unknown) => listener(payload);
    ipcRenderer.on(event, onEvent);
    return () => void ipcRenderer.off(event, onEvent);
  },
};
for (const name of Object.keys(calls)) bridge[name] = (input: unknown) => ipcRenderer.invoke(name, input);

contextBridge.exposeInMainWorld('carpeta', bridge);
