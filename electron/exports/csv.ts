import { spreadsheetText } from '../../shared/formula-text.ts';
import { formatDay } from '../../shared/model/dates.ts';
import type { Cell } from './cell.ts';

/**
 * `;` is what Excel in Chile opens as columns, with Chilean dates and decimals; `,` uses ISO dates and
 * decimal points.
 */
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
      return spreadsheetText(cell.text, separator);
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

function quoted(text: string, separator: Separator): string {
  const needsQuotes = text.includes(separator) || /["\r\n\t]/.test(text) || text !== text.trim();
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
