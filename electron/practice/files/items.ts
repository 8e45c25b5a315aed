import { typeNames } from '../data/practice-types.ts';
import { type Stream, streamOf } from '../data/random.ts';
import type { PracticeDocument } from '../data/records.ts';
import { goods } from '../data/words.ts';

/** A line of an invoice or a packing list. */
export interface Item {
  description: string;
  quantity: number;
  /** In cents of a dollar; absent on a packing list. */
  price?: { unit: number; total: number };
  /** Gross, in kilos; absent on an invoice. */
  kilos?: number;
}

/** Maximum number of lines that fit on a first page. */
const maxItems = 8;

/** The lines of a document's file: an invoice's lines add up to its total exactly. */
export function itemsOf({ type, dispatch, invoiced, client }: PracticeDocument): Item[] {
  if (dispatch === undefined) return [];
  const named = goods.get(client.trade.goods) ?? [];
  // Invoice and packing list of a dispatch list the same goods.
  const stream = streamOf('items', dispatch.status.id);
  const count = Math.min(dispatch.wire.totalItem ?? 1, named.length, maxItems - 1);
  const lines = named.slice(0, count).map((description, index) => ({
    description,
    quantity: stream.whole(`quantity ${index}`, 4, 120),
  }));
  if (type === typeNames.packingList)
    return lines.map((line, index) => ({
      ...line,
      kilos: line.quantity * stream.whole(`kilos ${index}`, 1, 28),
    }));
  return invoiced === undefined ? [] : priced(lines, invoiced, stream);
}

/** Whole unit prices in cents; the remainder of the total is packing and transport to the port. */
function priced(lines: readonly Item[], total: number, stream: Stream): Item[] {
  const weights = lines.map((_line, index) => stream.whole(`weight ${index}`, 1, 9));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const items = lines.map((line, index) => {
    const share = (total * 0.97 * (weights[index] ?? 0)) / all;
    const unit = Math.floor(share / line.quantity);
    return { ...line, price: { unit, total: unit * line.quantity } };
  });
  const rest = items.reduce((left, { price }) => left - price.total, total);
  return [
    ...items,
    { description: 'EMBALAJE Y GASTOS HASTA FOB', quantity: 1, price: { unit: rest, total: rest } },
  ];
}
