import {
  isLikeFormula,
  isShownOtherwise,
  withInnerMarks,
  withoutInnerMarks,
} from '../../../shared/formula-text.ts';

/** Parses CSV incrementally: one separator, optional quotes, any line end. */
export interface CsvReader {
  /** Returns the rows that this text completes. Throws {@link NotCsv} if a cell or row exceeds its limit. */
  push(text: string): string[][];
  /** The last row, if the text has no final line end. */
  end(): string[][];
}

/** A cell or row exceeds the limits of any index. */
export class NotCsv extends Error {
  override readonly name = 'NotCsv';
}

// Limit of a spreadsheet's cell, and a multiple of an index row, in UTF-16 units.
const maxCellLength = 32_767;
const maxRowLength = 256 * 1024;

/**
 * Reads `;`-separated text; the first line shows whether a spreadsheet saved it with `,` or tabs. Each
 * character is read once, so an unclosed quote costs no more than one cell.
 */
export function createCsvReader(): CsvReader {
  let separator: string | undefined;
  let first = '';
  let row: string[] = [];
  let cell = '';
  let rowLength = 0;
  let isQuoted = false;
  // The text ended in a quote, which may be half of an escaped one, or in a CR, which a LF may follow.
  let last: 'quote' | 'return' | undefined;

  function endRow(found: string[][]): void {
    row.push(cell);
    if (row.length > 1 || cell !== '' || rowLength > 0) found.push(row);
    row = [];
    cell = '';
    rowLength = 0;
  }

  function add(text: string): void {
    cell += text;
    rowLength += text.length;
    if (cell.length > maxCellLength || rowLength > maxRowLength)
      throw new NotCsv('a cell or a row without end');
  }

  /** Parses one chunk in runs between special characters. */
  function take(text: string, parting: string): string[][] {
    const found: string[][] = [];
    const special = parting === '\t' ? /["\t\r\n]/g : parting === ',' ? /[",\r\n]/g : /[";\r\n]/g;
    let at = 0;
    if (last === 'quote' && text !== '') {
      last = undefined;
      if (text[0] === '"') {
        add('"');
        at = 1;
      } else isQuoted = false;
    } else if (last === 'return' && text !== '') {
      last = undefined;
      if (text[0] === '\n') at = 1;
    }
    while (at < text.length) {
      if (isQuoted) {
        const quote = text.indexOf('"', at);
        add(text.slice(at, quote === -1 ? undefined : quote));
        if (quote === -1) return found;
        rowLength++;
        at = quote + 1;
        if (at === text.length) last = 'quote';
        else if (text[at] === '"') {
          add('"');
          at++;
        } else isQuoted = false;
        continue;
      }
      special.lastIndex = at;
      const next = special.exec(text)?.index ?? text.length;
      add(text.slice(at, next));
      at = next + 1;
      const letter = text[next];
      if (letter === '"') {
        isQuoted = true;
        rowLength++;
      } else if (letter === parting) {
        row.push(cell);
        cell = '';
        rowLength++;
        if (rowLength > maxRowLength) throw new NotCsv('a row without end');
      } else if (letter !== undefined) {
        endRow(found);
        if (letter === '\r' && at === text.length) last = 'return';
        else if (letter === '\r' && text[at] === '\n') at++;
      }
    }
    return found;
  }

  return {
    push(text) {
      if (separator !== undefined) return take(text, separator);
      // The first line shows the separator.
      first += text;
      if (!/[\r\n]/.test(first)) {
        if (first.length > maxRowLength) throw new NotCsv('a first line without end');
        return [];
      }
      return begin();
    },
    end() {
      const found = separator === undefined ? begin() : [];
      if (cell !== '' || row.length > 0 || rowLength > 0) endRow(found);
      return found;
    },
  };

  function begin(): string[][] {
    const text = first;
    first = '';
    separator = separatorOf(text.split(/[\r\n]/, 1)[0] ?? '');
    return take(text, separator);
  }
}

function separatorOf(line: string): string {
  const counts = [';', ',', '\t'].map((one) => [one, line.split(one).length] as const);
  return counts.reduce((top, one) => (one[1] > top[1] ? one : top))[0];
}

/** One CSV line with `;` separators and CR LF. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(';')}\r\n`;
}

function quoted(field: string): string {
  return /[;"\r\n\t]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Text that a spreadsheet does not interpret as formula, date or number; {@link plainText} undoes it. */
export function inertText(text: string): string {
  return isShownOtherwise(text) ? `\t${text}` : markedText(text);
}

/** Text with a leading apostrophe if a spreadsheet would interpret it as a formula. */
export function markedText(text: string): string {
  const inside = withInnerMarks(text, ';');
  return isMarked(inside) ? `'${inside}` : inside;
}

/** Undoes {@link inertText}. */
export function plainText(text: string): string {
  if (text.startsWith('\t') && isShownOtherwise(text)) return text.slice(1);
  const inside = text.startsWith("'") && isMarked(text.slice(1)) ? text.slice(1) : text;
  return withoutInnerMarks(inside, ';');
}

/** A leading apostrophe of the text itself is escaped too, so that it is not read as a mark. */
function isMarked(text: string): boolean {
  return text.startsWith("'") || isLikeFormula(text);
}
