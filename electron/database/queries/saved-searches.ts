import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import type { SavedSearchDraft } from '../../../shared/model/search.ts';
import { number, numberOf, parsed, text } from '../row.ts';
import { transaction } from '../transaction.ts';
import { countNews } from './changes.ts';
import { markAsSeen, restoreSeen, type SeenBefore } from './seen.ts';

/** Queries that write saved searches. */
export function savedSearchWrites(database: DatabaseSync) {
  const findSet = database.prepare('SELECT id FROM result_set WHERE uuid = ?');
  const readState = database.prepare('SELECT state FROM result_set WHERE id = ?');
  const underWay = database.prepare(
    "SELECT asked_at FROM result_set WHERE id = ? AND state = 'running' AND lease_until > ?",
  );
  const beginRun = database.prepare('INSERT INTO run (at) VALUES (?)');
  const ofOtherRevisions = database.prepare(
    `SELECT v.id, v.result_set FROM saved_search v JOIN result_set s ON s.id = v.result_set
     WHERE v.seen_at <> '' AND v.news_revision <> s.revision`,
  );
  const updateNews = database.prepare(
    `UPDATE saved_search SET news = ?, news_revision =
       (SELECT s.revision FROM result_set s WHERE s.id = saved_search.result_set) WHERE id = ?`,
  );

  function rowOf(savedSearchId: string): { id: number; set: number } {
    const row = database.prepare('SELECT id, result_set FROM saved_search WHERE uuid = ?').get(savedSearchId);
    if (!row) throw new AppError('SAVED_SEARCH_GONE', 'the saved search is no longer there');
    return { id: number(row, 'id'), set: number(row, 'result_set') };
  }

  /** Inserts a result set that has never been run. */
  function emptySet(resultSetId: string, draft: SavedSearchDraft, at: string): number {
    const run = Number(beginRun.run(at).lastInsertRowid);
    const inserted = database
      .prepare(
        `INSERT INTO result_set (uuid, question, state, created_at, asked_at, touched_at, run)
         VALUES (?, ?, 'done', ?, ?, ?, ?)`,
      )
      .run(resultSetId, JSON.stringify(draft.question), at, at, at, run);
    return Number(inserted.lastInsertRowid);
  }

  /** Copies a result set, its rows and their seen marks. */
  function copySet(set: number, resultSetId: string): number {
    const inserted = database
      .prepare(
        `INSERT INTO result_set (uuid, question, state, created_at, asked_at, as_of, touched_at, run, requests, documents, may_be_cut,
           last_position)
         SELECT ?, question, CASE state WHEN 'running' THEN 'interrupted' ELSE state END, created_at, asked_at, as_of, touched_at, run,
           requests, documents, may_be_cut, last_position FROM result_set WHERE id = ?`,
      )
      .run(resultSetId, set);
    const copy = Number(inserted.lastInsertRowid);
    const input = [copy, set];
    database
      .prepare(
        `INSERT INTO walk (result_set, kind, connection, rut, subject, ruts, start, "end", before_start, before_end, run, state, error,
           found_rut, documents)
         SELECT ?, kind, connection, rut, subject, ruts, start, "end", before_start, before_end, run, state, error, found_rut, documents
         FROM walk WHERE result_set = ?`,
      )
      .run(...input);
    database
      .prepare(
        `INSERT INTO result_document (result_set, position, document, walk, added_at, seen_version)
         SELECT ?, m.position, m.document, w2.id, m.added_at, m.seen_version FROM result_document m
         LEFT JOIN walk w1 ON w1.id = m.walk
         LEFT JOIN walk w2 ON w2.result_set = ? AND w2.kind = w1.kind AND w2.connection = w1.connection
           AND w2.subject = w1.subject AND w2.rut = w1.rut
         WHERE m.result_set = ?`,
      )
      .run(copy, copy, set);
    database
      .prepare(
        `INSERT INTO result_dispatch (result_set, position, dispatch, documents, with_file, seen_state)
         SELECT ?, position, dispatch, documents, with_file, seen_state FROM result_dispatch WHERE result_set = ?`,
      )
      .run(...input);
    return copy;
  }

  function isSaved(set: number): boolean {
    return numberOf(database.prepare('SELECT id FROM saved_search WHERE result_set = ?'), set) !== undefined;
  }

  /** Marks changes before `before`, UTC ISO 8601, as seen; all by default. Returns the previous marks. */
  function markSeen(id: number, set: number, at: string, before = '\u{10ffff}'): SeenBefore {
    const earlier = markAsSeen(database, { saved: id, set }, at, before);
    updateNews.run(countNews(database, set), id);
    return earlier;
  }

  /** When the running search began; undefined when none runs. */
  function beginOfRun(set: number, at: string): string | undefined {
    const row = underWay.get(set, Date.parse(at));
    return row && text(row, 'asked_at');
  }

  return {
    /**
     * Saves a search with the result set it came from, or with an empty one with the id `resultSetId`. A
     * result set of another saved search is copied to that id. Throws `RESULT_SET_GONE`.
     */
    createSavedSearches(
      savedSearchId: string,
      draft: SavedSearchDraft,
      made: { from: string | undefined; resultSetId: string },
      at: string,
    ): void {
      transaction(database, () => {
        const from = made.from === undefined ? undefined : numberOf(findSet, made.from);
        if (made.from !== undefined && from === undefined) {
          throw new AppError('RESULT_SET_GONE', 'the answer is no longer kept');
        }
        const set =
          from === undefined
            ? emptySet(made.resultSetId, draft, at)
            : isSaved(from)
              ? copySet(from, made.resultSetId)
              : from;
        const { lastInsertRowid } = database
          .prepare('INSERT INTO saved_search (uuid, draft, result_set) VALUES (?, ?, ?)')
          .run(savedSearchId, JSON.stringify(draft), set);
        if (from === undefined) return;
        // What its first run still finds is no change either.
        const isWhole = text(readState.get(from) ?? {}, 'state') === 'done';
        markSeen(Number(lastInsertRowid), set, isWhole ? at : '');
      });
    },
    /**
     * Changes a saved search. With a new query it gets an empty result set with the id `resultSetId`. Throws
     * `SAVED_SEARCH_GONE`.
     */
    changeSaved(
      savedSearchId: string,
      change: Partial<SavedSearchDraft>,
      resultSetId: string,
      at: string,
    ): void {
      transaction(database, () => {
        const { id, set } = rowOf(savedSearchId);
        const row = database.prepare('SELECT draft FROM saved_search WHERE id = ?').get(id) ?? {};
        const before = parsed<SavedSearchDraft>(text(row, 'draft'));
        const draft = { ...before, ...change };
        database.prepare('UPDATE saved_search SET draft = ? WHERE id = ?').run(JSON.stringify(draft), id);
        if (JSON.stringify(draft.question) === JSON.stringify(before.question)) return;
        const empty = emptySet(resultSetId, draft, at);
        database
          .prepare(
            "UPDATE saved_search SET result_set = ?, seen_at = '', news = 0, news_revision = -1 WHERE id = ?",
          )
          .run(empty, id);
        database.prepare('DELETE FROM result_set WHERE id = ?').run(set);
      });
    },
    /** Saves a copy of a search under another name, with its stored rows. Throws `SAVED_SEARCH_GONE`. */
    duplicateSaved(savedSearchId: string, copy: { id: string; resultSetId: string; name: string }): void {
      transaction(database, () => {
        const { id, set } = rowOf(savedSearchId);
        const row = database.prepare('SELECT draft FROM saved_search WHERE id = ?').get(id) ?? {};
        const draft = { ...parsed<SavedSearchDraft>(text(row, 'draft')), name: copy.name };
        database
          .prepare(
            `INSERT INTO saved_search (uuid, draft, result_set, seen_at, news)
             SELECT ?, ?, ?, seen_at, news FROM saved_search WHERE id = ?`,
          )
          .run(copy.id, JSON.stringify(draft), copySet(set, copy.resultSetId), id);
      });
    },
    /** Deletes a saved search with its result set; documents that only it had are pruned later. */
    removeSaved(savedSearchId: string): void {
      transaction(database, () => {
        const { id, set } = rowOf(savedSearchId);
        database.prepare('DELETE FROM saved_search WHERE id = ?').run(id);
        database.prepare('DELETE FROM result_set WHERE id = ?').run(set);
      });
    },
    /**
     * Marks the changes of one saved search, or of all, as seen; removed documents leave the result set.
     * Results of a running search are not shown yet: they stay changes, and stay to be fetched. Returns the
     * data for undo. Throws `SAVED_SEARCH_GONE`.
     */
    markSavedSeen(savedSearchId: string | undefined, at: string): SeenBefore[] {
      return transaction(database, () => {
        if (savedSearchId !== undefined) rowOf(savedSearchId);
        // Before its first run ends a saved search has no changes, and the results of that run are none.
        const rows = database
          .prepare(
            "SELECT id, result_set FROM saved_search WHERE seen_at <> '' AND (?1 IS NULL OR uuid = ?1)",
          )
          .all(savedSearchId ?? null);
        return rows.map((row) => {
          const set = number(row, 'result_set');
          return markSeen(number(row, 'id'), set, at, beginOfRun(set, at));
        });
      });
    },
    /** Restores the changes that were marked as seen; later changes are not affected. */
    unmarkSavedSeen(earlier: readonly SeenBefore[]): boolean {
      return transaction(database, () => {
        const restored = earlier.filter((one) => restoreSeen(database, one));
        for (const { set, saved } of restored) updateNews.run(countNews(database, set), saved);
        return restored.length > 0;
      });
    },
    /**
     * Counts the changes of the saved search with this result set, if there is one. Results before the end of
     * its first run are no changes. Returns the saved search's id.
     */
    countSavedNews(
      resultSetId: string,
      { at, isWhole }: { at: string; isWhole: boolean },
    ): string | undefined {
      return transaction(database, () => {
        const row = database
          .prepare(
            `SELECT v.id, v.uuid, v.seen_at, v.result_set FROM saved_search v JOIN result_set s ON s.id = v.result_set
             WHERE s.uuid = ?`,
          )
          .get(resultSetId);
        if (!row) return undefined;
        const [id, set] = [number(row, 'id'), number(row, 'result_set')];
        if (text(row, 'seen_at') === '') markSeen(id, set, isWhole ? at : '');
        else updateNews.run(countNews(database, set), id);
        return text(row, 'uuid');
      });
    },
    /**
     * Counts changes again for saved searches whose result sets have changed since, through another search or
     * a refreshed dispatch.
     */
    recountNews(): void {
      // Checked without the write lock: usually there are none.
      if (ofOtherRevisions.all().length === 0) return;
      transaction(database, () => {
        for (const row of ofOtherRevisions.all()) {
          updateNews.run(countNews(database, number(row, 'result_set')), number(row, 'id'));
        }
      });
    },
  };
}
