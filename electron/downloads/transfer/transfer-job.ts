import type { Store, TakenTransfer } from '../../database/index.ts';
import type { CommitContext, Destination, ProbeWritable } from '../files/index.ts';
import { partPathOf } from '../files/index.ts';
import type { IndexWatch } from '../folder-index/index.ts';
import type { LinkSource, OutageDetector, Server } from '../signed-links/index.ts';
import type { FetchContext, FetchJob } from './fetch-file.ts';
import type { Stage } from './retry-or-pause.ts';
import type { FairTransferQueue, Slot } from './transfer-slots.ts';

/** What transferring documents needs. */
export interface TransferContext extends CommitContext, FetchContext {
  store: Store;
  links: LinkSource;
  transferQueue: FairTransferQueue;
  probeWritable: ProbeWritable;
  /** 0 to 1. */
  random(): number;
  outages: OutageDetector;
  /** Finds the file that another computer added since the document was taken. */
  findAddedFile: IndexWatch['findAddedFile'];
}

/** The batch of a transfer. */
interface TransferBatch {
  uuid: string;
  template: string;
  /** Fetch existing files again, in case the agency replaced them. */
  force: boolean;
  /** Nobody waits for it. */
  isOfRefresh: boolean;
}

/** Counts and shows a transfer. */
interface TransferWatcher {
  progress: {
    /** It received a slot, or its try failed. */
    showTransferring(isTransferring: boolean): void;
    /** Its bytes changed by `delta`. */
    streamed(delta: number): void;
  };
  /** Either has changed. */
  onChanged(): void;
  /** It starts or ends a wait between tries, during which others may use its slot. */
  onResting(isResting: boolean): void;
}

/** Why the user stopped a document in progress. */
export type StopReason = 'pause' | 'cancel';

/** A document in progress: what its states share, and what lists show of it. */
export class TransferJob {
  readonly batch: string;
  readonly settings: TransferBatch;
  readonly destination: Destination;
  readonly taken: TakenTransfer;
  /** Monotonic time, ms. */
  readonly begunAt: number;
  /** Set if the user stopped it: it stays taken until that is stored. */
  stopReason: StopReason | undefined;
  /** Resolves when its result is counted. */
  ended: Promise<void> = Promise.resolve();
  /** It has a slot; until then it is shown as waiting. */
  isTransferring = false;
  bytes = 0;
  size: number | undefined;
  readonly fetch: FetchJob;
  /** Storage host of its link; `''` before the first link. */
  host = '';
  /** Of its link. */
  requestId = '';
  /** Older links are not used, monotonic ms. */
  linksSince = 0;
  /** When it received its current link, monotonic ms. */
  linkTakenAt = 0;
  /** The ledger records that a `.part` may exist, without details. */
  isNoted = false;
  /** Resolves when the ledger has that record for this try. */
  noted: Promise<void> = Promise.resolve();
  slot: Slot | undefined;
  readonly #watcher: TransferWatcher;
  readonly #abort = new AbortController();
  readonly signal = this.#abort.signal;

  constructor(
    { ledger, outages, clock }: TransferContext,
    batch: TransferBatch,
    destination: Destination,
    taken: TakenTransfer,
    watcher: TransferWatcher,
  ) {
    this.batch = batch.uuid;
    this.settings = batch;
    this.destination = destination;
    this.taken = taken;
    this.begunAt = clock.elapsed();
    this.#watcher = watcher;
    this.fetch = {
      url: '',
      partPath: partPathOf(this),
      onBegun: async (begun) => {
        this.isNoted = false;
        await ledger.write({ batch: this.batch, id: taken.id, kind: 'begun', ...begun });
      },
      onResponse: (size) => {
        outages.recordServed(this.serverAt('storage'));
        // An earlier try's size may differ.
        this.size = size;
      },
      onProgress: (bytes) => this.showBytes(bytes),
    };
  }

  /** Stops it. Without a reason it waits again. */
  stop(reason?: StopReason): void {
    if (reason) this.stopReason = reason;
    this.#abort.abort();
  }

  /** The server of a stage. */
  serverAt(stage: Stage): Server {
    const { connectionId } = this.taken;
    if (stage === 'link') return { kind: 'service', connectionId };
    return { kind: 'storage', connectionId, host: this.host };
  }

  showTransferring(isTransferring: boolean): void {
    if (this.isTransferring === isTransferring) return;
    this.isTransferring = isTransferring;
    this.#watcher.progress.showTransferring(isTransferring);
    this.#watcher.onChanged();
  }

  showBytes(bytes: number): void {
    this.#watcher.progress.streamed(bytes - this.bytes);
    this.bytes = bytes;
    this.#watcher.onChanged();
  }

  /** Waits while other documents may start. */
  async rest<T>(wait: Promise<T>): Promise<T> {
    this.#watcher.onResting(true);
    try {
      return await wait;
    } finally {
      this.#watcher.onResting(false);
    }
  }
}

/**
 * Stores whether the `.part` may be ours, for recovery after a crash. Details of an earlier one are dropped.
 */
export async function notePartFile(
  { ledger }: TransferContext,
  job: TransferJob,
  hasPartFile: boolean,
): Promise<void> {
  job.isNoted = false;
  const { batch, taken } = job;
  await ledger.write({ batch, id: taken.id, kind: 'returned', state: 'transferring', hasPartFile });
  job.isNoted = hasPartFile;
}
