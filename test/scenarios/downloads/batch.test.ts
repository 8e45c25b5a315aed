import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PracticeAgency } from '../../../electron/practice/index.ts';
import {
  type DownloadDesk,
  filesIn,
  openDesk,
  practice,
  removeHome,
} from '../../support/app/download-desk.ts';
import { checkSums } from '../../support/disk/checksums.ts';

describe('a batch', () => {
  let agency: PracticeAgency;
  let desk: DownloadDesk;
  beforeAll(async () => {
    agency = await practice();
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.requests.forget();
    desk = await openDesk({ agency });
  });
  afterEach(async () => {
    await desk.close();
    removeHome(desk);
  });

  test('brings every document into a folder per dispatch, with an index that sha256sum accepts', async () => {
    const documents = await desk.find({ atMost: 60 });
    const batch = await desk.until(await desk.start(documents));

    expect(batch.state.kind).toBe('ended');
    expect(batch.documents).toBe(60);
    expect(batch.counts.done + batch.counts['no-file']).toBe(60);
    const files = filesIn(desk.folder);
    expect(files.size).toBe(batch.counts.done);
    expect(agency.requests.files()).toEqual({ asked: batch.counts.done, served: batch.counts.done });
    expect([...files.keys()].filter((path) => path.endsWith('.part'))).toEqual([]);
    checkSums(desk.folder);
    const index = readFileSync(join(desk.folder, 'indice.csv'), 'utf8');
    expect(index.trimEnd().split('\r\n')).toHaveLength(61);
    expect(await desk.downloads.verify(desk.folder)).toMatchObject({
      good: files.size,
      missing: [],
      changed: [],
      extra: [],
    });
  });
});
