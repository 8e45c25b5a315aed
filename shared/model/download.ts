import { z } from 'zod';
import type { ErrorData } from '../errors.ts';
import type { Day } from './dates.ts';
import type { StoredDocument } from './document.ts';
import type { Rut } from './rut.ts';
import { selectionSchema } from './search-query.ts';

/** The one verdict of a document in a batch; `waiting`, `transferring` and `paused` are not final. */
export type TransferState =
  | 'waiting'
  | 'transferring'
  | 'paused'
  | 'done'
  | 'here'
  | 'failed'
  | 'no-file'
  | 'unsigned'
  | 'cancelled';

/** Documents of a batch by state; the sum is the batch's size. */
export type StateCounts = Readonly<Record<TransferState, number>>;

/** Of no documents. */
export const noCounts: StateCounts = {
  waiting: 0,
  transferring: 0,
  paused: 0,
  done: 0,
  here: 0,
  failed: 0,
  'no-file': 0,
  unsigned: 0,
  cancelled: 0,
};

export type BatchState =
  | { kind: 'running' }
  | { kind: 'paused'; why: PauseReason; error?: ErrorData }
  | { kind: 'ended'; at: string };

export type PauseReason =
  | 'person'
  | 'connection-refused'
  | 'disk-full'
  | 'folder-gone'
  /** What the app keeps cannot be written for a moment: the error says why. */
  | 'store-unwritable'
  | 'restart'
  | 'offline';

/** A batch as lists show it. */
export interface Batch {
  id: string;
  name: string;
  folder: string;
  template: string;
  startedAt: string;
  state: BatchState;
  /**
   * Its folder's index does not hold all of it yet, and why (`INDEX_NOT_WRITTEN`); tried again every minute.
   * Absent while nothing is in the way.
   */
  indexError?: ErrorData;
  /** The rest of what was chosen could not be added to it, and why. Absent while nothing lacks. */
  selectionError?: ErrorData;
  counts: StateCounts;
  documents: number;
  /** Inactive documents of what was chosen, which are not in it. */
  leftOut: number;
  /** Bytes on disk so far; sizes are known only when storage answers. */
  bytes: number;
  bytesPerSecond: number;
  /** Absent until it means something. */
  secondsLeft?: number;
  /**
   * While the app has paused it here by itself: what is to be back, and when that is looked at next (ISO
   * 8601); it goes on by itself.
   */
  waits?: { for: 'network' | 'service' | 'storage' | 'disk' | 'folder' | 'store'; until: string };
  /** Another process of this computer works on it. */
  isElsewhere: boolean;
}

/** One document of a batch. */
export interface BatchDocument {
  batchId: string;
  connectionId: string;
  documentId: string;
  dispatchNumber: string;
  rut: Rut;
  type: string;
  folio: string;
  state: TransferState;
  /** Absolute path reserved for it, or `''`. */
  path: string;
  bytes: number;
  /** Absent while unknown. */
  size?: number;
  /** Lower-case hex, when done or here. */
  sha256?: string;
  error?: ErrorData;
}

export const downloadRequest = z.object({
  selection: selectionSchema,
  folder: z.string().min(1).max(4000),
  template: z.string().max(500).optional(),
  name: z.string().trim().max(200).optional(),
  /** Inactive documents are left out unless chosen. */
  withInactive: z.boolean(),
  /** Fetch again what is already here. */
  force: z.boolean(),
});
export type DownloadRequest = z.infer<typeof downloadRequest>;

/** What a selection comes to, as its download is named. */
export interface SelectionSummary {
  documents: number;
  dispatches: number;
  clients: number;
  /** Between which days its documents were issued, as far as they say. */
  days?: { start: Day; end: Day };
  /** The first of them; absent where there is none. */
  first?: Pick<StoredDocument, 'connectionId' | 'id' | 'rut' | 'type' | 'folio' | 'dispatchNumber'>;
}

/** What re-hashing a folder against its index found. */
export interface Verification {
  folder: string;
  good: number;
  missing: readonly string[];
  changed: readonly string[];
  /** Files that the index does not know. */
  extra: readonly string[];
  /**
   * Files that a cloud keeps and this computer only names; they were not read. Absent where there are none.
   */
  unread?: readonly string[];
}
