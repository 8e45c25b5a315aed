import type { PracticeDispatch } from './dispatch.ts';
import type { Amounts } from './duties.ts';
import type { Party, PracticeClient } from './parties.ts';

/**
 * The machine reading of a document; open, nothing guaranteed (names.md). Empty strings are dropped on the
 * wire.
 */
export interface InfoDoc {
  document?: { number: string; type: string; issueDate: string; dueDate: string };
  issuer?: Party;
  customer?: Party;
}

/** The kind of a document's file. A scan is an image of the document. */
export type FileKind = 'pdf' | 'encrypted' | 'damaged' | 'png' | 'jpg' | 'xml';

/** The password that opens an encrypted practice document. */
export const filePassword = 'practica';

/** One document in the agency's records. */
export interface PracticeDocument {
  id: string;
  client: PracticeClient;
  /** Absent when the document belongs to no dispatch. */
  dispatch?: PracticeDispatch;
  /** The document type; `''` when it is unclassified. */
  type: string;
  /** When the agency filed it, milliseconds since 1970; the range of `GET /files` applies to it. */
  filedAt: number;
  isActive: boolean;
  /** Absent when there is no file behind the record. */
  file?: { kind: FileKind; pages: number };
  infoDoc: InfoDoc;
  /** As printed on the document. */
  amounts?: Amounts;
  /**
   * What the agency paid for its client, whole pesos: on a nota de cobro, whose amounts are this plus the
   * agency's own invoice.
   */
  disbursed?: number;
  /** The total of a supplier's invoice, in cents of a dollar. */
  invoiced?: number;
}

/** The order of every list: by filing time, then by id. Negative when `left` comes first. */
export function compareByFiling(left: PracticeDocument, right: PracticeDocument): number {
  if (left.filedAt !== right.filedAt) return left.filedAt - right.filedAt;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}
