import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';

/** Net, tax, exempt and total of one document; only the known ones. */
export interface Totals {
  net?: number;
  tax?: number;
  exempt?: number;
  total?: number;
}

// The keys of `totals` vary (names.md): the first name of each family with a number counts.
const families: readonly [keyof Totals, RegExp][] = [
  ['net', /^(monto)?(neto|net|afecto|subtotal)(amount)?$/],
  ['tax', /^(monto|total)?(iva|impuestos?|tax|vat)(amount)?$/],
  ['exempt', /^(monto)?(exento|exempt|noafecto)(amount)?$/],
  ['total', /^(monto)?(total|bruto|gross|grandtotal)(amount)?$/],
];

/** Reads net, tax, exempt and total from an object of numbers, whose keys vary. */
export function readTotals(object: Json | undefined): Totals {
  if (!isObject(object)) return {};
  const totals: Totals = {};
  for (const [key, value] of Object.entries(object)) {
    if (typeof value !== 'number' || !Number.isFinite(value)) continue;
    const name = key.toLowerCase().replace(/[^a-z]/g, '');
    const family = families.find(([part, names]) => totals[part] === undefined && names.test(name));
    if (family) totals[family[0]] = value;
  }
  return totals;
}

/**
 * The difference of net plus tax plus exempt from the total. Undefined when net, tax or total is unknown, or
 * when it is at most 1: rounding.
 */
export function totalsDifference({ net, tax, exempt, total }: Totals): number | undefined {
  if (net === undefined || tax === undefined || total === undefined) return undefined;
  const difference = Math.round((net + tax + (exempt ?? 0) - total) * 100) / 100;
  return Math.abs(difference) > 1 ? difference : undefined;
}

/** The exempt amount of a disbursement: its own, else that of its invoice's or its document's totals. */
export function exemptIn(item: JsonObject): number | undefined {
  const own = item['montoExento'] ?? item['exento'];
  if (typeof own === 'number') return own;
  const [ofInvoice, ofDocument] = ['invoiceInfo', 'documentInfo'].map((key) => {
    const outer = item[key];
    return isObject(outer) ? outer['totals'] : undefined;
  });
  return readTotals(ofInvoice === undefined ? ofDocument : ofInvoice).exempt;
}
