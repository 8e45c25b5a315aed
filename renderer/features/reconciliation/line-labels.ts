import type { TFunction } from 'i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type spanish from '../../../shared/locales/es-CL/reconciliation.json';
import { type AmountSum, sumAmounts } from '../../../shared/model/amounts.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { Client, Connection } from '../../../shared/model/connection.ts';
import type { LineVerdict, ReconciledLine, Reconciliation } from '../../../shared/model/review.ts';
import { lineVerdicts } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { RowGroup } from '../../../shared/model/search.ts';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { foldLetters } from '../../../shared/without-accents.ts';
import { dayText } from '../../ui/day-range-presets.ts';
import { formatAmount, formatInstant } from '../../ui/format.ts';

type T = TFunction<'reconciliation'>;
type KindCode = keyof typeof spanish.kindName;

/** The tax authority's codes that have a name. */
const kindCodes = [
  ...(['29', '30', '32', '33', '34', '43', '45', '46', '55', '56', '60', '61', '914'] as const),
] satisfies KindCode[];

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

/** The name of a line's document type: a code of the tax authority by its name. */
export function kindName({ kind }: Pick<ReconciledLine, 'kind'>, t: T): string {
  return isKindCode(kind) ? t(`kindName.${kind}`) : kind;
}

/** The names of the tax authority's codes, as a saved file needs them. */
export function kindNames(t: T): Record<string, string> {
  return Object.fromEntries(kindCodes.map((kind) => [kind, t(`kindName.${kind}`)]));
}

function isKindCode(kind: string): kind is KindCode {
  return kindCodes.some((code) => code === kind);
}

/** The clients of what matches a line, each once. */
export function clientsOf({
  documents,
  payments,
}: Pick<ReconciledLine, 'documents' | 'payments'>): readonly Rut[] {
  return [...new Set([...documents, ...payments].map(({ rut }) => rut))];
}

/** Their names, in one text. */
export function clientNames(
  line: Pick<ReconciledLine, 'documents' | 'payments'>,
  clients: readonly Client[] | undefined,
): string {
  return clientsOf(line)
    .map((rut) => clientName(rut, clients))
    .join(', ');
}

const sections = ['ledger', 'lacking', 'unrelated'] as const;
type Section = (typeof sections)[number];

function sectionOf({ verdict, isUnrelated }: Pick<ReconciledLine, 'verdict' | 'isUnrelated'>): Section {
  return verdict === 'not-in-ledger' ? 'lacking' : isUnrelated ? 'unrelated' : 'ledger';
}

/**
 * The lines in the sections in which they are shown: those of the register, what it has not, and its lines of
 * suppliers of whom nothing is stored. One section alone has no heading.
 */
export function sectionsOf(
  lines: readonly ReconciledLine[],
  t: T,
): { rows: ReconciledLine[]; groups?: RowGroup[] } {
  const bySection = Map.groupBy(lines, sectionOf);
  const rows = sections.flatMap((section) => bySection.get(section) ?? []);
  if (bySection.size < 2) return { rows };
  const groups = sections.flatMap((section) => {
    const own = bySection.get(section);
    if (!own) return [];
    const sums = { total: totalOf(own, t), paid: paidOf(own, t) };
    return [{ key: section, label: t(`group.${section}`, sums), rows: own.length }];
  });
  return { rows, groups };
}

/** The section that is folded at first. */
export const foldedSection: Section = 'unrelated';

function totalOf(lines: readonly ReconciledLine[], t: T): string {
  return sumText(sumAmounts(lines.map(({ total }) => total)), t);
}

/** What was disbursed for these lines: each disbursement once, whatever number of lines it matches. */
function paidOf(lines: readonly ReconciledLine[], t: T): string {
  const payments = lines.flatMap((line) =>
    line.payments.map((one) => [compositeKey(one.connectionId, one.number, one.id), one.amount] as const),
  );
  return sumText(sumAmounts(new Map(payments).values()), t);
}

function sumText({ sum, unknown }: AmountSum, t: T): string {
  const shown = formatAmount(sum);
  return unknown === 0 ? shown : t('sumWithout', { sum: shown, count: unknown });
}

