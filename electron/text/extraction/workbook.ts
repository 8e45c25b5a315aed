import { formatDay } from '../../../shared/model/dates.ts';
import type { UnpackBudget } from '../../lib/file-formats/unpack-budget.ts';
import { openWorkbook, type WorksheetCell, type WorksheetRow } from '../../lib/file-formats/worksheets.ts';
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

/** Reads a workbook within a budget. Throws `UnreadFileError`, and arbitrary errors where it is damaged. */
export function readWorkbook(archive: Buffer, budget: UnpackBudget): Workbook {
  const { entries, worksheets } = openWorkbook(archive, budget);
  const texts = worksheets.map((rows) => Array.from(rows(), rowText).join('\n'));
  const files = entries
    .filter(({ name }) => /^xl\/embeddings\/[^/]+$/.test(name))
    .map((entry) => ({
      name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
      read: async (ofFiles: UnpackBudget) => ofFiles.take((maxBytes) => entry.read(maxBytes)),
    }));
  const hasPictures = entries.some(({ name }) => /^xl\/media\/[^/]+$/.test(name));
  return { worksheets: texts, files, hasUnreadPictures: hasPictures && isShortText(texts.join('\n')) };
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
