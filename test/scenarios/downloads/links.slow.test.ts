import { afterEach, expect, test } from 'vitest';
import type { PracticeAgency } from '../../../electron/practice/index.ts';
import {
  clockOf,
  type DownloadDesk,
  filesIn,
  openDesk,
  practice,
  removeHome,
} from '../../support/app/download-desk.ts';

let agency: PracticeAgency;
let desk: DownloadDesk;
afterEach(async () => {
  await desk.close();
  await agency.close();
  removeHome(desk);
});

test('links that live for one second bring three hundred files, and nothing is fetched twice', {
  timeout: 120_000,
}, async () => {
  agency = await practice({ urlLifetimeSeconds: 1, documents: 1200 });
  desk = await openDesk({ agency });
  const documents = await desk.find({ atMost: 300 });
  await clockOf(agency).sleep(1_100);
  agency.requests.forget();
  agency.misbehave.add({ kind: 'storage-slow', ms: 100 });
  const batch = await desk.until(await desk.start(documents));
  expect(batch.counts.failed).toBe(0);
  expect(batch.counts.done + batch.counts['no-file']).toBe(300);
  expect(agency.requests.files().served).toBe(batch.counts.done);
  expect(filesIn(desk.folder).size).toBe(batch.counts.done);
});
