import type { Settings } from './settings.ts';

/** A sum of amounts, and how many of them were unknown and are not in it. */
export interface AmountSum {
  sum: number;
  known: number;
  unknown: number;
}

/**
 * An amount as people read it, `1.234.567,89` in Chile: no currency, because the service declares none (names.md); two decimals where there are any.
 * `''` for an amount that is missing.
 */
export function formatAmount(amount: number | undefined, language: Settings['language']): string {
  if (amount === undefined || !Number.isFinite(amount)) return '';
  const { whole, decimals } = forms[language];
  return (Number.isInteger(amount) ? whole : decimals).format(amount);
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

const forms = { 'es-CL': formsOf('es-CL'), en: formsOf('en') };

function formsOf(language: Settings['language']) {
  const withDecimals = (decimals: number) =>
    new Intl.NumberFormat(language, {
      useGrouping: 'always',
      signDisplay: 'negative',
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  return { whole: withDecimals(0), decimals: withDecimals(2) };
}
