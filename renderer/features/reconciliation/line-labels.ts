import type { TFunction } from 'i18next';
import type { LineVerdict, ReconciledLine, Reconciliation } from '../../../shared/model/review.ts';
import { lineVerdicts } from '../../../shared/model/review.ts';
import { formatCount, formatInstant } from '../../ui/format.ts';

/** The lines with a verdict, or all of them. */
export function linesOf(
  { lines }: Pick<Reconciliation, 'lines'>,
  verdict: LineVerdict | undefined,
): readonly ReconciledLine[] {
  return verdict === undefined ? lines : lines.filter((line) => line.verdict === verdict);
}

/** The verdicts that occur, in the order of the model. */
export function verdictsIn({ counts }: Pick<Reconciliation, 'counts'>): LineVerdict[] {
  return lineVerdicts.filter((verdict) => counts[verdict] > 0);
}

/** The dispatches that match a line, each once. */
export function dispatchesOf({
  documents,
  payments,
}: Pick<ReconciledLine, 'documents' | 'payments'>): string[] {
  return [...new Set([...documents, ...payments].map(({ number }) => number).filter(Boolean))];
}

/** The documents that match lines, without those of another issuer. */
export function documentsOf(
  lines: readonly Pick<ReconciledLine, 'documents' | 'verdict'>[],
): readonly ReconciledLine['documents'][number][] {
  return lines.filter(({ verdict }) => verdict !== 'other-issuer').flatMap(({ documents }) => documents);
}

/** The names of the documents that match a line. */
export function documentNames({ documents }: Pick<ReconciledLine, 'documents'>): string {
  return documents.map(({ type, folio }) => [type, folio].filter(Boolean).join(' ')).join(', ');
}

/** The sum of the payments that match a line; undefined if there are none, or an amount is unknown. */
export function paidFor({ payments }: Pick<ReconciledLine, 'payments'>): number | undefined {
  const amounts = payments.map(({ amount }) => amount);
  if (amounts.length === 0 || amounts.includes(undefined)) return undefined;
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

/** The number of compared lines, and the age of the data that they were compared with. */
export function comparedLabel(
  { lines, asOf }: Pick<Reconciliation, 'lines' | 'asOf'>,
  t: TFunction<'reconciliation'>,
): string {
  const compared = t('compared', { count: lines.length, shown: formatCount(lines.length) });
  return asOf === '' ? compared : `${compared} · ${t('asOf', { when: formatInstant(asOf, new Date()) })}`;
}

/** The number of dispatches searched, of those with known disbursements, and of lines never requested. */
export function knownLabel(
  { known, counts }: Pick<Reconciliation, 'known' | 'counts'>,
  t: TFunction<'reconciliation'>,
): string {
  const { dispatches: count, disbursements } = known;
  const among = t('among', { count, shown: formatCount(count), known: formatCount(disbursements) });
  const unqueried = counts['not-asked'];
  return unqueried === 0
    ? among
    : `${among} ${t('notAsked', { count: unqueried, shown: formatCount(unqueried) })}`;
}
