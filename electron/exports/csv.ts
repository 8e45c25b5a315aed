import { withMarks } from '../../shared/formula-text.ts';
import { formatDay } from '../../shared/model/dates.ts';
import type { Cell } from './cell.ts';

/** `;` is what Excel in Chile opens as columns, with dates and decimals of that country; `,` gives ISO dates and decimal points. */
export type Separator = ';' | ',';

/** Marks the file as UTF-8 for Excel. */
export const byteOrderMark = '\ufeff';

/** One line of a CSV file, its end included (RFC 4180). */
export function csvLine(cells: readonly Cell[], separator: Separator): string {
  return `${cells.map((cell) => quoted(cellText(cell, separator), separator)).join(separator)}\r\n`;
}

function cellText(cell: Cell, separator: Separator): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text':
      return harmless(cell.text, separator);
    case 'number':
      return separator === ';' ? String(cell.number).replace('.', ',') : String(cell.number);
    case 'day':
      return separator === ';' ? formatDay(cell.day) : cell.day;
    case 'time': {
      const [day = '', time = ''] = cell.time.split('T');
      return separator === ';' ? `${formatDay(day)} ${time}` : `${day} ${time}`;
    }
  }
}

/**
 * Text that no spreadsheet takes for anything else: what begins like a formula gets an apostrophe, also after blanks, which some skip;
 * what would lose zeros or precision, or become a date, a time or a fraction, gets a tab, which is not seen.
 */
function harmless(text: string, separator: Separator): string {
  if (isTakenForAnother.test(text)) return `\t${text}`;
  return withMarks(text, separator);
}

/** `004512`, `123456789012`, `12E5`; `10-12`, `1/2`, `2026-10`, `5-oct-26`, `1.2.26`, `oct-26`, `10:30`. */
const isTakenForAnother =
  /^(?:0\d+|\d{12,}|\d+[eE][+-]?\d+|\d{1,4} ?[-/] ?\d{1,4}(?: ?[-/] ?\d{1,4})?|\d{1,2}\.\d{1,2}\.\d{2,4}|\d{1,2}[-/ .]\p{L}{3,10}\.?(?:[-/ .]\d{2,4})?|\p{L}{3,10}\.?[-/ .]\d{1,4}|\d{1,4}:\d{2}(?::\d{2})?)$/u;

function quoted(text: string, separator: Separator): string {
  const needsQuotes = text.includes(separator) || /["\r\n\t]/.test(text) || text !== text.trim();
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
