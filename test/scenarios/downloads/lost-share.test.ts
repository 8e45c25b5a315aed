import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import {
  type DownloadsFixture,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { whyNoBirthTimes } from '../../support/disk/file-system.ts';
import { skippedFor } from '../../support/skipped.ts';

/** A document on its way; not the file by which a folder is tried, nor the index. */
const isDocumentFile = /[\\/](?!\.|indice|SHA256SUMS)[^\\/]*\.part$/;

describe('a share that answers in words that nobody knows', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  /** What the share refuses, and how, from its so many-th document on; nothing while undefined. */
  let refused: { code: string; from: number; matches(operation: keyof Disk): boolean } | undefined;
  let begunDocuments: number;
  /** While set, the share opens no document after its second. */
  let hold: PromiseWithResolvers<void> | undefined;

  beforeAll(async () => {
    agency = await practice({ fileBytes: 9 * 2 ** 20, documents: 60 });
  });
  afterAll(() => agency.close());
  beforeEach(async () => {
    agency.faults.clear();
    refused = undefined;
    hold = undefined;
    begunDocuments = 0;
    fixture = await openFixture({
      agency,
      settings: { transfersAtOnce: 2 },
      overrides: { disk: withShare(), onError: () => undefined },
    });
  });
  afterEach(async () => {
    refused = undefined;
    hold?.resolve();
    await fixture.close();
    removeHome(fixture);
  });

  function withShare(): Disk {
    const isRefused = (operation: keyof Disk) =>
      refused !== undefined && begunDocuments >= refused.from && refused.matches(operation);
    const guarded = Object.entries(realDisk).map(
      ([name, operation]: [string, (...paths: string[]) => unknown]) => [
        name,
        async (...paths: string[]) => {
          if (!paths.some((path) => path.startsWith(share()))) return operation(...paths);
          if (name === 'create' && paths.some((path) => isDocumentFile.test(path))) begunDocuments++;
          if (begunDocuments > 2 && name === 'create') await hold?.promise;
          return isRefused(name as keyof Disk)
            ? Promise.reject(Object.assign(new Error('unknown'), { code: refused?.code }))
            : operation(...paths);
        },
      ],
    );
    return Object.fromEntries(guarded);
  }
  const share = () => join(fixture.home, 'share');
  const reasonsOf = (id: string) =>
    fixture.messages
      .flatMap(({ batches }) => batches)
      .flatMap(({ id: batch, state }) => (batch === id && state.kind === 'paused' ? state.why : []));

  /** Four documents each for the share and for a folder on a good disk. */
  async function startBoth(prepare: (farIds: string[]) => void = () => undefined) {
    const withFile = (await fixture.find()).filter(({ id }) => agency.data.document(id)?.file);
    agency.faults.add({ kind: 'storage-slow', ms: 40 });
    prepare(withFile.slice(0, 4).map(({ id }) => id));
    const far = await fixture.start(withFile.slice(0, 4), { folder: share() });
    const near = await fixture.start(withFile.slice(4, 8), { folder: join(fixture.home, 'near') });
    return { far, near };
  }

  test('is waited for as one that is not there, and holds nobody else up', async () => {
    hold = Promise.withResolvers();
    const { far, near } = await startBoth();
    await fixture.until(far, ({ counts }) => counts.done >= 1);
    refused = { code: 'UNKNOWN', from: 0, matches: () => true };
    hold.resolve();
    const paused = await fixture.until(far, ({ waits }) => waits !== undefined);
    expect(paused.state).toMatchObject({ kind: 'paused', why: 'folder-gone' });
    expect(paused.waits).toMatchObject({ for: 'folder', until: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(paused.counts.failed).toBe(0);
    expect(paused.counts.done).toBeGreaterThanOrEqual(1);
    expect((await fixture.until(near, isEnded)).counts.done).toBe(4);
    refused = undefined;
    expect((await fixture.until(far, isEnded)).counts.done).toBe(4);
    expect([...new Set(reasonsOf(far))]).toEqual(['folder-gone']);
    expect(reasonsOf(near)).toEqual([]);
    expect(await fixture.downloads.verify(share())).toMatchObject({ good: 4, missing: [], extra: [] });
  });

  // What is left is known as ours by its time of birth.
  test(
    'when what is left of a document that failed is to go: its own batches wait, no others',
    skippedFor(whyNoBirthTimes()),
    async () => {
      // The damaged one comes first and alone: one that came when the share answers again would have failed
      // for good.
      fixture.settings.transfersAtOnce = 1;
      refused = { code: 'EOTHER', from: 1, matches: (operation) => operation === 'remove' };
      const { far, near } = await startBoth((documents) =>
        agency.faults.add({ kind: 'storage-corrupt', documents: documents.slice(0, 1) }),
      );
      expect((await fixture.until(far)).state).toMatchObject({ kind: 'paused', why: 'folder-gone' });
      agency.faults.clear();
      refused = undefined;
      expect((await fixture.until(near, isEnded)).counts.done).toBe(4);
      expect((await fixture.until(far, isEnded)).counts.done).toBe(4);
      expect(reasonsOf(near)).toEqual([]);
    },
  );
});
