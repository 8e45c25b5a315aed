import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invokeKey } from '../../../../renderer/ipc/invoke.ts';
import { createQueryClient, seedQuery } from '../../../../renderer/ipc/query-client.ts';

const connections = invokeKey('connections.list', undefined);
const recent = invokeKey('search.recent', undefined);

it('what was asked before events were heard is shown, and asked once more where an event may have been missed', async () => {
  const queries = createQueryClient();
  await seedQuery(queries, { queryKey: connections, queryFn: async () => [] });
  await seedQuery(queries, { queryKey: recent, queryFn: async () => [] });
  const requests: string[] = [];
  const stops = [connections, recent].map((queryKey) => {
    const queryFn = async () => {
      requests.push(queryKey[0]);
      return [];
    };
    const looking = new QueryObserver(queries, { queryKey, queryFn });
    const stop = looking.subscribe(() => undefined);
    expect(looking.getCurrentResult().data, 'shown at once').toEqual([]);
    return stop;
  });
  expect(requests).toEqual(['connections.list']);
  for (const stop of stops) stop();
});

it('a screen that is drawn before such an answer has come asks once more when it has', async () => {
  const queries = createQueryClient();
  const ahead = Promise.withResolvers<[]>();
  const taken = seedQuery(queries, { queryKey: connections, queryFn: () => ahead.promise });
  let requestCount = 0;
  const queryFn = async () => {
    requestCount++;
    return [];
  };
  const stop = new QueryObserver(queries, { queryKey: connections, queryFn }).subscribe(() => undefined);
  expect(requestCount).toBe(0);
  ahead.resolve([]);
  await taken;
  expect(requestCount).toBe(1);
  stop();
});
