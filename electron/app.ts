import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { dayInSantiago } from '../shared/model/dates.ts';
import { openApiClients } from './api/index.ts';
import type { AppContext } from './app-context.ts';
import {
  createConnections,
  haveClientsRules,
  practiceId,
  readClientRules,
  type StartPractice,
} from './connections/index.ts';
import { openStore } from './database/index.ts';
import { createDeliveries } from './deliveries/index.ts';
import { aboutHandlers, openDiagnostics } from './diagnostics/index.ts';
import { createDossier } from './dossier/index.ts';
import {
  checkTemplate,
  createDownloads,
  createFolderIndex,
  type Downloads,
  downloadHandlers,
  ListedFiles,
  safeName,
} from './downloads/index.ts';
import { createExports, listSources, writeWorkbook } from './exports/index.ts';
import type { Host } from './host.ts';
import { batchNotice, createTranslator } from './i18n/index.ts';
import { createBridge, createEvents, foldersInUse } from './ipc/index.ts';
import { startTimer } from './lib/async.ts';
import { ensureFolderSync } from './lib/ensure-folder.ts';
import { createNetwork } from './network/index.ts';
import { createIsolatedHost } from './platform/node/isolated-host.ts';
import { previewHandlers } from './preview/index.ts';
import { createSearch, readDispatchList } from './search/index.ts';
import { createSettings, type SettingsChanges, settingsHandlers } from './settings/index.ts';
import { createReadFileTexts, createReadScans, createTextSearch } from './text/index.ts';
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
  /** Called once where the stored data takes long to open: a migration of many rows takes a minute. */
  onSlowOpening?: () => void;
}

/** Milliseconds after which opening the stored data counts as slow. */
const slowOpeningMs = 2_000;

/** Loaded on demand: only practice needs its data and documents. */
const startPracticeAgency: StartPractice = async () =>
  (await import('./practice/index.ts')).startPracticeAgency();

/** The modules that all others stand on, and the context that those get. */
type BaseModules = Awaited<ReturnType<typeof createBaseModules>>;

/** `onClockOffset` gets the API's time minus this machine's, in milliseconds. */
async function createBaseModules(host: Host, options: AppOptions, onClockOffset: (offset: number) => void) {
  const { startPractice = startPracticeAgency, practiceOnly = false } = options;
  const { clock, random, uuid, desktop, startWorker } = host;
  const { emit, on } = createEvents();
  const diagnostics = openDiagnostics(host);
  const { log, keys, noteKey } = diagnostics;
  const { settings, managedConnections, unreadPolicies } = await createSettings(host, log, options.settings);
  const { onSlowOpening } = options;
  const stopTimer = onSlowOpening && startTimer(clock, slowOpeningMs, onSlowOpening);
  const store = await openStore(join(host.userData, 'carpeta.db')).finally(stopTimer);
  const network = createNetwork({ host, keys, settings: settings.get, emit });
  const apiClients = openApiClients({
    httpGet: network.httpGet,
    clock,
    random,
    uuid,
    settings: settings.get,
    log,
    noteKey,
    onClockOffset,
    ownClockId: practiceId,
  });
  const agencies = createConnections({
    host,
    log,
    emit,
    apiClients,
    startPractice,
    managed: managedConnections,
    practiceOnly,
    checkTemplate,
  });
  const context: AppContext = {
    clock,
    random,
    uuid,
    desktop,
    startWorker,
    store,
    settings: settings.get,
    translatorNow: () => createTranslator(settings.get().language),
    emit,
    on,
    httpGet: network.httpGet,
    getApiClient: agencies.getApiClient,
    breakerOf: agencies.breakerOf,
    links: apiClients.links,
    reportError: log.error,
  };
  return { context, diagnostics, settings, unreadPolicies, network, agencies };
}

