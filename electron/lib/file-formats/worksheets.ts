import { addDays } from '../../../shared/model/dates.ts';
import type { Cell } from '../worksheet-cell.ts';
import { builtInFormats } from './number-format.ts';
import type { UnpackBudget } from './unpack-budget.ts';
import { elementTexts, plainCharacters } from './xml-elements.ts';
import { type ZipEntry, zipEntries } from './zip-entries.ts';

/** A cell with content; of a formula it is the value. `format`: the code by which its number is shown. */
export type WorksheetCell = Exclude<Cell, { kind: 'empty' | 'formula' }> & { format?: string };

/** A row of a sheet with content. */
export interface WorksheetRow {
  /** From 1. */
  number: number;
  /** Its cells that are not empty, by column from 0. */
  cells: ReadonlyMap<number, WorksheetCell>;
}

/** A file in the format of Excel's workbooks. */
interface WorkbookFile {
  /** All files of its archive. */
  entries: readonly ZipEntry[];
  /** Each sheet, in the order of its tabs; it is unpacked when it is called. */
  worksheets: readonly (() => Worksheet)[];
  /** The names of the tabs. */
  tabs: readonly string[];
  /** Its parts with comments, shapes and charts; each is unpacked, and gives its texts, when it is called. */
  notes: readonly (() => string[])[];
}

interface Worksheet {
  rows: Iterable<WorksheetRow>;
  /** What stands above and below its printed pages. */
  heads: readonly string[];
}

/** The beginning of a ZIP archive, as a workbook is one. */
export const zipMark = Buffer.from('PK\x03\x04', 'latin1');
/** Maximum rows and columns of a sheet (Excel specifications and limits). */
const [maxRows, maxColumns] = [1_048_576, 16_384];
/** The last day that a cell may have, 9999-12-31. */
const maxSerial = 2_958_465;
const secondsOfDay = 86_400;
/** Maximum length of a format's code, UTF-16 units. */
const maxFormatLength = 255;
const [reference, cellType, cellStyle, formatId] = [
  attribute('r'),
  attribute('t'),
  attribute('s'),
  attribute('numFmtId'),
];

/** Whether a file is a workbook of Excel (.xlsx, .xlsm). Throws where its archive is damaged. */
export function isWorkbook(bytes: Buffer): boolean {
  if (!bytes.subarray(0, zipMark.length).equals(zipMark)) return false;
  return zipEntries(bytes).some(({ name }) => name === 'xl/workbook.xml');
}

/**
 * Opens a workbook within a budget. Throws `UnreadFileError`, and arbitrary errors where it is damaged; so
 * does the reading of a sheet. Run it only in a separate process: a crafted file may exhaust the memory.
 */
export function openWorkbook(archive: Buffer, budget: UnpackBudget): WorkbookFile {
  const entries = zipEntries(archive);
  const markup = (path: string) => {
    const entry = entries.find(({ name }) => name === path);
    return entry ? markupOf(entry, budget) : '';
  };
  const workbook = markup('xl/workbook.xml');
  const means = {
    strings: elementTexts(markup('xl/sharedStrings.xml'), 'si').map((item) => richText(item)),
    formats: cellFormats(markup('xl/styles.xml')),
    // ECMA-376, 18.17.4.1: another first day, of early Macintosh computers.
    firstDay: /^(?:1|true)$/.test(attributeOf(tags(workbook, 'workbookPr')[0], attribute('date1904')))
      ? '1904-01-01'
      : '1899-12-30',
  };
  const tabs = tabPaths(workbook, markup('xl/_rels/workbook.xml.rels'));
  const rank = ({ name }: ZipEntry) => (tabs.includes(name) ? tabs.indexOf(name) : tabs.length);
  const worksheets = entries
    .filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map((entry) => () => {
      const xml = markupOf(entry, budget);
      return { rows: rowsOf(xml, means), heads: headsOf(xml) };
    });
  const names = tags(workbook, 'sheet').map((tag) => attributeOf(tag, attribute('name')));
  return { entries, worksheets, tabs: names, notes: notesOf(entries, budget) };
}

