import { app, type BrowserWindow } from 'electron';

/** Whether this process is the desk of this user; a second one wakes the first and has nothing more to do. */
export function isOnlyInstance(): boolean {
  return app.requestSingleInstanceLock();
}

/** Brings the desk to the front when it is started again, or chosen in the dock. */
export function wakeOnSecondStart(window: BrowserWindow): void {
  const wake = () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  app.on('second-instance', wake);
  app.on('activate', wake);
}
