import type { PracticeDispatch } from './dispatch.ts';
import type { Amounts } from './duties.ts';
import type { Party, PracticeClient } from './parties.ts';

/**
 * What a machine read from the document; open, nothing guaranteed (names.md). Empty texts are dropped on the
 * wire.
 */
export interface InfoDoc {
  document?: { number: string; type: string; issueDate: string; dueDate: string };
  issuer?: Party;
  customer?: Party;
}

/** What sort of file a document has. A scan is an image of the document. */
export type FileKind = 'pdf' | 'encrypted' | 'damaged' | 'png' | 'jpg' | 'xml';

/** The password that opens an encrypted practice document. */
export const filePassword = 'practica';

/** One document as the agency keeps it. */
export interface PracticeDocument {
  id: string;
  client: PracticeClient;
  /** Absent when the document belongs to no dispatch. */
  dispatch?: PracticeDispatch;
  /** The document type; `''` when nobody has classified it. */
  type: string;
  /** When the agency filed it, milliseconds since 1970: what the range of `GET /files` is about here. */
  filedAt: number;
  isActive: boolean;
  /** Absent when there is no file behind the record. */
  file?: { kind: FileKind; pages: number };
  infoDoc: InfoDoc;
  /** As printed on the document. */
  amounts?: Amounts;
  /**
   * What the agency paid for its client, whole pesos: on a nota de cobro, whose amounts hold it and the
   * agency's own invoice.
   */
  disbursed?: number;
  /** What a supplier's invoice comes to, in cents of a dollar. */
  invoiced?: number;
}

/**
 * Where a document stands among others: by filing, then by id. The order of every list. Negative when `left`
 * comes first.
 */
export function compareByFiling(left: PracticeDocument, right: PracticeDocument): number {
  if (left.filedAt !== right.filedAt) return left.filedAt - right.filedAt;
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0;
}
