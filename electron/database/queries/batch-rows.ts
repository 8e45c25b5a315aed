import type { ErrorCode, ErrorData } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { BatchState, StateCounts, TransferState } from '../../../shared/model/download.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { number, type Row, text } from '../row.ts';

/** A batch to insert. `selection` stays stored until all of it has been added. */
export interface NewBatch {
  uuid: string;
  name: string;
  /** Absolute, in the system's spelling. */
  folder: string;
  template: string;
  startedAt: string;
  selection: Selection;
  withInactive: boolean;
  force: boolean;
  /** A saved search began it automatically after a refresh. */
  isOfRefresh?: boolean;
  owner: string;
  leaseUntil: number;
}

/** A batch as stored in the ledger. */
export interface StoredBatch {
  uuid: string;
  name: string;
  destinationId: number;
  folder: string;
  template: string;
  startedAt: string;
  /** Documents of its selection still have to be added, those that match this filter (`''`: all). */
  toEnumerate?: { filter: string };
  withInactive: boolean;
  /** Why the rest of its selection could not be added. */
  selectionError?: ErrorData;
  /** Inactive documents of its selection that were left out, once all of it has been added. */
  leftOut: number;
  force: boolean;
  /** A saved search began it automatically after a refresh. */
  isOfRefresh: boolean;
  state: BatchState;
  /** `''` without an owner. */
  owner: string;
  /** Milliseconds since 1970 by this computer's clock. */
  leaseUntil: number;
  counts: StateCounts;
  /** Bytes of its completed documents. */
  bytes: number;
}

/**
 * Placeholder in a planned name for the document's number in its dispatch, until the ledger assigns it. The
 * symbol is valid in a name.
 */
export const numberMark = '\u2400';

/** A document to add to a batch, with its planned name; folder, stem and key contain {@link numberMark}. */
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

/** The planned folder of a dispatch, to be replaced by the one it already has. */
export interface FolderWish {
  connectionId: string;
  /** `''` for a document without one: then only the spelling of existing folders applies. */
  dispatch: string;
  folder: string;
  /** Folded spelling of the folder, segment by segment. */
  key: string;
}

/** A file in a destination. */
export interface DownloadedFile extends DocumentKey {
  path: string;
  size: number;
  /** Lower-case hex. */
  sha256: string;
  md5?: string;
  etag?: string;
  /** File system time, milliseconds since 1970; 0 when it was not read. */
  modified: number;
  requestId: string;
  /** UTC ISO 8601. */
  at: string;
}

/** What the ledger stores of a document itself. */
interface TransferDocument {
  id: number;
  connectionId: string;
  documentId: string;
  dispatch: string;
  rut: Rut;
  type: string;
  folio: string;
}

export function toTransferDocument(row: Row): TransferDocument {
  return {
    id: number(row, 'id'),
    connectionId: text(row, 'connection_id'),
    documentId: text(row, 'document_id'),
    dispatch: text(row, 'dispatch'),
    rut: text(row, 'rut') as Rut,
    type: text(row, 'type'),
    folio: text(row, 'folio'),
  };
}

/** A document taken from the queue: from now on its batch's owner may write files under its reserved name. */
export interface TakenTransfer extends TransferDocument {
  foundBy: DocumentsQuery;
  folder: string;
  stem: string;
  /** Failed attempts since the start or since the user's last retry. */
  attempts: number;
  /** Earliest time of the next attempt, milliseconds since 1970. */
  retryAfter?: number;
  /** An earlier attempt may have left a `.part`. */
  hasPartFile: boolean;
  /** The verified file that an interrupted attempt was about to rename to its final name. */
  sealed?: SealedFile;
  /** What must be unchanged to resume, where an earlier attempt recorded it. */
  begun?: BegunTransfer;
  /** The newest file of this document in the batch's destination. */
  existing?: DownloadedFile;
  /** The document changed after that file was downloaded, so a second file of it may follow. */
  isChanged: boolean;
}

/** What must be unchanged to resume an interrupted transfer. */
export interface BegunTransfer {
  etag: string;
  contentType: string;
  /** Hashes that storage announced. */
  proof: string;
  size: number;
  /** Identifies its `.part` among other files of that name; `''` where nothing does. */
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
 * What an interrupted transfer may have left: its path without `.part`, the identity of the `.part`, and the
 * verified file.
 */
export interface LeftPart {
  id: number;
  path: string;
  /** `''` where unknown. */
  identity: string;
  sealed?: Pick<SealedFile, 'path' | 'size' | 'sha256'>;
}

/** One step of a transfer, written before the action that follows it. */
export type TransferStep = { batch: string; id: number } & (
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
  /** A failed attempt; the next comes no earlier than `retryAfter`, milliseconds since 1970. */
  | { kind: 'tried'; attempts: number; retryAfter: number; error: ErrorData }
  | { kind: 'cancelled'; hasPartFile: boolean; at: string }
  | { kind: 'returned'; state: 'waiting' | 'paused' | 'transferring'; hasPartFile: boolean }
);

/** A verdict that a folder index does not have yet. */
export interface PendingVerdict extends StoredTransfer {
  /** Its number within the dispatch, if it has one. */
  number?: number;
  /**
   * Why the list that last returned the document may be incomplete; undefined where it was read to the end.
   */
  listError?: ErrorCode;
}

/** A document of a batch, for lists and for the index. */
export interface StoredTransfer extends TransferDocument {
  state: TransferState;
  /** Relative; without an extension until its content is known. */
  path: string;
  size?: number;
  sha256?: string;
  error?: ErrorData;
  requestId: string;
  at: string;
}
