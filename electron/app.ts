import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { dayInSantiago } from '../shared/model/dates.ts';
import { openApiClients } from './api/index.ts';
import type { AppContext } from './app-context.ts';
import { createConnections, practiceId, type StartPractice } from './connections/index.ts';
import { openStore } from './database/index.ts';
import { createDeliveries } from './deliveries/index.ts';
import { aboutHandlers, openDiagnostics } from './diagnostics/index.ts';
import { createDossier } from './dossier/index.ts';
import {
  createDownloads,
  createFolderIndex,
  type Downloads,
  downloadHandlers,
  FilesInSight,
  safeName,
} from './downloads/index.ts';
import { createExports, listSources } from './exports/index.ts';
import type { Host } from './host.ts';
import { batchNotice, createTranslator } from './i18n/index.ts';
import { createBridge, createEvents, foldersInUse } from './ipc/index.ts';
import { ensureFolderSync } from './lib/ensure-folder.ts';
import { createNetwork } from './network/index.ts';
import { createPracticeOnlyHost } from './platform/node/practice-only.ts';
import { previewHandlers } from './preview/index.ts';
import { createSearch, readDispatchList } from './search/index.ts';
import { createSettings, type SettingsChanges, settingsHandlers } from './settings/index.ts';
import { createUpdates } from './updates/index.ts';

export interface AppOptions {
  /**
   * Real agencies and their stored data are out of reach: another program can inspect the window. Default
   * false.
   */
  practiceOnly?: boolean;
  /** How the practice agency is started. Default: with its own defaults. */
  startPractice?: StartPractice;
  /** Settings of this run alone, such as a command's options. */
  settings?: SettingsChanges;
  /** Whether to resume the work of a process that has ended. Default true. */
  takesOver?: boolean;
  /**
   * Whether partly stored dispatches are fetched completely in the background. Default: where there is a
   * window.
   */
  completes?: boolean;
}

/** Loaded on demand: only practice needs its data and documents. */
const startPracticeAgency: StartPractice = async () =>
  (await import('./practice/index.ts')).startPracticeAgency();

/** The base of every module. `onClockOffset` gets the API's time minus this machine's, in milliseconds. */
async function openGround(host: Host, options: AppOptions, onClockOffset: (offset: number) => void) {
  const { clock, random, uuid, desktop, startWorker } = host;
  const { emit, on } = createEvents();
  const diagnostics = openDiagnostics(host);
  const { log, keys, noteKey } = diagnostics;
  const opened = await createSettings(host, log, options.settings);
  const { settings: settingsStore, managedConnections: managed, unreadPolicies } = opened;
  const settings = settingsStore.get;
  const store = await openStore(join(host.userData, 'carpeta.db'));
  const network = createNetwork({ host, keys, settings, emit });
  const httpDeps = { httpGet: network.httpGet, clock, random, uuid, settings };
  const apiClients = openApiClients({ ...httpDeps, log, noteKey, onClockOffset, ownClockId: practiceId });
  const { startPractice = startPracticeAgency, practiceOnly = false } = options;
  const agencies = createConnections({ host, log, emit, apiClients, startPractice, managed, practiceOnly });
  const { getApiClient, breakerOf } = agencies;
  const context: AppContext = {
    clock,
    random,
    uuid,
    desktop,
    startWorker,
    store,
    settings,
    translatorNow: () => createTranslator(settings().language),
    emit,
    on,
    httpGet: network.httpGet,
    getApiClient,
    breakerOf,
    links: apiClients.links,
    reportError: log.error,
  };
  return { diagnostics, settingsStore, unreadPolicies, network, agencies, context };
}

type Ground = Awaited<ReturnType<typeof openGround>>;

