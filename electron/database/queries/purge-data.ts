import type { DatabaseSync } from 'node:sqlite';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { WordsQuery } from '../../../shared/model/text-search.ts';
import { number, parsed, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { deleteOrphans } from './expired-data.ts';

/** What to purge: a connection, a client, or a client at one connection. */
export interface PurgeScope {
  connectionId?: string;
  rut?: Rut;
}

/** The parameters ?1 and ?2 of a condition on a scope. */
export function scopeInput({ connectionId, rut }: PurgeScope): [string | null, string | null] {
  return [connectionId ?? null, rut ?? null];
}

const inScope = `(?1 IS NULL OR connection = (SELECT id FROM connection WHERE uuid = ?1)) AND (?2 IS NULL OR rut = ?2)`;
const taskInScope = `(?1 IS NULL OR connection = ?1)
  AND (?2 IS NULL OR rut = ?2 OR found_rut = ?2 OR ?2 IN (SELECT value FROM json_each(walk.ruts)))`;
const deleteDocumentsSql = `DELETE FROM document WHERE id IN
  (SELECT id FROM document WHERE ${inScope} OR dispatch IN (SELECT id FROM dispatch WHERE ${inScope}) LIMIT ?3)`;

/** A client's pin names no agency: it stays while another agency has the client. */
const unpinClientSql = `DELETE FROM pin WHERE connection_id = '' AND rut = ?1
  AND NOT EXISTS (SELECT 1 FROM dispatch WHERE rut = ?1) AND NOT EXISTS (SELECT 1 FROM document WHERE rut = ?1)`;

/** Deletes some documents of a client or a connection; returns how many, 0 when there are no more. */
export function purgeDocuments(database: DatabaseSync, scope: PurgeScope, maxRows: number): number {
  return transaction(database, () =>
    Number(database.prepare(deleteDocumentsSql).run(...scopeInput(scope), maxRows).changes),
  );
}

/**
 * Deletes the rest of a client or a connection, narrows the queries that named it, and overwrites deleted
 * content, in the log too. Call it when `purgeDocuments` returns 0. Returns whether nothing is left:
 * another process that reads may block the log.
 */
export function purgeRest(database: DatabaseSync, scope: PurgeScope): boolean {
  transaction(database, () => {
    narrowQueries(database, scope);
    // Documents that a running search added meanwhile.
    database.prepare(deleteDocumentsSql).run(...scopeInput(scope), -1);
    database.prepare(`DELETE FROM dispatch WHERE ${inScope}`).run(...scopeInput(scope));
    if (scope.rut !== undefined) database.prepare(unpinClientSql).run(scope.rut);
    // They name clients and dispatches, and are cheap to recreate.
    database.exec(
      "DELETE FROM first_rows; DELETE FROM home_count; DELETE FROM refused_client; DELETE FROM job WHERE kind = 'background-fetch'",
    );
    deleteOrphans(database);
    if (scope.connectionId !== undefined && scope.rut === undefined) {
      prepared(database, 'DELETE FROM connection WHERE uuid = ?').run(scope.connectionId);
    }
    recountResultSets(database);
  });
  // The log still holds pages that secure_delete overwrote, until it is truncated.
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  return checkpoint?.['busy'] === 0;
}

function recountResultSets(database: DatabaseSync): void {
  database.exec(`
    UPDATE result_set SET revision = revision + 1,
      documents = (SELECT count(*) FROM result_document WHERE result_set = result_set.id);
    UPDATE result_dispatch SET (documents, with_file) =
      (SELECT count(*), count(*) FILTER (WHERE d.file = 'available') FROM document d
       CROSS JOIN result_document m ON m.result_set = result_dispatch.result_set AND m.document = d.id
       WHERE d.dispatch = result_dispatch.dispatch AND d.gone_at IS NULL);
  `);
}

/** Removes a client or a connection from every query; queries without anything else are deleted. */
function narrowQueries(database: DatabaseSync, scope: PurgeScope): void {
  // An unreadable query may name the client: replace it by that of its saved search, or delete it.
  database.exec(`
    UPDATE result_set SET question = coalesce((SELECT json_extract(${readable('draft')}, '$.question') FROM saved_search
      WHERE result_set = result_set.id), '') WHERE NOT json_valid(question);
    DELETE FROM saved_search WHERE result_set IN (SELECT id FROM result_set WHERE NOT json_valid(question));
    DELETE FROM result_set WHERE NOT json_valid(question);
  `);
  for (const row of prepared(database, 'SELECT id, question FROM result_set').all()) {
    const id = number(row, 'id');
    const before = parsed<SearchQuery | WordsQuery>(text(row, 'question'));
    const query = before.kind === 'words' ? narrowWords(before, scope) : narrowQuery(before, scope);
    if (query === undefined) {
      prepared(database, 'DELETE FROM saved_search WHERE result_set = ?').run(id);
      prepared(database, 'DELETE FROM result_set WHERE id = ?').run(id);
    } else if (query !== before) {
      replaceQuery(database, id, query);
    }
  }
  narrowViews(database, scope);
  deleteTasks(database, scope);
}

/** As {@link narrowWords}, of words within the rows of a saved search, which stays without them. */
function narrowViews(database: DatabaseSync, { connectionId, rut }: PurgeScope): void {
  if (connectionId !== undefined || rut === undefined) return;
  const ruts = `json_each(${readable('draft')}, '$.view.wordsFilter.ruts')`;
  const others = `SELECT json_group_array(value) FROM ${ruts} WHERE value <> ?1`;
  database
    .prepare(
      `UPDATE saved_search SET draft = CASE WHEN (${others}) = '[]'
         THEN json_remove(draft, '$.view.words', '$.view.wordsFilter')
         ELSE json_set(draft, '$.view.wordsFilter.ruts', json((${others}))) END
       WHERE ?1 IN (SELECT value FROM ${ruts})`,
    )
    .run(rut);
}

/** Replaces the query of a result set and of its saved search. */
function replaceQuery(database: DatabaseSync, set: number, query: SearchQuery | WordsQuery): void {
  const json = JSON.stringify(query);
  // The stored error may quote the agency, and so name the client.
  const forget =
    'UPDATE job SET last_error = NULL WHERE subject = (SELECT uuid FROM result_set WHERE id = ?)';
  prepared(database, forget).run(set);
  const update = "UPDATE result_set SET question = ?, owner = '', lease_until = 0 WHERE id = ?";
  prepared(database, update).run(json, set);
  prepared(
    database,
    "UPDATE saved_search SET draft = json_set(draft, '$.question', json(?)) WHERE result_set = ? AND json_valid(draft)",
  ).run(json, set);
  // An unreadable draft may still name the client.
  prepared(database, 'DELETE FROM saved_search WHERE result_set = ? AND NOT json_valid(draft)').run(set);
}

function deleteTasks(database: DatabaseSync, scope: PurgeScope): void {
  // Ends the lease of running searches: their later writes are rejected.
  const ofTasks = `id IN (SELECT result_set FROM walk WHERE ${taskInScope})`;
  const release = `UPDATE result_set SET owner = '', lease_until = 0 WHERE ${ofTasks}`;
  database.prepare(release).run(...scopeInput(scope));
  const forget = `UPDATE job SET last_error = NULL WHERE subject IN (SELECT uuid FROM result_set WHERE ${ofTasks})`;
  database.prepare(forget).run(...scopeInput(scope));
  database.prepare(`DELETE FROM walk WHERE ${taskInScope}`).run(...scopeInput(scope));
}

/** A query without a client or a connection; undefined when nothing is left of it. */
function narrowQuery(query: SearchQuery, { connectionId, rut }: PurgeScope): SearchQuery | undefined {
  const names = connectionId === undefined || query.connectionIds.includes(connectionId);
  if (!names) return query;
  if (rut === undefined) {
    const connectionIds = query.connectionIds.filter((id) => id !== connectionId);
    return connectionIds.length > 0 ? { ...query, connectionIds } : undefined;
  }
  // A client of several connections stays in a query that also names the others.
  if (connectionId !== undefined && query.connectionIds.length > 1) return query;
  if (query.kind === 'range') {
    if (!query.ruts.includes(rut)) return query;
    const ruts = query.ruts.filter((each) => each !== rut);
    return ruts.length > 0 ? { ...query, ruts } : undefined;
  }
  if (!query.dispatches.some(({ ruts }) => ruts.includes(rut))) return query;
  // A dispatch without clients is requested for whichever client has it, and still is.
  const dispatches = query.dispatches.flatMap((dispatch) => {
    const ruts = dispatch.ruts.filter((each) => each !== rut);
    return ruts.length > 0 || dispatch.ruts.length === 0 ? [{ ...dispatch, ruts }] : [];
  });
  return dispatches.length > 0 ? { ...query, dispatches } : undefined;
}

/** Words name clients, and no connection: they lose a client that is purged at all of them. */
function narrowWords(query: WordsQuery, { connectionId, rut }: PurgeScope): WordsQuery | undefined {
  const { ruts: before = [] } = query.filter;
  const ruts = before.filter((each) => connectionId !== undefined || each !== rut);
  if (ruts.length === before.length) return query;
  return ruts.length > 0 ? { ...query, filter: { ...query.filter, ruts } } : undefined;
}

/** Deletes the notes of a connection, or of one of its clients. */
export function purgeDossiers(database: DatabaseSync, connectionId: string, rut?: string): void {
  const client = rut ?? null;
  for (const table of ['type_decision', 'chase', 'folder_keep', 'dispatch_note', 'pin']) {
    database
      .prepare(`DELETE FROM ${table} WHERE connection_id = ?1 AND (?2 IS NULL OR rut = ?2)`)
      .run(connectionId, client);
  }
  if (client !== null) return;
  for (const table of ['finding_dismissal', 'agency_rut']) {
    database.prepare(`DELETE FROM ${table} WHERE connection_id = ?`).run(connectionId);
  }
}
