import { compositeKey } from '../../../shared/composite-key.ts';
import {
  isLikeFormula,
  isShownOtherwise,
  withInnerMarks,
  withoutInnerMarks,
} from '../../../shared/formula-text.ts';
import type { TransferState } from '../../../shared/model/download.ts';

/** Reads lines of CSV as the text arrives: fields parted by one separator, quoted where they must be, any line end. */
export interface CsvReader {
  /** Rows that are complete after this text. Throws {@link NotCsv} where a cell or a row has no end within bounds. */
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
 * A reader of `;`-separated text; what a spreadsheet saved with `,` or tabs is recognised by its first line. Each letter is read once, so that a
 * quote which is never closed costs no more than the bound of a cell.
 */
export function createCsvReader(): CsvReader {
  let separator: string | undefined;
  let first = '';
  let row: string[] = [];
  let cell = '';
  let rowLength = 0;
  let isQuoted = false;
  // The text ended with a quote within quotes, which closes them unless another follows; or with a CR, which a LF may follow.
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

function markedText(text: string): string {
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

/** One line of an index: a file, or a document that has none and why. */
export interface IndexEntry {
  agency: string;
  /** Host of the service, which tells environments of one agency apart. */
  service: string;
  rut: string;
  dispatch: string;
  documentId: string;
  /** Its number within the dispatch; `''` when not known. */
  number: string;
  type: string;
  folio: string;
  /** Relative, `/` between names; `''` when there is no file. */
  path: string;
  /** Bytes; `''` when there is no file. */
  size: string;
  sha256: string;
  verdict: string;
  reason: string;
  requestId: string;
  /** UTC ISO 8601. */
  at: string;
  user: string;
  computer: string;
}

/** Columns in their order; plain ASCII, so that no spreadsheet garbles them. */
const columns: readonly (readonly [title: string, key: keyof IndexEntry])[] = [
  ['agencia', 'agency'],
  ['servicio', 'service'],
  ['rut', 'rut'],
  ['despacho', 'dispatch'],
  ['documento', 'documentId'],
  ['n', 'number'],
  ['tipo', 'type'],
  ['numero', 'folio'],
  ['archivo', 'path'],
  ['bytes', 'size'],
  ['sha256', 'sha256'],
  ['veredicto', 'verdict'],
  ['motivo', 'reason'],
  ['solicitud', 'requestId'],
  ['fecha', 'at'],
  ['usuario', 'user'],
  ['equipo', 'computer'],
];

/** What programs read of an index, also those of before, which take no tab away: it stands as it is. */
const readByPrograms: ReadonlySet<keyof IndexEntry> = new Set([
  ...(['agency', 'service', 'rut', 'dispatch', 'documentId'] as const),
  ...(['number', 'size', 'sha256', 'at'] as const),
]);

/** The titles of an index. */
export const indexTitles = columns.map(([title]) => title);

// Far beyond any name or number; all fields of a line together stay below what a reader of an index takes for one without end.
const maxFieldLength = 8_000;

/** An entry as the fields of its line, each cut where no name is so long: an agency's text must not make an index that nobody can read. */
export function entryFields(entry: IndexEntry): string[] {
  return columns.map(([, key]) => {
    const text = entry[key].slice(0, maxFieldLength);
    return readByPrograms.has(key) ? markedText(text) : inertText(text);
  });
}

/** How to read entries below these titles; undefined when they are not those of an index. */
export function entryReader(
  titles: readonly string[],
): ((fields: readonly string[]) => IndexEntry) | undefined {
  const places = new Map(titles.map((title, place) => [title.trim().toLowerCase(), place]));
  if (!['documento', 'archivo', 'sha256'].every((title) => places.has(title))) return undefined;
  return (fields) => {
    const entry: Partial<Record<keyof IndexEntry, string>> = {};
    for (const [title, key] of columns) {
      const place = places.get(title);
      entry[key] = plainText((place === undefined ? undefined : fields[place]) ?? '');
    }
    return entry as IndexEntry;
  };
}

/** The document that an entry is about. */
export function documentOf({ service, agency, documentId }: IndexEntry): string {
  return compositeKey(service, agency, documentId);
}

/** Words for verdicts in an index: always the same, whatever language its readers use, so that indexes merge. */
export const verdictWords: Readonly<Record<TransferState, string>> = {
  waiting: 'en espera',
  transferring: 'en curso',
  paused: 'en pausa',
  done: 'descargado',
  here: 'descargado',
  failed: 'con error',
  'no-file': 'sin archivo',
  unsigned: 'sin firma',
  cancelled: 'cancelado',
};
