import type { Support, SupportedPayment } from '../../../shared/model/review.ts';

/** How a payment stands with its document, finer than supported or not. */
export type SupportStatus = 'sure' | 'by-number' | 'other-issuer' | 'unsupported' | 'no-number';

/**
 * How a payment stands: a document that agrees in the number alone is less sure, one of another issuer is
 * none.
 */
export function supportStatus({ state, documents, otherIssuer }: Support): SupportStatus {
  if (state === 'no-number') return 'no-number';
  if (state === 'unsupported') return otherIssuer.length > 0 ? 'other-issuer' : 'unsupported';
  return documents.some(({ by }) => by === 'number-and-issuer') ? 'sure' : 'by-number';
}

/** The documents that support a payment, as people name them; `''` when there is none. */
export function supportNames({ supportedBy }: Pick<SupportedPayment, 'supportedBy'>): string {
  return supportedBy.map(({ type, folio }) => [type, folio].filter(Boolean).join(' ')).join(', ');
}

/** The document to show beside a payment: its support, else one of the same number from another issuer. */
export function documentToShow({ support }: Pick<SupportedPayment, 'support'>): string | undefined {
  return support.documents[0]?.documentId ?? support.otherIssuer[0];
}
