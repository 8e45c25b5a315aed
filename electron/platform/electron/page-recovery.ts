import { app, type BrowserWindow, dialog } from 'electron';
import { isAppError } from '../../../shared/errors.ts';
import type { LogFacts } from '../../diagnostics/index.ts';
import type { NativeTranslations } from './native-translations.ts';

/**
 * Minimum interval between two automatic reloads of a crashed page; within it, the person decides.
 * Milliseconds.
 */
const quietTime = 60_000;

export interface PageRecoveryOptions {
  window: BrowserWindow;
  /**
   * Loads the page into an empty window. Rejects with an `AppError` where it never can be loaded, with
   * Electron's own error where loading failed.
   */
  load: () => Promise<void>;
  translations: () => NativeTranslations['page'];
  /** Monotonic milliseconds. */
  elapsed: () => number;
  /** Logs an event. */
  note: (event: string, facts: LogFacts) => void;
  /** Called with the reason why the page can never be loaded, after a person requested a reload. */
  onLost: (error: unknown) => void;
}

/** The page of a window, reloaded whenever it crashes. */
export interface LastingPage {
  /**
   * Loads it for the first time. Rejects where it never can be; when loading failed, a dialog offers to try
   * again.
   */
  load(): Promise<void>;
}

/**
 * Reloads a page whose process has ended or hangs; main continues meanwhile. The page returns to the same
 * view, because its URL contains the route. A first crash reloads silently; a second one soon after, or a
 * hang, opens a dialog.
 */
export function bringPageBack(options: PageRecoveryOptions): LastingPage {
  const { window, translations, elapsed, note, onLost } = options;
  const { webContents } = window;
  /** Since the last request to load. */
  let hasComeUp = false;
  let hasEverComeUp = false;
  let loads = 0;
  let lastReload = Number.NEGATIVE_INFINITY;
  /** Its process is ended here on purpose, to be replaced. */
  let isReplaced = false;
  let isAskingAboutGone = false;
  /** Closes the dialog about a page that hangs. */
  let hanging: AbortController | undefined;

  async function load(): Promise<void> {
    const mine = ++loads;
    try {
      await options.load();
    } catch (error) {
      if (isAppError(error)) throw error;
      // A newer load replaced this one, or the window has closed.
      if (mine !== loads || window.isDestroyed()) return;
      const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
      note('the page was not loaded', { reason });
      void askAboutGone();
    }
  }

  /** Before the first load Chromium has nothing to reload (`NavigationControllerImpl::Reload`). */
  function reload(): void {
    hasComeUp = false;
    if (hasEverComeUp) webContents.reload();
    else load().catch(onLost);
  }

  /**
   * Returns the index of the button; undefined when the dialog was closed from here, or the window no longer
   * exists.
   */
  async function ask(
    message: string,
    buttons: string[],
    { signal } = new AbortController(),
  ): Promise<number | undefined> {
    if (!window.isVisible()) window.show();
    const { response } = await dialog.showMessageBox(window, {
      ...{ type: 'warning', message, detail: translations().detail, buttons },
      ...{ defaultId: 0, cancelId: 0, noLink: true, signal },
    });
    return signal.aborted || window.isDestroyed() ? undefined : response;
  }

  async function askAboutGone(): Promise<void> {
    if (isAskingAboutGone) return;
    isAskingAboutGone = true;
    const { gone: pageGone, reload: reloadLabel, quit } = translations();
    const choice = await ask(pageGone, [reloadLabel, quit]);
    isAskingAboutGone = false;
    if (choice === 0) reload();
    if (choice === 1) app.quit();
  }

  async function askAboutHanging(): Promise<void> {
    if (hanging) return;
    const mine = new AbortController();
    hanging = mine;
    const { hangs, wait, reload: reloadLabel } = translations();
    const choice = await ask(hangs, [wait, reloadLabel], mine);
    if (hanging === mine) hanging = undefined;
    if (choice !== 1) return;
    isReplaced = true;
    webContents.forcefullyCrashRenderer();
    reload();
  }

  function takeBackHanging(): void {
    hanging?.abort();
    hanging = undefined;
  }

  webContents.on('did-finish-load', () => {
    hasComeUp = true;
    hasEverComeUp = true;
    isReplaced = false;
  });
  webContents.on('render-process-gone', (_, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    note('the page has gone', { reason, exitCode });
    takeBackHanging();
    if (isReplaced) {
      isReplaced = false;
      return;
    }
    const isRepeated = elapsed() - lastReload < quietTime;
    if (!hasComeUp || isRepeated) return void askAboutGone();
    lastReload = elapsed();
    reload();
  });
  webContents.on('unresponsive', () => {
    note('the page hangs', {});
    void askAboutHanging();
  });
  webContents.on('responsive', takeBackHanging);

  return { load };
}