/** What the words of a filter are looked for in: plain, as `lineFilter` takes it. */
export function searchedText(line: ReconciledLine, clients: readonly Client[] | undefined, t: T): string {
  const { text, issuer, issuerName, folio } = line;
  return foldLetters(
    [
      ...[text, issuer, issuer.replaceAll('.', ''), issuerName, folio],
      ...[kindName(line, t), documentNames(line), clientNames(line, clients), ...dispatchesOf(line)],
    ].join('\n'),
  );
}

/** Tests lines for the words and the days of a filter. */
export function lineFilter(
  { words = '', period }: TextFilter,
  searchedOf: (line: ReconciledLine) => string,
): (line: ReconciledLine) => boolean {
  const tokens = foldLetters(words).split(/\s+/).filter(Boolean);
  return (line) => {
    const { day = '' } = line;
    if (period && (day < period.start || day > period.end)) return false;
    if (tokens.length === 0) return true;
    const searched = searchedOf(line);
    return tokens.every((token) => searched.includes(token));
  };
}

/** The number of compared lines, and the age of the data that they were compared with. */
export function comparedLabel({ lines, asOf }: Pick<Reconciliation, 'lines' | 'asOf'>, t: T): string {
  const count = lines.filter(({ verdict }) => verdict !== 'not-in-ledger').length;
  const compared = t('compared', { count });
  return asOf === '' ? compared : `${compared} · ${t('asOf', { when: formatInstant(asOf, new Date()) })}`;
}

/** What was searched, the totals of both sides, and of which months the other way was looked at. */
export function comparisonNote(result: Reconciliation, language: string, t: T): string {
  const { known, counts, lines, months } = result;
  const { dispatches: count, disbursements } = known;
  const unqueried = counts['not-asked'];
  const own = lines.filter((line) => sectionOf(line) !== 'lacking');
  const lacking = lines.filter((line) => sectionOf(line) === 'lacking');
  const form = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shownMonths = months.map((month) => form.format(new Date(`${month}-01T00:00:00Z`))).join(', ');
  return [
    t('among', { count, known: disbursements }),
    unqueried > 0 && t('notAsked', { count: unqueried }),
    t('totals', { ledger: totalOf(own, t), paid: paidOf(own, t), lacking: paidOf(lacking, t) }),
    months.length > 0 ? t('otherWay', { months: shownMonths }) : t('otherWayUnknown'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** The lines without a document that were looked for: what can be requested. */
export function withoutDocument(lines: readonly ReconciledLine[]): readonly ReconciledLine[] {
  return lines.filter(
    ({ verdict, isUnrelated }) =>
      verdict === 'disbursement-only' || (verdict === 'absent' && isUnrelated !== true),
  );
}

/**
 * The address of the agency that is asked for the documents of lines: that of their disbursements, else the
 * only one in which matches were looked for. `''` if it is not known, or there are several.
 */
export function agencyEmail(
  lines: readonly Pick<ReconciledLine, 'payments'>[],
  connectionIds: readonly string[] | undefined,
  connections: readonly Connection[],
): string {
  const paid = new Set(lines.flatMap(({ payments }) => payments.map(({ connectionId }) => connectionId)));
  const isAsked = ({ id }: Connection) =>
    paid.size > 0 ? paid.has(id) : (connectionIds?.includes(id) ?? true);
  const [only, ...others] = connections.filter(isAsked);
  return others.length === 0 ? (only?.email ?? '') : '';
}

/** The text of a message that requests the documents of lines. */
export function requestText(lines: readonly ReconciledLine[], t: T): { subject: string; body: string } {
  const items = lines.map((line) => {
    const { folio, issuer, issuerName, day, total } = line;
    const numbers = dispatchesOf(line).join(', ');
    const facts = [
      [kindName(line, t), folio].filter(Boolean).join(' '),
      [issuerName, issuer].filter(Boolean).join(' '),
      dayText(day),
      formatAmount(total),
      numbers !== '' && t('mail.dispatch', { numbers }),
    ];
    return `- ${facts.filter(Boolean).join(' · ')}`;
  });
  return { subject: t('mail.subject'), body: [t('mail.intro'), '', ...items, '', t('mail.end')].join('\n') };
}
