import { join } from 'node:path';
import type { CallParsed } from '../../shared/contract.ts';
import { AppError, isAppError, toErrorData } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { BatchDocument, NotStarted, StartedDownload } from '../../shared/model/download.ts';
import type { BatchRequest, DownloadsOptions } from './downloads-options.ts';
import {
  createFilePresenceCheck,
  createLedgerWriter,
  createWriteProbe,
  type Disk,
  type FilePresenceCheck,
  nameFor,
  parseTemplate,
  patientDisk,
  prepareFolder,
} from './files/index.ts';
import {
  createIndexer,
  createIndexWatch,
  type IndexContext,
  type Indexer,
  type IndexWatch,
  thisMachine,
} from './folder-index/index.ts';
import { KnownFolders } from './known-folders.ts';
import {
  BatchActions,
  type BatchLeases,
  createBatchLeases,
  ProgressPublisher,
  type QueueContext,
  type Run,
  Scheduler,
  shownDocument,
} from './queue/index.ts';
import { createLinkFailures, LinkSource, OutageDetector } from './signed-links/index.ts';
import { splitByRules } from './split-by-rules.ts';
import {
  createBandwidth,
  createNoticing,
  createStallWatch,
  FairTransferQueue,
  type Noticing,
  type TransferContext,
} from './transfer/index.ts';

/** Joins the units of downloads, and starts, moves and lists batches with them. */
export class DownloadService {
  /** Batches and their changes, as lists show them. */
  readonly batches: ProgressPublisher;
  readonly folders: KnownFolders;
  readonly actions: BatchActions;
  readonly scheduler: Scheduler;
  readonly fileChecker: FilePresenceCheck;
  readonly replaced: Noticing;
  readonly transferContext: TransferContext;
  readonly #options: DownloadsOptions;
  readonly #lease: BatchLeases;
  readonly #indexer: Indexer;
  /** The batches of this process, by their id. */
  readonly #runs = new Map<string, Run>();
  readonly #closing = new AbortController();

  constructor(options: DownloadsOptions) {
    const { store, clock, uuid } = options;
    const disk = patientDisk(clock, options.disk);
    const machine = options.machine ?? thisMachine();
    this.#options = options;
    this.#lease = createBatchLeases({ store, clock, uuid, ...machine });
    const indexContext: IndexContext = {
      store,
      disk,
      clock,
      writer: { ...machine, uuid },
      connections: options.connections,
    };
    const indexWatch = createIndexWatch(indexContext);
    this.transferContext = createTransferContext(options, disk, this.#lease.owner, indexWatch.findAddedFile);
    this.#indexer = createIndexer(indexContext, (folder) => {
      this.batches.emitFolder(folder).catch(this.#onError);
    });
    this.batches = this.#createPublisher();
    this.folders = this.#createFolders(indexContext, indexWatch);
    const queueContext: QueueContext = {
      runs: this.#runs,
      owner: this.#lease.owner,
      transferContext: this.transferContext,
      publisher: this.batches,
      closing: this.#closing.signal,
      onError: (error) => {
        if (!isAppError(error, 'CANCELLED')) this.#onError(error);
      },
    };
    this.scheduler = this.#createScheduler(queueContext);
    this.actions = new BatchActions(queueContext, {
      scheduler: this.scheduler,
      lease: this.#lease,
      indexer: this.#indexer,
    });
    this.fileChecker = createFilePresenceCheck({ store, disk, clock });
    const { links } = this.transferContext;
    this.replaced = createNoticing({ store, links, httpGet: options.httpGet, clock });
  }

  /** Starts the batches of a request: one, or several where the rules of its clients differ. */
  async start(request: BatchRequest): Promise<StartedDownload> {
    const requests = await splitByRules(this.#options, request);
    if (requests.length > 1) {
      // Before the first batch starts: a wrong template or folder must not leave the others half begun.
      for (const { folder, template } of requests) {
        parseTemplate(template ?? this.#options.settings().template);
        await prepareFolder(this.transferContext, folder);
      }
    }
    const batchIds: string[] = [];
    const failures: { folder: string; name: string; error: unknown }[] = [];
    for (const one of requests) {
      const { folder, name = '' } = one;
      // What has begun goes on: what did not is told beside it.
      await this.#startBatch(one).then(
        (id) => batchIds.push(id),
        (error: unknown) => failures.push({ folder, name, error }),
      );
    }
    const [batchId] = batchIds;
    if (batchId === undefined) throw failures[0]?.error ?? nothingSelected();
    const notStarted = failures.map(
      (one): NotStarted => ({
        folder: one.folder,
        name: one.name,
        error: toErrorData(one.error),
      }),
    );
    return {
      batchId,
      ...(batchIds.length > 1 && { batchIds }),
      ...(notStarted.length > 0 && { notStarted }),
    };
  }

  async #startBatch(request: BatchRequest): Promise<string> {
    const { store, clock, settings, uuid } = this.#options;
    const template = request.template ?? settings().template;
    parseTemplate(template);
    const folder = await prepareFolder(this.transferContext, request.folder);
    // Prevents a second download of files that another computer put into this folder.
    await this.folders.importAdded(folder, template);
    const batch = await store.beginBatch({
      uuid: uuid(),
      name: nameFor(request),
      folder,
      template,
      startedAt: new Date(clock.now()).toISOString(),
      selection: request.selection,
      withInactive: request.withInactive,
      force: request.force,
      isOfRefresh: request.isOfRefresh ?? false,
      owner: this.#lease.owner,
      leaseUntil: this.#lease.until(),
    });
    try {
      const run = await this.scheduler.begin(batch);
      if (run.progress.documents > 0) return batch.uuid;
      throw nothingSelected();
    } catch (error) {
      await this.actions.forget(batch.uuid);
      throw error;
    }
  }

