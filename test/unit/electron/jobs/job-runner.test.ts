import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../electron/database/open-database.ts';
import { createReads, createWrites } from '../../../../electron/database/worker-queries.ts';
import {
  createLeaseOwner,
  type Job,
  type JobOutcome,
  JobRunner,
  type JobSource,
  newJob,
  noAttempts,
} from '../../../../electron/jobs/index.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

const minute = 60_000;
const error = { code: 'NO_NETWORK', message: 'offline' } as const;

/** Jobs in a real table; several processes may be opened on it. */
function setUp(subjects: readonly string[]) {
  const clock = createFakeClock();
  const { database } = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const queries = { ...createWrites(database), ...createReads(database) };
  const alive = new Set<number>();
  const run: string[] = [];
  const problems: unknown[] = [];
  /** How the attempts at a job end; those at others are done. */
  const outcomes = new Map<string, (signal: AbortSignal) => Promise<JobOutcome>>();
  const rowOf = (subject: string) => queries.getJob({ kind: 'retention', subject });

  function open(processId: number, changes: Partial<JobSource<Job>> = {}) {
    alive.add(processId);
    const options = {
      store: {
        beginJob: async (...of: Parameters<typeof queries.beginJob>) => queries.beginJob(...of),
        endJob: async (...of: Parameters<typeof queries.endJob>) => queries.endJob(...of),
        renewJobs: async (...of: Parameters<typeof queries.renewJobs>) => queries.renewJobs(...of),
      },
      leases: createLeaseOwner({
        computer: 'here',
        processId,
        clock,
        uuid: () => String(processId),
        isAlive: (id) => alive.has(id),
      }),
      clock,
      reportError: (_: string, failure: unknown) => void problems.push(failure),
    };
    const done = new Set<string>();
    const runner = new JobRunner<Job>(
      {
        name: 'jobs',
        pollIntervalMs: minute,
        next: async (excluded) =>
          subjects
            .filter((subject) => !excluded.has(subject) && !done.has(subject))
            .map((subject) => rowOf(subject) ?? newJob({ kind: 'retention', subject }))
            .find(({ retryAfter = 0 }) => retryAfter <= clock.now()),
        begin: ({ attempts }) => ({ ...noAttempts, attempts: attempts + 1, retryAfter: clock.now() }),
        run: async ({ subject }, _attempt, signal) => {
          run.push(`${processId} ${subject}`);
          const outcome = (await outcomes.get(subject)?.(signal)) ?? { kind: 'done' };
          if (outcome.kind === 'done') done.add(subject);
          return outcome;
        },
        end: (_job, attempt, outcome) => {
          if (outcome.kind === 'done') return undefined;
          const retryAfter = outcome.kind === 'retry' ? outcome.at : clock.now() + 60 * minute;
          return { ...attempt, retryAfter, error: outcome.error };
        },
        ...changes,
      },
      options,
    );
    onTestFinished(() => runner.stop());
    return runner;
  }

  /** A process that is killed: it does nothing any more, and its rows stay as they are. */
  const kill = (processId: number) => void alive.delete(processId);
  return { clock, open, kill, run, problems, outcomes, rowOf, queries };
}

/** Ends only with its process. */
const never = (signal: AbortSignal) =>
  new Promise<JobOutcome>((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'blocked' })));

test('jobs run one after the other, and their rows go with them', async () => {
  const { clock, open, run, rowOf } = setUp(['a', 'b']);
  open(1).begin();
  await clock.advance(0);
  expect(run).toEqual(['1 a', '1 b']);
  expect([rowOf('a'), rowOf('b')]).toEqual([undefined, undefined]);
});

test('an attempt is stored with its lease before it starts', async () => {
  const { clock, open, outcomes, rowOf } = setUp(['a']);
  let seen: Job | undefined;
  const completed = Promise.withResolvers<JobOutcome>();
  outcomes.set('a', () => {
    seen = rowOf('a');
    return completed.promise;
  });
  open(1).begin();
  await clock.advance(0);
  expect(seen).toMatchObject({ attempts: 1, owner: 'here/1/1/', leaseUntil: clock.now() + 20_000 });
  completed.resolve({ kind: 'done' });
});

test('what failed is tried again when it is due, after a restart too, with its attempts and its error', async () => {
  const { clock, open, run, outcomes, rowOf } = setUp(['a']);
  outcomes.set('a', async () => ({ kind: 'retry', at: clock.now() + 10 * minute, error }));
  const first = open(1);
  first.begin();
  await clock.advance(0);
  expect(rowOf('a')).toMatchObject({ attempts: 1, error, owner: '' });
  await first.stop();
  open(2).begin();
  await clock.advance(9 * minute);
  expect(run).toEqual(['1 a']);
  await clock.advance(minute);
  expect(run).toEqual(['1 a', '2 a']);
  expect(rowOf('a')).toMatchObject({ attempts: 2 });
});

