/**
 * A model of Electron: what this project calls of it, with the life cycle and the streams that its source
 * gives it. Windows remember what was asked of them, sessions and the protocol answer. Stands in for the
 * module `electron` in every test (vitest.config.ts).
 */
import { app, appState } from './app.ts';
import { dialogState } from './dialogs.ts';
import { ipcMain, ipcRenderer, ipcState } from './ipc.ts';
import { type Stage, setStage } from './life-cycle.ts';
import { menuState } from './menu.ts';
import { nativeTheme } from './native-theme.ts';
import { netState } from './net.ts';
import { notificationState } from './notification.ts';
import { powerState } from './power-save-blocker.ts';
import { protocolState } from './protocol.ts';
import { sessionState } from './session.ts';
import { shell, shellState } from './shell.ts';
import { resetState } from './state.ts';
import { workerState } from './utility-process.ts';
import { screen, windowState } from './windows.ts';

export { app } from './app.ts';
export { dialog, unanswered } from './dialogs.ts';
export { contextBridge, ipcMain, ipcRenderer } from './ipc.ts';
export { type Stage, setStage } from './life-cycle.ts';
export { Menu, press } from './menu.ts';
export { nativeImage } from './native-image.ts';
export { nativeTheme } from './native-theme.ts';
export { net } from './net.ts';
export { Notification } from './notification.ts';
export { powerMonitor, powerSaveBlocker } from './power-save-blocker.ts';
export { protocol } from './protocol.ts';
export { type FakeSession, session } from './session.ts';
export { shell } from './shell.ts';
export { startElectron } from './start.ts';
export { utilityProcess } from './utility-process.ts';
export { BrowserWindow, screen } from './windows.ts';

/** Everything a test looks at or decides; made anew by `resetElectron`. */
export const electron = Object.assign(
  Object.assign(appState, dialogState, ipcState, menuState),
  Object.assign(netState, notificationState, powerState, protocolState),
  Object.assign(sessionState, shellState, windowState, workerState),
);

/** Forgets everything, listeners included. Tests of what is used after ready begin there. */
export function resetElectron(stage: Stage = 'ready'): void {
  resetState();
  setStage(stage);
  nativeTheme.themeSource = 'system';
  app.removeAllListeners();
  ipcMain.removeAllListeners();
  ipcRenderer.removeAllListeners();
  screen.removeAllListeners();
}

export default { app, ipcMain, ipcRenderer, shell };
