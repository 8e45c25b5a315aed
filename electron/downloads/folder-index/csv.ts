import {
  isLikeFormula,
  isShownOtherwise,
  withInnerMarks,
  withoutInnerMarks,
} from '../../../shared/formula-text.ts';

/**
 * Reads lines of CSV as the text arrives: fields parted by one separator, quoted where they must be, any line
 * end.
 */
export interface CsvReader {
  /**
   * Rows that are complete after this text. Throws {@link NotCsv} where a cell or a row has no end within
   * bounds.
   */
  push(text: string): string[][];
  /** The last row, when the text did not end with a line end. */
  end(): string[][];
}

/** A text whose cells or rows are longer than any index has them. */
export class NotCsv extends Error {
  override readonly name = 'NotCsv';
}

// What a spreadsheet holds in one cell, and many times what a row of an index holds, in UTF-16 units.
const maxCellLength = 32_767;
const maxRowLength = 256 * 1024;

/**
 * A reader of `;`-separated text; what a spreadsheet saved with `,` or tabs is recognised by its first line.
 * Each letter is read once, so that a quote which is never closed costs no more than the bound of a cell.
 */
export function createCsvReader(): CsvReader {
  let separator: string | undefined;
  let first = '';
  let row: string[] = [];
  let cell = '';
  let rowLength = 0;
  let isQuoted = false;
  // The text ended with a quote within quotes, which closes them unless another follows; or with a CR, which
  // a LF may follow.
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

  /** Reads one chunk of text in runs between the letters that mean something. */
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
      // The first line tells the separator.
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

/** A line of CSV, `;` between its fields and CR LF at its end. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoted).join(';')}\r\n`;
}

function quoted(field: string): string {
  return /[;"\r\n\t]|^\s|\s$/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A text that a spreadsheet will not take for a formula, a date or a number; {@link plainText} undoes it. */
export function inertText(text: string): string {
  return isShownOtherwise(text) ? `\t${text}` : markedText(text);
}

/** A text with an apostrophe before it, where a spreadsheet would take it for a formula. */
export function markedText(text: string): string {
  const inside = withInnerMarks(text, ';');
  return isMarked(inside) ? `'${inside}` : inside;
}

/** The text that {@link inertText} was given. */
export function plainText(text: string): string {
  if (text.startsWith('\t') && isShownOtherwise(text)) return text.slice(1);
  const inside = text.startsWith("'") && isMarked(text.slice(1)) ? text.slice(1) : text;
  return withoutInnerMarks(inside, ';');
}

/** An apostrophe of the text's own is marked like a formula, so that it is told from a mark. */
function isMarked(text: string): boolean {
  return text.startsWith("'") || isLikeFormula(text);
}
