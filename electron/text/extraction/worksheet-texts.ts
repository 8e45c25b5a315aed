import { elementTexts, plainCharacters } from './xml-text.ts';
import { type ZipEntry, zipEntries } from './zip-entries.ts';

/** Maximum size of one unpacked part, bytes. */
const maxPartBytes = 64 * 1024 * 1024;

/** Whether a ZIP archive is a workbook of Excel (.xlsx, .xlsm). Throws where the archive is damaged. */
export function isWorkbook(archive: Buffer): boolean {
  return zipEntries(archive).some(({ name }) => name === 'xl/workbook.xml');
}

/** The text of each sheet of a workbook, one row a line. Throws where it is damaged or too large. */
export function worksheetTexts(archive: Buffer): string[] {
  const entries = zipEntries(archive);
  const shared = sharedStrings(entries.find(({ name }) => name === 'xl/sharedStrings.xml'));
  return entries
    .filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map((entry) => rowsOf(markupOf(entry), shared));
}

function sharedStrings(entry: ZipEntry | undefined): string[] {
  if (!entry) return [];
  return elementTexts(markupOf(entry), 'si').map((item) =>
    elementTexts(item, 't').map(plainCharacters).join(''),
  );
}

/** The XML of a part. A program may write a prefix before each name of the format: it is left out. */
function markupOf(entry: ZipEntry): string {
  const xml = entry.read(maxPartBytes).toString('utf8');
  const [, prefix = ''] = /<([\w.-]{1,40}:)(?:worksheet|sst)[\s>]/.exec(xml.slice(0, 4096)) ?? [];
  return prefix === '' ? xml : xml.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</');
}

function rowsOf(worksheet: string, shared: readonly string[]): string {
  return elementTexts(worksheet, 'row')
    .map((row) => cellsOf(row, shared).join(' '))
    .filter((line) => line !== '')
    .join('\n');
}

function cellsOf(row: string, shared: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of row.split(/<c(?=[\s>/])/).slice(1)) {
    const [value = ''] = elementTexts(cell, 'v');
    const isShared = /^[^>]*\st="s"/.test(cell);
    const written = isShared ? shared[Number(value)] : value || elementTexts(cell, 't').join('');
    if (written) cells.push(isShared ? written : plainCharacters(written));
  }
  return cells;
}
