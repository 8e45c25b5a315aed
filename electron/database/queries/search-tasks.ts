import type { DatabaseSync } from 'node:sqlite';
import type { ErrorData } from '../../../shared/errors.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { TaskKind } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { number, optionalError, parsed, type Row, readable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { quickTransaction } from '../transaction.ts';
import { absenceCodesSql, checkLeaseOwner, type Owner, requireResultSet } from './search-runs.ts';

/** A task to run. */
export interface PlannedTask {
  kind: TaskKind;
  connectionId: string;
  /** The client of a type or a status list; `''` else. */
  rut: Rut | '';
  /** The clients to try in order for a dispatch. */
  ruts: readonly Rut[];
  /** The type or the dispatch number, `''` where there is neither. */
  subject: string;
  /** Days, for types. */
  start: string;
  end: string;
}

export type TaskState = 'waiting' | 'done' | 'problem';

/** A task as stored. */
export interface SearchTask extends PlannedTask {
  id: number;
  state: TaskState;
  error?: ErrorData;
  /** The client under which a dispatch was found. */
  foundRut: Rut | '';
  documents: number;
}

/** How a task ended. */
interface TaskEnd {
  state: TaskState;
  error?: ErrorData;
  foundRut?: Rut;
  documents: number;
}

/**
 * SQL: a dispatch that was not found, for any of its clients; without clients the client directory named
 * them.
 */
const notFound = `kind = 'dispatch' AND state = 'problem' AND (${readable('error')}) ->> '$.code' IN ${absenceCodesSql}`;

const insertTaskSql = `INSERT INTO walk (result_set, kind, connection, rut, subject, ruts, start, "end", run, state)
  SELECT id, ?, ?, ?, ?, ?, ?, ?, run, 'waiting' FROM result_set WHERE id = ?
  ON CONFLICT (result_set, kind, connection, subject, rut) DO UPDATE SET
    ruts = excluded.ruts, before_start = CASE before_start WHEN '' THEN start ELSE min(before_start, start) END,
    before_end = max(before_end, "end"), start = excluded.start, "end" = excluded."end",
    run = excluded.run, state = 'waiting', error = NULL, documents = 0
  WHERE walk.run < excluded.run`;

/**
 * Adds tasks to the run of a result set; existing ones do not change. Throws `RESULT_SET_GONE`,
 * `SEARCH_OWNED_ELSEWHERE`.
 */
export function planTasks(
  database: DatabaseSync,
  resultSetId: string,
  tasks: readonly PlannedTask[],
  owner?: Owner,
): void {
  quickTransaction(database, () => {
    const set = requireResultSet(database, resultSetId, owner);
    const insert = prepared(database, insertTaskSql);
    for (const { kind, connectionId, rut, ruts, subject, start, end } of tasks) {
      insert.run(kind, connectionId, rut, subject, JSON.stringify(ruts), start, end, set);
    }
  });
}

/**
 * Records how a task ended; does nothing if it was deleted meanwhile. Throws `SEARCH_OWNED_ELSEWHERE`.
 */
export function endTask(
  database: DatabaseSync,
  taskId: number,
  { state, error, foundRut, documents }: TaskEnd,
  owner?: Owner,
): void {
  quickTransaction(database, () => {
    const resultSet = prepared(
      database,
      'SELECT s.owner FROM walk w JOIN result_set s ON s.id = w.result_set WHERE w.id = ?',
    ).get(taskId);
    if (resultSet) checkLeaseOwner(resultSet, owner);
    const errorJson = error ? JSON.stringify(error) : null;
    const update = 'UPDATE walk SET state = ?, error = ?, found_rut = ?, documents = ? WHERE id = ?';
    prepared(database, update).run(state, errorJson, foundRut ?? '', documents, taskId);
  });
}

/**
 * Requeues tasks of the current run: the named one, or all that failed. Those of an earlier run are
 * planned again, over the days of this one.
 */
