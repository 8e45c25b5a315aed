import { app, type BrowserWindow, dialog } from 'electron';
import type { NativeTranslations } from './native-translations.ts';
import { bringToFront } from './single-instance.ts';

/**
 * How long the app may take to tell what it does, then to let go of store and network, before it is ended
 * anyway, in milliseconds.
 */
const closeTimeoutMs = 10_000;

export interface QuittingOptions {
  window: BrowserWindow;
  translations: () => NativeTranslations;
  /** Whether something is under way that a person may want to see finished. */
  isWorking: () => Promise<boolean>;
  /** Hears whether the process is about to end, as far as is known: a person who is asked may stay. */
  onLeaving: (isLeaving: boolean) => void;
  /** Lets go of everything; what is under way is kept to be resumed. */
  close: () => Promise<void>;
  /** Hears what went wrong on the way; nothing of it keeps a person from quitting. */
  onError: (error: unknown) => void;
  /** Hears that the system ends the session, in the last turn that this process has. */
  onSessionEnd: () => void;
  platform: NodeJS.Platform;
}

/**
 * Quits cleanly in the middle of anything: asks when work is under way, closes the app, then lets Electron
 * end.
 */
export function quitCleanly(options: QuittingOptions): void {
  const { window, translations, isWorking, onLeaving, close, onError, onSessionEnd, platform } = options;
  let state: 'open' | 'asking' | 'closed' = 'open';

  async function quit(): Promise<void> {
    state = 'asking';
    onLeaving(true);
    const working = await inTime(
      isWorking().catch((error) => {
        onError(error);
        return false;
      }),
    );
    if (working) {
      onLeaving(false);
      if (!(await agrees(window, translations()))) {
        state = 'open';
        return;
      }
      onLeaving(true);
    }
    await inTime(close().catch(onError));
    state = 'closed';
    app.quit();
  }

  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'open') void quit();
  });
  window.on('close', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    // On a Mac an app without a window goes on, in the dock; chosen there, it shows its window again.
    if (platform === 'darwin') hide(window);
    else app.quit();
  });
  // Windows ends the process when this turn is over (`native_window_views_win.cc`, WM_ENDSESSION): there is
  // no time to close anything, and the ledger is as whole as after any sudden end. Nothing may ask or wait
  // any more.
  window.on('session-end', () => {
    state = 'closed';
    onSessionEnd();
  });
  app.on('window-all-closed', () => app.quit());
}

/** A window that fills the screen would leave it black. */
function hide(window: BrowserWindow): void {
  if (!window.isFullScreen()) {
    window.hide();
    return;
  }
  window.once('leave-full-screen', () => window.hide());
  window.setFullScreen(false);
}

function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  return Promise.race([
    work,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), closeTimeoutMs).unref()),
  ]);
}

async function agrees(window: BrowserWindow, { quit }: NativeTranslations): Promise<boolean> {
  // macOS hangs the question on the window, seen or not: on one that is hidden nobody could answer it
  // (`message_box_mac.mm`, ShowMessageBox).
  bringToFront(window);
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: quit.question,
    detail: quit.detail,
    buttons: [quit.yes, quit.no],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}
