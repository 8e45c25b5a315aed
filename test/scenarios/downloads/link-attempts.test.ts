import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLinkFailures } from '../../../electron/downloads/signed-links/link-attempts.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  connectionId,
  type DownloadsFixture,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { createIdleClock } from '../../support/app/idle-clock.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;
/** Documents of one dispatch, nine of them. */
let nine: DocumentKey[];

const dispatchOf = ({ id }: DocumentKey) => agency.data.document(id)?.dispatch?.number ?? '';
/** When each request for links arrived, by the agency's clock. */
const asked = () =>
  agency.requests.seen().flatMap(({ endpoint, at }) => (endpoint === 'dispatch-files' ? [at] : []));

/** How many requests each round had: what comes half a minute after the last one is another. */
function rounds(times: readonly number[]): number[] {
  const counts: number[] = [];
  for (const [n, at] of times.entries()) {
    if (n === 0 || at - (times[n - 1] ?? at) >= 29_000) counts.push(0);
    counts.push((counts.pop() ?? 0) + 1);
  }
  return counts;
}

beforeAll(async () => {
  // Minutes pass here in which nothing is done: one at a time.
  agency = await practice({ documents: 900, clock: createIdleClock(60_000) });
});
afterAll(() => agency.close());
beforeEach(async () => {
  agency.faults.clear();
  fixture = await openFixture({ agency });
  const withFile = (await fixture.find({ atMost: 300 })).filter(({ id }) => agency.data.document(id)?.file);
  const groups = Object.values(Object.groupBy(withFile, dispatchOf));
  nine = groups.find((group = []) => group.length >= 9)?.slice(0, 9) ?? [];
  fixture.links.forget(connectionId);
  agency.requests.forget();
});
afterEach(async () => {
  await fixture.close();
  removeHome(fixture);
});

describe('a dispatch about which the service always fails', () => {
  test('is asked for at most five times a round, however many documents wait for it, and fails in the end', async () => {
    expect(nine).toHaveLength(9);
    agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'dispatch-files' });
    const ended = await fixture.until(await fixture.start(nine), isEnded);
    expect(ended.counts.failed).toBe(9);
    const counts = rounds(asked());
    expect(Math.max(...counts)).toBeLessThanOrEqual(5);
    // Five outages that may be all of the service's, and the round after which it is known to be there.
    expect(counts.length).toBeLessThanOrEqual(6);
  });

  test('is asked again at once when a person has it tried again', async () => {
    const mend = agency.faults.add({
      kind: 'answer',
      code: 'INTERNAL_ERROR',
      endpoint: 'dispatch-files',
    });
    const id = await fixture.start(nine);
    await fixture.until(id, isEnded);
    mend();
    await fixture.downloads.control({ action: 'retry', batchId: id });
    expect((await fixture.until(id, isEnded)).counts.done).toBe(9);
  });

  test('is not asked for more often because the app is started anew in between', async () => {
    agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'dispatch-files' });
    const id = await fixture.start(nine);
    await fixture.until(id, ({ state }) => state.kind === 'paused');
    expect(asked()).toHaveLength(5);
    await fixture.close();
    fixture = await openFixture({ agency, home: fixture.home });
    await fixture.until(id, ({ state }) => state.kind === 'paused');
    expect(rounds(asked())[0]).toBe(5);
  });
});

test('a service whose answer nobody can read is asked five times a round, not five times for each document', async () => {
  agency.faults.add({ kind: 'body', body: 'html', endpoint: 'dispatch-files' });
  const ended = await fixture.until(await fixture.start(nine), isEnded);
  expect(ended.counts.failed).toBe(9);
  expect(Math.max(...rounds(asked()))).toBeLessThanOrEqual(5);
});

test('attempts at a document are counted on by the next start, and its document fails after five in all', async () => {
  const [bad, ...others] = nine;
  if (!bad) throw new Error('no document');
  agency.faults.add({ kind: 'storage-corrupt', documents: [bad.id] });
  const id = await fixture.start(nine);
  await fixture.whenDone(id, others.length);
  const before = agency.requests.file(bad.id).requested;
  await fixture.close();
  fixture = await openFixture({ agency, home: fixture.home });
  expect((await fixture.until(id, isEnded)).counts).toMatchObject({ failed: 1, done: others.length });
  expect(before).toBeLessThan(5);
  expect(agency.requests.file(bad.id).requested - before).toBeLessThanOrEqual(5 - before + 1);
  const verdicts = await fixture.verdicts(id);
  expect(verdicts.find(({ documentId }) => documentId === bad.id)?.error?.code).toBe('HASH_MISMATCH');
});

