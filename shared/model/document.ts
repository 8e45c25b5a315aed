import type { ErrorData } from '../errors.ts';
import type { JsonObject } from './json.ts';
import type { Rut } from './rut.ts';

/**
 * Whether a document's file is available: yes; it has none; it could not be signed now; unknown until
 * requested again.
 */
export type FileState = 'available' | 'none' | 'unsigned' | 'unknown';

/** A document as the service returned it, parsed tolerantly. Never contains its link. */
export interface DispatchDocument {
  id: string;
  isActive: boolean;
  /** The document type; `''` if the service omitted it. */
  type: string;
  /** `''` if it belongs to no dispatch. */
  dispatchNumber: string;
  file: FileState;
  /** `infoDoc.document.number`, as printed on the document; `''` without data. */
  folio: string;
  /** ISO 8601 as it came, or `''`; from OCR, so it may be no date at all. */
  issueDate: string;
  issuerId: string;
  issuerName: string;
  /** `dispatch.referencia`. */
  reference: string;
  /** Every key of the service except `url`, including unknown ones. */
  item: JsonObject;
}

/** A document as the app stores it: once per connection and id. */
export interface StoredDocument extends DispatchDocument {
  connectionId: string;
  /** The client for which it was requested. */
  rut: Rut;
  /** When a response last contained it, UTC ISO 8601. */
  seenAt: string;
  /** When the service no longer returned it, UTC ISO 8601; absent while it does. */
  removedAt?: string;
  /** The path of its file on this computer, if downloaded. */
  path?: string;
  /** Whether the file exists is unknown: its disk or share does not respond. */
  isUnseen?: true;
  /** The former path of a file that no longer exists; absent while there is one. */
  pathBefore?: string;
}

/** The key of a stored document, for selections and events. */
export interface DocumentKey {
  connectionId: string;
  id: string;
}

/**
 * One dispatch, from `GET /dispatch/{n}/status` or `/dispatch/status`; `null` keys are kept only in `item`.
 */
export interface DispatchStatus {
  dispatchNumber: string;
  recordType: string;
  /** `EstadoDIN` or `EstadoDUS`, as it came: compare it without case, which differs from the documents'. */
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
  /** Why the list may be incomplete. */
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
  /** Every key of the service, including unknown ones. */
  item: JsonObject;
}
