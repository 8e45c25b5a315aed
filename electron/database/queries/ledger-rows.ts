import type { ErrorCode, ErrorData } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { BatchState, StateCounts, TransferState } from '../../../shared/model/download.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import type { DocumentsQuery } from '../../api/index.ts';

/** A batch to begin. `selection` stays until all of it has been added. */
export interface NewBatch {
  uuid: string;
  name: string;
  /** Absolute, as the system spells it. */
  folder: string;
  template: string;
  startedAt: string;
  selection: Selection;
  withInactive: boolean;
  force: boolean;
  /** A saved search began it by itself after a refresh. */
  isOfRefresh?: boolean;
  owner: string;
  leaseUntil: number;
}

/** A batch as the ledger holds it. */
export interface LedgerBatch {
  uuid: string;
  name: string;
  destinationId: number;
  folder: string;
  template: string;
  startedAt: string;
  /** Documents of its selection are still to be added, narrowed by this filter (`''`: by none). */
  toEnumerate?: { filter: string };
  withInactive: boolean;
  /** Why the rest of its selection could not be added. */
  selectionError?: ErrorData;
  /** Inactive documents of its selection that were left out, once all of it has been added. */
  leftOut: number;
  force: boolean;
  /** A saved search began it by itself after a refresh. */
  isOfRefresh: boolean;
  state: BatchState;
  /** `''` when nobody owns it. */
  owner: string;
  /** Milliseconds since 1970 by this computer's clock. */
  leaseUntil: number;
  counts: StateCounts;
  /** Bytes of what is done. */
  bytes: number;
}

/**
 * A document to add to a batch, its name planned (folder, stem and key hold the number's mark where it is to
 * stand).
 */
export interface NewTransfer extends DocumentKey {
  dispatch: string;
  rut: Rut;
  type: string;
  folio: string;
  foundBy: DocumentsQuery;
  folder: string;
  stem: string;
  key: string;
}

/** The folder that a dispatch would get now, to be exchanged for the one it keeps. */
export interface FolderWish {
  connectionId: string;
  /** `''` for a document without one: then the wish is only spelled as its elders are. */
  dispatch: string;
  folder: string;
  /** Folded spelling of the folder, name by name. */
  key: string;
}

/** A file that stands in a destination. */
export interface DownloadedFile extends DocumentKey {
  path: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
  md5?: string;
  etag?: string;
  /** Milliseconds since 1970 as its disk says; 0 when it was not looked at. */
  modified: number;
  requestId: string;
  /** UTC ISO 8601. */
  at: string;
}

/** A document taken from the queue: from now on its batch's owner may touch its place. */
export interface TakenTransfer {
  id: number;
  connectionId: string;
  documentId: string;
  dispatch: string;
  rut: Rut;
  type: string;
  folio: string;
  foundBy: DocumentsQuery;
  folder: string;
  stem: string;
  /** How often it has failed since a person, or nobody yet, had it tried. */
  attempts: number;
  /** No attempt before, milliseconds since 1970. */
  retryAfter?: number;
  /** An earlier attempt may have left a `.part` at its place. */
  hasPartFile: boolean;
  /** What was proven and about to be renamed into place when an earlier attempt ended. */
  sealed?: SealedFile;
  /** What a resumed transfer must still be, when an earlier attempt learned it. */
  begun?: BegunTransfer;
  /** The newest file of this document in the batch's destination. */
  existing?: DownloadedFile;
  /** The document was found to be another since that file came, so that there may be another file of it. */
  isChanged: boolean;
}

/** What must still be so for a transfer to go on where it broke off. */
export interface BegunTransfer {
  etag: string;
  contentType: string;
  /** Hashes that storage announced. */
  proof: string;
  size: number;
  /** What tells its `.part` from any other at that place; `''` where nothing does. */
  part: string;
}

export interface SealedFile {
  path: string;
  size: number;
  sha256: string;
  md5?: string;
  etag?: string;
  requestId: string;
}

/**
 * What may be left of a document beside its place: its path without `.part`, what the `.part` is told by as a
 * file, and what was proven of it.
 */
export interface LeftPart {
  id: number;
  path: string;
  /** `''` where nothing tells it. */
  identity: string;
  sealed?: Pick<SealedFile, 'path' | 'size' | 'sha256'>;
}

/** One step of a transfer, written before the act that follows it. */
export type LedgerStep = { batch: string; id: number } & (
  | ({ kind: 'begun' } & BegunTransfer)
  | ({ kind: 'sealed' } & SealedFile)
  | ({ kind: 'landed'; state: 'done' | 'here' } & Omit<DownloadedFile, keyof DocumentKey>)
  | {
      kind: 'ended';
      state: 'failed' | 'no-file' | 'unsigned';
      error?: ErrorData;
      hasPartFile: boolean;
      at: string;
    }
  /** An attempt has failed; the next is not made before `retryAfter`, milliseconds since 1970. */
  | { kind: 'tried'; attempts: number; retryAfter: number; error: ErrorData }
  | { kind: 'cancelled'; hasPartFile: boolean; at: string }
  | { kind: 'returned'; state: 'waiting' | 'paused' | 'transferring'; hasPartFile: boolean }
);

/** A verdict that an index has not been told yet. */
export interface PendingVerdict extends LedgerTransfer {
  /** Its number within the dispatch, where one was given. */
  number?: number;
  /**
   * Why the list that gave the document last is not known to be whole; undefined where it came to its end.
   */
  listError?: ErrorCode;
}

/** A document of a batch, for lists and for the index. */
export interface LedgerTransfer {
  id: number;
  connectionId: string;
  documentId: string;
  dispatch: string;
  rut: Rut;
  type: string;
  folio: string;
  state: TransferState;
  /** Relative; without an extension until its content is known. */
  path: string;
  size?: number;
  sha256?: string;
  error?: ErrorData;
  requestId: string;
  at: string;
}