/** Comments have runs of text; drawings and charts have paragraphs of them. */
const noteKinds = [
  { path: /^xl\/(?:comments\/)?comments?\d*\.xml$/, element: 'text', run: 't' },
  { path: /^xl\/(?:drawings|charts)\/[^/]+\.xml$/, element: 'a:p', run: 'a:t' },
];

function notesOf(entries: readonly ZipEntry[], budget: UnpackBudget): (() => string[])[] {
  return noteKinds.flatMap(({ path, element, run }) =>
    entries
      .filter(({ name }) => path.test(name))
      .map((entry) => () => {
        const items = elementTexts(markupOf(entry, budget), element);
        return items.map((item) => richText(item, run));
      }),
  );
}

/** Without codes of fonts, colours and fields, and once where printed pages differ (ECMA-376, 18.3.1.46). */
function headsOf(worksheet: string): string[] {
  const heads = ['odd', 'even', 'first'].flatMap((pages) =>
    ['Header', 'Footer'].flatMap((kind) => elementTexts(worksheet, `${pages}${kind}`)),
  );
  return [...new Set(heads.map((head) => plainCharacters(head).replace(headCode, ' ').trim()))];
}

const headCode = /&(?:"[^"]*"|K[\dA-F]{6}|\d{1,3}|[A-Z])/gi;

/** What the cells of all sheets refer to. */
interface CellMeans {
  strings: readonly string[];
  /** How styles show a number, by their index. */
  formats: readonly CellFormat[];
  firstDay: string;
}

/** The XML of a part. A program may write a prefix before each name of the format: it is left out. */
function markupOf(entry: ZipEntry, budget: UnpackBudget): string {
  const xml = budget.take((maxBytes) => entry.read(maxBytes)).toString('utf8');
  const root = /<([\w.-]{1,40}:)(?:worksheet|sst|workbook|styleSheet|Relationships|comments)[\s>]/;
  const [, prefix = ''] = root.exec(xml.slice(0, 4096)) ?? [];
  return prefix === '' ? xml : xml.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');
}

/** The paths of the sheets in the order of their tabs. */
function tabPaths(workbook: string, relations: string): string[] {
  const targets = new Map(
    tags(relations, 'Relationship').map((tag) => [
      attributeOf(tag, attribute('Id')),
      attributeOf(tag, attribute('Target')),
    ]),
  );
  return tags(workbook, 'sheet').map((tag) => {
    const target = targets.get(attributeOf(tag, attribute('[\\w.-]{1,40}:id'))) ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  });
}

/** How a style shows a number: as a day or time, or by a code, which a plain number has not. */
interface CellFormat {
  isDate: boolean;
  code?: string;
}

function cellFormats(styles: string): CellFormat[] {
  const custom = new Map(
    tags(styles, 'numFmt').map((tag) => [
      attributeOf(tag, formatId),
      attributeOf(tag, attribute('formatCode')),
    ]),
  );
  const [formats = ''] = elementTexts(styles, 'cellXfs');
  return tags(formats, 'xf').map((tag) => {
    const id = attributeOf(tag, formatId);
    const code = (custom.get(id) ?? builtInFormats[Number(id)])?.slice(0, maxFormatLength);
    return code === undefined ? { isDate: false } : { isDate: isDateFormat(code), code };
  });
}

/**
 * Whether a format's code has a part of a day, outside of its texts, colours and single characters. One that
 * counts more than 24 hours has none.
 */
