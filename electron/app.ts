import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import type { Handlers } from '../shared/contract.ts';
import { type Day, dayInSantiago } from '../shared/model/dates.ts';
import { officeOf } from '../shared/model/office.ts';
import { createEvents, foldersInUse, guardPage, noteRefusals, type On } from './bridge/index.ts';
import { carpetaHandlers, createCarpeta } from './carpeta/index.ts';
import {
  type ClientBook,
  type Connections,
  clientHandlers,
  connectionHandlers,
  createClientBook,
  createConnections,
  createNames,
  practiceId,
  type StartPractice,
} from './connections/index.ts';
import { aboutHandlers, type LastFault, type Log, openDiagnostics } from './diagnostics/index.ts';
import { ensureFolderSync } from './disk/index.ts';
import {
  createDownloads,
  createFolderIndex,
  type Downloads,
  downloadHandlers,
  safeName,
} from './downloads/index.ts';
import {
  createExports,
  createSaveTable,
  exportHandlers,
  exportWords,
  listSources,
  writeWhole,
} from './exports/index.ts';
import { createMailDrafts, createPaperFetcher } from './handover/index.ts';
import type { Host } from './host.ts';
import { createPracticeOnlyHost } from './hosts/practice-only/index.ts';
import { batchNotice, createWords } from './i18n/index.ts';
import { thisProcess } from './leases/index.ts';
import { openNetwork } from './network/index.ts';
import {
  configurationWords,
  createConfigurationFile,
  createFilesSaid,
  createSearch,
  readDispatchList,
  type Search,
  searchHandlers,
} from './search/index.ts';
import { createLinkBook, createServices, type ServiceOf, walk } from './service/index.ts';
import { openSettings, type SettingsBook, type SettingsChanges, settingsHandlers } from './settings/index.ts';
import { openStore, type Store } from './store/index.ts';
import { createUpdates, updateHandlers } from './updates/index.ts';
import { viewingHandlers } from './viewing/index.ts';

export interface AppOptions {
  /** Real agencies cannot be reached, and nothing kept of them is read: another program can look into the window. Default false. */
  practiceOnly?: boolean;
  /** How the practice agency is started. Default: as it comes. */
  startPractice?: StartPractice;
  /** Settings of this run alone, such as a command's options. */
  settings?: SettingsChanges;
  /** Whether work that an ended process left behind is gone on with. Default true. */
  takesOver?: boolean;
  /** Whether dispatches that are kept in part are asked for completely while nobody waits. Default: where there is a window. */
  completes?: boolean;
}

/** The app without a window: everything the contract names, over one host. */
export interface App {
  handlers: Handlers;
  /** The same for a page, which names no folder and no new host that the person did not choose or confirm in a dialog. */
  pageHandlers: Handlers;
  on: On;
  /** Lets go of the store, the network and the practice agency; what is under way is kept to be resumed. */
  close(): Promise<void>;
  connections: Connections;
  clients: ClientBook;
  settings: SettingsBook;
  downloads: Downloads;
  search: Search;
  serviceOf: ServiceOf;
  store: Store;
  log: Log;
  lastFault: LastFault;
  /** The calendar day it is in Santiago. */
  today(): Day;
  /** Cuts every key in use, and every link's query, out of a text. */
  redact(text: string): string;
}

/** Its data and papers are loaded only where somebody practises. */
const startPracticeAgency: StartPractice = async () =>
  (await import('./practice/index.ts')).startPracticeAgency();

