import { describe, expect, it } from 'vitest';
import {
  combineProgress,
  completionQueries,
} from '../../../../../renderer/components/document-actions/completion-queries.ts';
import type { InvokeResult } from '../../../../../renderer/ipc/invoke-hooks.ts';
import type { SearchProgress } from '../../../../../shared/model/search.ts';
import { acme } from '../../../../support/page/sample-client.ts';

const of = (connectionId: string, number: string) => ({ connectionId, number, rut: acme });
const progressWith = (overrides: Partial<SearchProgress>): InvokeResult<SearchProgress> => ({
  data: progress(overrides),
  error: null,
});
const progress = (overrides: Partial<SearchProgress>): SearchProgress => ({
  resultSetId: 'r',
  state: 'done',
  tasksDone: 3,
  tasksAnswered: 3,
  tasksTotal: 3,
  documents: 9,
  requests: 3,
  requestedTypes: [],
  problems: [],
  problemsTotal: 0,
  notThere: 0,
  unknownClients: 0,
  mayBeTruncated: false,
  asOf: '',
  ...overrides,
});

describe('asking for dispatches completely', () => {
  it('asks each agency for its own, of the client whose they are', () => {
    expect(completionQueries([of('a', '1'), of('b', '2'), of('a', '3')])).toEqual([
      {
        kind: 'dispatches',
        connectionIds: ['a'],
        dispatches: [
          { number: '1', ruts: [acme] },
          { number: '3', ruts: [acme] },
        ],
      },
      { kind: 'dispatches', connectionIds: ['b'], dispatches: [{ number: '2', ruts: [acme] }] },
    ]);
    expect(completionQueries([])).toEqual([]);
  });

  it('asks for very many in several queries, leaving none out', () => {
    const many = Array.from({ length: 12_001 }, (_, n) => of('a', String(n)));
    const sizes = completionQueries(many).map((one) =>
      one.kind === 'dispatches' ? one.dispatches.length : 0,
    );
    expect(sizes).toEqual([5000, 5000, 2001]);
  });

  it('goes on until all of them have ended, also those of which nothing is known yet', () => {
    expect(combineProgress([]).isRunning).toBe(false);
    expect(combineProgress([progressWith({}), { data: undefined, error: null }]).isRunning).toBe(true);
    expect(
      combineProgress([progressWith({}), progressWith({ state: 'running', tasksDone: 1 })]),
    ).toMatchObject({
      isRunning: true,
      done: 4,
      total: 6,
    });
    expect(
      combineProgress([progressWith({ problemsTotal: 2 }), progressWith({ state: 'interrupted' })]),
    ).toMatchObject({
      isRunning: false,
      problems: 2,
    });
  });
});
