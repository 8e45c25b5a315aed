import { afterAll, beforeEach, expect, test } from 'vitest';
import type { HttpGet } from '../../../electron/host.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Batch } from '../../../shared/model/download.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { shareAgency } from '../../support/agency/shared-agency.ts';
import {
  clockOf,
  connectionId,
  type DownloadsFixture,
  isEnded,
  openWithDocuments,
} from '../../support/app/downloads-fixture.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;
let withFile: DocumentKey[];
let isOnline: boolean;
const http = createHttpClient();
const tenMinutes = 600_000;

const isWaiting = ({ waits }: Batch) => waits !== undefined;
const dispatchOf = ({ id }: DocumentKey) => agency.data.document(id)?.dispatch?.number ?? '';

shareAgency(
  (started) => {
    agency = started;
  },
  () => fixture,
);
afterAll(() => http.close());
beforeEach(async () => {
  isOnline = true;
  const httpGet: HttpGet = async (url, options) => {
    if (!isOnline) throw new AppError('NO_NETWORK', 'made up');
    return http.httpGet(url, options);
  };
  const opened = await openWithDocuments({ agency, overrides: { httpGet } }, { atMost: 60 });
  ({ fixture, withFile } = opened);
  agency.requests.forget();
});

/** Two halves of the documents, no dispatch in both. */
function halves(): [DocumentKey[], DocumentKey[]] {
  const dispatches = [...new Set(withFile.map(dispatchOf))];
  const first = new Set(dispatches.slice(0, dispatches.length / 2));
  return [
    withFile.filter((one) => first.has(dispatchOf(one))),
    withFile.filter((one) => !first.has(dispatchOf(one))),
  ];
}

test('batches that wait for one agency have it asked one small query between them, and say until when they wait', async () => {
  const [some, others] = halves();
  fixture.links.forget(connectionId);
  const mend = agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR' });
  const first = await fixture.start(some);
  const paused = await fixture.until(first, isWaiting);
  expect(paused.waits).toMatchObject({ for: 'service', until: expect.stringMatching(/^\d{4}-.*Z$/) });
  const second = await fixture.start(others);
  expect((await fixture.until(second, isWaiting)).waits?.for).toBe('service');
  const before = agency.requests.count('file-types');
  await clockOf(agency).sleep(tenMinutes);
  // A round for each dispatch of the first batch at most, and nothing for the second: the agency is known to
  // be away.
  const dispatches = new Set(some.map(dispatchOf));
  expect(agency.requests.count('dispatch-files')).toBeLessThanOrEqual(5 * dispatches.size);
  const probes = agency.requests.count('file-types') - before;
  expect(probes).toBeGreaterThan(0);
  expect(probes).toBeLessThanOrEqual(14);
  mend();
  expect((await fixture.until(first, isEnded)).counts.done).toBe(some.length);
  expect((await fixture.until(second, isEnded)).counts.done).toBe(others.length);
});

test('storage that is away is asked for a byte of a document that came before, and for nothing else', async () => {
  const [some, others] = halves();
  await fixture.until(await fixture.start(some), isEnded);
  const mend = agency.faults.add({ kind: 'storage-answer', status: 503, page: 'xml' });
  const id = await fixture.start(others);
  expect((await fixture.until(id, isWaiting)).waits?.for).toBe('storage');
  const requestsToOthers = () =>
    others.reduce((sum, { id: document }) => sum + agency.requests.file(document).requested, 0);
  const [before, all] = [requestsToOthers(), agency.requests.files().requested];
  await clockOf(agency).sleep(tenMinutes);
  expect(requestsToOthers()).toBe(before);
  const probes = agency.requests.files().requested - all;
  expect(probes).toBeGreaterThan(0);
  expect(probes).toBeLessThanOrEqual(14);
  mend();
  expect((await fixture.until(id, isEnded)).counts).toMatchObject({ done: others.length, failed: 0 });
});

test('an office without a network says so, asks nobody, and goes on as soon as there is one', async () => {
  const [some] = halves();
  isOnline = false;
  const id = await fixture.start(some);
  expect((await fixture.until(id, isWaiting)).waits?.for).toBe('network');
  isOnline = true;
  fixture.downloads.online();
  expect((await fixture.until(id, isEnded)).counts.done).toBe(some.length);
});

test('a person who has a batch resumed has a server that is away asked again at once', async () => {
  const [some] = halves();
  fixture.links.forget(connectionId);
  const mend = agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR' });
  const id = await fixture.start(some);
  await fixture.until(id, isWaiting);
  mend();
  await fixture.downloads.control({ action: 'resume', batchId: id });
  expect((await fixture.until(id, isEnded)).counts.done).toBe(some.length);
});