/** The modules of a person's work, each with the parts of the others that it uses. */
function openModules(ground: Ground, userData: string, takesOver: boolean) {
  const { diagnostics, settingsStore, network, agencies, context } = ground;
  const { log, lastError, keys } = diagnostics;
  const { store, clock, uuid, desktop, translatorNow, on } = context;
  const { connections, clients, names } = agencies;
  const documentsFolder = join(userData, 'papeles');
  const today = () => dayInSantiago(clock.now());
  const downloads = createDownloads({
    ...{ ...context, httpGet: network.httpGetFromStorage, adopts: takesOver, namer: names.paths },
    connections: connections.places,
    tokensOf: (filter) => search.rows.tokensOf(filter),
    announce: (batch) => desktop.notify?.(batchNotice(batch, translatorNow())),
    onFilesChanged: () => context.emit('files.changed', {}),
    onError: (error) => log.error('a download', error),
  });
  const delivering = createDeliveries(context, {
    clients: () => clients.list(),
    connections,
    downloads,
    folderIndex: createFolderIndex({ clock, uuid, connections: connections.places }),
    readList: (text) => readDispatchList(store, text, clients.list()),
    safeName,
    userData,
    documentsFolder,
  });
  const { deliveries } = delivering;
  const { search, ...searching } = createSearch({
    ...{ ...context, clients, connections, downloads, documentsFolder },
    changeTemplate: (template) => void settingsStore.change({ template }),
    afterPurge: () => delivering.drafts.clear().then(() => lastError.forget()),
  });
  const exports = createExports(context, {
    rows: search.rows,
    names: names.rows,
    secrets: keys,
    today,
  });
  const dossier = createDossier(context, {
    clients,
    connections,
    deliveries,
    saveTable: exports.saveTable,
  });
  connections.onKeyReplaced((ids) => {
    const failed = (error: unknown) => log.error('resuming downloads', error);
    for (const id of ids) downloads.resumeConnection(id).catch(failed);
  });
  on('network.changed', ({ online }) => online && downloads.online());
  settingsStore.onChange(downloads.settingsChanged);
  const handlers = {
    ...{ ...searching.handlers, ...dossier.handlers, ...downloadHandlers(downloads, desktop) },
    ...delivering.handlers,
    ...exports.handlers(listSources(search, downloads, deliveries, clients)),
    ...previewHandlers(downloads.fileOf, downloads.read, context.startWorker),
  };
  const files = new FilesInSight({ ...context, downloads });
  return {
    searching,
    search,
    downloads,
    deliveries,
    files,
    handlers: files.withFileChecks(handlers),
    today,
  };
}

/** A folder that a person selects may be a known one under another path. */
function meetingFolders(
  desktop: Host['desktop'],
  { meetFolder }: Pick<Downloads, 'meetFolder'>,
): Pick<Host['desktop'], 'confirm' | 'chooseFolder'> {
  return {
    confirm: (dialog) => desktop.confirm(dialog),
    async chooseFolder(asked) {
      const folder = await desktop.chooseFolder(asked);
      if (folder !== undefined) void meetFolder(folder);
      return folder;
    },
  };
}

/** The app without a window: every handler of the contract, over one host. */
export type App = Awaited<ReturnType<typeof createApp>>;

/** Wires the modules into the contract's handlers. */
export async function createApp(platformHost: Host, options: AppOptions = {}) {
  const { practiceOnly = false, takesOver = true, completes = platformHost.kind !== 'terminal' } = options;
  const host = practiceOnly ? createPracticeOnlyHost(platformHost) : platformHost;
  ensureFolderSync(host.userData);
  const ground = await openGround(host, options, (offset) => modules.search.onClockOffset(offset));
  const { diagnostics, settingsStore: settings, unreadPolicies, network, agencies, context } = ground;
  const { connections, clients } = agencies;
  const { store, desktop, on, translatorNow } = context;
  const { log, lastError, redact, recordRejection } = diagnostics;
  const modules = openModules(ground, host.userData, takesOver);
  const { searching, search, downloads, deliveries, files, today } = modules;
  searching.begin({ takesOver, completes });
  if (takesOver) {
    deliveries.removeTempFilesOfEnded((error) =>
      log.error('removing temporary files of ended deliveries', error),
    );
  }
  if (host.kind !== 'terminal') files.begin();
  const { version } = packageJson;
  const updates = createUpdates(context, {
    httpGet: network.httpGetUnwatched,
    preferences: host.preferences,
    version,
    checks: host.kind !== 'terminal' && !practiceOnly,
  });
  const setAside = () => [host.preferences.setAside, store.setAside].filter((path) => path !== undefined);
  const noted = diagnostics.noteStart({ version, setAside: setAside(), translator: translatorNow });
  const handlers = {
    ...{ ...settingsHandlers(settings), ...network.handlers, ...agencies.handlers, ...modules.handlers },
    ...{
      ...updates.handlers,
      ...aboutHandlers({ host, log, version, practiceOnly, setAside, unreadPolicies }),
    },
  };
  const bridge = createBridge(handlers, {
    folders: () => foldersInUse([settings.get()], search.saved, downloads, deliveries),
    connections: practiceOnly ? undefined : connections.places,
    ...{ translatorNow, recordRejection },
    desktop: meetingFolders(desktop, downloads),
  });
  return {
    ...{ ...bridge, on, connections, clients, settings, downloads, search, store, log, lastError },
    getApiClient: context.getApiClient,
    /** The current calendar day in Santiago. */
    today,
    /** Removes every key in use, and every link's query, from a text. */
    redact,
    /** Closes the store, the network and the practice agency; running work is saved and can be resumed. */
    async close() {
      await noted;
      for (const each of [updates, files, search, deliveries, downloads, connections, store])
        await each.close();
      log.note('ended');
    },
  };
}
