import { AppError } from '../../shared/errors.ts';
import { formatDay } from '../../shared/model/dates.ts';
import { maxRegisterLength } from '../../shared/model/review.ts';
import { readRegister } from '../database/index.ts';
import { isCompoundFile, isEncryptedOffice } from '../lib/file-formats/compound-file.ts';
import { UnpackBudget } from '../lib/file-formats/unpack-budget.ts';
import { UnreadFileError } from '../lib/file-formats/unread-file-error.ts';
import {
  isWorkbook,
  openWorkbook,
  type WorksheetCell,
  type WorksheetRow,
  zipMark,
} from '../lib/file-formats/worksheets.ts';

/** Maximum rows of a sheet with content: a company's year of invoices has some ten thousand. */
const maxRegisterRows = 100_000;
/** The rows by which a sheet is recognised: reading all of them takes seconds. */
const maxHeadRows = 2_000;
/** Maximum sum of the unpacked parts, bytes. */
const maxUnpackedBytes = 256 * 1024 * 1024;

/** Whether a file begins as a workbook does, of any age. */
export function mayBeWorkbook(bytes: Buffer): boolean {
  return isCompoundFile(bytes) || bytes.subarray(0, zipMark.length).equals(zipMark);
}

/**
 * The text of a purchase register in a workbook, a row a line and its cells between tabs. It is the first
 * sheet with a line of issuer and number, else the first of a sales register. Throws `WORKBOOK_DAMAGED`,
 * `WORKBOOK_ENCRYPTED`, `WORKBOOK_OTHER_FORMAT`, `WORKBOOK_TOO_LARGE` and `WORKBOOK_WITHOUT_LINES`. Run it
 * only in a separate process: a crafted file may exhaust the memory.
 */
export function registerText(bytes: Buffer): string {
  try {
    return readWorksheets(bytes);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof UnreadFileError ? error.reason : 'damaged';
    if (reason === 'too-large') throw workbookTooLarge(error);
    if (reason === 'encrypted') throw new AppError('WORKBOOK_ENCRYPTED', 'the workbook has a password');
    // A parser throws arbitrary errors for what is damaged.
    throw new AppError('WORKBOOK_DAMAGED', 'the workbook is damaged', { cause: error });
  }
}

/** The error for a workbook of more rows, text or memory than is read. */
export function workbookTooLarge(cause: unknown): AppError {
  return new AppError('WORKBOOK_TOO_LARGE', 'the workbook is too large', {
    values: { rows: maxRegisterRows },
    cause,
  });
}

function readWorksheets(bytes: Buffer): string {
  if (!bytes.subarray(0, zipMark.length).equals(zipMark)) {
    if (isEncryptedOffice(bytes)) throw new UnreadFileError('encrypted');
    throw otherFormat();
  }
  if (!isWorkbook(bytes)) throw otherFormat();
  let ofSales: string | undefined;
  for (const open of openWorkbook(bytes, new UnpackBudget(maxUnpackedBytes)).worksheets) {
    const text = worksheetText(open().rows);
    const head = text.split('\n', maxHeadRows).join('\n');
    const { lines, isOfSales } = readRegister(head);
    if (lines.some(({ issuer, folio }) => issuer !== undefined && folio !== '')) return text;
    if (isOfSales) ofSales ??= text;
  }
  if (ofSales === undefined) throw new AppError('WORKBOOK_WITHOUT_LINES', 'no sheet has lines of a register');
  return ofSales;
}

/** The error for a file that is no workbook of Excel. */
export function otherFormat(): AppError {
  return new AppError('WORKBOOK_OTHER_FORMAT', 'the file is no workbook of Excel (.xlsx)');
}

/** A line keeps the number of its row. */
function worksheetText(rows: Iterable<WorksheetRow>): string {
  const lines: string[] = [];
  let [count, length] = [0, 0];
  for (const { number, cells } of rows) {
    const last = Math.max(...cells.keys());
    length += last;
    for (const cell of cells.values()) length += fieldOf(cell).length;
    count += 1;
    if (count > maxRegisterRows || length + number > maxRegisterLength)
      throw new UnreadFileError('too-large');
    while (lines.length < number - 1) lines.push('');
    lines.push(Array.from({ length: last + 1 }, (_, column) => fieldOf(cells.get(column))).join('\t'));
  }
  return lines.join('\n');
}

function fieldOf(cell: WorksheetCell | undefined): string {
  switch (cell?.kind) {
    case undefined:
      return '';
    case 'text':
      // A quote would join fields, a line end would divide the row.
      return cell.text.replace(/\s+/g, ' ').replaceAll('"', "'");
    case 'number':
      return amountText(cell.number);
    case 'day':
      return formatDay(cell.day);
    case 'time':
      return formatDay(cell.time.slice(0, 10));
  }
}

/**
 * A number with a decimal comma, as `parseAmount` reads it. Three decimals would be thousands: they get a
 * zero.
 */
function amountText(number: number): string {
  const [whole = '', decimals] = String(number).split('.');
  if (decimals === undefined) return whole;
  return `${whole},${decimals.length === 3 ? `${decimals}0` : decimals}`;
}
