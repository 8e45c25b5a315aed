import { app, type BrowserWindow, dialog, type RenderProcessGoneDetails } from 'electron';
import { isAppError } from '../../../shared/errors.ts';
import type { LogFacts } from '../../diagnostics/index.ts';
import { systemCode } from '../../lib/retry-while-locked.ts';
import type { NativeTranslations } from './native-translations.ts';

/**
 * Minimum interval between two automatic reloads of a crashed page; within it, the person decides.
 * Milliseconds.
 */
const minReloadIntervalMs = 60_000;

interface PageRecoveryOptions {
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

/**
 * Reloads a page whose process has ended or hangs; main continues meanwhile. The page returns to the same
 * view, because its URL contains the route. A first crash reloads silently; a second one soon after, or a
 * hang, opens a dialog.
 */
export class PageRecovery {
  readonly #options: PageRecoveryOptions;
  /** Since the last request to load. */
  #isLoaded = false;
  #wasEverLoaded = false;
  #loads = 0;
  #lastReload = Number.NEGATIVE_INFINITY;
  /** Its process is ended here on purpose, to be replaced. */
  #isReplacing = false;
  #isCrashDialogOpen = false;
  /** Closes the dialog about a page that hangs. */
  #hangDialog: AbortController | undefined;

  constructor(options: PageRecoveryOptions) {
    this.#options = options;
    const { webContents } = options.window;
    webContents.on('did-finish-load', () => {
      this.#isLoaded = true;
      this.#wasEverLoaded = true;
      this.#isReplacing = false;
    });
    webContents.on('render-process-gone', (_, details) => this.#onProcessEnd(details));
    webContents.on('unresponsive', () => {
      options.note('the page hangs', {});
      void this.#offerWait();
    });
    webContents.on('responsive', () => this.#closeHangDialog());
  }

  /**
   * Loads the page for the first time. Rejects where it never can be loaded; when loading failed, a dialog
   * offers to try again.
   */
  async load(): Promise<void> {
    const { window, note } = this.#options;
    const load = ++this.#loads;
    try {
      await this.#options.load();
    } catch (error) {
      if (isAppError(error)) throw error;
      // A newer load replaced this one, or the window has closed.
      if (load !== this.#loads || window.isDestroyed()) return;
      note('the page was not loaded', { reason: systemCode(error) });
      void this.#offerReload();
    }
  }

  /** Before the first load Chromium has nothing to reload (`NavigationControllerImpl::Reload`). */
  #reload(): void {
    const { window, onLost } = this.#options;
    this.#isLoaded = false;
    if (this.#wasEverLoaded) window.webContents.reload();
    else this.load().catch(onLost);
  }

  #onProcessEnd({ reason, exitCode }: Pick<RenderProcessGoneDetails, 'reason' | 'exitCode'>): void {
    const { window, elapsed, note } = this.#options;
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    note('the page has gone', { reason, exitCode });
    this.#closeHangDialog();
    if (this.#isReplacing) {
      this.#isReplacing = false;
      return;
    }
    const isRepeated = elapsed() - this.#lastReload < minReloadIntervalMs;
    if (!this.#isLoaded || isRepeated) return void this.#offerReload();
    this.#lastReload = elapsed();
    this.#reload();
  }

  /** A dialog about a page that crashed or was not loaded. */
  async #offerReload(): Promise<void> {
    if (this.#isCrashDialogOpen) return;
    this.#isCrashDialogOpen = true;
    const { gone: crashText, reload, quit } = this.#options.translations();
    const choice = await this.#showDialog(crashText, [reload, quit]);
    this.#isCrashDialogOpen = false;
    if (choice === 0) this.#reload();
    if (choice === 1) app.quit();
  }

  /** A dialog about a page that hangs; it closes when the page responds again. */
  async #offerWait(): Promise<void> {
    if (this.#hangDialog) return;
    const closing = new AbortController();
    this.#hangDialog = closing;
    const { hangs, wait, reload } = this.#options.translations();
    const choice = await this.#showDialog(hangs, [wait, reload], closing);
    if (this.#hangDialog === closing) this.#hangDialog = undefined;
    if (choice !== 1) return;
    this.#isReplacing = true;
    this.#options.window.webContents.forcefullyCrashRenderer();
    this.#reload();
  }

  #closeHangDialog(): void {
    this.#hangDialog?.abort();
    this.#hangDialog = undefined;
  }

  /**
   * Returns the index of the button; undefined when the dialog was closed from here, or the window no longer
   * exists.
   */
  async #showDialog(
    message: string,
    buttons: string[],
    { signal } = new AbortController(),
  ): Promise<number | undefined> {
    const { window, translations } = this.#options;
    if (!window.isVisible()) window.show();
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message,
      detail: translations().detail,
      buttons,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    });
    return signal.aborted || window.isDestroyed() ? undefined : response;
  }
}
