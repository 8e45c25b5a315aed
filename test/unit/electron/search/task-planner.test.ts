import { describe, expect, test } from 'vitest';
import type { SearchTask } from '../../../../electron/database/index.ts';
import { leftBehind } from '../../../../electron/search/detect-removed.ts';
import { estimateTasks, planTasks, typesToRequest } from '../../../../electron/search/task-planner.ts';
import type { DocumentType } from '../../../../shared/model/document.ts';
import type { SearchQuery } from '../../../../shared/model/search-query.ts';
import { rut, someRut } from '../../../support/agency/client.ts';

const type = (name: string, operation: string): DocumentType => ({
  id: name,
  name,
  operation,
  responsible: '',
  item: {},
});
const catalogue = [type('FACTURA', 'IMP'), type('DUS', 'EXP'), type('OTROS', '')];
const known = { catalogue, seen: ['FACTURA', 'ANTIGUO'] };

test('types are those of the operation, of none, and those seen that the catalogue lacks', () => {
  expect(typesToRequest(known, 'impo')).toEqual(['FACTURA', 'OTROS', 'ANTIGUO']);
  expect(typesToRequest(known, 'expo')).toEqual(['DUS', 'OTROS', 'ANTIGUO']);
  expect(typesToRequest(known, 'both')).toEqual(['FACTURA', 'DUS', 'OTROS', 'ANTIGUO']);
});

const range = (overrides: Partial<Extract<SearchQuery, { kind: 'range' }>> = {}): SearchQuery => ({
  kind: 'range',
  connectionIds: ['a', 'b'],
  ruts: [someRut, rut('9068826-K')],
  range: { kind: 'last-month' },
  types: { kind: 'some', names: ['X', ' X ', 'Y'] },
  complete: false,
  ...overrides,
});

function plan(
  query: SearchQuery,
  tasks: Partial<SearchTask>[] = [],
  runStartedAt = '2026-11-20T15:00:00.000Z',
) {
  return planTasks({
    query,
    runStartedAt,
    tasks: tasks.map((task, id) => ({
      id,
      kind: 'type',
      connectionId: 'a',
      rut: '',
      ruts: [],
      subject: '',
      start: '',
      end: '',
      state: 'done',
      foundRut: '',
      documents: 0,
      ...task,
    })),
    typesOf: () => known,
    found: [{ connectionId: 'a', number: '77', rut: someRut }],
  });
}

test('a query of two agencies, two clients and two types is eight tasks', () => {
  expect(plan(range())).toHaveLength(8);
  expect(estimateTasks(range(), () => known, 3)).toEqual({ tasks: 8, requests: 8 });
});

test('days are those of Santiago when the run was begun', () => {
  expect(plan(range(), [], '2026-12-01T02:00:00.000Z')[0]).toMatchObject({
    start: '2026-10-01',
    end: '2026-10-31',
  });
  expect(plan(range(), [], '2026-12-01T04:00:00.000Z')[0]).toMatchObject({
    start: '2026-11-01',
    end: '2026-11-30',
  });
});

test('all types are asked once their catalogue has been read, of the agencies whose it was', () => {
  const query = range({ types: { kind: 'all', operation: 'impo' }, ruts: [someRut] });
  expect(plan(query).map(({ kind }) => kind)).toEqual(['catalogue', 'catalogue']);
  const tasks = plan(query, [
    { kind: 'catalogue' },
    { kind: 'catalogue', connectionId: 'b', state: 'problem' },
  ]);
  expect(
    tasks.filter(({ kind }) => kind === 'type').map(({ connectionId, subject }) => [connectionId, subject]),
  ).toEqual(['FACTURA', 'OTROS', 'ANTIGUO'].map((subject) => ['a', subject]));
});

test('dispatches that were found are asked for completely when every type has been read', () => {
  const query = range({ complete: true });
  expect(plan(query, [{ state: 'waiting' }]).some(({ kind }) => kind === 'dispatch')).toBe(false);
  expect(plan(query, [{}]).filter(({ subject }) => subject === '77')).toMatchObject([
    { kind: 'dispatch', ruts: [someRut] },
    { kind: 'disbursements', ruts: [someRut] },
  ]);
  expect(plan(range(), [{}]).map(({ kind }) => kind)).not.toContain('dispatch');
});

test('a dispatch is asked for its state and disbursements of the client whose it is', () => {
  const ruts = [someRut, rut('9068826-K')];
  const query: SearchQuery = {
    kind: 'dispatches',
    connectionIds: ['a'],
    dispatches: [{ number: '5', ruts }],
  };
  const found = plan(query, [{ kind: 'dispatch', subject: '5', foundRut: rut('9068826-K') }]);
  expect(found).toMatchObject([
    { kind: 'dispatch', ruts },
    { kind: 'status', subject: '5', ruts: ['9068826-K'] },
    { kind: 'disbursements', subject: '5', ruts: ['9068826-K'] },
  ]);
  expect(plan(query, [{ kind: 'dispatch', subject: '5', state: 'problem' }])).toHaveLength(1);
});

describe('days left behind', () => {
  const days = (before: [string, string], now: [string, string]) =>
    leftBehind({
      kind: 'type',
      before: { start: before[0], end: before[1] },
      now: { start: now[0], end: now[1] },
    });
  test('are none where the same or more days were asked', () => {
    expect(days(['2026-10-05', '2026-10-20'], ['2026-10-05', '2026-10-20'])).toEqual([]);
    expect(days(['2026-10-05', '2026-10-20'], ['2026-10-01', '2026-10-31'])).toEqual([]);
    expect(days(['', ''], ['2026-10-01', '2026-10-31'])).toEqual([]);
  });
  test('are those before and after the days of now', () => {
    expect(days(['2026-10-01', '2026-10-30'], ['2026-10-02', '2026-10-31'])).toEqual([
      { start: '2026-10-01', end: '2026-10-01' },
    ]);
    expect(days(['2026-09-01', '2026-09-30'], ['2026-10-01', '2026-10-31'])).toEqual([
      { start: '2026-09-01', end: '2026-09-30' },
    ]);
    expect(days(['2026-10-01', '2026-10-31'], ['2026-10-10', '2026-10-20'])).toEqual([
      { start: '2026-10-01', end: '2026-10-09' },
      { start: '2026-10-21', end: '2026-10-31' },
    ]);
  });
});
