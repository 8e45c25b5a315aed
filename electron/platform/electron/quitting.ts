import { app, type BrowserWindow, dialog } from 'electron';
import type { NativeTranslations } from './native-translations.ts';
import { bringToFront } from './single-instance.ts';

/**
 * Maximum time to report running work, then to close store and network, before the process ends anyway, in
 * milliseconds.
 */
const closeTimeoutMs = 10_000;

export interface QuittingOptions {
  window: BrowserWindow;
  translations: () => NativeTranslations;
  /** Whether work is in progress that a person may want to see finished. */
  isWorking: () => Promise<boolean>;
  /**
   * Called with whether the process is about to end, as far as is known: in the dialog a person may still
   * cancel.
   */
  onLeaving: (isLeaving: boolean) => void;
  /** Closes everything; running work is saved and can be resumed. */
  close: () => Promise<void>;
  /** Called with each error on the way; none of them prevents quitting. */
  onError: (error: unknown) => void;
  /** Called when the system ends the session, in the last tick that this process has. */
  onSessionEnd: () => void;
  platform: NodeJS.Platform;
}

/** Quits cleanly at any time: confirms when work is in progress, closes the app, then lets Electron end. */
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
      if (!(await confirmsQuitting(window, translations()))) {
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
    // On a Mac an app without a window stays in the dock; a click there shows its window again.
    if (platform === 'darwin') hide(window);
    else app.quit();
  });
  // Windows ends the process after this tick (`native_window_views_win.cc`, WM_ENDSESSION). Nothing can be
  // closed any more; the database stays consistent, as after a crash. From here on, nothing may open a dialog
  // or wait.
  window.on('session-end', () => {
    state = 'closed';
    onSessionEnd();
  });
  app.on('window-all-closed', () => app.quit());
}

/** Hiding a full-screen window would leave the screen black. */
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

async function confirmsQuitting(window: BrowserWindow, { quit }: NativeTranslations): Promise<boolean> {
  // macOS attaches the dialog to the window: on a hidden one nobody could see it (`message_box_mac.mm`,
  // ShowMessageBox).
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
