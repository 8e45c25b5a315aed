import { afterEach, expect, test } from 'vitest';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  clockOf,
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

let agency: PracticeAgency;
let fixture: DownloadsFixture;
afterEach(async () => {
  await fixture.close();
  await agency.close();
  removeHome(fixture);
});

test('links that live for one second bring three hundred files, and nothing is fetched twice', {
  timeout: 120_000,
}, async () => {
  agency = await practice({ urlLifetimeSeconds: 1, documents: 1200 });
  fixture = await openFixture({ agency });
  const documents = await fixture.find({ atMost: 300 });
  await clockOf(agency).sleep(1_100);
  agency.requests.forget();
  agency.faults.add({ kind: 'storage-slow', ms: 100 });
  const batch = await fixture.until(await fixture.start(documents));
  expect(batch.counts.failed).toBe(0);
  expect(batch.counts.done + batch.counts['no-file']).toBe(300);
  expect(agency.requests.files().served).toBe(batch.counts.done);
  expect(filesIn(fixture.folder).size).toBe(batch.counts.done);
});
