import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStore } from '../../../electron/database/index.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

describe('a document that was cancelled by a process that ended before what it had of it was gone', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let id: string;

  beforeAll(async () => {
    agency = await practice({ fileBytes: 9 * 2 ** 20, documents: 60 });
  });
  afterAll(() => agency.close());

  const partFiles = () => [...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.part'));

  beforeEach(async () => {
    agency.faults.clear();
    fixture = await openFixture({ agency });
    const found = await fixture.find({ atMost: 8 });
    agency.faults.add({ kind: 'storage-stall', after: 0.5 });
    id = await fixture.start(found.filter((document) => agency.data.document(document.id)?.file).slice(0, 1));
    await vi.waitFor(() => expect(partFiles()).toHaveLength(1), { timeout: 60_000 });
    await fixture.downloads.control({ action: 'pause', batchId: id });
    await fixture.close();
    const store = await openStore(join(fixture.home, 'carpeta.db'));
    await store.claimBatch(id, '', 'a-process-that-ends', 0);
    await store.applyBatchAction(id, 'a-process-that-ends', 'cancel', new Date().toISOString());
    await store.close();
    expect(partFiles()).toHaveLength(1);
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
  });

  test('leaves nothing half, and the batch, of which nothing is left to do, ends', async () => {
    fixture = await fixture.another();
    await vi.waitFor(() => expect(partFiles()).toEqual([]), { timeout: 30_000 });
    await fixture.until(id, ({ state }) => state.kind === 'ended');
  });

  test('leaves nothing half in a batch that is taken up by who acts on it', async () => {
    fixture = await fixture.another({ overrides: { adopts: false } });
    await fixture.downloads.control({ action: 'resume', batchId: id });
    await fixture.until(id, ({ state }) => state.kind === 'ended');
    expect(partFiles()).toEqual([]);
  });
});