/** The modules of a person's work, each with the parts of the others that it uses. */
function createWorkModules(base: BaseModules, userData: string, adopts: boolean) {
  const { context, diagnostics, settings, network, agencies } = base;
  const { log, lastError, keys } = diagnostics;
  const { store, clock, uuid, desktop, translatorNow } = context;
  const { connections, clients, names } = agencies;
  const documentsFolder = join(userData, 'papeles');
  const today = () => dayInSantiago(clock.now());
  const readRules = () => readClientRules(clients, settings.view());
  const downloads = createDownloads({
    ...context,
    httpGet: network.httpGetFromStorage,
    adopts,
    namer: names.paths,
    connections: connections.summaries,
    tokensOf: (filter) => search.rows.tokensOf(filter),
    readRules: () => (haveClientsRules(clients) ? readRules() : undefined),
    announce: (batch) => desktop.notify?.(batchNotice(batch, translatorNow())),
    onFilesChanged: () => context.emit('files.changed', {}),
    onError: (error) => log.error('a download', error),
  });
  const deliveryModule = createDeliveries(context, {
    clients: () => clients.list(),
    readRules,
    connections,
    downloads,
    folderIndex: createFolderIndex({ clock, uuid, connections: connections.summaries }),
    readList: (text) => readDispatchList(store, text, clients.list()),
    safeName,
    userData,
    documentsFolder,
  });
  const { deliveries } = deliveryModule;
  const texts = openTextSearch(base, downloads);
  const searchModule = createSearch({
    ...context,
    clients,
    connections,
    downloads,
    documentsFolder,
    managedSettings: () => settings.view().managed,
    changeSettings: (change) => void settings.change(change),
    checkTemplate,
    afterPurge: async () => {
      await deliveryModule.clear();
      await lastError.forget();
      await texts.purge();
    },
    afterPrune: () => texts.purge(),
  });
  const { search } = searchModule;
  const exports = createExports(context, {
    rows: search.rows,
    names: names.rows,
    secrets: keys,
    today,
  });
  const dossier = createDossier(context, {
    clients,
    readRules,
    connections,
    deliveries,
    saveTable: exports.saveTable,
    saveWorkbook: exports.saveWorkbook,
    writeWorkbook,
    safeName,
  });
  connectModules(base, downloads);
  const listedFiles = new ListedFiles({ ...context, downloads });
  const handlers = listedFiles.withFileChecks({
    ...searchModule.handlers,
    ...dossier.handlers,
    ...downloadHandlers(downloads, desktop),
    ...deliveryModule.handlers,
    ...texts.handlers,
    ...exports.handlers(listSources(search, downloads, deliveries, clients, dossier)),
    ...previewHandlers(downloads.fileOf, downloads.read, context.startWorker),
  });
  const { months } = dossier;
  return { searchModule, downloads, deliveries, listedFiles, texts, months, handlers, today };
}

/** The search in the words of downloaded files, which follows the settings. */
function openTextSearch({ context, settings }: BaseModules, downloads: Downloads) {
  const texts = createTextSearch({
    ...context,
    downloads,
    readFileTexts: createReadFileTexts(context.startWorker),
    readScans: createReadScans(context.startWorker),
  });
  settings.onChange(texts.settingsChanged);
  return texts;
}

/** Tells the downloads what happens in the modules that they stand on. */
function connectModules(
  { context, diagnostics, settings, agencies }: BaseModules,
  downloads: Downloads,
): void {
  agencies.connections.onKeyReplaced((ids) => {
    const failed = (error: unknown) => diagnostics.log.error('resuming downloads', error);
    for (const id of ids) downloads.resumeConnection(id).catch(failed);
  });
  context.on('network.changed', ({ online }) => online && downloads.online());
  settings.onChange(downloads.settingsChanged);
}

/** A folder that a person selects may be a known one under another path. */
function desktopMeetingFolders(
  desktop: Host['desktop'],
  { meetFolder }: Pick<Downloads, 'meetFolder'>,
): Pick<Host['desktop'], 'confirm' | 'chooseFolder'> {
  return {
    confirm: (dialog) => desktop.confirm(dialog),
    async chooseFolder(options) {
      const folder = await desktop.chooseFolder(options);
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
  const host = practiceOnly ? createIsolatedHost(platformHost) : platformHost;
  ensureFolderSync(host.userData);
  const base = await createBaseModules(host, options, (offset) => search.onClockOffset(offset));
  const { context, diagnostics, settings, unreadPolicies, network, agencies } = base;
  const { store, desktop, on, translatorNow } = context;
  const { connections, clients } = agencies;
  const { log, lastError, redact, recordRejection } = diagnostics;
  const work = createWorkModules(base, host.userData, takesOver);
  const { searchModule, downloads, deliveries, listedFiles, texts, months, today } = work;
  const { search } = searchModule;
  searchModule.begin({ takesOver, completes });
  if (takesOver) {
    deliveries.removeTempFilesOfEnded((error) =>
      log.error('removing temporary files of ended deliveries', error),
    );
  }
  if (host.kind !== 'terminal') {
    listedFiles.begin();
    texts.begin();
  }
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
    ...settingsHandlers(settings),
    ...network.handlers,
    ...agencies.handlers,
    ...work.handlers,
    ...updates.handlers,
    ...aboutHandlers({ host, log, version, practiceOnly, setAside, unreadPolicies }),
  };
  const bridge = createBridge(handlers, {
    folders: () => foldersInUse([settings.get(), ...clients.folders()], search.saved, downloads, deliveries),
    connections: practiceOnly ? undefined : connections.summaries,
    translatorNow,
    recordRejection,
    desktop: desktopMeetingFolders(desktop, downloads),
  });
  return {
    ...bridge,
    on,
    connections,
    clients,
    settings,
    downloads,
    search,
    texts,
    months,
    store,
    log,
    lastError,
    getApiClient: context.getApiClient,
    /** The current calendar day in Santiago. */
    today,
    /** Removes every key in use, and every link's query, from a text. */
    redact,
    /** Closes the store, the network and the practice agency; running work is saved and can be resumed. */
    async close() {
      await noted;
      const inOrder = [updates, listedFiles, texts, search, deliveries, downloads, connections, store];
      for (const each of inOrder) await each.close();
      log.note('ended');
    },
  };
}
