import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { checkSums } from '../../support/disk/checksums.ts';

describe('a batch', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.requests.forget();
    fixture = await openFixture({ agency });
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
  });

  test('brings every document into a folder per dispatch, with an index that sha256sum accepts', async () => {
    const documents = await fixture.find({ atMost: 60 });
    const batch = await fixture.until(await fixture.start(documents));

    expect(batch.state.kind).toBe('ended');
    expect(batch.documents).toBe(60);
    expect(batch.counts.done + batch.counts['no-file']).toBe(60);
    const files = filesIn(fixture.folder);
    expect(files.size).toBe(batch.counts.done);
    expect(agency.requests.files()).toEqual({ requested: batch.counts.done, served: batch.counts.done });
    expect([...files.keys()].filter((path) => path.endsWith('.part'))).toEqual([]);
    checkSums(fixture.folder);
    const index = readFileSync(join(fixture.folder, 'indice.csv'), 'utf8');
    expect(index.trimEnd().split('\r\n')).toHaveLength(61);
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      good: files.size,
      missing: [],
      changed: [],
      extra: [],
    });
  });
});
