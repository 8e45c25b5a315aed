import { formatDay } from '../../shared/model/dates.ts';
import { type CsvSeparator, csvLine, spreadsheetText } from '../../shared/spreadsheet-text.ts';
import type { Cell } from '../lib/worksheet-cell.ts';

/** Marks the file as UTF-8 for Excel. */
export const byteOrderMark = '\ufeff';

/** A row as one line of a CSV file. */
export function csvRow(cells: readonly Cell[], separator: CsvSeparator): string {
  return csvLine(
    cells.map((cell) => cellText(cell, separator)),
    separator,
  );
}

/** With `;` dates and decimals are Chilean, with `,` ISO dates and decimal points. */
function cellText(cell: Cell, separator: CsvSeparator): string {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text':
      return spreadsheetText(cell.text, separator);
    case 'number':
      return numberText(cell.number, separator);
    case 'formula':
      return cell.value === undefined ? '' : numberText(cell.value, separator);
    case 'day':
      return separator === ';' ? formatDay(cell.day) : cell.day;
    case 'time': {
      const [day = '', time = ''] = cell.time.split('T');
      return separator === ';' ? `${formatDay(day)} ${time}` : `${day} ${time}`;
    }
  }
}

function numberText(number: number, separator: CsvSeparator): string {
  return separator === ';' ? String(number).replace('.', ',') : String(number);
}
