import { afterAll, beforeEach, expect, test } from 'vitest';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { shareAgency } from '../../support/agency/shared-agency.ts';
import {
  apiClientAt,
  clockOf,
  connectionId,
  type DownloadsFixture,
  isEnded,
  openFixture,
} from '../../support/app/downloads-fixture.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let withFile: DocumentKey[];
/** Dispatches about which the service fails whenever it is asked, and nothing else. */
let failing: Set<string>;
/** What it fails with, by how often it has been asked about them; undefined where it answers. */
let failsWith: (asks: number) => AppError | undefined;
let asks: number;
const http = createHttpClient();

shareAgency(
  (started) => {
    agency = started;
  },
  () => fixture,
);
afterAll(() => http.close());
beforeEach(async () => {
  failing = new Set();
  asks = 0;
  failsWith = () => new AppError('INTERNAL_ERROR', 'made up', { status: 500 });
  const clock = clockOf(agency);
  const api = apiClientAt(agency, { httpGet: http.httpGet, clock });
  const failingApi: typeof api = {
    ...api,
    dispatchFiles: (asked) => {
      const failure = failing.has(asked.dispatch) ? failsWith(++asks) : undefined;
      if (failure) throw failure;
      return api.dispatchFiles(asked);
    },
  };
  fixture = await openFixture({ agency, clock, overrides: { getApiClient: async () => failingApi } });
  const documents = await fixture.find({ atMost: 40 });
  withFile = documents.filter(({ id }) => agency.data.document(id)?.file);
  // Every link must be asked for.
  fixture.links.forget(connectionId);
});

const dispatchOf = ({ id }: DocumentKey) => agency.data.document(id)?.dispatch?.number ?? '';

test('a service that fails everybody for a while holds the batch up, which goes on by itself', async () => {
  const mend = agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR' });
  const id = await fixture.start(withFile);
  const paused = await fixture.until(id, (batch) => batch.state.kind !== 'running');
  expect(paused.state).toMatchObject({ kind: 'paused', why: 'offline' });
  expect(paused.counts.failed).toBe(0);
  mend();
  const ended = await fixture.until(id, isEnded);
  expect(ended.counts.done).toBe(withFile.length);
});

test('a service that fails about one dispatch for good costs its documents alone', async () => {
  const [bad] = withFile;
  if (!bad) throw new Error('no paper');
  failing.add(dispatchOf(bad));
  const lost = withFile.filter((document) => failing.has(dispatchOf(document)));
  const id = await fixture.start(withFile);
  const ended = await fixture.until(id, isEnded);
  expect(ended.counts.failed).toBe(lost.length);
  expect(ended.counts.done).toBe(withFile.length - lost.length);
});

test('a service that fails about the only dispatch left does not hold its batch up for ever, though others of it came last', async () => {
  const siblings = Object.values(Object.groupBy(withFile, dispatchOf)).find((one = []) => one.length > 3);
  const [bad, ...came] = siblings ?? [];
  if (!bad) throw new Error('no dispatch with four papers');
  const others = withFile.filter((document) => dispatchOf(document) !== dispatchOf(bad));
  await fixture.until(await fixture.start(others), isEnded);
  await fixture.until(await fixture.start(came), isEnded);
  fixture.links.forget(connectionId);
  failing.add(dispatchOf(bad));
  const id = await fixture.start([bad]);
  expect((await fixture.until(id, isEnded)).counts.failed).toBe(1);
  expect((await fixture.verdicts(id))[0]?.error).toMatchObject({ code: 'INTERNAL_ERROR' });
});

test('a service that fails about the only dispatch that was ever asked for, and gives its types, does not hold its batch up for ever', async () => {
  const [bad] = withFile;
  if (!bad) throw new Error('no paper');
  failing.add(dispatchOf(bad));
  const id = await fixture.start([bad]);
  expect((await fixture.until(id, isEnded)).counts.failed).toBe(1);
  expect((await fixture.verdicts(id))[0]?.error).toMatchObject({ code: 'INTERNAL_ERROR' });
  const waits = fixture.messages.flatMap(({ batches }) => batches.map(({ state }) => state.kind));
  expect(waits).toContain('paused');
});

test('a service that fails about a dispatch once, and then answers beyond bounds, is asked five times, and not without a pause', async () => {
  const [bad] = withFile;
  if (!bad) throw new Error('no paper');
  failing.add(dispatchOf(bad));
  failsWith = (times) => {
    if (times === 1) return new AppError('INTERNAL_ERROR', 'made up', { status: 500 });
    return times < 40 ? new AppError('RESPONSE_TOO_LARGE', 'made up') : undefined;
  };
  const id = await fixture.start([bad]);
  expect((await fixture.until(id, isEnded)).counts).toMatchObject({ failed: 1, done: 0 });
  expect(asks).toBe(5);
});

test('a service that fails about a dispatch, and then says that there is none, leaves no trouble behind', async () => {
  const [bad] = withFile;
  if (!bad) throw new Error('no paper');
  failing.add(dispatchOf(bad));
  failsWith = (times) =>
    times === 1
      ? new AppError('INTERNAL_ERROR', 'made up', { status: 500 })
      : new AppError('DISPATCH_NOT_FOUND', 'made up', { status: 404 });
  const id = await fixture.start([bad]);
  expect((await fixture.until(id, isEnded)).counts.failed).toBe(1);
  await expect.poll(() => fixture.store.listLinkFailures()).toEqual([]);
});
