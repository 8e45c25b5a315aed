import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { calls, type EventName, type Events, eventNames } from '../../../shared/contract.ts';
import type { Dispatch } from '../../ipc/index.ts';

/** Serves every call of the contract under its own name; Electron, never the page, identifies the caller. */
export function registerIpcHandlers(window: BrowserWindow, dispatch: Dispatch): void {
  for (const name of Object.keys(calls)) {
    ipcMain.handle(name, ({ senderFrame }: IpcMainInvokeEvent, input: unknown) => {
      const mainFrame = window.isDestroyed() ? null : window.webContents.mainFrame;
      const topFrame = senderFrame !== null && senderFrame === mainFrame;
      // The URL can be missing in a frame's first moments, whatever its type says.
      return dispatch({ topFrame, url: senderFrame?.url || undefined }, name, input);
    });
  }
}

/** Adds a listener for one of the app's events. */
type Listen = <Name extends EventName>(name: Name, listener: (payload: Events[Name]) => void) => unknown;

/** Forwards the app's events to the page while its window exists. */
export function forwardEvents(window: BrowserWindow, listen: Listen): void {
  for (const name of eventNames) listen(name, (payload) => emitToPage(window, name, payload));
}

/** Emits one event to the page while its window exists. */
export function emitToPage<Name extends EventName>(
  window: BrowserWindow,
  name: Name,
  payload: Events[Name],
): void {
  if (!window.isDestroyed()) window.webContents.send(name, payload);
}
