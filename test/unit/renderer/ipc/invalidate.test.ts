import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidate } from '../../../../renderer/ipc/invalidate.ts';
import { callKey } from '../../../../renderer/ipc/invoke.ts';
import { createQueryClient } from '../../../../renderer/ipc/query-client.ts';

const saved = { queryKey: callKey('saved.list') };

/** A list that somebody looks at, each of whose answers comes when it is told to. */
function looking() {
  const queries = createQueryClient();
  const requests: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const result = Promise.withResolvers<string>();
    requests.push(result);
    return result.promise;
  };
  const observer = new QueryObserver(queries, { queryKey: ['saved.list', undefined], queryFn });
  const stop = observer.subscribe(() => undefined);
  return { queries, requests, stop, shown: () => observer.getCurrentResult().data };
}

it('what has changed while the first answer was on its way is asked for after it, once for all who wait', async () => {
  const { queries, requests, stop, shown } = looking();
  const again = [invalidate(queries, saved), invalidate(queries, saved)];
  requests[0]?.resolve('of before');
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.resolve('of after');
  await Promise.all(again);
  expect(shown()).toBe('of after');
  expect(requests).toHaveLength(2);
  stop();
});

it('what was answered is asked for again at once', async () => {
  const { queries, requests, stop, shown } = looking();
  requests[0]?.resolve('of before');
  await expect.poll(shown).toBe('of before');
  const again = invalidate(queries, saved);
  requests[1]?.resolve('of after');
  await again;
  expect(shown()).toBe('of after');
  expect(requests).toHaveLength(2);
  stop();
});

it('what was asked ahead, and is shown by nobody yet, is old when its answer comes after a change', async () => {
  const queries = createQueryClient();
  const result = Promise.withResolvers<string>();
  const queryKey = ['saved.list', undefined];
  const ahead = queries.prefetchQuery({ queryKey, queryFn: () => result.promise });
  const again = invalidate(queries, saved);
  result.resolve('of before');
  await Promise.all([ahead, again]);
  expect(queries.getQueryState(queryKey)).toMatchObject({ data: 'of before', isInvalidated: true });
});
