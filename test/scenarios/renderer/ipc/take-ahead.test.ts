import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { answerKey } from '../../../../renderer/ipc/invoke.ts';
import { createQueries, takeAhead } from '../../../../renderer/ipc/query-client.ts';

const connections = answerKey('connections.list', undefined);
const recent = answerKey('search.recent', undefined);

it('what was asked before events were heard is shown, and asked once more where an event may have been missed', async () => {
  const queries = createQueries();
  await takeAhead(queries, { queryKey: connections, queryFn: async () => [] });
  await takeAhead(queries, { queryKey: recent, queryFn: async () => [] });
  const asked: string[] = [];
  const stops = [connections, recent].map((queryKey) => {
    const queryFn = async () => {
      asked.push(queryKey[0]);
      return [];
    };
    const looking = new QueryObserver(queries, { queryKey, queryFn });
    const stop = looking.subscribe(() => undefined);
    expect(looking.getCurrentResult().data, 'shown at once').toEqual([]);
    return stop;
  });
  expect(asked).toEqual(['connections.list']);
  for (const stop of stops) stop();
});

it('a screen that is drawn before such an answer has come asks once more when it has', async () => {
  const queries = createQueries();
  const ahead = Promise.withResolvers<[]>();
  const taken = takeAhead(queries, { queryKey: connections, queryFn: () => ahead.promise });
  let timesAsked = 0;
  const queryFn = async () => {
    timesAsked++;
    return [];
  };
  const stop = new QueryObserver(queries, { queryKey: connections, queryFn }).subscribe(() => undefined);
  expect(timesAsked).toBe(0);
  ahead.resolve([]);
  await taken;
  expect(timesAsked).toBe(1);
  stop();
});
