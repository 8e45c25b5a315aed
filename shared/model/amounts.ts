import { compositeKey } from '../composite-key.ts';
import type { Settings } from './settings.ts';

/** A sum of amounts, and the number of unknown amounts that it excludes. */
export interface AmountSum {
  sum: number;
  known: number;
  unknown: number;
}

/**
 * An amount as text, `1.234.567,89` in Chile: no currency, because the service declares none (names.md); two
 * decimals if there are any. `''` for a missing amount.
 */
export function formatAmount(amount: number | undefined, language: Settings['language']): string {
  if (amount === undefined || !Number.isFinite(amount)) return '';
  return numberForm(language, Number.isInteger(amount) ? 0 : 2).format(amount);
}

/** Sums the known amounts, to four decimals; a missing one is counted, never treated as 0. */
export function sumAmounts(amounts: Iterable<number | undefined>): AmountSum {
  let [sum, known, unknown] = [0, 0, 0];
  for (const amount of amounts) {
    if (amount === undefined) unknown++;
    else {
      known++;
      sum += amount;
    }
  }
  // Rounding removes binary errors: 0.1 + 0.2 is 0.3.
  return { sum: Math.round(sum * 10_000) / 10_000, known, unknown };
}

const forms = new Map<string, Intl.NumberFormat>();

/**
 * The number format with this many decimals: `1.234,5` in Chile. Created lazily: each one delays the page's
 * start.
 */
export function numberForm(language: Settings['language'], decimals: number): Intl.NumberFormat {
  const name = compositeKey(language, decimals);
  let form = forms.get(name);
  if (!form) {
    form = new Intl.NumberFormat(language, {
      useGrouping: 'always',
      signDisplay: 'negative',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    forms.set(name, form);
  }
  return form;
}