function isDateFormat(code: string): boolean {
  // What is opened and never closed goes up to the end: looked for once, however often it is opened.
  const [first = ''] = code.replace(/"[^"]*(?:"|$)|\[[^\]]*(?:\]|$)|[\\_*]./g, '').split(';');
  return /[dmy]/i.test(first) && !/\[(?:h|m|s){1,9}\]/i.test(code);
}

function* rowsOf(worksheet: string, means: CellMeans): Generator<WorksheetRow> {
  let number = 0;
  for (const chunk of worksheet.split(/<row(?=[\s>/])/).slice(1)) {
    const tag = chunk.slice(0, chunk.indexOf('>'));
    const written = Number(attributeOf(tag, reference));
    // Where it is none, as some programs write, the row follows the one before.
    number = written > number && written <= maxRows ? written : number + 1;
    const cells = cellsOf(chunk, means);
    if (cells.size > 0) yield { number, cells };
  }
}

function cellsOf(row: string, means: CellMeans): Map<number, WorksheetCell> {
  const cells = new Map<number, WorksheetCell>();
  let column = -1;
  for (const chunk of row.split(/<c(?=[\s>/])/).slice(1)) {
    const end = chunk.indexOf('>');
    const tag = chunk.slice(0, end);
    const written = columnOf(attributeOf(tag, reference));
    column = written > column && written < maxColumns ? written : column + 1;
    const cell = tag.endsWith('/') ? undefined : cellOf(tag, chunk.slice(end + 1), means);
    if (cell) cells.set(column, cell);
  }
  return cells;
}

/** The column of a reference such as `AB12`, from 0; -1 where there is none. */
function columnOf(cell: string): number {
  const [letters = ''] = /^[A-Z]{1,3}/.exec(cell) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Undefined for a cell that shows nothing, or an error. */
function cellOf(
  tag: string,
  content: string,
  { strings, formats, firstDay }: CellMeans,
): WorksheetCell | undefined {
  const [value = ''] = elementTexts(content, 'v');
  switch (attributeOf(tag, cellType)) {
    case 's':
      return text(strings[Number(value)] ?? '');
    case 'inlineStr':
      return text(richText(content) || writtenText(value));
    case 'str':
    case 'd':
      return text(writtenText(value));
    case 'b':
      return value === '' ? undefined : text(value === '1' || value === 'true' ? 'VERDADERO' : 'FALSO');
    case 'e':
      return undefined;
  }
  const number = Number(value);
  if (value === '' || !Number.isFinite(number)) return text(plainCharacters(value));
  // Spreadsheets have fifteen digits; what is behind them is binary error.
  const shown = Number(number.toPrecision(15));
  const { isDate, code } = formats[Number(attributeOf(tag, cellStyle) || 0)] ?? { isDate: false };
  const isDay = isDate && shown >= 0 && shown <= maxSerial;
  const cell: WorksheetCell = isDay ? dateCell(shown, firstDay) : { kind: 'number', number: shown };
  return code === undefined ? cell : { ...cell, format: code };
}

function dateCell(serial: number, firstDay: string): WorksheetCell {
  const total = Math.round(serial * secondsOfDay);
  const day = addDays(firstDay, Math.floor(total / secondsOfDay));
  if (total % secondsOfDay === 0) return { kind: 'day', day };
  const time = new Date((total % secondsOfDay) * 1000).toISOString().slice(11, 19);
  // A time of no day.
  return serial < 1 ? { kind: 'text', text: time.slice(0, 5) } : { kind: 'time', time: `${day}T${time}` };
}

function text(written: string): WorksheetCell | undefined {
  return written.trim() === '' ? undefined : { kind: 'text', text: written };
}

/** The texts of an item, which may be several with a look of their own. */
function richText(item: string, run = 't'): string {
  // What is written above characters, to pronounce them.
  const plain = item.includes('<rPh') ? item.replace(/<rPh[\s>][\s\S]*?(?:<\/rPh>|$)/g, '') : item;
  return elementTexts(plain, run).map(writtenText).join('');
}

/** Text with the references of XML and the escapes of the format (ECMA-376, 22.9.2.19) replaced. */
function writtenText(escaped: string): string {
  return plainCharacters(escaped).replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** What stands in each tag of this name. */
function tags(xml: string, name: string): string[] {
  return xml
    .split(new RegExp(`<${name}(?=[\\s>/])`))
    .slice(1)
    .map((chunk) => chunk.slice(0, chunk.indexOf('>')));
}

/** An attribute of a tag; `''` where it has none. */
function attributeOf(tag: string | undefined, attribute: RegExp): string {
  const [, , value = ''] = attribute.exec(tag ?? '') ?? [];
  return plainCharacters(value);
}

function attribute(name: string): RegExp {
  return new RegExp(`\\s${name}\\s?=\\s?(["'])(.*?)\\1`, 's');
}
