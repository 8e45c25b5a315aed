import { join, normalize } from 'node:path';
import type { Events, Handlers } from '../../shared/contract.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type {
  Batch,
  BatchDocument,
  DownloadRequest,
  SelectionSummary,
  Verification,
} from '../../shared/model/download.ts';
import type { Selection, Sort } from '../../shared/model/search-query.ts';
import type { Settings } from '../../shared/model/settings.ts';
import type { BreakerOf, GetApiClient, SignedLinkCache } from '../api/index.ts';
import type { BatchAction } from '../database/index.ts';
import type { Clock, Desktop, HttpGet } from '../host.ts';
import {
  createFileChecker,
  createLedgerWriter,
  createWriteProbe,
  type Disk,
  nameFor,
  parseTemplate,
  patientDisk,
  prepareFolder,
  previewName,
  toDiskError,
} from './files/index.ts';
import {
  createIndexer,
  createIndexWatch,
  type IndexedConnection,
  importIndex,
  indexStamp,
  type Machine,
  thisMachine,
  verifyFolder,
} from './folder-index/index.ts';
import {
  BatchActions,
  createBatchLeases,
  createProgressPublisher,
  type Run,
  Scheduler,
  type SelectionDeps,
  shownBatch,
  shownDocument,
  shownRun,
  sourceOf,
} from './queue/index.ts';
import { createLinkFailures, LinkSource, OutageDetector } from './signed-links/index.ts';
import type { TransferDeps } from './transfer/index.ts';
import {
  createBandwidth,
  createNoticing,
  createStallWatch,
  readUnsaved,
  TransferSlots,
  type Unsaved,
  type UnsavedOptions,
} from './transfer/index.ts';

/** Everything that downloads get from the app. */
export interface DownloadsParts extends SelectionDeps {
  getApiClient: GetApiClient;
  breakerOf: BreakerOf;
  links: SignedLinkCache;
  httpGet: HttpGet;
  clock: Clock;
  random(): number;
  uuid(): string;
  emit(event: 'downloads.progress', payload: Events['downloads.progress']): void;
  /** Called when files appeared on the disk or disappeared from it. */
  onFilesChanged?(): void;
  settings(): Pick<
    Settings,
    'transfersAtOnce' | 'bandwidth' | 'largestDocument' | 'afterRestart' | 'template'
  >;
  desktop: Pick<Desktop, 'keepAwake' | 'showProgress' | 'markAsForeign'>;
  connections(): readonly IndexedConnection[];
  /** Notifies the user that a batch has ended. */
  announce(batch: Batch): void;
  /**
   * Whether this process adopts batches without an owner. A command with its own batch leaves them to the
   * app. Default true.
   */
  adopts?: boolean;
  /** Default: the real file system. */
  disk?: Disk;
  machine?: Machine;
  /** Silence after which a transfer is restarted, ms. Default 30 s. */
  stallsAfter?: number;
  /** Receives errors of background work. */
  onError?(error: unknown): void;
}

/** What a batch downloads. `isOfRefresh`: a saved search started it, so an empty batch needs no message. */
export type BatchRequest = DownloadRequest & { isOfRefresh?: boolean };

