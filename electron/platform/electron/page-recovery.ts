import { app, type BrowserWindow, dialog } from 'electron';
import { isAppError } from '../../../shared/errors.ts';
import type { LogFacts } from '../../diagnostics/index.ts';
import type { NativeTranslations } from './native-translations.ts';

/**
 * A page that has gone is loaded again by itself once in this time, in milliseconds; after that the person
 * decides.
 */
const quietTime = 60_000;

export interface PageRecoveryOptions {
  window: BrowserWindow;
  /**
   * Loads the page into a window that has none. Rejects with an `AppError` where it never can, with
   * Electron's own where it was not loaded.
   */
  load: () => Promise<void>;
  translations: () => NativeTranslations['page'];
  /** Monotonic milliseconds. */
  elapsed: () => number;
  /** Notes what has happened, for whoever reads the log. */
  note: (event: string, facts: LogFacts) => void;
  /** Hears why the page can never come, where a person has asked for it again. */
  onLost: (error: unknown) => void;
}

/** The page of a window, brought back whenever it goes. */
export interface LastingPage {
  /**
   * Loads it for the first time. Rejects where it never can be; when it was not loaded, the person is asked
   * what to do.
   */
  load(): Promise<void>;
}

/**
 * Brings back a page whose process has ended or hangs; main and what it is doing go on meanwhile. A page
 * stands where it was, because its place is in its address. Ended once, it is loaded again without a word;
 * ended again soon, or hanging, the person is asked.
 */
export function bringPageBack(options: PageRecoveryOptions): LastingPage {
  const { window, translations, elapsed, note, onLost } = options;
  const { webContents } = window;
  /** Since it was asked for last. */
  let hasComeUp = false;
  let hasEverComeUp = false;
  let loads = 0;
  let lastReload = Number.NEGATIVE_INFINITY;
  /** Its process is being ended here, to be replaced. */
  let isReplaced = false;
  let isAskingAboutGone = false;
  /** Takes the question about a page that hangs back. */
  let hanging: AbortController | undefined;

  async function load(): Promise<void> {
    const mine = ++loads;
    try {
      await options.load();
    } catch (error) {
      if (isAppError(error)) throw error;
      // Given up for another, or nobody is there any more.
      if (mine !== loads || window.isDestroyed()) return;
      const reason = error instanceof Error && 'code' in error ? String(error.code) : '';
      note('the page was not loaded', { reason });
      void askAboutGone();
    }
  }

  /**
   * Where nothing has come yet there is nothing that Chromium could load again
   * (`NavigationControllerImpl::Reload`).
   */
  function reload(): void {
    hasComeUp = false;
    if (hasEverComeUp) webContents.reload();
    else load().catch(onLost);
  }

  /**
   * Gives the number of the answer; undefined when the question was taken back, or nobody is there any more.
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
