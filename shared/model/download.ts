import { z } from 'zod';
import type { ErrorData } from '../errors.ts';
import { ruleNames } from './client-rules.ts';
import type { Day } from './dates.ts';
import type { StoredDocument } from './document.ts';
import type { Rut } from './rut.ts';
import { selectionSchema } from './search-query.ts';

/** The state of a document in a batch; `waiting`, `transferring` and `paused` are not final. */
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

/** For no documents. */
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
  /** The database cannot be written at the moment: the error says why. */
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
   * Why its folder's index is not up to date (`INDEX_NOT_WRITTEN`); retried every minute. Absent if there is
   * no problem.
   */
  indexError?: ErrorData;
  /** Why the rest of the selection could not be added. Absent if it is complete. */
  selectionError?: ErrorData;
  counts: StateCounts;
  documents: number;
  /** Inactive documents of the selection, which it excludes. */
  leftOut: number;
  /** Bytes on disk so far; sizes are known only once storage responds. */
  bytes: number;
  bytesPerSecond: number;
  /** Absent until it is meaningful. */
  secondsLeft?: number;
  /**
   * While the app has paused it on this computer: what it waits for, and the next check (ISO 8601); it
   * resumes by itself.
   */
  waits?: { for: 'network' | 'service' | 'storage' | 'disk' | 'folder' | 'store'; until: string };
  /** Another process on this computer works on it. */
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
  /** The absolute path reserved for it, or `''`. */
  path: string;
  bytes: number;
  /** Absent while unknown. */
  size?: number;
  /** Lower-case hex, if its state is `done` or `here`. */
  sha256?: string;
  error?: ErrorData;
}

export const downloadRequest = z.object({
  selection: selectionSchema,
  folder: z.string().min(1).max(4000),
  template: z.string().max(500).optional(),
  name: z.string().trim().max(200).optional(),
  /** Inactive documents are excluded unless selected. */
  withInactive: z.boolean(),
  /** Download again what is already here. */
  force: z.boolean(),
  /** The rules of its clients that come before this folder and template; none if absent. */
  rules: z.array(z.enum(ruleNames)).max(ruleNames.length).exactOptional(),
});
export type DownloadRequest = z.infer<typeof downloadRequest>;

/** A batch of a download that did not begin. */
export interface NotStarted {
  folder: string;
  name: string;
  error: ErrorData;
}

/** What a download began. */
export interface StartedDownload {
  /** The first batch. */
  batchId: string;
  /** All batches that began, where the rules of clients made several. */
  batchIds?: readonly string[];
  /** Those that did not begin, beside at least one that did. */
  notStarted?: readonly NotStarted[];
}

/** The contents of a selection, from which its download is named. */
export interface SelectionSummary {
  documents: number;
  dispatches: number;
  clients: number;
  /** The range of its issue dates, as far as known. */
  days?: { start: Day; end: Day };
  /** Which of its clients have rules, and how many documents these leave out; absent without rules. */
  ruled?: { ruts: readonly Rut[]; leftOut: number };
  /** The first document; absent if there is none. */
  first?: Pick<StoredDocument, 'connectionId' | 'id' | 'rut' | 'type' | 'folio' | 'dispatchNumber'>;
}

/** The result of re-hashing a folder against its index. */
export interface Verification {
  folder: string;
  good: number;
  missing: readonly string[];
  changed: readonly string[];
  /** Files that are not in the index. */
  extra: readonly string[];
  /**
   * Cloud placeholders, whose content is not on this computer; they were not read. Absent if there are none.
   */
  unread?: readonly string[];
}
