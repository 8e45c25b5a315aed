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
  /** The text of each sheet, one row a line. */
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
    const { entries, worksheets } = openWorkbook(archive, budget);
    const texts = worksheets.map((rows) => Array.from(rows(), rowText).join('\n'));
    return workbookOf(texts, entries, {
      embedded: /^xl\/embeddings\/[^/]+$/,
      pictures: /^xl\/media\/[^/]+$/,
    });
  }
  if (!isOpenDocument(archive)) return undefined;
  const { entries, worksheets } = openSpreadsheet(archive, budget);
  // What another program put in has no folder; sheets and drawings have one.
  return workbookOf(worksheets, entries, { embedded: /^Object \d+$/, pictures: /^Pictures\/[^/]+$/ });
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
