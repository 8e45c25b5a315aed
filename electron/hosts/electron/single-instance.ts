import { app, type BrowserWindow } from 'electron';

/** Whether this process is the desk of this user; a second one wakes the first and has nothing more to do. */
export function isOnlyInstance(): boolean {
  return app.requestSingleInstanceLock();
}

/** Brings a window to the front whenever that has been asked for, from its first `show` on. */
export type BringWhenAsked = (window: BrowserWindow) => void;

/**
 * Hears that the desk is started again, or chosen in the dock. Begun with the process, so that none is lost: Electron may tell of it as soon as the
 * lock is held (`NotificationCallbackWrapper` in `electron_api_app.cc`), long before there is a window with something in it to show.
 */
export function hearSecondStarts(): BringWhenAsked {
  let isAsked = false;
  let bring = () => {
    isAsked = true;
  };
  app.on('second-instance', () => bring());
  app.on('activate', () => bring());
  return (window) => {
    window.once('show', () => {
      bring = () => bringToFront(window);
      if (isAsked) bring();
    });
  };
}

/** Shows a window, minimised, hidden or behind others as it may be. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
