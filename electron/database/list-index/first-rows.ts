import type { DatabaseSync } from 'node:sqlite';
import type { RowGroup } from '../../../shared/model/search.ts';
import { attempt } from '../damaged-rows.ts';
import { number, optionalText, parsed, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { type PageQuery, viewKey } from './list-index.ts';

/** The first rows of a sorted list, and the revision of the result set that they come from. */
export interface FirstRows {
  view: string;
  revision: number;
  position: number;
  total: number;
  groups?: readonly RowGroup[];
  ids: readonly number[];
}

/** Rows stored of a list's beginning: several screens. */
export const maxFirstRows = 300;

/** The stored first rows of a list, where they reach far enough and nothing has changed since. */
export function findFirstRows(database: DatabaseSync, set: Row, query: PageQuery): FirstRows | undefined {
  if (query.offset + query.limit > maxFirstRows) return undefined;
  // File statuses change without the result set.
  if (query.tokens.some(({ files }) => files.length > 0)) return undefined;
  const [revision, position] = [number(set, 'revision'), number(set, 'last_position')];
  const select =
    'SELECT * FROM first_rows WHERE result_set = ? AND view = ? AND revision = ? AND position = ?';
  const find = prepared(database, select);
  // Where damage hides them, the list itself is read.
  return attempt(database, () => {
    const row = find.get(number(set, 'id'), storedView(query), revision, position);
    return row && toFirstRows(row);
  });
}

/** Replaces the stored first rows of a list. */
export function saveFirstRows(
  database: DatabaseSync,
  resultSetId: string,
  { view, revision, position, total, groups, ids }: FirstRows,
): void {
  const insert = prepared(
    database,
    `INSERT OR REPLACE INTO first_rows (result_set, view, revision, position, total, groups, ids)
     SELECT id, ?, ?, ?, ?, ?, ? FROM result_set WHERE uuid = ?`,
  );
  const groupsJson = groups ? JSON.stringify(groups) : null;
  insert.run(view, revision, position, total, groupsJson, JSON.stringify(ids), resultSetId);
}

/** How a query's list, order, groups and filter are written in the column `view`. */
export function storedView({ list, ...query }: PageQuery): string {
  return `${list} ${viewKey(query)}`;
}

function toFirstRows(row: Row): FirstRows {
  const groups = optionalText(row, 'groups');
  return {
    view: text(row, 'view'),
    revision: number(row, 'revision'),
    position: number(row, 'position'),
    total: number(row, 'total'),
    ids: parsed<number[]>(text(row, 'ids')),
    ...(groups !== undefined && { groups: parsed<RowGroup[]>(groups) }),
  };
}
