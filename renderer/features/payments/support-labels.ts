import type { Support, SupportedPayment } from '../../../shared/model/review.ts';

/** The support status of a payment, finer than supported or not. */
type SupportStatus = 'sure' | 'by-number' | 'other-issuer' | 'unsupported' | 'no-number';

/**
 * The support status of a payment: a document with only the same number is less certain, one of another
 * issuer is no support.
 */
export function supportStatus({ state, documents, otherIssuer }: Support): SupportStatus {
  if (state === 'no-number') return 'no-number';
  if (state === 'unsupported') return otherIssuer.length > 0 ? 'other-issuer' : 'unsupported';
  return documents.some(({ by }) => by === 'number-and-issuer') ? 'sure' : 'by-number';
}

/** The names of a payment's supporting documents; `''` if there are none. */
export function supportNames({ supportedBy }: Pick<SupportedPayment, 'supportedBy'>): string {
  return supportedBy.map(({ type, folio }) => [type, folio].filter(Boolean).join(' ')).join(', ');
}

/** The document shown for a payment: its support, else one with the same number from another issuer. */
export function documentToShow({ support }: Pick<SupportedPayment, 'support'>): string | undefined {
  return support.documents[0]?.documentId ?? support.otherIssuer[0];
}
