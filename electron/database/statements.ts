import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { getOrMake } from '../../shared/get-or-make.ts';

/** A query: a free function over an open database. */
type Query = (database: DatabaseSync, ...input: never[]) => unknown;

/** Queries as the caller of a worker sees them: without the database. */
type BoundQueries<Queries> = {
  readonly [Name in keyof Queries]: Queries[Name] extends (
    database: DatabaseSync,
    ...input: infer Input
  ) => infer Result
    ? (...input: Input) => Result
    : never;
};

/** Returns a getter of state that belongs to a connection: `create` makes it once per database. */
export function perDatabase<State>(
  create: (database: DatabaseSync) => State,
): (database: DatabaseSync) => State {
  const states = new WeakMap<DatabaseSync, State>();
  return (database) => getOrMake(states, database, create);
}

const statementsOf = perDatabase(() => new Map<string, StatementSync>());

/**
 * The prepared statement of a text, made once per database. Only for texts that are constants: the statements
 * stay until the database is closed. While one is iterated, nobody may run it again.
 */
export function prepared(database: DatabaseSync, sql: string): StatementSync {
  return getOrMake(statementsOf(database), sql, () => database.prepare(sql));
}

/** The queries over this database, under their names. */
export function bindQueries<const Queries extends Readonly<Record<string, Query>>>(
  database: DatabaseSync,
  queries: Queries,
): BoundQueries<Queries> {
  const bound = Object.entries(queries).map(([name, query]) => [
    name,
    (...input: never[]) => query(database, ...input),
  ]);
  // `fromEntries` knows no names; each is bound above.
  return Object.fromEntries(bound) as BoundQueries<Queries>;
}
