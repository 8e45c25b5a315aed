import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { bindQueries, perDatabase, prepared } from '../../../../electron/database/statements.ts';

const [one, other] = [new DatabaseSync(':memory:'), new DatabaseSync(':memory:')];
afterAll(() => {
  one.close();
  other.close();
});

test('a statement is prepared once for each database', () => {
  expect(prepared(one, 'SELECT 1 AS n')).toBe(prepared(one, 'SELECT 1 AS n'));
  expect(prepared(one, 'SELECT 1 AS n')).not.toBe(prepared(other, 'SELECT 1 AS n'));
  expect(prepared(other, 'SELECT 1 AS n').get()).toEqual({ n: 1 });
});

test('a text that cannot be prepared fails each time', () => {
  for (const _ of [1, 2]) expect(() => prepared(one, 'SELECT * FROM absent')).toThrow('no such table');
});

test('state is made once for each database', () => {
  const countsOf = perDatabase(() => ({ calls: 0 }));
  countsOf(one).calls++;
  expect([countsOf(one).calls, countsOf(other).calls]).toEqual([1, 0]);
});

test('bound queries keep their names and their input, without the database', () => {
  const add = (database: DatabaseSync, a: number, b = 2) => prepared(database, 'SELECT ? + ? AS n').get(a, b);
  const queries = bindQueries(one, { add });
  expect(Object.keys(queries)).toEqual(['add']);
  expect([queries.add(1), queries.add(1, 5)]).toEqual([{ n: 3 }, { n: 6 }]);
});
