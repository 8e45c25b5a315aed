import type { DatabaseSync } from 'node:sqlite';
import { writtenDay } from '../../../shared/model/dates.ts';
import type { DocumentKey, StoredDocument } from '../../../shared/model/document.ts';
import type { TextFilter } from '../../../shared/model/text-search.ts';
import { attempt, readInHalves, readRow } from '../damaged-rows.ts';
import { documentKeyOf, number, optionalText, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import type { IndexableFile } from '../text-index/text-index-queries.ts';
import { documentReader } from './document-rows.ts';

const columns = `k.holding, k.connection_id, k.document_id, k.path, k.away, h.sha256, h.size`;
const newest = `FROM known_file k JOIN holding h ON h.id = k.holding
  WHERE k.is_absent = 0 AND NOT EXISTS (
    SELECT 1 FROM holding n WHERE n.connection_id = k.connection_id AND n.document_id = k.document_id
      AND n.id > k.holding AND n.is_absent = 0)
  AND EXISTS (SELECT 1 FROM connection c JOIN document d ON d.connection = c.id AND d.document_id = k.document_id
    WHERE c.uuid = k.connection_id)`;

/**
 * The newest file of each document that is stored and has one, by file, at most `limit` after the file
 * `after`. Files that cannot be read from the database are left out and counted. `next` is absent at the end.
 */
export function listIndexableFiles(
  database: DatabaseSync,
  after: number,
  limit: number,
): { files: IndexableFile[]; unreadable: number; next?: number } {
  const ids = prepared(database, 'SELECT id FROM holding WHERE id > ? ORDER BY id LIMIT ?')
    .all(after, limit)
    .map((row) => number(row, 'id'));
  const last = ids.at(-1);
  if (last === undefined) return { files: [], unreadable: 0 };
  const sql = `SELECT ${columns} ${newest} AND k.holding > ? AND k.holding <= ? ORDER BY k.holding`;
  const one = (id: number) => {
    const row = prepared(database, `SELECT ${columns} ${newest} AND k.holding = ?`).get(id);
    return row && toIndexableFile(row);
  };
  const files =
    attempt(database, () => prepared(database, sql).all(after, last).map(toIndexableFile)) ??
    ids.map((id) => readRow(database, id, [one]));
  return {
    files: files.filter((file) => file !== null && file !== undefined),
    unreadable: files.filter((file) => file === null).length,
    ...(ids.length === limit && { next: last }),
  };
}

function toIndexableFile(row: Row): IndexableFile {
  return {
    ...documentKeyOf(row),
    path: text(row, 'path'),
    sha256: text(row, 'sha256'),
    size: number(row, 'size'),
    isAway: text(row, 'away') !== '',
  };
}

/** SQL: the documents of keys, `?1`, beside the parts of a filter that need no document to be read. */
const filtered = `FROM json_each(?1) j CROSS JOIN connection c ON c.uuid = j.value ->> 'connectionId'
  CROSS JOIN document d ON d.connection = c.id AND d.document_id = j.value ->> 'id'
  WHERE (?2 IS NULL OR EXISTS (SELECT 1 FROM result_set s JOIN result_document m ON m.result_set = s.id
    WHERE s.uuid = ?2 AND m.document = d.id))
  AND (?3 IS NULL OR c.uuid IN (SELECT value FROM json_each(?3)))
  AND (?4 IS NULL OR d.rut IN (SELECT value FROM json_each(?4)))
  AND (?5 IS NULL OR d.type IN (SELECT value FROM json_each(?5)))`;

/** The values of `filtered`. */
function filterValues(keys: readonly DocumentKey[], filter: TextFilter): (string | null)[] {
  const { resultSetId = null, connectionIds, ruts, types } = filter;
  const lists = [connectionIds, ruts, types].map((list) => (list ? JSON.stringify(list) : null));
  return [JSON.stringify(keys), resultSetId, ...lists];
}

/**
 * The documents of these keys that a filter lets through, in this order, and the row ids of those that cannot
 * be read.
 */
export function listTextDocuments(
  database: DatabaseSync,
  keys: readonly DocumentKey[],
  filter: TextFilter,
): { documents: StoredDocument[]; unreadable: number[] } {
  const readDocument = documentReader(database);
  const ids = prepared(database, `SELECT d.id ${filtered} ORDER BY j.key`);
  const documents: StoredDocument[] = [];
  const unreadable: number[] = [];
  for (const row of ids.all(...filterValues(keys, filter))) {
    const document = readDocument(number(row, 'id'));
    if (document === null) unreadable.push(number(row, 'id'));
    else if (document && isIssuedWithin(document.issueDate, filter)) documents.push(document);
  }
  return { documents, unreadable };
}

const typeAndDay = `SELECT j.key, d.type, CASE WHEN ?6 = 1 THEN (
  SELECT b.fields ->> 'issueDate' FROM document_body b WHERE b.document = d.id) END AS issued ${filtered}`;

/** How many documents of these keys a filter lets through, by type, without those that cannot be read. */
export function countTextDocuments(
  database: DatabaseSync,
  keys: readonly DocumentKey[],
  filter: TextFilter,
): { type: string; documents: number }[] {
  const hasDays = filter.from !== undefined || filter.to !== undefined;
  const documents = readInHalves(database, keys, (part) => {
    const rows = prepared(database, typeAndDay).all(...filterValues(part, filter), hasDays ? 1 : 0);
    const byKey = new Map(rows.map((row) => [number(row, 'key'), row]));
    return part.map((_, index) => byKey.get(index) ?? null);
  });
  const passing = documents.flatMap((row) =>
    row && isIssuedWithin(optionalText(row, 'issued') ?? '', filter) ? [text(row, 'type')] : [],
  );
  return [...Map.groupBy(passing, (type) => type)].map(([type, all]) => ({ type, documents: all.length }));
}

function isIssuedWithin(issueDate: string, { from, to }: TextFilter): boolean {
  if (from === undefined && to === undefined) return true;
  const day = writtenDay(issueDate);
  return day !== undefined && (from === undefined || day >= from) && (to === undefined || day <= to);
}
