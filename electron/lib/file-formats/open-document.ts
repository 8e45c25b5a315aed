import { formatDay, isDay } from '../../../shared/model/dates.ts';
import { shownWithValue } from './number-format.ts';
import type { UnpackBudget } from './unpack-budget.ts';
import { UnreadFileError } from './unread-file-error.ts';
import { zipMark } from './worksheets.ts';
import { elementTexts, plainCharacters } from './xml-elements.ts';
import { type ZipEntry, zipEntries } from './zip-entries.ts';

/** The types of OpenDocument begin like this (ODF 1.3, part 2, 3.3). */
const typesBegin = 'application/vnd.oasis.opendocument.';
const maxTypeBytes = 1024;
/** The value of a cell, beside the text that it shows of it or without one. */
const cellValue = /\soffice:(string-|date-)?value\s?=\s?(["'])([^"']{1,256})\2/;
/** What stands above and below printed pages; fields of it are other on each page. */
const headNames = ['header', 'footer'].flatMap((name) => [name, `${name}-left`, `${name}-first`]);
const headField = /<text:(sheet-name|page-number|page-count|date|time|title|file-name)[\s>][^<]{0,256}/g;

/** Whether a file is of OpenDocument (.ods, .odt). Throws where its archive is damaged. */
export function isOpenDocument(bytes: Buffer): boolean {
  if (!bytes.subarray(0, zipMark.length).equals(zipMark)) return false;
  const type = zipEntries(bytes).find(({ name }) => name === 'mimetype');
  try {
    return type?.read(maxTypeBytes).toString('latin1').startsWith(typesBegin) ?? false;
  } catch (error) {
    // Another kind of archive has a file of that name.
    if (error instanceof UnreadFileError) return false;
    throw error;
  }
}

/** A spreadsheet of OpenDocument. */
interface OpenDocumentSpreadsheet {
  entries: readonly ZipEntry[];
  /** The texts of each sheet and drawing, one row a line: as they are shown. */
  worksheets: readonly string[];
  /** The names of the sheets. */
  tabs: readonly string[];
  /** What stands above and below their printed pages. */
  heads: readonly string[];
}

/**
 * Opens a spreadsheet within a budget. Throws `UnreadFileError`, also for other documents, and arbitrary
 * errors where it is damaged. Repeated rows and cells are read once, whatever their number.
 */
export function openSpreadsheet(archive: Buffer, budget: UnpackBudget): OpenDocumentSpreadsheet {
  const entries = zipEntries(archive);
  const read = (entry: ZipEntry | undefined) =>
    entry ? budget.take((maxBytes) => entry.read(maxBytes)).toString('utf8') : '';
  const manifest = read(entries.find(({ name }) => name === 'META-INF/manifest.xml'));
  if (manifest.includes('encryption-data')) throw new UnreadFileError('encrypted');
  const content = read(entries.find(({ name }) => name === 'content.xml'));
  // Another prefix, or no sheets at all: nothing would be found below.
  if (!content.includes('<office:spreadsheet')) throw new UnreadFileError('unsupported');
  const drawn = entries.filter(({ name }) => /^[^/]+\/content\.xml$/.test(name)).map(read);
  const tabs = chunksOf(content, 'table:table').slice(1).map(nameOf);
  const heads = headsOf(read(entries.find(({ name }) => name === 'styles.xml')), content);
  return { entries, worksheets: [content, ...drawn].flatMap(sheetsOf), tabs, heads };
}

/** Once, however many pages have it; not of layouts that no sheet has. */
function headsOf(styles: string, content: string): string[] {
  const pages = chunksOf(styles, 'style:master-page').slice(1);
  const used = pages.filter((page) => {
    const [, , name = ''] =
      /\sstyle:name\s?=\s?(["'])(.{1,256}?)\1/.exec(page.slice(0, page.indexOf('>'))) ?? [];
    return name !== '' && content.includes(`style:master-page-name="${name}"`);
  });
  const heads = used.flatMap((page) =>
    headNames.flatMap((name) => elementTexts(withoutHidden(page), `style:${name}`)),
  );
  const lines = heads.flatMap((head) => elementTexts(head.replace(headField, '<text:span>'), 'text:p'));
  return [...new Set(lines.map((line) => paragraphText(line).trim()))].filter((line) => line !== '');
}

/** A page without the heads that are turned off. */
function withoutHidden(page: string): string {
  const [first = '', ...chunks] = page.split(/<style:(?=header|footer)/);
  const isShown = (chunk: string) =>
    !/\sstyle:display\s?=\s?["']false/.test(chunk.slice(0, chunk.indexOf('>')));
  return [first, ...chunks.filter(isShown)].join('<style:');
}

function nameOf(table: string): string {
  const [, , name = ''] =
    /\stable:name\s?=\s?(["'])(.{1,256}?)\1/.exec(table.slice(0, table.indexOf('>'))) ?? [];
  return plainCharacters(name);
}

function sheetsOf(content: string): string[] {
  return chunksOf(content, 'table:table').map((table) =>
    chunksOf(table, 'table:table-row')
      .map(rowText)
      .filter((row) => row !== '')
      .join('\n'),
  );
}

function rowText(row: string): string {
  return chunksOf(row, 'table:table-cell').map(cellText).filter(Boolean).join(' ');
}

/** What a cell shows, and drawings and notes in it. */
function cellText(cell: string): string {
  const paragraphs = elementTexts(cell, 'text:p').map(paragraphText).join(' ').trim();
  const [, kind, , value = ''] = cellValue.exec(cell.slice(0, cell.indexOf('>'))) ?? [];
  // Notes may stand before what the cell shows.
  if (paragraphs !== '' && (kind === 'string-' || value === '')) return paragraphs;
  const day = kind === 'date-' ? value.slice(0, 10) : '';
  const written = isDay(day) ? `${formatDay(day)} ${value.slice(11, 16)}`.trim() : plainCharacters(value);
  return shownWithValue(paragraphs, written);
}

/** The characters of a paragraph; blanks, tabs and line ends are elements. */
function paragraphText(paragraph: string): string {
  const [first = '', ...chunks] = paragraph.split('<');
  const texts = chunks.map((chunk) => {
    const text = chunk.slice(chunk.indexOf('>') + 1);
    return /^text:(?:s|tab|line-break)[\s/>]/.test(chunk) ? ` ${text}` : text;
  });
  return plainCharacters([first, ...texts].join(''));
}

/** What stands before the first element of this name, and from each up to the next. */
function chunksOf(xml: string, name: string): string[] {
  return xml.split(new RegExp(`<${name}(?=[\\s>/])`));
}
