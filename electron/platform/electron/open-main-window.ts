import { join } from 'node:path';
import { app, type BrowserWindow, dialog, nativeTheme } from 'electron';
import { createApp } from '../../app.ts';
import { createLog, type Log } from '../../diagnostics/index.ts';
import type { Clock, Preferences } from '../../host.ts';
import type { Language } from '../../i18n/index.ts';
import { createCallGate } from '../../ipc/index.ts';
import { createSettingsStore } from '../../settings/index.ts';
import { systemClock } from '../terminal/index.ts';
import { askAboutCertificates } from './client-certificates.ts';
import { createWindow, loadPage, showUndrawn } from './create-window.ts';
import { createElectronHost } from './host.ts';
import { type MenuOptions, setMenu } from './menu.ts';
import { nativeTranslations } from './native-translations.ts';
import { PageRecovery } from './page-recovery.ts';
import { pageOrigin } from './page-scheme.ts';
import { createPageSession } from './page-session.ts';
import { createPreferences } from './preferences-store.ts';
import { type QuittingOptions, quitCleanly } from './quitting.ts';
import { emitToPage, forwardEvents, registerIpcHandlers } from './register-ipc-handlers.ts';
import type { SecondStarts } from './single-instance.ts';
import { endWithError, noteUncaught } from './startup-errors.ts';
import { type StartWatch, watchStart } from './startup-watchdog.ts';
import { offerTextMenu } from './text-menu.ts';
import { persistZoom } from './zoom.ts';

export interface MainWindowOptions {
  /** Folder of the bundled main process, with the preload in it and the page next to it. */
  programFolder: string;
  userData: string;
  /** With an open debugging port: another program could read a real agency's documents through it. */
  practiceOnly: boolean;
  secondStarts: SecondStarts;
  /** Called when the log takes over uncaught errors. */
  onLog: () => void;
  clock?: Clock;
}

/** Opens the main window once Electron is ready; an error on the way is shown, and ends the process. */
export async function openMainWindow(options: MainWindowOptions): Promise<void> {
  let language: Language = 'es-CL';
  const { userData, clock = systemClock } = options;
  const openLog = () => createLog({ folder: join(userData, 'logs'), clock, secrets: () => [] });
  const watch = watchStart(clock, openLog);
  try {
    await app.whenReady();
    watch.enter('preferences');
    const preferences = createPreferences(userData);
    language = createSettingsStore(preferences, {}).get().language;
    await startApp({ ...options, clock, openLog, language }, preferences, watch);
  } catch (error) {
    watch.end();
    await endWithError(error, { language });
  }
}

interface StartOptions extends MainWindowOptions {
  clock: Clock;
  language: Language;
  /** The log, for events before the app has opened it. */
  openLog: () => Log;
}

/**
 * Milliseconds after which a window is shown even if nothing is drawn in it: from its creation, and from the
 * load of its page.
 */
const timeouts = { starting: 30_000, drawing: 10_000 };

async function startApp(options: StartOptions, preferences: Preferences, watch: StartWatch): Promise<void> {
  const { programFolder, userData, practiceOnly, openLog, secondStarts, clock } = options;
  watch.enter('store');
  let log: Log | undefined;
  const window = createWindow({
    session: createPageSession(join(programFolder, '../page')),
    preload: join(programFolder, 'preload.cjs'),
    preferences,
    clock,
    onError: (error) => (log ?? openLog()).error('the place of the window', error),
  });
  const onError = (error: unknown) => (log ?? openLog()).error('the size of the page', error);
  const zoom = persistZoom({ window, preferences, onError });
  window.once('show', watch.end);
  // Also where the store or the page never opens: a hidden window could not be closed.
  showUndrawn(window, clock, timeouts.starting);
  secondStarts.bring(window);
  const opened = Promise.withResolvers<Carpeta>();
  const certificates = askAboutCertificates({
    window: () => window,
    translations: async () => nativeTranslations((await opened.promise).settings.get().language).certificate,
    // Certificates are for `https` only.
    isAgency: async (address) => (await opened.promise).isConfirmed(new URL(`https://${address}`).origin),
  });
  const host = createElectronHost({ userData, preferences, window: () => window, certificates });
  const opening = new AbortController();
  const onSlowOpening = () => sayPreparing(window, options.language, opening.signal);
  const carpeta = await createApp(host, { practiceOnly, onSlowOpening }).finally(() => opening.abort());
  opened.resolve(carpeta);
  log = carpeta.log;
  // The person quit while the store was being opened.
  if (window.isDestroyed()) return carpeta.close();
  noteUncaught((error) => carpeta.log.error('uncaught', error));
  options.onLog();
  registerIpcHandlers(
    window,
    createCallGate({
      handlers: carpeta.pageHandlers,
      origin: pageOrigin,
      onRefused: (rejection) => carpeta.log.error('refused a call', rejection),
    }),
  );
  forwardEvents(window, carpeta.on);
  syncMenu(carpeta, {
    zoom,
    showLogs: () => void host.desktop.showInFolder(carpeta.log.folder),
    choose: (command) => emitToPage(window, 'command.chosen', { command }),
  });
  syncTheme(carpeta);
  quitWithCare(carpeta, window, secondStarts.setLeaving);
  const languageNow = () => carpeta.settings.get().language;
  offerTextMenu(window, () => nativeTranslations(languageNow()).menu);
  const page = new PageRecovery({
    window,
    load: () => loadPage(window),
    translations: () => nativeTranslations(languageNow()).page,
    elapsed: () => performance.now(),
    note: carpeta.log.note,
    onLost: (error) => void endWithError(error, { language: languageNow() }),
  });
  watch.enter('page');
  await page.load();
  watch.enter('first frame');
  showUndrawn(window, clock, timeouts.drawing);
}

/** Shows the window, still empty, and says in it that the stored data is prepared, until `signal` aborts. */
function sayPreparing(window: BrowserWindow, language: Language, signal: AbortSignal): void {
  if (window.isDestroyed()) return;
  const { opening, prompt } = nativeTranslations(language);
  window.show();
  void dialog.showMessageBox(window, {
    type: 'info',
    message: opening.message,
    detail: opening.detail,
    buttons: [prompt.accept],
    signal,
  });
}

type Carpeta = Awaited<ReturnType<typeof createApp>>;

/** The menu in the person's language, updated when it changes. */
function syncMenu({ settings }: Carpeta, actions: Pick<MenuOptions, 'showLogs' | 'zoom' | 'choose'>): void {
  const { platform } = process;
  const { isPackaged } = app;
  const set = () =>
    setMenu({ translations: nativeTranslations(settings.get().language), platform, isPackaged, ...actions });
  set();
  settings.onChange(set);
}

/**
 * The system's own parts (title bar, menus, dialogs) in the page's theme; the setting has Electron's own
 * three values.
 */
function syncTheme({ settings }: Carpeta): void {
  const set = () => {
    nativeTheme.themeSource = settings.get().theme;
  };
  set();
  settings.onChange(set);
}

function quitWithCare(
  { settings, handlers, log, close }: Carpeta,
  window: BrowserWindow,
  onLeaving: QuittingOptions['onLeaving'],
): void {
  const isRunning = ({ state }: { state: { kind: string } }) => state.kind === 'running';
  quitCleanly({
    window,
    translations: () => nativeTranslations(settings.get().language),
    isWorking: async () => (await handlers['downloads.list'](undefined)).some(isRunning),
    onLeaving,
    close,
    onError: (error) => log.error('quitting', error),
    onSessionEnd: () => log.note('the session ends'),
    platform: process.platform,
  });
}
