import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  filesIn,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';

describe('a .part that another program holds', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  let documents: DocumentKey[];
  let isLocked: boolean;

  beforeAll(async () => {
    agency = await practice({ fileBytes: 9 * 2 ** 20, documents: 60 });
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.faults.clear();
    isLocked = true;
    const disk: Disk = {
      ...realDisk,
      remove: (path) =>
        isLocked && path.endsWith(`${documents[0]?.id}.part`)
          ? Promise.reject(Object.assign(new Error('held'), { code: 'EBUSY' }))
          : realDisk.remove(path),
    };
    fixture = await openFixture({ agency, overrides: { disk, onError: () => undefined } });
    const found = await fixture.find({ atMost: 8 });
    documents = found.filter(({ id }) => agency.data.document(id)?.file).slice(0, 3);
  });
  afterEach(async () => {
    await fixture.close();
    removeHome(fixture);
  });

  const template = '{id}';
  const partFiles = () => [...filesIn(fixture.folder).keys()].filter((path) => path.endsWith('.part'));
  const untilRemoved = () => vi.waitFor(() => expect(partFiles()).toEqual([]), { timeout: 30_000 });

  /** One of three documents comes damaged each time, and what came of it is held. */
  async function failOne(): Promise<string> {
    agency.faults.add({ kind: 'storage-corrupt', documents: documents.slice(0, 1).map(({ id }) => id) });
    const id = await fixture.start(documents, { template });
    const ended = await fixture.until(id);
    expect(ended.state.kind).toBe('ended');
    expect(ended.counts).toMatchObject({ done: documents.length - 1, failed: 1 });
    expect(partFiles()).toHaveLength(1);
    return id;
  }

  test('does not keep its document from its verdict, nor others from theirs, and goes when it is free', async () => {
    await failOne();
    isLocked = false;
    await untilRemoved();
    expect(await fixture.downloads.verify(fixture.folder)).toMatchObject({
      missing: [],
      changed: [],
      extra: [],
    });
  });

  test('goes at the next start when the app was ended before it was free', async () => {
    await failOne();
    await fixture.close();
    isLocked = false;
    fixture = await fixture.another();
    await untilRemoved();
  });

  test('goes though its batch was forgotten, at the next start too', async () => {
    agency.faults.add({ kind: 'storage-stall', after: 0.5 });
    const id = await fixture.start(documents.slice(0, 1), { template });
    await vi.waitFor(() => expect(partFiles()).toHaveLength(1), { timeout: 60_000 });
    await fixture.downloads.forget(id);
    expect(await fixture.downloads.list()).toEqual([]);
    expect(partFiles()).toHaveLength(1);
    await fixture.close();
    isLocked = false;
    fixture = await fixture.another();
    await untilRemoved();
    expect(await fixture.downloads.list()).toEqual([]);
  });

  test('is fetched anew when a person retries its document', async () => {
    const id = await failOne();
    isLocked = false;
    agency.faults.clear();
    await fixture.downloads.control({ action: 'retry', batchId: id });
    const ended = await fixture.until(id, ({ state }) => state.kind === 'ended');
    expect(ended.counts).toMatchObject({ done: documents.length, failed: 0 });
    expect(partFiles()).toEqual([]);
  });
});
