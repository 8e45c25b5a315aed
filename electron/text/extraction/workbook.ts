import type { AttachedFile } from './attached-file.ts';
import { isShortText } from './needs-ocr.ts';
import type { UnpackBudget } from './unpack-budget.ts';
import { elementTexts, plainCharacters } from './xml-text.ts';
import { type ZipEntry, zipEntries } from './zip-entries.ts';

const zipMark = Buffer.from('PK\x03\x04', 'latin1');

/** Whether a file is a workbook of Excel (.xlsx, .xlsm). Throws where its archive is damaged. */
export function isWorkbook(bytes: Buffer): boolean {
  if (!bytes.subarray(0, zipMark.length).equals(zipMark)) return false;
  return zipEntries(bytes).some(({ name }) => name === 'xl/workbook.xml');
}

/** What is in a workbook. */
interface Workbook {
  /** The text of each sheet, one row a line. */
  worksheets: readonly string[];
  /** Files that were put into its sheets. */
  files: readonly AttachedFile[];
  /** Whether its pictures may say more than its sheets, which have few words. */
  hasUnreadPictures: boolean;
}

/** Reads a workbook within a budget. Throws `UnreadFileError`, and arbitrary errors where it is damaged. */
export function readWorkbook(archive: Buffer, budget: UnpackBudget): Workbook {
  const entries = zipEntries(archive);
  const strings = entries.find(({ name }) => name === 'xl/sharedStrings.xml');
  const shared = strings ? sharedStrings(markupOf(strings, budget)) : [];
  const worksheets = entries
    .filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map((entry) => rowsOf(markupOf(entry, budget), shared));
  const files = entries
    .filter(({ name }) => /^xl\/embeddings\/[^/]+$/.test(name))
    .map((entry) => ({
      name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
      read: async (ofFiles: UnpackBudget) => ofFiles.take((maxBytes) => entry.read(maxBytes)),
    }));
  const hasPictures = entries.some(({ name }) => /^xl\/media\/[^/]+$/.test(name));
  return { worksheets, files, hasUnreadPictures: hasPictures && isShortText(worksheets.join('\n')) };
}

function sharedStrings(markup: string): string[] {
  return elementTexts(markup, 'si').map((item) => elementTexts(item, 't').map(plainCharacters).join(''));
}

/** The XML of a part. A program may write a prefix before each name of the format: it is left out. */
function markupOf(entry: ZipEntry, budget: UnpackBudget): string {
  const xml = budget.take((maxBytes) => entry.read(maxBytes)).toString('utf8');
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
