import type { FactLine } from './fact-line.ts';
import {
  amountPattern as amount,
  currencyCode,
  currencyPattern,
  numberSign,
  unambiguousAmount,
} from './unambiguous-values.ts';

/** Words of a sum that is paid in place of the total. */
const deductions = /\b(?:DISCOUNT|DESCUENTO|DEPOSIT|ADVANCE|ANTICIPO|PREPAID|LESS|BALANCE|SALDO)\b/;
const decimalAmount = /(?<![\d.,])\d[\d.,]*[.,]\d{2}(?![\d.,])/g;

/** A number before the price of one is a quantity: `20000 US$ 0.62`. */
const amountInCurrency = new RegExp(
  `(${currencyPattern})[:. ]{0,3}${amount}|(?<![\\d.,])${amount} ?(${currencyPattern})(?![:. ]{0,3}\\d)`,
  'g',
);
/** Accounts, orders and tariff codes beside a currency, and what begins with a zero, are no amounts. */
const otherNumber = new RegExp(
  `\\b(?:P/?O|A/C|ACC|ACCT|ACCOUNT|CUENTA|CTA|HS|HTS|NCM|PARTIDA|TARIFF)[.:]?(?: CODE)?[.: ]*(?:${numberSign}[.: ]*)?\\d{6,}(?![\\d.,])|(?<![\\d.,])0\\d{5,}(?![\\d.,])`,
  'g',
);
const unitPrice =
  /\b(?:UNIT|UNITARIO|EACH|C\/U|P\/U|PER (?:PC|PIECE|KG|SET|TON))\b|\/ ?(?:PCS?|PZA?|UN|KGS?|SETS?)\b/;

/** Whether a document has a larger amount than its total, or deducts something of it. */
export function hasOtherSum(lines: readonly FactLine[], total: number, currency = ''): boolean {
  return lines.some(({ folded, isUnsure }) => {
    if (deductions.test(folded)) return true;
    const amounts = folded.match(decimalAmount) ?? [];
    if (isUnsure && amounts.length > 0) return true;
    for (const [, before, after, other, behind] of folded
      .replace(otherNumber, ' ')
      .matchAll(amountInCurrency)) {
      const written = after ?? other ?? '';
      const certain = unambiguousAmount(written);
      // An amount that can be read in two ways is the larger one, but for the price of one.
      if (certain === undefined && unitPrice.test(folded)) continue;
      const value = Number(certain ?? written.replace(/\D/g, ''));
      if (currencyCode(before ?? behind ?? '') === currency && value > total) return true;
    }
    return amounts.some((written) => Number(unambiguousAmount(written) ?? 0) > total);
  });
}
