import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import { toErrorData } from '../shared/errors.ts';
import { createApp } from './app.ts';
import type { Preferences } from './host.ts';
import {
  answerCalls,
  createElectronHost,
  createPageSession,
  createPreferences,
  createWindow,
  endWithWords,
  hostWords,
  isOnlyInstance,
  loadPage,
  type MenuOptions,
  noteUncaught,
  pageOrigin,
  prepareElectron,
  quitCleanly,
  readStart,
  setMenu,
  tell,
  tellEvents,
  wakeOnSecondStart,
} from './hosts/electron/index.ts';
import { createDispatch } from './ipc.ts';
import { createSettings } from './settings.ts';
import { createWords, type Language } from './words.ts';

const userData = prepareElectron();
const started = readStart(process.argv);

if (started.kind === 'refused') app.exit(2);
else if (started.kind === 'terminal') await workInTerminal(started.args);
else if (isOnlyInstance()) await openDesk(started.practiceOnly);
else app.exit(0);

async function openDesk(practiceOnly: boolean): Promise<void> {
  let language: Language = 'es-CL';
  try {
    await app.whenReady();
    const preferences = createPreferences(userData);
    language = createSettings(preferences, {}).get().language;
    await startDesk(preferences, practiceOnly);
  } catch (thrown) {
    const error = toErrorData(thrown);
    endWithWords(error, createWords(language).ofError(error));
  }
}

async function startDesk(preferences: Preferences, practiceOnly: boolean): Promise<void> {
  const window = createWindow({
    session: createPageSession(join(import.meta.dirname, '../page')),
    preload: join(import.meta.dirname, 'preload.cjs'),
    preferences,
    onProblem: (thrown) => carpeta.log.problem('the place of the window', thrown),
  });
  wakeOnSecondStart(window);
  const host = createElectronHost({ userData, preferences, window: () => window });
  const carpeta = await createApp(host, { practiceOnly });
  noteUncaught((thrown) => carpeta.log.problem('uncaught', thrown));
  answerCalls(
    window,
    createDispatch({
      handlers: carpeta.pageHandlers,
      origin: pageOrigin,
      onRefused: (refusal) => carpeta.log.problem('refused a call', refusal),
    }),
  );
  tellEvents(window, carpeta.on);
  keepMenu(carpeta, {
    showLogs: () => void host.desktop.showInFolder(carpeta.log.folder),
    choose: (command) => tell(window, 'command.chosen', { command }),
  });
  quitWithCare(carpeta, window);
  await loadPage(window);
}

type Carpeta = Awaited<ReturnType<typeof createApp>>;

/** The menu in the person's language, also when they change it. */
function keepMenu({ settings }: Carpeta, acts: Pick<MenuOptions, 'showLogs' | 'choose'>): void {
  const { platform } = process;
  const { isPackaged } = app;
  const set = () => setMenu({ words: hostWords(settings.get().language), platform, isPackaged, ...acts });
  set();
  settings.onChange(set);
}

function quitWithCare({ settings, handlers, log, close }: Carpeta, window: BrowserWindow): void {
  const isRunning = ({ state }: { state: { kind: string } }) => state.kind === 'running';
  quitCleanly({
    window,
    words: () => hostWords(settings.get().language),
    isWorking: async () => (await handlers['downloads.list'](undefined)).some(isRunning),
    close,
    onProblem: (thrown) => log.problem('quitting', thrown),
  });
}

async function workInTerminal(args: readonly string[]): Promise<void> {
  // Without a window there is nothing to switch to; macOS alone has a dock.
  app.dock?.hide();
  const { runInProcess } = await import('./cli/in-process.ts');
  app.exit(await runInProcess(args));
}
