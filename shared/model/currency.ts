import { groupWord } from '../dossier/expectation-rule.ts';
import { type AmountSum, sumAmounts } from './amounts.ts';
import type { Disbursement } from './document.ts';
import { isObject, type JsonObject } from './json.ts';

/** The service declares no currency (names.md); an agency's own field that names one is believed. */
const currencyPaths = ['moneda', 'currency', 'invoiceInfo.moneda', 'documentInfo.moneda'] as const;

/** The name of a currency as a field has it, without case; `''` for what is no name. */
function currencyName(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? groupWord(String(value)) : '';
}

/** The currency of a disbursement as the service sent it; `''` where it declares none. */
export function currencyIn(item: JsonObject): string {
  for (const path of currencyPaths) {
    const [key = '', inner] = path.split('.');
    const outer = item[key];
    const value = inner === undefined ? outer : isObject(outer) ? outer[inner] : undefined;
    if (value !== undefined && value !== null) return currencyName(value);
  }
  return '';
}

/** The sums of disbursements, one for each currency, in the order in which they occur. */
export function sumByCurrency(
  disbursements: readonly Pick<Disbursement, 'item' | 'amount'>[],
): (AmountSum & { currency: string })[] {
  return [...Map.groupBy(disbursements, ({ item }) => currencyIn(item))].map(([currency, own]) => ({
    currency,
    ...sumAmounts(own.map(({ amount }) => amount)),
  }));
}