/** Downloads batches of documents into folders. A crash loses, duplicates or damages no file. */
export interface Downloads {
  /**
   * Stores a batch and starts it. Rejects with `NOTHING_SELECTED`, `RESULT_SET_GONE`,
   * `NAME_TEMPLATE_INVALID`, `NAME_TEMPLATE_EMPTY`, `FOLDER_UNWRITABLE`, `PATH_TOO_LONG`, `FOLDER_GONE`,
   * `FILE_IN_THE_WAY`, `FILE_LOCKED` or `DISK_FULL`.
   */
  start(request: BatchRequest): Promise<{ batchId: string }>;
  /** All batches, newest first. */
  list(): Promise<Batch[]>;
  /**
   * Calls the listener with the batch now and at each change; with undefined once it is off the list. Returns
   * the function that unsubscribes.
   */
  follow(batchId: string, listener: (batch: Batch | undefined) => void): () => void;
  /** A page of a batch's documents. Pages with the same `asked` keep the order of the first page. */
  documents(query: {
    batchId: string;
    offset: number;
    limit: number;
    problemsOnly: boolean;
    sort?: Sort | undefined;
    asked?: string | undefined;
  }): Promise<{ rows: BatchDocument[]; total: number }>;
  /**
   * Actions on one document, one batch or all batches. Rejects with `BATCH_GONE` or `BATCH_OWNED_ELSEWHERE`.
   */
  control(order: {
    action: BatchAction;
    batchId?: string | undefined;
    document?: DocumentKey | undefined;
  }): Promise<void>;
  /**
   * Moves the unfinished documents of a batch to a new batch in another folder; finished ones stay with the
   * old batch. Rejects as `control` does, with `NOTHING_SELECTED` if none is unfinished, and as `start` does
   * for the folder. A rejected move changes nothing.
   */
  move(batchId: string, folder: string): Promise<{ batchId: string }>;
  /** Stops a batch and removes it from the list; its files stay. Rejects as `control` does. */
  forget(batchId: string): Promise<void>;
  /**
   * Writes pending entries to the folder's index, if that is possible now. Never rejects for a disk error.
   */
  flushIndex(folder: string): Promise<void>;
  /** Reads every file of a folder and compares it with the folder's index. Rejects with `FOLDER_GONE`. */
  verify(folder: string, signal?: AbortSignal): Promise<Verification>;
  /**
   * Imports the documents of a folder that was moved or that another computer filled. `isQuick`: checks only
   * that the files exist; otherwise it hashes them. Rejects with `FOLDER_GONE`.
   */
  recognise(folder: string, isQuick?: boolean): Promise<{ documents: number }>;
  /** Count and size of a selection. Rejects with `RESULT_SET_GONE`. */
  summary(selection: Selection, withInactive: boolean): Promise<SelectionSummary>;
  /**
   * The path that a template gives a document, or an example document if none is stored. Rejects with
   * `NAME_TEMPLATE_INVALID`, `NAME_TEMPLATE_EMPTY`.
   */
  previewName(template: string, document?: DocumentKey): Promise<{ path: string }>;
  /**
   * Whether a folder exists. Rejects with `FOLDER_GONE` if its drive or share is absent, with
   * `FOLDER_UNWRITABLE` if access is denied.
   */
  hasFolder(folder: string): Promise<boolean>;
  /**
   * Checks whether the files of these documents are still in place and stores the result. Returns whether
   * anything changed.
   */
  checkFiles(documents: readonly DocumentKey[]): Promise<boolean>;
  /** Checks every folder with downloaded files; otherwise as `checkFiles`. */
  checkFolders(): Promise<boolean>;
  /**
   * Call when the user selects a folder. Imports its index if it changed, so documents known under another
   * path count as downloaded. Never rejects.
   */
  meetFolder(folder: string): Promise<void>;
  /**
   * Path of a document's newest file. Rejects with `DOCUMENT_NOT_HERE` if this computer has no file of it,
   * with `FOLDER_UNSEEN` if its folder does not respond.
   */
  fileOf(document: DocumentKey): Promise<string>;
  /** Fetches a document into memory without writing to the disk. Rejects as `readUnsaved` does. */
  read(document: DocumentKey, options: UnsavedOptions): Promise<Unsaved>;
  /** The folder of a batch. Rejects with `BATCH_GONE`. */
  folderOf(batchId: string): Promise<string>;
  /**
   * Checks in storage whether downloaded documents of a result set were replaced, a part of them per call.
   * Stores those as changed, once, and returns them.
   */
  noticeReplaced(resultSetId: string): Promise<DocumentKey[]>;
  /** Call when a connection has a new key: batches that its old key blocked resume. */
  resumeConnection(connectionId: string): Promise<void>;
  /** Call when the network is back: batches that wait for it retry at once. */
  online(): void;
  /** Call after a change of settings: the number of slots may have changed. */
  settingsChanged(): void;
  /** Whether a document is being transferred: quitting then needs a confirmation. */
  isBusy(): boolean;
  /** Stops; unfinished transfers resume at the next start. */
  close(): Promise<void>;
}

