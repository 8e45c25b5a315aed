import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { calls, type EventName, type Events, eventNames } from '../../../shared/contract.ts';
import type { Dispatch } from '../../ipc/index.ts';

/**
 * Answers every call of the contract, each under its own name; who asks is told by Electron, never by the
 * page.
 */
export function serveCalls(window: BrowserWindow, dispatch: Dispatch): void {
  for (const name of Object.keys(calls)) {
    ipcMain.handle(name, ({ senderFrame }: IpcMainInvokeEvent, input: unknown) => {
      const mainFrame = window.isDestroyed() ? null : window.webContents.mainFrame;
      const topFrame = senderFrame !== null && senderFrame === mainFrame;
      // The address can be missing in a frame's first moments, whatever its type says.
      return dispatch({ topFrame, url: senderFrame?.url || undefined }, name, input);
    });
  }
}

/** What hears the app's events. */
export type Listen = <Name extends EventName>(
  name: Name,
  listener: (payload: Events[Name]) => void,
) => unknown;

/** Passes the app's events on to the page while its window is there. */
export function forwardEvents(window: BrowserWindow, listen: Listen): void {
  for (const name of eventNames) listen(name, (payload) => emitToPage(window, name, payload));
}

/** Tells the page of one event while its window is there. */
export function emitToPage<Name extends EventName>(
  window: BrowserWindow,
  name: Name,
  payload: Events[Name],
): void {
  if (!window.isDestroyed()) window.webContents.send(name, payload);
}
