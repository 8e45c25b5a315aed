import type { AppError, ErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { TakenTransfer } from '../../database/index.ts';
import type { CommitContext, Destination, Landed, ProbeWritable } from '../files/index.ts';
import type { IndexWatch } from '../folder-index/index.ts';
import type { LinkSource, OutageDetector, RetryDecision, Server, Stage } from '../signed-links/index.ts';
import type { FairTransferQueue } from './fair-transfer-queue.ts';
import type { FetchContext, FetchJob } from './fetch-file.ts';

/** What transferring documents needs. */
export interface TransferContext extends CommitContext, FetchContext {
  links: LinkSource;
  transferQueue: FairTransferQueue;
  probeWritable: ProbeWritable;
  /** 0 to 1. */
  random(): number;
  outages: OutageDetector;
  /** Finds the file that another computer added since the document was taken. */
  findAddedFile: IndexWatch['findAddedFile'];
}

/** A document to transfer. */
export interface TransferJob {
  batch: string;
  destination: Destination;
  /** The name template of the batch. */
  template: string;
  taken: TakenTransfer;
  /** Fetch existing files again, in case the agency replaced them. */
  force: boolean;
  /** Nobody waits for it. */
  isBackground: boolean;
  signal: AbortSignal;
  /** Whether the user paused or cancelled it: it stays taken until that is applied. */
  isStopRequested(): boolean;
  watcher: TransferWatcher;
}

/** Callbacks of a transfer. */
export interface TransferWatcher {
  /** It received a slot, or its try failed. */
  onTransferring(isTransferring: boolean): void;
  /** It starts or ends a wait between tries. */
  onResting(isResting: boolean): void;
  onSize(size: number | undefined): void;
  /** Total bytes of the document so far. */
  onProgress(bytes: number): void;
}

/** The result of a transfer. */
export type TransferOutcome =
  | ({ kind: 'landed' } & Landed)
  | { kind: 'verdict'; state: 'failed' | 'no-file' | 'unsigned'; error: ErrorData }
  /** Undecided: it waits again, or for the user's pause or cancellation. */
  | { kind: 'returned' }
  /** It waits again, with everything that the same reason affects. */
  | { kind: 'held-up'; why: PauseReason; error: AppError; server: Server }
  /** Another process owns its batch. */
  | { kind: 'lost' };

/** The state of a document between two tries. */
export interface Attempt {
  stage: Stage;
  /** Storage host of its link; `''` before the first link. */
  host: string;
  /** Older links are not used, monotonic ms. */
  linksSince: number;
  /** When it received its current link, monotonic ms. */
  linkTakenAt: number;
  fetch: FetchJob;
  rejections: number;
  failures: number;
  /** Monotonic ms; 0 before the first failure. */
  lastFailureAt: number;
  /** The destination is writable, but not the document's own folder. */
  isDestinationWritable: boolean;
  /** The ledger records that a `.part` may exist, without details. */
  isNoted: boolean;
  /** The final error and the reaction to it. */
  end?: { error: AppError; next: RetryDecision };
}
