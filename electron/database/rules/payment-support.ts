import type { DocumentMatch, Support } from '../../../shared/model/review.ts';
import { checkDigit } from '../../../shared/model/rut.ts';
import { folioKey, partyKey, rutIn } from './folio.ts';

/** The data that decides whether a number and an issuer name this document. */
export interface DocumentFacts {
  documentId: string;
  isActive: boolean;
  /** `infoDoc.document.number`. */
  folio: string;
  /** `infoDoc.issuer.id`. */
  issuerId: string;
}

/**
 * Whether two issuers are the same: compared as RUTs, or by their own identifiers where neither is one.
 * Unknown when one is absent.
 */
function compareIssuers(left: string, right: string): 'same' | 'different' | 'unknown' {
  const [a, b] = [partyKey(left), partyKey(right)];
  if (a === '' || b === '') return 'unknown';
  return a === b ? 'same' : 'different';
}

/**
 * The documents that a number and an issuer name, best match first. The number must be equal, the issuer too
 * where both have one (names.md, GET /dispatch/{n}/desembolsos). If one document matches both, those that
 * match only the number are left out.
 */
export function documentsNamed<Document extends DocumentFacts>(
  number: string,
  issuerId: string,
  documents: readonly Document[],
): { sure: Document[]; byNumber: Document[]; otherIssuer: Document[] } {
  const key = folioKey(number);
  const same = key === '' ? [] : documents.filter((document) => folioKey(document.folio) === key);
  const by = Object.groupBy(same, (document) => compareIssuers(issuerId, document.issuerId));
  const sure = by.same ?? [];
  return {
    sure,
    byNumber: sure.length > 0 ? [] : (by.unknown ?? []),
    otherIssuer: by.different ?? [],
  };
}

/**
 * The documents of its dispatch that support a payment, or why none does. Inactive documents do not count.
 */
export function supportOf(
  payment: { documentNumber: string; providerId: string },
  documents: readonly DocumentFacts[],
): Support {
  const otherIssuer: string[] = [];
  if (folioKey(payment.documentNumber) === '') return { state: 'no-number', documents: [], otherIssuer };
  const named = documentsNamed(
    payment.documentNumber,
    payment.providerId,
    documents.filter(({ isActive }) => isActive),
  );
  otherIssuer.push(...named.otherIssuer.map(({ documentId }) => documentId));
  const matches: DocumentMatch[] = [
    ...named.sure.map(({ documentId }) => ({ documentId, by: 'number-and-issuer' as const })),
    ...named.byNumber.map(({ documentId }) => ({ documentId, by: 'number' as const })),
  ];
  return { state: matches.length > 0 ? 'supported' : 'unsupported', documents: matches, otherIssuer };
}

/**
 * Whether a party's identifier is a RUT other than all of these. False when it is no RUT, or has a wrong
 * check digit: it may be a foreign number or badly read.
 */
export function isOtherRut(party: string, ruts: readonly string[]): boolean {
  const rut = rutIn(party);
  if (rut === undefined || !rut.endsWith(`-${checkDigit(rut.slice(0, -2))}`)) return false;
  return !ruts.some((known) => rutIn(known) === rut);
}
