import { formatDay } from '../../../shared/model/dates.ts';
import { isOpenDocument, openSpreadsheet } from '../../lib/file-formats/open-document.ts';
import type { UnpackBudget } from '../../lib/file-formats/unpack-budget.ts';
import {
  isWorkbook,
  openWorkbook,
  type WorksheetCell,
  type WorksheetRow,
} from '../../lib/file-formats/worksheets.ts';
import type { ZipEntry } from '../../lib/file-formats/zip-entries.ts';
import type { AttachedFile } from './attached-file.ts';
import { isShortText } from './needs-ocr.ts';

/** What is in a workbook. */
interface Workbook {
  /** The text of each sheet, one row a line; then what is beside their cells. */
  worksheets: readonly string[];
  /** Files that were put into its sheets. */
  files: readonly AttachedFile[];
  /** Whether its pictures may say more than its sheets, which have few words. */
  hasUnreadPictures: boolean;
}

/**
 * Reads a workbook within a budget: one of Excel (.xlsx) or of OpenDocument (.ods), undefined for any other
 * file. Throws `UnreadFileError`, and arbitrary errors where it is damaged.
 */
export function readWorkbook(archive: Buffer, budget: UnpackBudget): Workbook | undefined {
  if (isWorkbook(archive)) {
    const { entries, worksheets, tabs, listNotes } = openWorkbook(archive, budget);
    const [texts, heads]: [string[], Set<string>] = [[], new Set()];
    for (const open of worksheets) {
      const worksheet = open();
      texts.push(Array.from(worksheet.rows, rowText).join('\n'));
      for (const head of worksheet.heads) heads.add(head);
    }
    const beside = [...namesOf(tabs), ...heads, ...listNotes()].filter((text) => text !== '');
    return workbookOf([...texts, beside.join('\n')], entries, {
      embedded: /^xl\/embeddings\/[^/]+$/,
      pictures: /^xl\/media\/[^/]+$/,
    });
  }
  if (!isOpenDocument(archive)) return undefined;
  const { entries, worksheets, tabs } = openSpreadsheet(archive, budget);
  // What another program put in has no folder; sheets and drawings have one.
  return workbookOf([...worksheets, namesOf(tabs).join('\n')], entries, {
    embedded: /^Object \d+$/,
    pictures: /^Pictures\/[^/]+$/,
  });
}

/** The names of sheets that a person gave: those of a program say nothing. */
function namesOf(tabs: readonly string[]): string[] {
  return tabs.filter((name) => !/^(?:Hoja|Sheet) ?\d{1,3}$/.test(name));
}

function workbookOf(
  worksheets: readonly string[],
  entries: readonly ZipEntry[],
  { embedded, pictures }: { embedded: RegExp; pictures: RegExp },
): Workbook {
  const files = entries
    .filter(({ name }) => embedded.test(name))
    .map((entry) => ({
      name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
      read: async (budget: UnpackBudget) => budget.take((maxBytes) => entry.read(maxBytes)),
    }));
  const hasPictures = entries.some(({ name }) => pictures.test(name));
  return { worksheets, files, hasUnreadPictures: hasPictures && isShortText(worksheets.join('\n')) };
}

function rowText({ cells }: WorksheetRow): string {
  return Array.from(cells.values(), cellText).join(' ');
}

function cellText(cell: WorksheetCell): string {
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return String(cell.number);
    case 'day':
      return formatDay(cell.day);
    case 'time':
      return `${formatDay(cell.time.slice(0, 10))} ${cell.time.slice(11, 16)}`;
  }
}
