import { isDay } from '../../../shared/model/dates.ts';

const months = [
  'JAN|ENE',
  'FEB',
  'MAR',
  'APR|ABR',
  'MAY',
  'JUN',
  'JUL',
  'AUG|AGO',
  'SEP',
  'OCT',
  'NOV',
  'DEC|DIC',
];
const monthName = new RegExp(`^(?:${months.map((names) => `(${names})`).join('|')})`);

/** The day of a written date, ISO 8601; undefined where day and month could be told otherwise. */
export function unambiguousDay(text: string, isChilean: boolean): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const named = /^(\d{1,2})(?:ST|ND|RD|TH)?[ .,/-]+([A-Z]{3,10})[ .,/-]+(\d{4})$/.exec(text);
  if (named) return dayOf(named[3], monthOf(named[2] ?? ''), named[1]);
  const leading = /^([A-Z]{3,10})[ .]+(\d{1,2})(?:ST|ND|RD|TH)?[ ,.]+(\d{4})$/.exec(text);
  if (leading) return dayOf(leading[3], monthOf(leading[1] ?? ''), leading[2]);
  const [, first = '', second = '', year] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const isDayFirst = isChilean || Number(first) > 12 || first === second;
  return isDayFirst ? dayOf(year, second, first) : undefined;
}

function monthOf(name: string): string | undefined {
  const at = monthName.exec(name)?.findIndex((found, index) => index > 0 && found !== undefined);
  return at === undefined || at < 1 ? undefined : String(at);
}

function dayOf(year?: string, month?: string, day?: string): string | undefined {
  if (!year || !month || !day) return undefined;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}

/** What is written before a number of a document. */
export const numberSign = `(?:NO|NRO|NUM|NUMBER|NUMERO|NR|N[°ºO*]|#)`;

/** Digits with the signs of an amount, as a group of a pattern. */
export const amountPattern = String.raw`(\d[\d.,]*\d|\d)`;

/** By the sign of the decimals. Three of them could be thousands, but for the digits before the sign. */
const decimalForms = {
  ',': /^(\d{1,3}(?:\.\d{3})*|\d+),(\d{1,2}|(?<=\.\d{3},|\d{4},)\d{3})$/,
  '.': /^(\d{1,3}(?:,\d{3})*|\d+)\.(\d{1,2}|(?<=,\d{3}\.|\d{4}\.)\d{3})$/,
} as const;

/** An amount as digits with a point before its decimals; undefined where a sign could mean either. */
export function unambiguousAmount(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text.replace(/^0+(?=\d)/, '');
  for (const form of Object.values(decimalForms)) {
    const [, whole, decimals] = form.exec(text) ?? [];
    if (whole !== undefined) return `${whole.replace(/[.,]/g, '')}.${decimals}`;
  }
  // Two groups or more are thousands.
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return text.replaceAll('.', '');
  if (/^\d{1,3}(?:,\d{3}){2,}$/.test(text)) return text.replaceAll(',', '');
  return undefined;
}

/** Codes of the currencies that documents write, by how they write them. */
const currencies: readonly (readonly [RegExp, string])[] = [
  [/^(?:US ?\$|USD|U\.S\.\$|US DOLLARS?)$/, 'USD'],
  [/^(?:EUR|€|EUROS?)$/, 'EUR'],
  [/^(?:CLP)$/, 'CLP'],
  [/^(?:GBP|£)$/, 'GBP'],
  [/^(?:CNY|RMB)$/, 'CNY'],
  [/^(?:JPY)$/, 'JPY'],
];
export const currencyPattern = String.raw`(?:US ?\$|USD|EUR|€|CLP|GBP|£|CNY|RMB|JPY)`;

export function currencyCode(text: string): string | undefined {
  return currencies.find(([written]) => written.test(text))?.[1];
}
