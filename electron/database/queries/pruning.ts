import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { number, parsed, readable, text } from '../row.ts';
import { transaction } from '../transaction.ts';
import type { PurgeScope } from './purging.ts';
import type { References } from './references.ts';

/** Queries that delete stored data in small parts, so that no other query waits for long. */
export function pruningWrites(database: DatabaseSync, references: References) {
  const inScope = `(?1 IS NULL OR connection = (SELECT id FROM connection WHERE uuid = ?1)) AND (?2 IS NULL OR rut = ?2)`;
  const scopeInput = ({ connectionId, rut }: PurgeScope) => [connectionId ?? null, rut ?? null];
  const purgeSome = `DELETE FROM document WHERE id IN
    (SELECT id FROM document WHERE ${inScope} OR dispatch IN (SELECT id FROM dispatch WHERE ${inScope}) LIMIT ?3)`;
  const taskInScope = `(?1 IS NULL OR connection = ?1)
    AND (?2 IS NULL OR rut = ?2 OR found_rut = ?2 OR ?2 IN (SELECT value FROM json_each(walk.ruts)))`;

  /** Deletes rows that nothing refers to any more. */
  function deleteOrphans(): void {
    database.exec(`
      DELETE FROM document_version WHERE NOT EXISTS
        (SELECT 1 FROM result_document m WHERE m.document = document_version.document AND m.seen_version = document_version.version);
      DELETE FROM dispatch_object WHERE NOT EXISTS (SELECT 1 FROM document d WHERE d.object = dispatch_object.id)
        AND NOT EXISTS (SELECT 1 FROM dispatch p WHERE p.object = dispatch_object.id);
      DELETE FROM walk_question WHERE id NOT IN (SELECT found_by FROM document);
      DELETE FROM run WHERE id < (SELECT max(id) FROM run);
    `);
    references.forget();
  }

  function recountSets(): void {
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
  function narrowQueries(scope: PurgeScope): void {
    // An unreadable query may name the client: replace it by that of its saved search, or delete it.
    database.exec(`
      UPDATE result_set SET question = coalesce((SELECT json_extract(${readable('draft')}, '$.question') FROM saved_search
        WHERE result_set = result_set.id), '') WHERE NOT json_valid(question);
      DELETE FROM saved_search WHERE result_set IN (SELECT id FROM result_set WHERE NOT json_valid(question));
      DELETE FROM result_set WHERE NOT json_valid(question);
    `);
    const sets = database.prepare('SELECT id, question FROM result_set').all();
    for (const row of sets) {
      const id = number(row, 'id');
      const before = parsed<SearchQuery>(text(row, 'question'));
      const query = narrowed(before, scope);
      if (query === undefined) {
        database.prepare('DELETE FROM saved_search WHERE result_set = ?').run(id);
        database.prepare('DELETE FROM result_set WHERE id = ?').run(id);
      } else if (query !== before) {
        database
          .prepare(
            // The stored error may quote the agency, and so name the client.
            "UPDATE result_set SET question = ?, owner = '', lease_until = 0, last_error = NULL WHERE id = ?",
          )
          .run(JSON.stringify(query), id);
        database
          .prepare(
            "UPDATE saved_search SET draft = json_set(draft, '$.question', json(?)) WHERE result_set = ? AND json_valid(draft)",
          )
          .run(JSON.stringify(query), id);
        // An unreadable draft may still name the client.
        database.prepare('DELETE FROM saved_search WHERE result_set = ? AND NOT json_valid(draft)').run(id);
      }
    }
    // Ends the lease of running searches: their later writes are rejected.
    database
      .prepare(
        `UPDATE result_set SET owner = '', lease_until = 0, last_error = NULL WHERE id IN (SELECT result_set FROM walk WHERE ${taskInScope})`,
      )
      .run(...scopeInput(scope));
    database.prepare(`DELETE FROM walk WHERE ${taskInScope}`).run(...scopeInput(scope));
  }

  return {
    /** Deletes unsaved result sets that were not written since `before`, UTC ISO 8601. */
    pruneResultSets(before: string): void {
      transaction(database, () => {
        database
          .prepare(
            'DELETE FROM result_set WHERE touched_at < ? AND id NOT IN (SELECT result_set FROM saved_search)',
          )
          .run(before);
      });
    },
    /**
     * Deletes some documents that are in no result set and were not seen since `before`. Returns how many, 0
     * when there are no more.
     */
    pruneDocuments(before: string, maxRows: number): number {
      return transaction(database, () => {
        const { changes } = database
          .prepare(
            `DELETE FROM document WHERE id IN
               (SELECT id FROM document d WHERE seen_at < ? AND NOT EXISTS (SELECT 1 FROM result_document m WHERE m.document = d.id) LIMIT ?)`,
          )
          .run(before, maxRows);
        if (changes > 0) return Number(changes);
        database
          .prepare(
            `DELETE FROM dispatch WHERE seen_at < ? AND NOT EXISTS (SELECT 1 FROM document d WHERE d.dispatch = dispatch.id)
               AND NOT EXISTS (SELECT 1 FROM result_dispatch m WHERE m.dispatch = dispatch.id)`,
          )
          .run(before);
        deleteOrphans();
        return 0;
      });
    },
    /** Deletes some documents of a client or a connection; returns how many, 0 when there are no more. */
    purgeDocuments(scope: PurgeScope, maxRows: number): number {
      return transaction(database, () =>
        Number(database.prepare(purgeSome).run(...scopeInput(scope), maxRows).changes),
      );
    },
    /**
     * Deletes the rest of a client or a connection, narrows the queries that named it, and overwrites deleted
     * content, in the log too. Call it when `purgeDocuments` returns 0. Returns whether nothing is left:
     * another process that reads may block the log.
     */
    purgeRest(scope: PurgeScope): boolean {
      transaction(database, () => {
        narrowQueries(scope);
        // Documents that a running search added meanwhile.
        database.prepare(purgeSome).run(...scopeInput(scope), -1);
        database.prepare(`DELETE FROM dispatch WHERE ${inScope}`).run(...scopeInput(scope));
        // They name clients and dispatches, and are cheap to recreate.
        database.exec('DELETE FROM first_rows; DELETE FROM refused_client; DELETE FROM completing_attempt');
        deleteOrphans();
        if (scope.connectionId !== undefined && scope.rut === undefined) {
          database.prepare('DELETE FROM connection WHERE uuid = ?').run(scope.connectionId);
        }
        recountSets();
      });
      // The log still holds pages that secure_delete overwrote, until it is truncated.
      const emptied = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      return emptied?.['busy'] === 0;
    },
  };
}

/** A query without a client or a connection; undefined when nothing is left of it. */
function narrowed(query: SearchQuery, { connectionId, rut }: PurgeScope): SearchQuery | undefined {
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