/** Wires the rooms into the contract's handlers: the one place that knows them all. */
export async function createApp(givenHost: Host, options: AppOptions = {}): Promise<App> {
  const practiceOnly = options.practiceOnly ?? false;
  const host = practiceOnly ? createPracticeOnlyHost(givenHost) : givenHost;
  ensureFolderSync(host.userData);
  const { emit, on } = createEvents();
  const diagnostics = openDiagnostics(host);
  const { log, lastFault, keys } = diagnostics;
  const { settings, managedConnections } = await openSettings(host, log, options.settings);
  const store = await openStore(join(host.userData, 'carpeta.db'));
  const network = openNetwork({ host, keys, settings: settings.get, emit });
  const means = { open: network.open, clock: host.clock, random: host.random, uuid: host.uuid };
  const links = createLinkBook(host.clock);

  const services = createServices({
    means,
    links,
    log,
    noteKey: diagnostics.noteKey,
    requestsAtOnce: () => settings.get().requestsAtOnce,
    sawAttempt(id, attempt) {
      // The practice agency's clock is this machine's.
      if (id !== practiceId && attempt.clockOffset !== undefined) search.hearTime(attempt.clockOffset);
    },
  });
  const connections = createConnections({
    preferences: host.preferences,
    secrets: host.secrets,
    clock: host.clock,
    uuid: host.uuid,
    serviceWith: services.forTrial,
    startPractice: options.startPractice ?? startPracticeAgency,
    managed: managedConnections,
    onUnusable: () => log.note('managed setting cannot be used', { setting: 'connections' }),
    practiceOnly,
  });
  const clients = createClientBook(host.preferences, connections.practiceClients);
  const { serviceOf, breakerOf } = services.of(connections);
  const names = createNames(clients, connections, host.clock);

  const wordsNow = () => createWords(settings.get().language);
  /** Where papers go that are fetched while no folder has been chosen. */
  const papersFolder = join(host.userData, 'papeles');

  const downloads = createDownloads({
    ...means,
    open: network.openStorage,
    store,
    serviceOf,
    breakerOf,
    links,
    walk,
    emit,
    settings: settings.get,
    desktop: host.desktop,
    connections: connections.all,
    namer: names.paths,
    wordsOf: (filter) => search.rows.wordsOf(filter),
    announce: (batch) => host.desktop.notify(batchNotice(batch, wordsNow())),
    adopts: options.takesOver ?? true,
    onProblem: (thrown) => log.problem('a download', thrown),
  });
  const search = createSearch({
    ...{ store, serviceOf, breakerOf, links, emit, clock: host.clock, random: host.random, uuid: host.uuid },
    settings: settings.get,
    clients: clients.list,
    connectionIds: async () => (await connections.list()).map(({ id }) => id),
    filesSaid: createFilesSaid(() => settings.get().language),
    startDownload: (request) => downloads.start(request),
    cancelDownload: (batchId) => downloads.control({ act: 'cancel', batchId }),
    noticeReplaced: (resultSetId) => downloads.noticeReplaced(resultSetId),
    papersFolder,
    problem: (what, thrown) => log.problem(what, thrown),
    process: thisProcess(),
  });
  const configuration = createConfigurationFile({
    saved: search.saved,
    clients,
    connections: {
      list: connections.list,
      addWithoutKey: (draft) => connections.add(draft, { isStillToCome: true }),
    },
    settings: settings.get,
    changeTemplate: (template) => void settings.change({ template }),
    desktop: host.desktop,
    writeFile: (path, text) => writeWhole(path, [text]),
    words: () => configurationWords(wordsNow()),
  });
  connections.onKeyReplaced((ids) => {
    search.sweeps.resume(ids);
    search.refreshing.resume(ids);
    search.completing.resume(ids);
    for (const id of ids) {
      downloads.resumeConnection(id).catch((thrown: unknown) => log.problem('resuming downloads', thrown));
    }
  });
  on('network.changed', ({ online }) => {
    if (online) downloads.online();
  });
  settings.onChange(downloads.settingsChanged);

  const today = () => dayInSantiago(host.clock.now());
  const exporting = {
    desktop: host.desktop,
    words: () => exportWords(wordsNow()),
    separator: () => settings.get().csvSeparator,
    today,
  };
  const saveTable = createSaveTable(exporting);
  const exports = createExports({
    ...exporting,
    order: (grid) => search.rows.order(grid),
    rows: (grid, numbers) => search.rows.numbered(grid, numbers),
    names: names.rows,
    secrets: keys,
  });

  const drafts = createMailDrafts({
    ...{ folder: join(host.userData, 'drafts'), clock: host.clock, uuid: host.uuid },
    writeWhole,
  });
  const carpeta = createCarpeta({
    store,
    clock: host.clock,
    uuid: host.uuid,
    wordsIn: createWords,
    wordsNow,
    clients: clients.list,
    office: () => officeOf(settings.get().office, clients.list()),
    agencyName: async (id) => (await connections.all()).find((one) => one.id === id)?.name ?? '',
    desktop: host.desktop,
    saveTable,
    drafts,
    safeName,
    folderIndex: createFolderIndex({ clock: host.clock, uuid: host.uuid, connections: connections.all }),
    tellIndex: (folder) => downloads.tellIndex(folder),
    fileOf: (document) => downloads.fileOf(document),
    papers: createPaperFetcher({
      downloads,
      settings: settings.get,
      userData: host.userData,
      ownFolder: papersFolder,
    }),
    readList: (text) => readDispatchList(store, text),
    emit,
  });
  on('sweep.progress', ({ state }) => {
    if (state !== 'done') return;
    carpeta.settle().catch((thrown: unknown) => log.problem('closing what has arrived', thrown));
  });

  if (options.takesOver ?? true) {
    search.refreshing.begin();
    search.keeping.begin((thrown) => log.problem('pruning', thrown));
    carpeta.handovers.removeLeft((thrown) => log.problem('removing what an ended hand-over left', thrown));
  }
  if (options.completes ?? host.kind !== 'terminal') search.completing.begin();

  const updates = createUpdates({
    open: network.openUnwatched,
    clock: host.clock,
    preferences: host.preferences,
    running: packageJson.version,
    address: () => settings.get().updateAddress,
    openPage: (page) => host.desktop.openPage(page),
    onChanged: (state) => emit('updates.changed', state),
    onProblem: (thrown) => log.problem('looking for a newer version', thrown),
  });
  // A terminal has nobody to tell, and a practice window has no network but its own.
  if (host.kind !== 'terminal' && !practiceOnly) updates.begin();

  const setAside = () => [host.preferences.setAside, store.setAside].filter((path) => path !== undefined);
  const noted = diagnostics.noteStart({
    version: packageJson.version,
    setAside: setAside(),
    words: wordsNow,
  });

  const asking = searchHandlers(search, configuration);
  const handlers: Handlers = {
    ...settingsHandlers(settings),
    ...updateHandlers(updates),
    ...connectionHandlers(connections, async () => {
      emit('connections.changed', { connections: await connections.list() });
    }),
    ...clientHandlers(clients),
    ...network.handlers,
    ...exportHandlers(exports, {
      ...{ saveTable, names: names.rows, words: exporting.words },
      sources: listSources(search, downloads, carpeta, clients),
    }),
    ...downloadHandlers(downloads, host.desktop),
    ...carpetaHandlers(carpeta),
    ...asking,
    'kept.purge': async (scope) => {
      await asking['kept.purge'](scope);
      await drafts.clear();
      lastFault.forget();
    },
    ...viewingHandlers(
      (document) => downloads.fileOf(document),
      (document, options) => downloads.read(document, options),
    ),
    ...aboutHandlers({
      version: packageJson.version,
      host: host.kind,
      userData: host.userData,
      logFolder: log.folder,
      practiceOnly,
      setAside,
    }),
    'app.showLogs': () => host.desktop.showInFolder(log.folder),
    'folder.choose': ({ title }) => host.desktop.chooseFolder({ title }),
  };

  const guarded = guardPage(handlers, {
    folders: () => foldersInUse([settings.get()], search.saved, downloads, carpeta.handovers),
    connections: practiceOnly ? undefined : connections.all,
    desktop: host.desktop,
    words: wordsNow,
  });

  return {
    handlers: noteRefusals(handlers, diagnostics.keepRefusal),
    pageHandlers: noteRefusals(guarded, diagnostics.keepRefusal),
    on,
    connections,
    clients,
    settings,
    downloads,
    search,
    serviceOf,
    store,
    log,
    lastFault,
    redact: diagnostics.redact,
    today,
    close: async () => {
      await noted;
      await updates.close();
      await search.close();
      await carpeta.close();
      await downloads.close();
      await connections.close();
      await store.close();
      log.note('ended');
    },
  };
}