  /** Moves the unfinished documents of a batch to a new batch in another folder. */
  async move(batchId: string, selectedFolder: string): Promise<{ batchId: string }> {
    const { store, clock, uuid } = this.#options;
    const { template } = await store.getBatch(batchId);
    const folder = await prepareFolder(this.transferContext, selectedFolder);
    await this.folders.importAdded(folder, template);
    const startedAt = new Date(clock.now()).toISOString();
    const lease = { owner: this.#lease.owner, leaseUntil: this.#lease.until() };
    const batch = await this.actions.move(batchId, { uuid: uuid(), folder, startedAt, ...lease });
    await this.scheduler.begin(batch);
    return { batchId: batch.uuid };
  }

  /** A page of a batch's documents, with the progress of those under way. */
  async documents({
    batchId,
    offset,
    limit,
    problemsOnly,
    sort = [],
    readingId,
  }: CallParsed<'downloads.documents'>): Promise<{ rows: BatchDocument[]; total: number }> {
    const { store } = this.#options;
    const order = { sort, ...(readingId !== undefined && { readingId }) };
    const { rows, total } = await store.listBatchTransfers(batchId, offset, limit, problemsOnly, order);
    const run = this.#runs.get(batchId);
    const batch = run?.batch ?? (await store.getBatch(batchId));
    return { rows: rows.map((row) => shownDocument(batch, row, run?.tasks.get(row.id))), total };
  }

  /** Path of a document's newest file. */
  async fileOf(document: DocumentKey): Promise<string> {
    const { store, onFilesChanged } = this.#options;
    if (await this.fileChecker.check([document])) onFilesChanged?.();
    const files = (await store.listKnownFiles([document])).filter(({ isAbsent }) => !isAbsent);
    // A folder that is back or replaced may still hold the file; an unreachable one cannot be checked.
    const file = files.find(({ away }) => away !== 'unseen');
    if (file) return join(file.folder, ...file.path.split('/'));
    const [unseen] = files;
    if (unseen) {
      const values = { path: unseen.folder };
      throw new AppError('FOLDER_UNSEEN', 'the folder does not answer', { values });
    }
    throw new AppError('DOCUMENT_NOT_HERE', 'the document is not on this computer');
  }

  /** Stops; unfinished transfers resume at the next start. */
  async close(): Promise<void> {
    this.#closing.abort(new AppError('CANCELLED', 'the app is closing'));
    await this.replaced.close();
    await this.scheduler.close();
    this.transferContext.links.close();
    this.transferContext.stalls.close();
    this.batches.close();
  }

  readonly #onError = (error: unknown): void => {
    this.#options.onError?.(error);
  };

  #createFolders(indexContext: IndexContext, indexWatch: IndexWatch): KnownFolders {
    return new KnownFolders({
      indexContext,
      indexer: this.#indexer,
      indexWatch,
      template: () => this.#options.settings().template,
      onFilesChanged: () => this.#options.onFilesChanged?.(),
      onError: this.#onError,
    });
  }

  #createPublisher(): ProgressPublisher {
    const { store, clock, desktop, announce, emit } = this.#options;
    return new ProgressPublisher({
      store,
      clock,
      lease: this.#lease,
      desktop,
      runs: this.#runs,
      indexErrorOf: (folder) => this.#indexer.errorOf(folder),
      emit,
      announce,
      onError: this.#onError,
    });
  }

  #createScheduler(context: QueueContext): Scheduler {
    const { namer, tokensOf, settings, adopts = true } = this.#options;
    return new Scheduler(context, {
      namer,
      tokensOf,
      settings,
      adopts,
      lease: this.#lease,
      indexer: this.#indexer,
      recheckFolders: async (runs) => {
        for (const { batch, state } of runs) {
          if (state.kind === 'running') await this.folders.importAdded(batch.folder, batch.template);
        }
      },
    });
  }
}

function nothingSelected(): AppError {
  return new AppError('NOTHING_SELECTED', 'the selection holds no document to download');
}

function createTransferContext(
  options: DownloadsOptions,
  disk: Disk,
  owner: string,
  findAddedFile: TransferContext['findAddedFile'],
): TransferContext {
  const { store, clock, random, uuid, settings, desktop, httpGet, getApiClient, breakerOf } = options;
  const failures = createLinkFailures({ store, clock, random });
  const links = new LinkSource({ linkCache: options.links, getApiClient, clock, failures });
  return {
    store,
    disk,
    clock,
    random,
    httpGet,
    links,
    findAddedFile,
    stalls: createStallWatch(clock, options.stallsAfter ?? 30_000),
    bandwidth: createBandwidth(() => settings().bandwidth, clock),
    largest: () => settings().largestDocument * 1_048_576,
    ledger: createLedgerWriter(store, owner),
    markAsForeign: desktop.markAsForeign,
    probeWritable: createWriteProbe({ disk, uuid }),
    transferQueue: new FairTransferQueue(() => settings().transfersAtOnce, clock),
    outages: new OutageDetector({ store, links, getApiClient, breakerOf, httpGet, clock }),
  };
}
