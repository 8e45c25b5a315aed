import { compositeKey } from '../composite-key.ts';
import { cleanPasted } from './rut.ts';
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

/** Adds amounts one by one; a missing one is counted, never treated as 0. */
export class AmountTally {
  #sum = 0;
  /** What the additions lost (Neumaier): cents of large amounts. */
  #lost = 0;
  #known = 0;
  #unknown = 0;

  add(amount: number | undefined): void {
    if (amount === undefined) {
      this.#unknown++;
      return;
    }
    this.#known++;
    const next = this.#sum + amount;
    const isSmaller = Math.abs(amount) < Math.abs(this.#sum);
    this.#lost += isSmaller ? this.#sum - next + amount : amount - next + this.#sum;
    this.#sum = next;
  }

  /** To four decimals: that removes binary errors, as 0.1 + 0.2 is 0.3. */
  get total(): AmountSum {
    const sum = Number((this.#sum + this.#lost).toFixed(4));
    return { sum, known: this.#known, unknown: this.#unknown };
  }
}

/** Sums the known amounts, to four decimals. */
export function sumAmounts(amounts: Iterable<number | undefined>): AmountSum {
  const tally = new AmountTally();
  for (const amount of amounts) tally.add(amount);
  return tally.total;
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

/**
 * Parses an amount as Chilean and English spreadsheets write it: `$ 1.234.567`, `1'234`, `1.234,5`,
 * `1,234.50`, `-12`, `12-`, `(12)`. A separator before exactly three digits groups thousands. Undefined when
 * it is none.
 */
export function parseAmount(text: string): number | undefined {
  const clean = cleanPasted(text).replace(/[$\s]|(?<=\d)['’](?=\d)|CLP/gi, '');
  const match = /^(\()?([-+])?(\d[\d.,]*)(-)?\)?$/.exec(clean);
  const digits = match?.[3];
  if (digits === undefined) return undefined;
  const decimal = /[.,](\d{1,2}|\d{4,})$/.exec(digits);
  const whole = (decimal ? digits.slice(0, decimal.index) : digits).replace(/[.,]/g, '');
  const value = Number(decimal ? `${whole}.${decimal[1]}` : whole);
  if (!Number.isFinite(value)) return undefined;
  const [, bracket, sign, , signBehind] = match ?? [];
  return bracket !== undefined || sign === '-' || signBehind !== undefined ? -value : value;
}
