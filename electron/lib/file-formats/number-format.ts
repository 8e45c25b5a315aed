/// <reference path="./numfmt.d.ts" />
import { format } from 'numfmt';

/** The codes that workbooks name by number alone (ECMA-376, 18.8.30), as a computer in Chile shows them. */
export const builtInFormats: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'dd-mm-yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd-mm-yyyy h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
  48: '##0.0E+0',
};

/** Of days that spreadsheets do not have, the number is shown. */
const options = { locale: 'es-CL', ignoreTimezone: true, dateSpanLarge: false, throws: false, invalid: '' };

/**
 * What a cell shows of a number, or of a time `YYYY-MM-DDTHH:mm:ss`, with the code of a format, in Spanish;
 * `''` where the code is none.
 */
export function shownValue(code: string, value: number | string): string {
  const shown = format(code, typeof value === 'string' ? new Date(`${value}Z`) : value, options).trim();
  // Spreadsheets show three letters of each month.
  return shown.replace(/\bsept\b/, 'sep');
}

/** What a person sees, and behind it the value where its digits are others, so that both are found. */
export function shownWithValue(shown: string | undefined, value: string): string {
  if (shown === undefined || shown.trim() === '') return value;
  if (shown === value || shown.startsWith(`${value} `)) return shown;
  // A month in letters, beside a day in digits.
  const hasName = /\p{L}/u.test(shown) && /\d[-:]\d/.test(value);
  return !hasName && plainDigits(shown) === plainDigits(value) ? shown : `${shown} ${value}`;
}

/** The digits of an amount without groups and zeros behind its comma; others as they stand. */
function plainDigits(text: string): string {
  // What a cell has of a number by itself.
  if (/^[1-9]\d{0,14}(?:\.\d*[1-9])?$/.test(text)) return text;
  const digits = (text.match(/\d[\d.,]*/g) ?? []).join(' ');
  const isAmount = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$|^\d+,\d+$/.test(digits);
  const plain = isAmount ? digits.replaceAll('.', '').replace(',', '.') : digits;
  return /^(?!0\d)\d+(?:\.\d+)?$/.test(plain) ? String(Number(plain)) : plain;
}