test('a job that was blocked has made no attempt, and is left alone until the next poll', async () => {
  const { clock, open, run, outcomes, rowOf } = setUp(['a', 'b']);
  outcomes.set('a', async () => ({ kind: 'blocked' }));
  open(1).begin();
  await clock.advance(0);
  expect([run, rowOf('a')]).toEqual([['1 a', '1 b'], undefined]);
  await clock.advance(minute);
  expect(run).toEqual(['1 a', '1 b', '1 a']);
});

test('a job in whose midst a process was killed is run by another one, as its next attempt', async () => {
  const { clock, open, kill, run, outcomes, rowOf } = setUp(['a']);
  outcomes.set('a', never);
  open(1).begin();
  await clock.advance(0);
  kill(1);
  outcomes.clear();
  let attempts: number | undefined;
  outcomes.set('a', async () => {
    attempts = rowOf('a')?.attempts;
    return { kind: 'done' };
  });
  open(2).begin();
  await clock.advance(0);
  expect([run, attempts]).toEqual([['1 a', '2 a'], 2]);
});

test('a job that a living process works on is run by no other one, however long it takes', async () => {
  const { clock, open, run, outcomes } = setUp(['a', 'b']);
  const completed = Promise.withResolvers<JobOutcome>();
  outcomes.set('a', () => completed.promise);
  open(1).begin();
  await clock.advance(0);
  open(2).begin();
  await clock.advance(10 * minute);
  expect(run).toEqual(['1 a', '2 b']);
  completed.resolve({ kind: 'done' });
});

test('a process that has lost its job stores nothing of it', async () => {
  const { clock, open, kill, outcomes, rowOf } = setUp(['a']);
  const completed = Promise.withResolvers<JobOutcome>();
  outcomes.set('a', () => completed.promise);
  open(1).begin();
  await clock.advance(0);
  kill(1);
  outcomes.set('a', never);
  open(2).begin();
  await clock.advance(0);
  completed.resolve({ kind: 'done' });
  await clock.advance(0);
  expect(rowOf('a')).toMatchObject({ attempts: 2, owner: 'here/2/2/' });
});

test('what a person changed just before an attempt is not run as it was', async () => {
  const { clock, open, run, queries, rowOf } = setUp(['a']);
  const stored = newJob({ kind: 'retention', subject: 'a' });
  open(1, {
    next: async (excluded) => {
      if (excluded.size > 0) return undefined;
      queries.beginJob(stored, { ...noAttempts, attempts: 3 }, { owner: '', leaseUntil: 0 });
      return stored;
    },
  }).begin();
  await clock.advance(0);
  expect([run, rowOf('a')?.attempts]).toEqual([[], 3]);
});

test('as many run at once as may, and the next when one has ended', async () => {
  const { clock, open, run, outcomes } = setUp(['a', 'b', 'c']);
  const ends = new Map<string, (outcome: JobOutcome) => void>();
  for (const subject of ['a', 'b', 'c'])
    outcomes.set(subject, () => new Promise((resolve) => ends.set(subject, resolve)));
  open(1, { maxConcurrent: 2 }).begin();
  await clock.advance(0);
  expect(run).toEqual(['1 a', '1 b']);
  ends.get('b')?.({ kind: 'done' });
  await clock.advance(0);
  expect(run).toEqual(['1 a', '1 b', '1 c']);
  for (const end of ends.values()) end({ kind: 'done' });
});

test('an error of the store is reported, and the job is tried again at the next poll', async () => {
  const { clock, open, run, problems } = setUp(['a']);
  let failures = 1;
  open(1, {
    prepare: async () => {
      if (failures-- > 0) throw new Error('locked');
    },
  }).begin();
  await clock.advance(minute - 1);
  expect([run, problems.length]).toEqual([[], 1]);
  await clock.advance(1);
  expect(run).toEqual(['1 a']);
});

test('nothing runs while what must not meet it runs, and what ran is aborted first', async () => {
  const { clock, open, run } = setUp(['a', 'b']);
  const aborted = Promise.withResolvers<JobOutcome>();
  const runner = open(1, {
    run: ({ subject }, _attempt, signal) => {
      run.push(subject);
      signal.addEventListener('abort', () => aborted.resolve({ kind: 'blocked' }));
      return aborted.promise;
    },
  });
  runner.begin();
  await clock.advance(0);
  const worked = Promise.withResolvers<void>();
  const paused = runner.pausedFor(() => worked.promise);
  await clock.advance(5 * minute);
  expect(run).toEqual(['a']);
  worked.resolve();
  await paused;
  await clock.advance(0);
  expect(run.slice(0, 2)).toEqual(['a', 'a']);
});

test('its end aborts what runs, which was no attempt then', async () => {
  const { clock, open, rowOf } = setUp(['a']);
  const runner = open(1, {
    run: (_job, _attempt, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'blocked' }))),
  });
  runner.begin();
  await clock.advance(0);
  expect(rowOf('a')).toMatchObject({ attempts: 1 });
  await runner.stop();
  expect(rowOf('a')).toBeUndefined();
});
