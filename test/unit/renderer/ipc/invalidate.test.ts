import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { askedAgain } from '../../../../renderer/ipc/invalidate.ts';
import { callKey } from '../../../../renderer/ipc/invoke.ts';
import { createQueries } from '../../../../renderer/ipc/query-client.ts';

const saved = { queryKey: callKey('saved.list') };

/** A list that somebody looks at, each of whose answers comes when it is told to. */
function looking() {
  const queries = createQueries();
  const asked: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    asked.push(answer);
    return answer.promise;
  };
  const observer = new QueryObserver(queries, { queryKey: ['saved.list', undefined], queryFn });
  const stop = observer.subscribe(() => undefined);
  return { queries, asked, stop, shown: () => observer.getCurrentResult().data };
}

it('what has changed while the first answer was on its way is asked for after it, once for all who wait', async () => {
  const { queries, asked, stop, shown } = looking();
  const again = [askedAgain(queries, saved), askedAgain(queries, saved)];
  asked[0]?.resolve('of before');
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.resolve('of after');
  await Promise.all(again);
  expect(shown()).toBe('of after');
  expect(asked).toHaveLength(2);
  stop();
});

it('what was answered is asked for again at once', async () => {
  const { queries, asked, stop, shown } = looking();
  asked[0]?.resolve('of before');
  await expect.poll(shown).toBe('of before');
  const again = askedAgain(queries, saved);
  asked[1]?.resolve('of after');
  await again;
  expect(shown()).toBe('of after');
  expect(asked).toHaveLength(2);
  stop();
});

it('what was asked ahead, and is shown by nobody yet, is old when its answer comes after a change', async () => {
  const queries = createQueries();
  const answer = Promise.withResolvers<string>();
  const queryKey = ['saved.list', undefined];
  const ahead = queries.prefetchQuery({ queryKey, queryFn: () => answer.promise });
  const again = askedAgain(queries, saved);
  answer.resolve('of before');
  await Promise.all([ahead, again]);
  expect(queries.getQueryState(queryKey)).toMatchObject({ data: 'of before', isInvalidated: true });
});