/** Creates downloads over a store and resumes the batches of earlier processes. */
export function createDownloads(parts: DownloadsParts): Downloads {
  const { store, clock, settings, uuid } = parts;
  const disk = patientDisk(clock, parts.disk);
  const machine = parts.machine ?? thisMachine();
  const lease = createBatchLeases({ store, clock, uuid, ...machine });
  const indexDeps = { store, disk, clock, writer: { ...machine, uuid }, connections: parts.connections };
  const watch = createIndexWatch(indexDeps);
  const { deps, stopDeps } = createTransferDeps(
    { ...parts, findAddedFile: watch.findAddedFile },
    disk,
    lease.owner,
  );
  const indexer = createIndexer(indexDeps, (folder) => {
    emitBatchesOf(folder).catch((error: unknown) => parts.onError?.(error));
  });
  const publisher = createProgressPublisher({
    ...{ ...parts, lease, runs, emit },
    announce: (batch) => parts.announce(withIndexError(batch)),
  });
  const scheduler: Scheduler = new Scheduler({
    ...parts,
    transferDeps: deps,
    lease,
    indexer,
    publisher,
    async recheckFolders(current) {
      for (const { batch, state } of current) {
        if (state.kind === 'running') await importClaims(batch.folder, batch.template);
      }
    },
  });
  const { queue } = scheduler;
  const closing = new AbortController();
  const actions = new BatchActions({
    store,
    disk,
    clock,
    lease,
    scheduler,
    closing: closing.signal,
    onRetry() {
      deps.links.resetAttempts();
      for (const breaker of deps.outages.breakers()) breaker.close();
    },
    onRows: publisher.rows,
    onForgotten: (run) => {
      publisher.forgotten(run);
      for (const listener of followers.get(run.batch.uuid) ?? []) listener(undefined);
      // Not awaited: another computer may lock the index for minutes. The entries are written later then.
      void indexer.flush(run.batch);
    },
  });

  const fileChecker = createFileChecker({ store, disk, clock });
  const noticing = createNoticing({ store, links: deps.links, httpGet: parts.httpGet, clock });

  function runs(): Iterable<Run> {
    return queue.runs.values();
  }
  function withIndexError(batch: Batch): Batch {
    const indexError = indexer.errorOf(batch.folder);
    return indexError === undefined ? batch : { ...batch, indexError };
  }

  const followers = new Map<string, Set<(batch: Batch | undefined) => void>>();

  function emit(event: 'downloads.progress', { batches, documents }: Events['downloads.progress']): void {
    const shown = batches.map(withIndexError);
    parts.emit(event, { batches: shown, documents });
    for (const batch of shown) for (const listener of followers.get(batch.id) ?? []) listener(batch);
  }

  function follow(batchId: string, listener: (batch: Batch | undefined) => void): () => void {
    const all = followers.get(batchId) ?? new Set();
    followers.set(batchId, all.add(listener));
    // The batch may have ended before the listener subscribed.
    listed().then(
      (batches) => all.has(listener) && listener(batches.find(({ id }) => id === batchId)),
      (error: unknown) => parts.onError?.(error),
    );
    return () => {
      all.delete(listener);
      if (all.size === 0) followers.delete(batchId);
    };
  }

  async function listed(): Promise<Batch[]> {
    const batches = await store.ledgerBatches();
    return batches.map((batch) => {
      const run = queue.runs.get(batch.uuid);
      if (run) return withIndexError(shownRun(run));
      const isElsewhere = lease.isElsewhere(batch);
      if (isElsewhere) publisher.sawElsewhere(batch.uuid);
      return withIndexError(shownBatch(batch, isElsewhere));
    });
  }

  /** A change of the index error concerns every batch of the folder. */
  async function emitBatchesOf(folder: string): Promise<void> {
    const batches = (await listed()).filter((batch) => batch.folder === folder);
    if (batches.length > 0) parts.emit('downloads.progress', { batches, documents: [] });
  }

  async function importClaims(folder: string, template: string): Promise<void> {
    try {
      await watch.importIndex(folder, template);
    } catch (error) {
      // A file with the index's name that is no index is left untouched, here and at each flush.
      if (!isAppError(error, 'FILE_IN_THE_WAY')) throw toDiskError(error, folder, 'rename');
    }
  }

  async function importSelected(folder: string, depth: 'looks' | 'proofs'): Promise<number> {
    const documents = await importIndex(
      indexDeps,
      normalize(folder),
      parseTemplate(settings().template),
      depth,
    );
    if (documents > 0) parts.onFilesChanged?.();
    return documents;
  }

  async function flushIndex(folder: string): Promise<void> {
    const known = (await store.ledgerPendingFolders()).find((one) => one.folder === normalize(folder));
    if (known) await indexer.flush(known);
  }

  async function start(request: BatchRequest): Promise<{ batchId: string }> {
    const template = request.template ?? settings().template;
    parseTemplate(template);
    const folder = await prepareFolder(deps, request.folder);
    // Prevents a second download of files that another computer put into this folder.
    await importClaims(folder, template);
    const batch = await store.ledgerBegin({
      uuid: uuid(),
      name: nameFor(request),
      folder,
      template,
      startedAt: new Date(clock.now()).toISOString(),
      selection: request.selection,
      withInactive: request.withInactive,
      force: request.force,
      isOfRefresh: request.isOfRefresh ?? false,
      owner: lease.owner,
      leaseUntil: lease.until(),
    });
    try {
      const run = await scheduler.begin(batch);
      if (run.counters.documents > 0) return { batchId: batch.uuid };
      throw new AppError('NOTHING_SELECTED', 'the selection holds no document to download');
    } catch (error) {
      await actions.forget(batch.uuid);
      throw error;
    }
  }

  async function move(batchId: string, selectedFolder: string): Promise<{ batchId: string }> {
    const { template } = await store.ledgerBatch(batchId);
    const folder = await prepareFolder(deps, selectedFolder);
    await importClaims(folder, template);
    const startedAt = new Date(clock.now()).toISOString();
    const mine = { owner: lease.owner, leaseUntil: lease.until() };
    const batch = await actions.move(batchId, { uuid: uuid(), folder, startedAt, ...mine });
    await scheduler.begin(batch);
    return { batchId: batch.uuid };
  }

  return {
    start,
    move,
    list: listed,
    follow,
    async documents({ batchId, offset, limit, problemsOnly, sort = [], asked }) {
      const order = { sort, ...(asked !== undefined && { asked }) };
      const { rows, total } = await store.ledgerDocuments(batchId, offset, limit, problemsOnly, order);
      const run = queue.runs.get(batchId);
      const batch = run?.batch ?? (await store.ledgerBatch(batchId));
      return { rows: rows.map((row) => shownDocument(batch, row, run?.tasks.get(row.id))), total };
    },
    control: ({ action, batchId, document }) => actions.control(action, batchId, document),
    forget: (batchId) => actions.forget(batchId),
    flushIndex,
    async verify(folder, signal) {
      await flushIndex(folder);
      return verifyFolder(disk, folder, signal);
    },
    async recognise(folder, isQuick = false) {
      if ((await disk.stat(folder)) === undefined) {
        throw new AppError('FOLDER_GONE', 'the folder is not there', { values: { path: folder } });
      }
      return { documents: await importSelected(folder, isQuick ? 'looks' : 'proofs') };
    },
    checkFiles: fileChecker.check,
    checkFolders: fileChecker.checkFolders,
    async meetFolder(folder) {
      try {
        const stamp = await indexStamp(disk, normalize(folder));
        if (stamp !== (await store.ledgerIndexStamp(normalize(folder))))
          await importSelected(folder, 'looks');
      } catch (error) {
        // A file with the index's name that is no index belongs to the user.
        if (!isAppError(error, 'FILE_IN_THE_WAY')) parts.onError?.(error);
      }
    },
    summary: (selection, withInactive) =>
      store.selectSummary(
        selection,
        withInactive,
        selection.kind === 'all' ? parts.tokensOf?.(selection.filter) : undefined,
      ),
    async previewName(template, key) {
      const document = key && (await store.selectDocument(key));
      return previewName(template, document && sourceOf(document, parts.namer));
    },
    async hasFolder(folder) {
      try {
        return (await disk.stat(normalize(folder))) !== undefined;
      } catch (error) {
        throw toDiskError(error, folder);
      }
    },
    async fileOf(document) {
      if (await fileChecker.check([document])) parts.onFilesChanged?.();
      const files = (await store.ledgerKnownFiles([document])).filter(({ isAbsent }) => !isAbsent);
      // A folder that is back or replaced may still hold the file; an unreachable one cannot be checked.
      const file = files.find(({ away }) => away !== 'unseen');
      if (file) return join(file.folder, ...file.path.split('/'));
      const [unseen] = files;
      if (unseen) {
        const values = { path: unseen.folder };
        throw new AppError('FOLDER_UNSEEN', 'the folder does not answer', { values });
      }
      throw new AppError('DOCUMENT_NOT_HERE', 'the document is not on this computer');
    },
    read: (document, options) => readUnsaved({ ...deps, store }, document, options),
    folderOf: async (batchId) => (await store.ledgerBatch(batchId)).folder,
    noticeReplaced: noticing.notice,
    resumeConnection: (connectionId) => scheduler.resumeConnection(connectionId),
    online() {
      for (const breaker of deps.outages.breakers()) breaker.probeNow();
    },
    settingsChanged() {
      deps.slots.refresh();
      queue.pump();
    },
    isBusy: () => [...runs()].some(({ tasks }) => tasks.size > 0),
    async close() {
      closing.abort();
      await noticing.close();
      await scheduler.close();
      stopDeps();
      publisher.close();
    },
  };
}

