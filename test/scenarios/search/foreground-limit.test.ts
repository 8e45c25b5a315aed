import { expect, onTestFinished, test } from 'vitest';
import { createCircuitBreakers } from '../../../electron/api/index.ts';
import type { PendingSearch } from '../../../electron/database/index.ts';
import { createLeaseOwner, newJob } from '../../../electron/jobs/index.ts';
import { SearchResumer } from '../../../electron/search/search-resumer.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';

test('of what a person waits for, three go on at once, and the next when one has ended', async () => {
  const clock = createFakeClock();
  const left = new Map<string, PendingSearch>(
    ['a', 'b', 'c', 'd', 'e'].map((resultSetId) => [
      resultSetId,
      {
        ...newJob({ kind: 'search', subject: resultSetId }),
        connectionIds: ['agency'],
        attempts: 1,
        run: { owner: '', leaseUntil: 0 },
      },
    ]),
  );
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const resumer = new SearchResumer({
    store: {
      listPendingSearches: async () => [...left.values()],
      addPendingSearch: async () => undefined,
      dropPendingSearch: async () => true,
      stopPendingSearch: async () => true,
      saveAttempts: async () => undefined,
      beginJob: async () => true,
      endJob: async () => undefined,
      renewJobs: async () => undefined,
    },
    jobs: {
      resume: () => undefined,
      resetAttempts: async () => undefined,
      outcomeOf: (_attempt, error) => ({ kind: 'failed', error }),
    },
    runner: {
      resume: async (id) => {
        begun.push(id);
        await new Promise<void>((resolve) => ends.set(id, resolve));
        left.delete(id);
        return { state: 'done' };
      },
      isUnderWay: () => false,
      progress: () => new Promise(() => undefined),
      onEnd: () => undefined,
    },
    breakerOf: createCircuitBreakers({ getApiClient: () => new Promise(() => undefined), clock }),
    leases: createLeaseOwner({ computer: 'here', processId: 1, isAlive: () => true, clock, uuid: () => 'x' }),
    clock,
    random: () => 0.5,
    asksFirst: () => false,
    emit: () => undefined,
    reportError: () => undefined,
  });
  onTestFinished(async () => {
    const stopped = resumer.stop();
    for (const end of ends.values()) end();
    await stopped;
  });
  resumer.begin();
  await clock.advance(0);
  expect(begun).toEqual(['a', 'b', 'c']);
  ends.get('b')?.();
  await clock.advance(0);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});
