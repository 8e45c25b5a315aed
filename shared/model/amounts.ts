import { compositeKey } from '../composite-key.ts';
import type { Settings } from './settings.ts';

/** A sum of amounts, and how many of them were unknown and are not in it. */
export interface AmountSum {
  sum: number;
  known: number;
  unknown: number;
}

/**
 * An amount as people read it, `1.234.567,89` in Chile: no currency, because the service declares none
 * (names.md); two decimals where there are any. `''` for an amount that is missing.
 */
export function formatAmount(amount: number | undefined, language: Settings['language']): string {
  if (amount === undefined || !Number.isFinite(amount)) return '';
  return numberForm(language, Number.isInteger(amount) ? 0 : 2).format(amount);
}

/** Adds up what is known; an amount that is missing is counted, never taken for 0. */
export function sumAmounts(amounts: Iterable<number | undefined>): AmountSum {
  let [sum, known, unknown] = [0, 0, 0];
  for (const amount of amounts) {
    if (amount === undefined) unknown++;
    else {
      known++;
      sum += amount;
    }
  }
  return { sum, known, unknown };
}

const forms = new Map<string, Intl.NumberFormat>();

/**
 * How numbers of so many decimals are written: `1.234,5` in Chile. Made when it is first used: each takes
 * time of a page's start.
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
