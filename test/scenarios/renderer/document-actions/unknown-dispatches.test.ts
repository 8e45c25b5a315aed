import { expect, test } from 'vitest';
import {
  combineProgress,
  unknownDispatchQueries,
} from '../../../../renderer/components/document-actions/completion-queries.ts';

test('numbers of which nothing is kept are asked of every agency, as the client beside them or as everybody', () => {
  const numbers = [
    { number: '410931', rut: '' },
    { number: '410932', rut: '76086428-5' },
  ];
  expect(unknownDispatchQueries(['a', 'b'], numbers)).toEqual([
    {
      kind: 'dispatches',
      connectionIds: ['a', 'b'],
      dispatches: [
        { number: '410931', ruts: [] },
        { number: '410932', ruts: ['76086428-5'] },
      ],
    },
  ]);
  expect(unknownDispatchQueries([], numbers)).toEqual([]);
  const many = Array.from({ length: 5001 }, (_, n) => ({ number: String(n), rut: '' }));
  expect(unknownDispatchQueries(['a'], many)).toHaveLength(2);
});

test('that a dispatch is not there is an answer, and no problem', () => {
  const missing = { error: { code: 'DISPATCH_NOT_FOUND', message: 'not found' } };
  const progress = {
    resultSetId: 's',
    state: 'done' as const,
    tasksDone: 3,
    tasksAnswered: 2,
    tasksTotal: 3,
    documents: 0,
    requests: 3,
    requestedTypes: [],
    problems: Array.from({ length: 100 }, () => missing),
    problemsTotal: 201,
    notThere: 200,
    unknownClients: 0,
    mayBeTruncated: false,
    asOf: '',
  };
  expect(combineProgress([{ data: progress, error: null } as never])).toMatchObject({
    problems: 1,
    isRunning: false,
  });
});
