import type { ClaimKind, ClaimReason, StatedLine } from '../../../shared/model/review.ts';
import type { DocumentFact, FactName } from '../text-index/fact-queries.ts';
import type { Totals } from './document-totals.ts';

/** A document, what the service says of it, and what it states itself. */
export interface StatedDocument {
  /** Its own row, and that of its dispatch. */
  row: number;
  connectionId: string;
  documentId: string;
  dispatchRow: number;
  /** Of the service; `''` unknown. */
  folio: string;
  issuerId: string;
  issuerName: string;
  totals: Totals;
  /** As the service has it; `''` unknown. */
  issueDate: string;
  /** What the only disbursement with its number and issuer says of its total. */
  paid: { total: number; amount: number | undefined } | undefined;
  facts: readonly DocumentFact[];
}

/** A dispatch, with what the service says of its declaration. */
export interface DeclaredDispatch {
  row: number;
  connectionId: string;
  number: string;
  /** Digits and check digit; `''` unknown. */
  declaration: string;
  acceptance: string;
  /** Its transport document, whose number may look like a container's. */
  transport: string;
  /** Whether every document of it is stored, is here, and is read completely. */
  isWhole(): boolean;
}

/** What a document states and something else contradicts. */
export interface Claim {
  reason: ClaimReason;
  /** The documents that show it, the one that states it first. */
  documents: readonly StatedDocument[];
  /** A dispatch that it concerns beside that of its documents. */
  otherDispatch?: DeclaredDispatch;
  /** Whether one of its values was recognised in a picture. */
  isScanned: boolean;
}

/** A fact of a document. */
export interface FactOfDocument {
  document: StatedDocument;
  fact: DocumentFact;
}

/** The first fact of this name. */
export function factOf({ facts }: StatedDocument, name: FactName): DocumentFact | undefined {
  return facts.find((fact) => fact.name === name);
}

/** Whether a document says that it is revised or void, or replaces another. */
export function isOtherEdition(document: StatedDocument): boolean {
  return factOf(document, 'edition') !== undefined;
}

/** The line that shows a fact. */
export function stated({ documentId }: StatedDocument, { value, page, line }: DocumentFact): StatedLine {
  return { documentId, value, page, line };
}

/** A claim of one document; against the service, unless `more` says otherwise. */
export function claim(
  kind: ClaimKind,
  document: StatedDocument,
  fact: DocumentFact,
  known: string,
  more: Partial<ClaimReason> = {},
): Claim {
  const reason = { kind, against: 'service', known, stated: stated(document, fact), ...more } as const;
  return { reason, documents: [document], isScanned: fact.isScanned };
}

/** A claim that two documents state what cannot both be. */
export function claimAgainst(
  kind: ClaimKind,
  own: FactOfDocument,
  other: FactOfDocument,
  known = other.fact.value,
): Claim {
  const more = { against: 'document', other: stated(other.document, other.fact) } as const;
  const found = claim(kind, own.document, own.fact, known, more);
  const isScanned = own.fact.isScanned || other.fact.isScanned;
  return { ...found, documents: [own.document, other.document], isScanned };
}

/** Shorter numbers of a transport document are no mark of one shipment. */
const minTransportLength = 8;

/** The letters and digits of a transport document's number. */
export function transportKey(number: string): string {
  return number.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** Whether a number of a document may be relied on: one on a scan where the service has the same. */
export function isSureNumber({ folio }: StatedDocument, { value, isScanned }: DocumentFact): boolean {
  return !isScanned || transportKey(folio) === transportKey(value);
}

/** Whether keys of transport documents are long enough to tell one shipment from another. */
export function areTransportMarks(...keys: readonly string[]): boolean {
  return keys.every((key) => key.length >= minTransportLength);
}

/** Whether two keys are of one bill: with or without the prefix of its carrier, or a suffix. */
export function isSameBill(a: string, b: string): boolean {
  return a.includes(b) || b.includes(a);
}

/** Whether two numbers are of one declaration: with or without its check digit. */
export function isSameDeclaration(a: string, b: string): boolean {
  return a === b || (a.length > 8 && b.length > 8 && (a.startsWith(b) || b.startsWith(a)));
}
