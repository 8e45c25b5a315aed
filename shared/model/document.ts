import type { ErrorData } from '../errors.ts';
import type { JsonObject } from './json.ts';
import type { Rut } from './rut.ts';

/**
 * Whether a document's file can be had: it can; it has none; it could not be signed now; unknown until asked
 * again.
 */
export type FileState = 'available' | 'none' | 'unsigned' | 'unknown';

/** A document as the service gave it, read with tolerance. Never holds its link. */
export interface DispatchDocument {
  id: string;
  isActive: boolean;
  /** The document type; `''` when the service left it out. */
  type: string;
  /** `''` when it belongs to no dispatch. */
  dispatchNumber: string;
  file: FileState;
  /** `infoDoc.document.number`, as printed on the document; `''` without data. */
  folio: string;
  /** ISO 8601 as it came, or `''`; machine-read, so it may be no date at all. */
  issueDate: string;
  issuerId: string;
  issuerName: string;
  /** `dispatch.referencia`. */
  reference: string;
  /** Every key of the service but `url`, unknown ones included. */
  item: JsonObject;
}

/** A document as the app keeps it: once per connection and id. */
export interface StoredDocument extends DispatchDocument {
  connectionId: string;
  /** The client it was asked for. */
  rut: Rut;
  /** When it was last seen in an answer, UTC ISO 8601. */
  seenAt: string;
  /** When the service no longer had it, UTC ISO 8601; absent while it has it. */
  removedAt?: string;
  /** Where its file stands on this computer, when it has been downloaded. */
  path?: string;
  /** Whether it really stands there cannot be told: its disk or share does not answer. */
  isUnseen?: true;
  /** Where its file stood and is not any more; absent while there is one. */
  pathBefore?: string;
}

/** The key of a stored document, for selections and events. */
export interface DocumentKey {
  connectionId: string;
  id: string;
}

/**
 * One dispatch, from `GET /dispatch/{n}/status` or `/dispatch/status`; `null` keys are left out but in
 * `item`.
 */
export interface DispatchStatus {
  dispatchNumber: string;
  recordType: string;
  /** `EstadoDIN` or `EstadoDUS`, as it came: case differs from the documents', compare without it. */
  state: string;
  isCompleted?: boolean;
  lastModified: string;
  item: JsonObject;
}

/** A disbursement. An absent amount is unknown, never 0 (names.md). */
export interface Disbursement {
  id: string;
  dispatchNumber: string;
  analysisCode: string;
  analysisName: string;
  documentNumber: string;
  state: string;
  /** ISO 8601 or `''`. */
  date: string;
  amount?: number;
  net?: number;
  tax?: number;
  balance?: number;
  /** `debe`. */
  debit?: number;
  providerId: string;
  providerName: string;
  item: JsonObject;
}

/** The types that documents of a connection may have. */
export interface TypeList {
  types: DocumentType[];
  /** Why there may be more of them. */
  incompleteReason?: ErrorData;
}

/** A document type of the catalogue (`GET /master/file-types`). */
export interface DocumentType {
  id: string;
  name: string;
  /** IMP or EXP; `''` without data. */
  operation: string;
  /** Who owes it: AGENCIA, CLIENTE, NAVIERA and others; `''` without data. */
  responsible: string;
  /** Every key of the service, unknown ones included. */
  item: JsonObject;
}