export function reopenTasks(database: DatabaseSync, resultSetId: string, taskId: number | undefined): void {
  prepared(
    database,
    `UPDATE walk SET state = 'waiting', error = NULL
     WHERE result_set = (SELECT id FROM result_set WHERE uuid = ?) AND run = (SELECT run FROM result_set WHERE id = walk.result_set)
       AND (id = ? OR (? IS NULL AND state <> 'done'))`,
  ).run(resultSetId, taskId ?? null, taskId ?? null);
}

/**
 * Requeues dispatches that were not found for the remaining `clients`; from now on the query requests
 * them for all. Throws `RESULT_SET_GONE`.
 */
export function reopenForRemainingClients(
  database: DatabaseSync,
  resultSetId: string,
  clients: readonly Rut[],
): void {
  quickTransaction(database, () => {
    const set = requireResultSet(database, resultSetId);
    const rows = database
      .prepare(
        `SELECT * FROM walk WHERE result_set = ? AND run = (SELECT run FROM result_set WHERE id = walk.result_set) AND ${notFound}`,
      )
      .all(set);
    const requeue = prepared(database, "UPDATE walk SET state = 'waiting', ruts = ?, error = ? WHERE id = ?");
    const numbers = new Set<string>();
    for (const row of rows) {
      const { id, ruts, subject } = toTask(row);
      const rest = clients.filter((rut) => !ruts.includes(rut));
      if (ruts.length > 0 && rest.length === 0) continue;
      // If the whole directory was tried, the tried clients are unknown: the directory may have grown
      // since.
      if (ruts.length === 0) requeue.run('[]', null, id);
      else requeue.run(JSON.stringify([...ruts, ...rest]), text(row, 'error'), id);
      numbers.add(subject);
    }
    removeClientsOf(database, set, numbers);
  });
}

/** Makes the query request these dispatches for all clients. */
function removeClientsOf(database: DatabaseSync, set: number, numbers: ReadonlySet<string>): void {
  const row = prepared(database, 'SELECT question FROM result_set WHERE id = ? AND json_valid(question)').get(
    set,
  );
  const query = row && parsed<SearchQuery>(text(row, 'question'));
  if (query?.kind !== 'dispatches') return;
  const dispatches = query.dispatches.map((one) => (numbers.has(one.number) ? { ...one, ruts: [] } : one));
  prepared(database, 'UPDATE result_set SET question = ? WHERE id = ?').run(
    JSON.stringify({ ...query, dispatches }),
    set,
  );
}

/**
 * The tasks of a result set's current run, in the order in which they were first planned. Throws
 * `RESULT_SET_GONE`.
 */
export function listTasks(database: DatabaseSync, resultSetId: string): SearchTask[] {
  return prepared(
    database,
    'SELECT w.* FROM result_set s JOIN walk w ON w.result_set = s.id AND w.run = s.run WHERE s.id = ? ORDER BY w.id',
  )
    .all(requireResultSet(database, resultSetId))
    .map(toTask);
}

/** The last tasks that did not find these dispatches, latest last. */
export function listTasksNotFound(database: DatabaseSync, numbers: readonly string[]): SearchTask[] {
  return database
    .prepare(
      `SELECT * FROM walk WHERE ${notFound} AND subject IN (SELECT value FROM json_each(?)) ORDER BY id`,
    )
    .all(JSON.stringify(numbers))
    .map(toTask);
}

function toTask(row: Row): SearchTask {
  const error = optionalError(row, 'error');
  return {
    id: number(row, 'id'),
    kind: text(row, 'kind') as TaskKind,
    connectionId: text(row, 'connection'),
    rut: text(row, 'rut') as Rut | '',
    ruts: parsed<Rut[]>(text(row, 'ruts')),
    subject: text(row, 'subject'),
    start: text(row, 'start'),
    end: text(row, 'end'),
    state: text(row, 'state') as TaskState,
    foundRut: text(row, 'found_rut') as Rut | '',
    documents: number(row, 'documents'),
    ...(error && { error }),
  };
}
