import { formatDay } from '../../shared/model/dates.ts';
import { isLikeFormula } from '../formula-text.ts';
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
 * digits that would lose zeros or precision get a tab, which is not seen.
 */
function harmless(text: string, separator: Separator): string {
  const inside = text.replace(otherwiseBegun[separator], "$1'$2");
  if (isLikeFormula(inside)) return `'${inside}`;
  if (/^(0\d+|\d{12,}|\d+[eE]\d+)$/.test(inside)) return `\t${inside}`;
  return inside;
}

/**
 * Where a formula would begin in a file that is opened under another separator: quotes inside what that takes for a cell hold nothing
 * together, not even the end of a line.
 */
const otherwiseBegun: Readonly<Record<Separator, RegExp>> = {
  ';': /([,\t\r\n][\s\p{Cc}"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])/gu,
  ',': /([;\t\r\n][\s\p{Cc}"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])/gu,
};

function quoted(text: string, separator: Separator): string {
  const needsQuotes = text.includes(separator) || /["\r\n\t]/.test(text) || text !== text.trim();
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
