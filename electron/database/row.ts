import type { SQLOutputValue, StatementSync } from 'node:sqlite';
import { AppError, type ErrorData } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/model/json.ts';

/** A row as the database gives it, read column by column with the type that the tables promise. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

/** The text in a column. Throws `UNEXPECTED` where the tables promise text and hold none. */
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

/** The number in a column. Throws `UNEXPECTED` where the tables promise one and hold none. */
export function number(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw new AppError('UNEXPECTED', `column ${column} holds no number`);
}

/** JSON that the store wrote itself, as the type it wrote. */
export function parsed<T = JsonObject>(json: string): T {
  return JSON.parse(json) as T;
}

/**
 * The error in a column; `UNEXPECTED` where it cannot be read: damage costs what was known of a failure, and
 * nothing else.
 */
export function errorIn(row: Row, column: string): ErrorData {
  try {
    const stored = parsed<ErrorData>(text(row, column));
    if (typeof stored.code === 'string') return stored;
  } catch {
    // It is damaged in another way.
  }
  return { code: 'UNEXPECTED', message: `the error in column ${column} cannot be read` };
}

/** The error in a column, or undefined for NULL. */
export function optionalError(row: Row, column: string): ErrorData | undefined {
  return optionalText(row, column) === undefined ? undefined : errorIn(row, column);
}

/** The error of a row that is damaged, by the id of what it holds. */
export function rowUnreadable(what: string, id: string): ErrorData {
  return { code: 'ROW_UNREADABLE', message: `${what} ${id} cannot be read`, values: { id } };
}

/** The error of a list that lacks so many rows, because they are damaged. */
export function rowsUnreadable(count: number): AppError {
  return new AppError('ROW_UNREADABLE', `${count} rows of a list cannot be read`, { values: { count } });
}

/**
 * SQL for a column of JSON, NULL where it cannot be read: the functions of JSON fail a whole query for one
 * damaged row.
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
