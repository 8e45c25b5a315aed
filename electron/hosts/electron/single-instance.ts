import { app, type BrowserWindow } from 'electron';

/** Whether this process is the desk of this user; a second one wakes the first and has nothing more to do. */
export function isOnlyInstance(): boolean {
  return app.requestSingleInstanceLock();
}

/** Brings the desk to the front when it is started again, or chosen in the dock. */
export function wakeOnSecondStart(window: BrowserWindow): void {
  const wake = () => bringToFront(window);
  // Until then it is about to appear by itself, and has nothing to show.
  window.once('ready-to-show', () => {
    app.on('second-instance', wake);
    app.on('activate', wake);
  });
}

/** Shows a window, minimised, hidden or behind others as it may be. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
