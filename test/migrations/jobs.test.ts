import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../electron/database/open-database.ts';
import { createReads, createWrites } from '../../electron/database/worker-queries.ts';
import { unpackJobs } from '../support/database/store-fixture.ts';
import { temporaryFolder } from '../support/disk/temporary-folder.ts';

/** When the process died that left the store, ms since 1970. */
const killedAt = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;
const day = 24 * hour;

/** The store of before, as this version opens it. */
function open() {
  const path = join(temporaryFolder('jobs'), 'carpeta.db');
  unpackJobs(path);
  const { database } = openDatabase(path);
  onTestFinished(() => database.close());
  return { database, ...createWrites(database), ...createReads(database) };
}

test('dispatches that were tried in the background keep their attempts, to the millisecond', () => {
  const { getJob } = open();
  const job = (connectionId: string, number: string) =>
    getJob({ kind: 'background-fetch', subject: JSON.stringify([connectionId, number]) });
  expect(job('agency', 'begun')).toMatchObject({ attempts: 1, retryAfter: killedAt + day });
  expect(job('agency', 'failed')).toMatchObject({ attempts: 3, retryAfter: killedAt + 4 * day });
  expect(job('agency', 'due')).toMatchObject({ attempts: 2, retryAfter: killedAt - hour });
  expect(job('refusing', '')).toMatchObject({ attempts: 2, retryAfter: killedAt + 2 * day });
  expect(job('agency', 'untried')).toBeUndefined();
});

test('in the background each dispatch is asked for that was due, once, and no other', () => {
  const { nextPartialDispatch, beginJob } = open();
  const asked: string[] = [];
  const next = () =>
    nextPartialDispatch(['agency', 'refusing'], { since: '', now: killedAt, latest: killedAt + 16 * day });
  for (let one = next(); one; one = next()) {
    asked.push(`${one.connectionId} ${one.number} ${one.attempts}`);
    const attempt = { attempts: one.attempts + 1, retryAfter: killedAt + day, error: undefined };
    expect(beginJob(one, attempt, { owner: '', leaseUntil: 0 })).toBe(true);
  }
  expect(asked.sort()).toEqual(['agency due 2', 'agency untried 0']);
});

test('the share of the day that was asked for in the background stays counted', () => {
  const { countBackgroundFetch } = open();
  expect(countBackgroundFetch(killedAt, 2)).toBe(false);
  expect(countBackgroundFetch(killedAt, 3)).toBe(true);
});