function createTransferDeps(
  parts: DownloadsParts & Pick<TransferDeps, 'findAddedFile'>,
  disk: TransferDeps['disk'],
  owner: string,
) {
  const { store, clock, settings, desktop } = parts;
  const links = new LinkSource({ ...parts, linkCache: parts.links, failures: createLinkFailures(parts) });
  const stalls = createStallWatch(clock, parts.stallsAfter ?? 30_000);
  const deps: TransferDeps = {
    ...parts,
    disk,
    links,
    stalls,
    bandwidth: createBandwidth(() => settings().bandwidth, clock),
    largest: () => settings().largestDocument * 1_048_576,
    ledger: createLedgerWriter(store, owner),
    markAsForeign: desktop.markAsForeign,
    probeWritable: createWriteProbe({ ...parts, disk }),
    slots: new TransferSlots(() => settings().transfersAtOnce, clock),
    outages: new OutageDetector({ ...parts, links }),
  };
  const stopDeps = () => {
    links.close();
    stalls.close();
  };
  return { deps, stopDeps };
}

type DownloadCalls =
  | 'downloads.start'
  | 'downloads.list'
  | 'downloads.documents'
  | 'downloads.control'
  | 'downloads.forget'
  | 'downloads.move'
  | 'downloads.verify'
  | 'downloads.recognise'
  | 'downloads.previewName'
  | 'downloads.summary'
  | 'folder.isThere'
  | 'batch.showFolder';

/** The contract's handlers for downloads. */
export function downloadHandlers(
  downloads: Downloads,
  desktop: Pick<Desktop, 'showInFolder'>,
): Pick<Handlers, DownloadCalls> {
  return {
    'downloads.start': (request) => downloads.start(request),
    'downloads.list': () => downloads.list(),
    'downloads.documents': (query) => downloads.documents(query),
    'downloads.control': (order) => downloads.control(order),
    'downloads.forget': ({ batchId }) => downloads.forget(batchId),
    'downloads.move': ({ batchId, folder }) => downloads.move(batchId, folder),
    'downloads.verify': ({ folder }) => downloads.verify(folder),
    'downloads.recognise': ({ folder, isQuick }) => downloads.recognise(folder, isQuick),
    'downloads.summary': ({ selection, withInactive }) => downloads.summary(selection, withInactive),
    'downloads.previewName': ({ template, document }) => downloads.previewName(template, document),
    'folder.isThere': ({ folder }) => downloads.hasFolder(folder),
    'batch.showFolder': async ({ batchId }) => desktop.showInFolder(await downloads.folderOf(batchId)),
  };
}
