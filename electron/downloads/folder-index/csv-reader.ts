import {
  isLikeFormula,
  isShownOtherwise,
  withInnerMarks,
  withoutInnerMarks,
} from '../../../shared/spreadsheet-text.ts';

/** A cell or row exceeds the limits of any index. */
export class NotCsv extends Error {
  override readonly name = 'NotCsv';
}

// Limit of a spreadsheet's cell, and a multiple of an index row, in UTF-16 units.
const maxCellLength = 32_767;
const maxRowLength = 256 * 1024;

/**
 * Parses CSV incrementally: one separator, optional quotes, any line end. The first line shows whether a
 * spreadsheet saved `;`-separated text with `,` or tabs. Each character is read once, so an unclosed quote
 * costs no more than one cell.
 */
export class CsvReader {
  #separator: string | undefined;
  #firstLine = '';
  #row: string[] = [];
  #cell = '';
  #rowLength = 0;
  #isQuoted = false;
  /** The text ended in a quote, which may be half of an escaped one, or in a CR, which a LF may follow. */
  #last: 'quote' | 'return' | undefined;

  /** Returns the rows that this text completes. Throws {@link NotCsv} if a cell or row exceeds its limit. */
  push(text: string): string[][] {
    if (this.#separator !== undefined) return this.#parse(text, this.#separator);
    // The first line shows the separator.
    this.#firstLine += text;
    if (/[\r\n]/.test(this.#firstLine)) return this.#parseBeginning();
    if (this.#firstLine.length > maxRowLength) throw new NotCsv('a first line without end');
    return [];
  }

  /** The last row, if the text has no final line end. */
  end(): string[][] {
    const rows = this.#separator === undefined ? this.#parseBeginning() : [];
    if (this.#cell !== '' || this.#row.length > 0 || this.#rowLength > 0) this.#endRow(rows);
    return rows;
  }

  #parseBeginning(): string[][] {
    const text = this.#firstLine;
    this.#firstLine = '';
    this.#separator = separatorOf(text.split(/[\r\n]/, 1)[0] ?? '');
    return this.#parse(text, this.#separator);
  }

  /** Parses one chunk in runs between special characters. */
  #parse(text: string, separator: string): string[][] {
    const rows: string[][] = [];
    const special = separator === '\t' ? /["\t\r\n]/g : separator === ',' ? /[",\r\n]/g : /[";\r\n]/g;
    let at = this.#resolveLast(text);
    while (at < text.length) {
      at = this.#isQuoted
        ? this.#parseQuoted(text, at)
        : this.#parseUnquoted(text, at, special, separator, rows);
    }
    return rows;
  }

  /** Decides by its next character what the end of the chunk before was. Returns where parsing goes on. */
  #resolveLast(text: string): number {
    if (this.#last === undefined || text === '') return 0;
    const last = this.#last;
    this.#last = undefined;
    if (last === 'return') return text[0] === '\n' ? 1 : 0;
    if (text[0] !== '"') {
      this.#isQuoted = false;
      return 0;
    }
    this.#add('"');
    return 1;
  }

  /** Parses up to the next quote; returns where parsing goes on. */
  #parseQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    this.#add(text.slice(from, quote === -1 ? undefined : quote));
    if (quote === -1) return text.length;
    this.#rowLength++;
    const next = quote + 1;
    if (next === text.length) this.#last = 'quote';
    else if (text[next] === '"') {
      this.#add('"');
      return next + 1;
    } else this.#isQuoted = false;
    return next;
  }

  /** Parses up to the next special character, which may end the cell or the row. */
  #parseUnquoted(text: string, from: number, special: RegExp, separator: string, rows: string[][]): number {
    special.lastIndex = from;
    const found = special.exec(text)?.index ?? text.length;
    this.#add(text.slice(from, found));
    const next = found + 1;
    const character = text[found];
    if (character === '"') {
      this.#isQuoted = true;
      this.#rowLength++;
    } else if (character === separator) this.#endCell();
    else if (character !== undefined) {
      this.#endRow(rows);
      if (character === '\r' && next === text.length) this.#last = 'return';
      else if (character === '\r' && text[next] === '\n') return next + 1;
    }
    return next;
  }

  #add(text: string): void {
    this.#cell += text;
    this.#rowLength += text.length;
    if (this.#cell.length > maxCellLength || this.#rowLength > maxRowLength)
      throw new NotCsv('a cell or a row without end');
  }

  #endCell(): void {
    this.#row.push(this.#cell);
    this.#cell = '';
    this.#rowLength++;
    if (this.#rowLength > maxRowLength) throw new NotCsv('a row without end');
  }

  #endRow(rows: string[][]): void {
    this.#row.push(this.#cell);
    if (this.#row.length > 1 || this.#cell !== '' || this.#rowLength > 0) rows.push(this.#row);
    this.#row = [];
    this.#cell = '';
    this.#rowLength = 0;
  }
}

function separatorOf(line: string): string {
  const counts = [';', ',', '\t'].map((one) => [one, line.split(one).length] as const);
  return counts.reduce((top, one) => (one[1] > top[1] ? one : top))[0];
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
