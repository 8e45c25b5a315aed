import type { TFunction } from 'i18next';
import { clientName } from '../../../shared/model/client-names.ts';
import type { Client } from '../../../shared/model/connection.ts';
import {
  type ClaimReason,
  type Finding,
  type FindingKind,
  type FindingReason,
  type Findings,
  findingKinds,
} from '../../../shared/model/review.ts';
import { asRut } from '../../../shared/model/rut.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import { formatAmount, formatDate } from '../../ui/format.ts';

type T = TFunction<'review'>;

/** A party as text: name and RUT, or whichever is known. */
function party(name: string, id: string): string {
  return [name, id && asRut(id)].filter(Boolean).join(' · ');
}

/** The subject of a finding, in a few words: the document, the type, the charge. */
export function findingSubject(reason: FindingReason, t: T): string {
  switch (reason.kind) {
    case 'same-paper-twice':
      return t('subject.samePaper', {
        folio: reason.folio,
        issuer: party(reason.issuerName, reason.issuerId),
      });
    case 'totals-differ':
      return t(`subject.${reason.of}`, { subject: reason.subject });
    case 'foreign-customer':
      return party(reason.customerName, reason.customerId);
    case 'more-than-usual':
      return reason.type;
    default:
      return t(`subject.${reason.kind}`, { value: claimValue(reason, reason.stated.value) });
  }
}

/** The reason for a finding: the compared values, never a verdict. */
export function findingReason(
  {
    reason,
    dispatches,
    documents,
    payments,
  }: Pick<Finding, 'reason' | 'dispatches' | 'documents' | 'payments'>,
  clients: readonly Client[] | undefined,
  t: T,
): string {
  switch (reason.kind) {
    case 'same-paper-twice':
      return t('why.samePaper', {
        what: [
          documents.length > 0 && t('papersOf', { count: documents.length }),
          payments.length > 0 && t('paymentsOf', { count: payments.length }),
        ]
          .filter(Boolean)
          .join(t('and')),
        numbers: dispatches.map(({ number }) => number).join(', '),
      });
    case 'totals-differ':
      return t(reason.exempt === 0 ? 'why.totals' : 'why.totalsExempt', {
        net: formatAmount(reason.net),
        tax: formatAmount(reason.tax),
        exempt: formatAmount(reason.exempt),
        total: formatAmount(reason.total),
        difference: formatAmount(Math.abs(reason.difference)),
      });
    case 'foreign-customer':
      return t(reason.agency === undefined ? 'why.foreignNoAgency' : 'why.foreign', {
        client: clientName(reason.client, clients),
      });
    case 'more-than-usual':
      return t('why.more', { documents: reason.count, single: reason.single, count: reason.of });
    default:
      return t(claimText(reason), {
        value: claimValue(reason, reason.stated.value),
        known: claimValue(reason, reason.known),
        other: reason.otherDispatch,
      });
  }
}

function claimText({ kind, against }: ClaimReason) {
  if (kind === 'total-differs') return `why.${kind}-${against}` as const;
  if (kind !== 'issue-date-differs') return `why.${kind}` as const;
  return against === 'document' ? (`why.${kind}-document` as const) : (`why.${kind}-service` as const);
}

/** A value of a claim as people write it: an amount, a day, else as it stands. */
function claimValue({ kind }: ClaimReason, value: string): string {
  switch (kind) {
    case 'total-differs':
    case 'weight-differs':
      return formatAmount(Number(value));
    case 'date-differs':
    case 'issue-date-differs':
      return formatDate(value);
    default:
      return value;
  }
}

/** The groups of the list: the kinds in main's order, with their counts. */
export function findingGroups(
  { byKind }: Pick<Findings, 'byKind'>,
  kind: FindingKind | undefined,
  t: T,
): RowGroup[] {
  return findingKinds
    .filter((one) => (kind === undefined || one === kind) && byKind[one] > 0)
    .map((one) => ({ key: one, label: t(`kind.${one}`), rows: byKind[one] }));
}

/** The agency of a finding; a finding belongs to exactly one. */
export function connectionOf({ dispatches, documents }: Pick<Finding, 'dispatches' | 'documents'>): string {
  return dispatches[0]?.connectionId ?? documents[0]?.connectionId ?? '';
}
