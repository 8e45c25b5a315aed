import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { AppError } from '../../shared/errors.ts';
import type { Cell } from '../lib/worksheet-cell.ts';
import {
  maxWorksheetRows,
  rowXml,
  workbookFiles,
  worksheetEnd,
  worksheetHead,
  worksheetPath,
  worksheetTail,
} from './worksheet.ts';

/**
 * The bytes of an .xlsx file with one sheet: a heading, then rows as they arrive, so that memory does not
 * grow with them. `rows` come in blocks; `notes`, read at their end, follow below. Throws `EXPORT_TOO_LARGE`
 * for more rows than a sheet can hold.
 */
export function workbookBytes(
  worksheetName: string,
  titles: readonly string[],
  blocks: AsyncIterable<readonly (readonly Cell[])[]>,
  notes: () => readonly string[] = () => [],
): Readable {
  const zip = new ZipFile();
  for (const [path, xml] of workbookFiles([worksheetName])) zip.addBuffer(Buffer.from(xml), path);
  const worksheet = Readable.from(worksheetXml(titles, blocks, notes), { objectMode: false });
  zip.addReadStream(worksheet, worksheetPath(0));
  zip.end();
  const bytes = zip.outputStream.pipe(new PassThrough());
  // The archive forwards no errors: a broken source must destroy it, and a closed reader must stop the
  // source.
  worksheet.on('error', (cause) => bytes.destroy(cause));
  zip.on('error', (cause: Error) => bytes.destroy(cause));
  // It may fail before anybody reads: a later reader gets the error.
  bytes.on('error', () => undefined);
  bytes.on('close', () => worksheet.destroy());
  return bytes;
}

/** A sheet with all its rows. */
export interface Worksheet {
  name: string;
  rows: readonly (readonly Cell[])[];
  /** Indexes of the rows that are headings, from 0. */
  headings: readonly number[];
  /** How many of the first rows stay visible. */
  frozenRows: number;
}

/**
 * The bytes of an .xlsx file of several sheets, with formulas and their present values. Throws
 * `EXPORT_TOO_LARGE` for more rows than a sheet can hold.
 */
export function worksheetsBytes(worksheets: readonly Worksheet[]): Readable {
  const zip = new ZipFile();
  const names = worksheets.map(({ name }) => name);
  for (const [path, xml] of workbookFiles(names)) zip.addBuffer(Buffer.from(xml), path);
  for (const [index, { rows, headings, frozenRows }] of worksheets.entries()) {
    checkRows(rows.length);
    const isHeading = new Set(headings);
    const widest = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
    const full = [Array.from({ length: widest }, (): Cell => ({ kind: 'empty' })), ...rows];
    const xml = [
      worksheetHead(widthsOf(full), frozenRows),
      ...rows.map((cells, row) => rowXml(row + 1, cells, isHeading.has(row))),
      worksheetEnd,
    ];
    zip.addBuffer(Buffer.from(xml.join('')), worksheetPath(index));
  }
  zip.end();
  return zip.outputStream.pipe(new PassThrough());
}

function checkRows(count: number): void {
  if (count <= maxWorksheetRows) return;
  throw new AppError('EXPORT_TOO_LARGE', 'more rows than a sheet can hold', {
    values: { rows: maxWorksheetRows - 1 },
  });
}

async function* worksheetXml(
  titles: readonly string[],
  blocks: AsyncIterable<readonly (readonly Cell[])[]>,
  notes: () => readonly string[],
): AsyncGenerator<Buffer> {
  let number = 1;
  let begun = false;
  const heading = titles.map((text): Cell => ({ kind: 'text', text }));
  const begin = (first: readonly (readonly Cell[])[]) =>
    worksheetHead(widthsOf([heading, ...first])) + rowXml(number, heading, true);
  for await (const block of blocks) {
    const head = begun ? '' : begin(block);
    begun = true;
    checkRows(number + block.length);
    yield Buffer.from(head + block.map((cells) => rowXml(++number, cells)).join(''));
  }
  // Outside the filter: not a row of the list.
  const noteLines = noteRows(notes()).map((cells, index) => rowXml(number + 1 + index, cells));
  yield Buffer.from((begun ? '' : begin([])) + noteLines.join('') + worksheetTail(titles.length, number));
}

/** Notes as rows below the list, after an empty one. */
export function noteRows(notes: readonly string[]): readonly (readonly Cell[])[] {
  return notes.length === 0 ? [] : [[], ...notes.map((text): Cell[] => [{ kind: 'text', text }])];
}

/** The widest value of each column, in characters. */
function widthsOf(rows: readonly (readonly Cell[])[]): number[] {
  const columns = rows[0]?.length ?? 0;
  return Array.from({ length: columns }, (_, index) =>
    rows.reduce((widest, cells) => Math.max(widest, lengthOf(cells[index])), 0),
  );
}

function lengthOf(cell: Cell | undefined): number {
  switch (cell?.kind) {
    case 'text':
      return cell.text.length;
    case 'number':
      return String(cell.number).length;
    case 'formula':
      // With the points between its thousands.
      return Math.ceil((String(cell.value ?? '').length * 4) / 3);
    case 'day':
      return 10;
    case 'time':
      return 16;
    default:
      return 0;
  }
}