test('attempts at a document are forgotten once it has come', async () => {
  const [bad] = nine;
  if (!bad) throw new Error('no document');
  agency.faults.add({ kind: 'storage-corrupt', documents: [bad.id], times: 3 });
  expect((await fixture.until(await fixture.start([bad]), isEnded)).counts.done).toBe(1);
  expect(agency.requests.file(bad.id).requested).toBe(4);
  const database = new DatabaseSync(join(fixture.home, 'carpeta.db'), { readOnly: true });
  const [row] = database.prepare('SELECT attempts, retry_after FROM transfer').all();
  database.close();
  expect(row).toEqual({ attempts: 0, retry_after: null });
});

describe('what was counted before a start', () => {
  const queryKey = JSON.stringify({ kind: 'dispatch', dispatch: '1' });
  const failure = new AppError('INTERNAL_ERROR', 'made up', { status: 500 });

  test('outlives a process that is killed, attempt by attempt', async () => {
    const clock = createFakeClock();
    const first = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    for (let attempts = 1; attempts <= 3; attempts++) first.failed('one', queryKey, failure);
    await expect.poll(async () => (await fixture.store.listLinkFailures())[0]?.attempts).toBe(3);
    const second = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    expect(await second.of('one', queryKey)).toMatchObject({
      attempts: 3,
      error: { code: 'INTERNAL_ERROR' },
    });
    expect(second.attemptsLeft('one', queryKey)).toBe(2);
  });

  test('makes nobody wait longer than half a minute where the clock was set back a year', async () => {
    const clock = createFakeClock();
    const first = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    for (let attempts = 1; attempts <= 5; attempts++) first.failed('one', queryKey, failure);
    await expect.poll(async () => (await fixture.store.listLinkFailures())[0]?.attempts).toBe(5);
    clock.setWallClock(clock.now() - 365 * 24 * 3_600_000);
    const second = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    const stored = await second.of('one', queryKey);
    expect((stored?.retryAt ?? Number.POSITIVE_INFINITY) - clock.elapsed()).toBeLessThanOrEqual(30_000);
  });

  test('is let go of a day later, whatever became of it', async () => {
    const clock = createFakeClock();
    const failures = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    failures.failed('one', queryKey, failure);
    await expect.poll(async () => (await fixture.store.listLinkFailures()).length).toBe(1);
    clock.setWallClock(clock.now() + 25 * 3_600_000);
    const later = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    expect(await later.of('one', queryKey)).toBeUndefined();
    await expect.poll(() => fixture.store.listLinkFailures()).toEqual([]);
  });

  test('is begun anew by a person, and by an answer', async () => {
    const clock = createFakeClock();
    const failures = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    failures.failed('one', queryKey, failure);
    failures.succeeded('one', queryKey);
    expect(failures.known('one', queryKey)).toBeUndefined();
    failures.failed('one', queryKey, failure);
    failures.resetAttempts();
    expect(failures.attemptsLeft('one', queryKey)).toBe(5);
    await expect.poll(() => fixture.store.listLinkFailures()).toEqual([]);
  });

  test('is begun anew by a person who did not wait for it to be read', async () => {
    const clock = createFakeClock();
    const first = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    first.failed('one', queryKey, failure);
    await expect.poll(async () => (await fixture.store.listLinkFailures()).length).toBe(1);
    const second = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    second.resetAttempts();
    expect(await second.of('one', queryKey)).toBeUndefined();
    await expect.poll(() => fixture.store.listLinkFailures()).toEqual([]);
  });

  test('is known of every query, one whose error cannot be read too', async () => {
    const clock = createFakeClock();
    const first = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    for (const connection of ['one', 'two']) first.failed(connection, queryKey, failure);
    await expect.poll(async () => (await fixture.store.listLinkFailures()).length).toBe(2);
    const database = new DatabaseSync(join(fixture.home, 'carpeta.db'), { timeout: 10_000 });
    database.exec(`UPDATE link_trouble SET error = '{"code"' WHERE connection_id = 'one'`);
    database.close();
    const second = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    expect(await second.of('two', queryKey)).toMatchObject({ attempts: 1 });
    expect(await second.of('one', queryKey)).toMatchObject({ attempts: 1, error: { code: 'UNEXPECTED' } });
  });

  test('is begun anew by a new key for its own connection, and for no other', async () => {
    const clock = createFakeClock();
    const failures = createLinkFailures({ store: fixture.store, clock, random: () => 0.5 });
    for (const connection of ['one', 'two']) failures.failed(connection, queryKey, failure);
    await expect.poll(async () => (await fixture.store.listLinkFailures()).length).toBe(2);
    failures.resetAttempts('one');
    expect([failures.attemptsLeft('one', queryKey), failures.attemptsLeft('two', queryKey)]).toEqual([5, 4]);
    const stored = async () =>
      (await fixture.store.listLinkFailures()).map((failure) => failure.connectionId);
    await expect.poll(stored).toEqual(['two']);
  });
});
