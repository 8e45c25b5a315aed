import { formatDay } from '../../../shared/model/dates.ts';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { shownValue, shownWithValue } from '../../lib/file-formats/number-format.ts';
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
import { unreadReasonOf } from './unread-reason.ts';

/** What is in a workbook. */
interface Workbook {
  /** The text of each sheet, one row a line; then what is beside their cells. */
  worksheets: readonly string[];
  /** Files that were put into its sheets. */
  files: readonly AttachedFile[];
  /** Why words are missing: pictures may say more than sheets with few words; parts beside may be damaged. */
  unread: readonly UnreadReason[];
}

/**
 * Reads a workbook within a budget: one of Excel (.xlsx) or of OpenDocument (.ods), undefined for any other
 * file. Throws `UnreadFileError`, and arbitrary errors where it is damaged. A damaged part beside the cells
 * costs its own words alone.
 */
export function readWorkbook(archive: Buffer, budget: UnpackBudget): Workbook | undefined {
  if (isWorkbook(archive)) {
    const { entries, worksheets, tabs, notes } = openWorkbook(archive, budget);
    const [texts, heads]: [string[], Set<string>] = [[], new Set()];
    for (const open of worksheets) {
      const worksheet = open();
      texts.push(Array.from(worksheet.rows, rowText).join('\n'));
      for (const head of worksheet.heads) heads.add(head);
    }
    const { texts: said, unread } = readNotes(notes);
    const beside = [...namesOf(tabs), ...heads, ...said].filter((text) => text !== '').join('\n');
    const pictures = /^xl\/media\/[^/]+$/;
    const read = workbookOf([...texts, beside], entries, { embedded: /^xl\/embeddings\/[^/]+$/, pictures });
    return { ...read, unread: [...unread, ...read.unread] };
  }
  if (!isOpenDocument(archive)) return undefined;
  const { entries, worksheets, tabs, heads } = openSpreadsheet(archive, budget);
  // What another program put in has no folder; sheets and drawings have one.
  return workbookOf([...worksheets, [...namesOf(tabs), ...heads].join('\n')], entries, {
    embedded: /^Object \d+$/,
    pictures: /^Pictures\/[^/]+$/,
  });
}

function readNotes(notes: readonly (() => string[])[]): { texts: string[]; unread: UnreadReason[] } {
  const unread: UnreadReason[] = [];
  const texts = notes.flatMap((open) => {
    try {
      return open();
    } catch (error) {
      unread.push(unreadReasonOf(error));
      return [];
    }
  });
  return { texts, unread };
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
  const isUnread = hasPictures && isShortText(worksheets.join('\n'));
  return { worksheets, files, unread: isUnread ? ['no-text'] : [] };
}

function rowText({ cells }: WorksheetRow): string {
  return Array.from(cells.values(), cellText).join(' ');
}

function cellText(cell: WorksheetCell): string {
  const { format } = cell;
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return shownWithValue(format && shownValue(format, cell.number), String(cell.number));
    case 'day':
      return shownWithValue(format && shownValue(format, `${cell.day}T00:00:00`), formatDay(cell.day));
    case 'time': {
      const time = `${formatDay(cell.time.slice(0, 10))} ${cell.time.slice(11, 16)}`;
      return shownWithValue(format && shownValue(format, cell.time), time);
    }
  }
}
