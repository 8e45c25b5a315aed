import type { SQLOutputValue, StatementSync } from 'node:sqlite';
import { AppError, type ErrorData } from '../../shared/errors.ts';
import type { DocumentKey } from '../../shared/model/document.ts';
import type { JsonObject } from '../../shared/model/json.ts';

/** A database row, read column by column with the type that the schema promises. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** The text in a column. Throws `UNEXPECTED` where it is not text. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  throw new AppError('UNEXPECTED', `column ${column} holds no text`);
}

/** The text in a column, or undefined for NULL. */
export function optionalText(row: Row, column: string): string | undefined {
  const value = row[column];
  return typeof value === 'string' ? value : undefined;
}

/** The number in a column. Throws `UNEXPECTED` where it is not a number. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw new AppError('UNEXPECTED', `column ${column} holds no number`);
}

/** The document of a row, by the columns that name it in each table. */
export function documentKeyOf(row: Row): DocumentKey {
  return { connectionId: text(row, 'connection_id'), id: text(row, 'document_id') };
}

/** JSON that the app wrote, as the type it wrote. */
export function parsed<T = JsonObject>(json: string): T {
  return JSON.parse(json) as T;
}

/** The error in a column; `UNEXPECTED` where it cannot be read, so that damage loses only the error. */
export function errorIn(row: Row, column: string): ErrorData {
  try {
    const stored = parsed<ErrorData>(text(row, column));
    if (typeof stored.code === 'string') return stored;
  } catch {
    // Invalid JSON is damage too.
  }
  return { code: 'UNEXPECTED', message: `the error in column ${column} cannot be read` };
}

/** The error in a column, or undefined for NULL. */
export function optionalError(row: Row, column: string): ErrorData | undefined {
  return optionalText(row, column) === undefined ? undefined : errorIn(row, column);
}

/** The error for a damaged row, by the id of its content. */
export function rowUnreadable(what: string, id: string): ErrorData {
  return { code: 'ROW_UNREADABLE', message: `${what} ${id} cannot be read`, values: { id } };
}

/** The error for a list without `count` damaged rows. */
export function rowsUnreadable(count: number): AppError {
  return new AppError('ROW_UNREADABLE', `${count} rows of a list cannot be read`, { values: { count } });
}

/**
 * SQL for a JSON column, NULL where it is invalid: SQLite's JSON functions fail a whole query for one damaged
 * row.
 */
export function readable(column: string): string {
  return `CASE WHEN json_valid(${column}) THEN ${column} END`;
}

/** The first column of the first row as a number, or undefined when there is no row or it is NULL. */
export function numberOf(statement: StatementSync, ...input: (string | number | null)[]): number | undefined {
  const row = statement.get(...input);
  const value = row && Object.values(row)[0];
  return typeof value === 'number' ? value : undefined;
}
