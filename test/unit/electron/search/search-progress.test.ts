import { expect, test } from 'vitest';
import type { SearchTask } from '../../../../electron/database/index.ts';
import { applyTasks, type RunProgress, toProgress } from '../../../../electron/search/search-progress.ts';
import type { ErrorCode } from '../../../../shared/errors.ts';
import type { TaskFailure } from '../../../../shared/model/search.ts';

function failure(number: number, code: ErrorCode): TaskFailure {
  const error = { code, message: 'as the test says' };
  return {
    taskId: String(number),
    kind: 'dispatch',
    connectionId: 'a',
    rut: '',
    subject: String(number),
    error,
  };
}

function progressOf(problems: TaskFailure[]) {
  const counts = { tasksDone: 300, tasksTotal: 300, documents: 0, requests: 300 };
  const rest = { requestedTypes: new Set<string>(), trying: new Map(), mayBeTruncated: false, asOf: '' };
  return toProgress('r', 'done', { ...counts, ...rest, problems });
}

const absent = Array.from({ length: 200 }, (_, number) => failure(number, 'DISPATCH_NOT_FOUND'));

test('what was not answered is named however many dispatches are not there', () => {
  const progress = progressOf([...absent, failure(200, 'NO_NETWORK'), failure(201, 'NO_NETWORK')]);
  expect(progress.problems).toHaveLength(100);
  expect(progress.problems.slice(0, 3).map(({ taskId }) => taskId)).toEqual(['200', '201', '0']);
  expect(progress).toMatchObject({ problemsTotal: 202, notThere: 200, tasksAnswered: 298 });
});

test('dispatches that are not there are counted beyond those that are named', () => {
  expect(progressOf(absent)).toMatchObject({ problemsTotal: 200, notThere: 200, tasksAnswered: 300 });
});

test('RUTs that are no clients of an agency are counted by themselves', () => {
  const progress = progressOf([...absent, failure(200, 'ACCOUNT_NOT_FOUND'), failure(201, 'NO_NETWORK')]);
  expect(progress).toMatchObject({ problemsTotal: 202, notThere: 200, unknownClients: 1 });
  expect(progress.problems.slice(0, 2).map(({ taskId }) => taskId)).toEqual(['201', '200']);
});

test.each([
  [
    'each is a dispatch',
    [
      ['dispatch', '7'],
      ['dispatch', '8'],
    ],
    true,
  ],
  [
    'a number is asked of two agencies',
    [
      ['dispatch', '7'],
      ['dispatch', '7'],
    ],
    false,
  ],
  [
    'one lists documents',
    [
      ['dispatch', '7'],
      ['catalogue', ''],
    ],
    false,
  ],
] as const)('tasks count as dispatches only where %s', (_, kinds, areDispatches) => {
  const progress: RunProgress = {
    tasksDone: 0,
    tasksTotal: 0,
    documents: 0,
    requests: 0,
    requestedTypes: new Set(),
    trying: new Map(),
    problems: [],
    mayBeTruncated: false,
    asOf: '',
  };
  const tasks = kinds.map(([kind, subject]) => ({ kind, subject, state: 'waiting' }));
  applyTasks(progress, tasks as unknown as SearchTask[]);
  expect(progress.areDispatches).toBe(areDispatches);
});
