import { type Day, resolveRange } from '../../../shared/model/dates.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { NumberKind } from './numbers.ts';
import type { ParsedNumber, ParsedText } from './parsed-text.ts';

/** The query of a text, independent of stored data. */
export interface QueryPlan {
  dispatches: readonly string[];
  references: readonly string[];
  declarations: readonly string[];
  folios: readonly string[];
  transportDocuments: readonly string[];
  containers: readonly string[];
  ruts: readonly Rut[];
  /** Names of document types. */
  types: readonly string[];
  from: Day | null;
  to: Day | null;
  /** First and last of each range of numbers. */
  ranges: readonly (readonly [string, string])[];
  /** As written. */
  notUnderstood: readonly string[];
}

/** Sorts the parsed numbers of a text by kind. */
export function planOf(read: ParsedText, today: Day): QueryPlan {
  const { numbers, clients, types, range, ranges, wrong } = read;
  const ofKinds = (...kinds: readonly NumberKind[]) =>
    unique(numbers.filter(({ as }) => kinds.includes(as)).map(queryText));
  const days = range && resolveRange(range, today);
  return {
    dispatches: ofKinds('any', 'dispatch'),
    references: ofKinds('reference'),
    declarations: ofKinds('declaration'),
    folios: ofKinds('folio'),
    transportDocuments: ofKinds('transport'),
    containers: ofKinds('container'),
    ruts: unique(clients.map(({ rut }) => rut)),
    types,
    from: days?.start ?? null,
    to: days?.end ?? null,
    ranges: ranges.map(({ first, last }) => [first, last] as const),
    notUnderstood: unique(wrong.map(({ text }) => text)),
  };
}

const orders = /^(?:o[./]?c\.?|o\.? de c\.?|orden(?:es)? de compra|purchase orders?)s?$/i;
const purchaseOrders = /^p[./]?os?\.?$/i;

/** An order keeps its short label, which may be part of the reference: `OC 452599`. */
function queryText({ as, text, number }: ParsedNumber): string {
  if (as !== 'reference' || !text.endsWith(number)) return number;
  const label = text.slice(0, -number.length).trim();
  if (orders.test(label)) return `OC ${number}`;
  return purchaseOrders.test(label) ? `PO ${number}` : number;
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
