import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import type { Handlers } from '../shared/contract.ts';
import { CarpetaError, toErrorData } from '../shared/errors.ts';
import { type Day, dayInSantiago } from '../shared/model/dates.ts';
import { officeOf } from '../shared/model/office.ts';
import { settingsSchema } from '../shared/model/settings.ts';
import { redact } from '../shared/redact.ts';
import {
  createEvents,
  foldersInUse,
  guardFolders,
  guardHosts,
  noteRefusals,
  type On,
} from './bridge/index.ts';
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
import { aboutHandlers, createLastFault, createLog, type LastFault, type Log } from './diagnostics/index.ts';
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
import type { Host, ManagedValues, Question } from './host.ts';
import { createPracticeOnlyHost } from './hosts/practice-only/index.ts';
import { batchNotice, createWords, type Words } from './i18n/index.ts';
import { thisProcess } from './leases/index.ts';
import { createProxyLogins, openStorage, quietHeaders, watchNetwork } from './network/index.ts';
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
import {
  createSettings,
  type SettingsBook,
  type SettingsChanges,
  settingsHandlers,
} from './settings/index.ts';
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
  const keysInUse = new Set<string>();
  const log = createLog({
    folder: join(host.userData, 'logs'),
    clock: host.clock,
    secrets: () => [...keysInUse],
  });
  const safe = (text: string) => redact(text, [...keysInUse]);
  const lastFault = createLastFault(host.userData, safe);
  const keepRefusal = (name: string, thrown: unknown) => {
    log.problem(`refused ${name}`, thrown);
    lastFault.keep(toErrorData(thrown));
  };
  const managed = await policiesOf(host);
  const settings = createSettings(host.preferences, managed, options.settings, {
    clock: host.clock,
    onProblem: (thrown) => log.problem('reading settings', thrown),
  });
  for (const setting of settings.unusable) log.note('managed setting cannot be used', { setting });
  const store = await openStore(join(host.userData, 'carpeta.db'));
  const quietOpen = quietHeaders(host.open, () => [...keysInUse]);
  const { open, isOnline } = watchNetwork(quietOpen, (online) => emit('network.changed', { online }));
  const means = { open, clock: host.clock, random: host.random, uuid: host.uuid };
  const links = createLinkBook(host.clock);

  const services = createServices({
    means,
    links,
    log,
    noteKey: (key) => keysInUse.add(key),
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
    managed: managed['connections'],
    onUnusable: () => log.note('managed setting cannot be used', { setting: 'connections' }),
    practiceOnly,
  });
  const clients = createClientBook(host.preferences, connections.practiceClients);
  const { serviceOf, breakerOf } = services.of(connections);
  const names = createNames(clients, connections, host.clock);

  const wordsNow = () => createWords(settings.get().language);
  /** Where papers go that are fetched while no folder has been chosen. */
  const papersFolder = join(host.userData, 'papeles');

  const proxyLogins = createProxyLogins({
    secrets: host.secrets,
    uuid: host.uuid,
    ask: (question) => emit('proxy.asks', question),
  });
  host.onProxyChallenge?.(proxyLogins.login);

  const downloads = createDownloads({
    ...means,
    open: openStorage(open, () => settings.get().storageInLocalNetwork),
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
    secrets: () => [...keysInUse],
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
    // Unwatched: that this address is out of reach says nothing of the agencies.
    open: quietOpen,
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
  for (const path of setAside()) log.note('set aside', { path });
  log.note('started', { version: packageJson.version, host: host.kind, platform: process.platform });

  const readers = tellReaders(host, log, wordsNow);

  const asking = searchHandlers(search, configuration);
  const handlers: Handlers = {
    ...settingsHandlers(settings),
    ...updateHandlers(updates),
    ...connectionHandlers(connections, async () => {
      emit('connections.changed', { connections: await connections.list() });
    }),
    ...clientHandlers(clients),
    ...proxyLogins.handlers,
    'network.get': async () => ({ online: isOnline() }),
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

  const known = () => foldersInUse([settings.get()], search.saved, downloads, carpeta.handovers);

  const inFolders = guardFolders(handlers, { known });
  // A window that reaches the practice agency alone refuses every other, so there is nothing to ask.
  const guarded = practiceOnly
    ? inFolders
    : guardHosts(inFolders, {
        known: async () => (await connections.all()).map(({ baseUrl }) => baseUrl),
        confirm: (name) => host.desktop.confirm(hostQuestion(name, wordsNow())),
      });

  return {
    handlers: noteRefusals(handlers, keepRefusal),
    pageHandlers: noteRefusals(guarded, keepRefusal),
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
    redact: safe,
    today,
    close: async () => {
      await readers;
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

/** Notes, and tells the person, that others of the computer may read the folder of the user's data; nothing waits for it. */
async function tellReaders(host: Host, log: Log, words: () => Words): Promise<void> {
  try {
    const groups = (await host.readersOfHome?.()) ?? [];
    if (groups.length === 0) return;
    log.note('others may read the folder of the user', { groups: groups.join(' ') });
    const say = (key: 'title' | 'body') => words().say(`notices:openHome.${key}`, { path: host.userData });
    host.desktop.notify({ title: say('title'), body: say('body') });
  } catch (thrown) {
    log.problem('reading the rights of the folder of the user', thrown);
  }
}

/** What a person is asked before the first request to a host. */
function hostQuestion(host: string, words: Words): Question {
  const say = (key: 'message' | 'detail' | 'yes' | 'no') => words.say(`notices:newHost.${key}`, { host });
  return { message: say('message'), detail: say('detail'), yes: say('yes'), no: say('no') };
}

/**
 * The last line that a program of the system wrote before it failed, such as that an office forbids it; else the code or kind of what was thrown,
 * whose message may quote what was read.
 */
function saidBySystem(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  const said = 'stderr' in thrown && typeof thrown.stderr === 'string' ? thrown.stderr.trim() : '';
  const code = 'code' in thrown ? thrown.code : undefined;
  const named =
    typeof code === 'number' ? `exit code ${code}` : typeof code === 'string' ? code : thrown.name;
  return (said.split(/\r?\n/).at(-1) || named).slice(0, 200);
}

/** What an administrator has set. Rejects with `POLICIES_UNREADABLE`: without it nobody would know (docs/security.md, What an administrator can set). */
async function policiesOf(host: Host): Promise<ManagedValues> {
  try {
    return byOwnNames((await host.readManaged?.()) ?? {});
  } catch (cause) {
    const options = { values: { reason: saidBySystem(cause) }, cause };
    throw new CarpetaError('POLICIES_UNREADABLE', 'what an administrator has set cannot be read', options);
  }
}

/** Administrators write names as the registry of Windows takes them, in whatever capitals. */
function byOwnNames(managed: ManagedValues): ManagedValues {
  const own = new Map(
    [...Object.keys(settingsSchema.shape), 'connections'].map((name) => [name.toLowerCase(), name]),
  );
  const values = Object.entries(managed);
  return Object.fromEntries(values.map(([name, value]) => [own.get(name.toLowerCase()) ?? name, value]));
}
