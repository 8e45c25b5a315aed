import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { hasCode } from '../../../electron/downloads/files/disk.ts';
import { type Disk, type DiskFile, realDisk } from '../../../electron/downloads/index.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { isEnded, openFixture, practice, removeHome } from '../../support/app/downloads-fixture.ts';
import { diskFailureFixture, fileBytes, partFilesIn } from '../../support/disk/disk-failure-fixture.ts';
import { noMount } from '../../support/disk/mounted-disk.ts';
import { skippedFor } from '../../support/skipped.ts';

describe('a disk', () => {
  const setup = diskFailureFixture();

  const filler = (folder: string) => join(folder, 'filler');
  /** Writes a file until nothing more goes in. */
  function fill(path: string): void {
    const chunk = Buffer.alloc(4096);
    try {
      for (;;) appendFileSync(path, chunk);
    } catch (error) {
      if (!hasCode(error, 'ENOSPC')) throw error;
    }
  }

  test(
    'that is full: the queue stands still, says how much is needed, and goes on when there is room',
    skippedFor(noMount),
    async () => {
      const small = setup.mount(10 * fileBytes);
      await setup.open();
      const id = await setup.fixture.start(setup.documents, { folder: small.folder });
      // More may be on its way at once than has room, and none of it done by then: what fits comes when it
      // goes on.
      const stands = ({ state, counts }: Batch) => state.kind === 'paused' && counts.done > 0;
      const paused = await setup.fixture.until(id, stands);
      expect(paused.state).toMatchObject({ kind: 'paused', why: 'disk-full', error: { code: 'DISK_FULL' } });
      if (paused.state.kind !== 'paused') throw new Error('not paused');
      const needed = paused.state.error?.values?.['needed'];
      expect(needed).toBeGreaterThan(fileBytes);
      // What is on its way counts for no finished document.
      expect(needed).toBeLessThanOrEqual(setup.documents.length * fileBytes);
      expect(paused.counts.failed).toBe(0);
      // Without a byte left it does not go on by itself, nor try whether it could, while it is looked at.
      fill(filler(small.folder));
      await vi.waitFor(() => expect(partFilesIn(small.folder)).toEqual([]), { timeout: 30_000 });
      rmSync(filler(small.folder));

      small.resize(100 * fileBytes);
      const ended = await setup.fixture.until(id, isEnded);
      expect(ended.counts.done).toBe(setup.fileCount);
      expect(await setup.fixture.downloads.verify(small.folder)).toMatchObject({
        good: setup.fileCount,
        missing: [],
        changed: [],
        extra: [],
      });
    },
  );

  test('that fills up in the middle of a large document keeps it waiting, not half', async () => {
    const large = await practice({ fileBytes: 9 * 2 ** 20, documents: 60 });
    let spaceBytes = 4 * 2 ** 20;
    const disk: Disk = {
      ...realDisk,
      create: async (path) => filling(await realDisk.create(path)),
      append: async (path) => filling(await realDisk.append(path)),
      freeBytes: async () => spaceBytes,
    };
    function filling(file: DiskFile): DiskFile {
      return {
        ...file,
        async write(chunks) {
          spaceBytes -= chunks.reduce((sum, chunk) => sum + chunk.length, 0);
          if (spaceBytes < 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
          return file.write(chunks);
        },
      };
    }
    const fixture = await openFixture({ agency: large, overrides: { disk } });
    try {
      const found = await fixture.find({ atMost: 8 });
      const one = found.filter(({ id }) => large.data.document(id)?.file).slice(0, 1);
      const id = await fixture.start(one);
      expect((await fixture.until(id)).state).toMatchObject({ kind: 'paused', why: 'disk-full' });
      spaceBytes = 2 ** 40;
      expect((await fixture.until(id, isEnded)).counts.done).toBe(1);
      expect(partFilesIn(fixture.folder)).toEqual([]);
    } finally {
      await fixture.close();
      removeHome(fixture);
      await large.close();
    }
  });

  test('that forgets to say that it is full is not believed: what cannot be made durable is not done', async () => {
    let failing = true;
    const disk: Disk = {
      ...realDisk,
      async create(path) {
        const file = await realDisk.create(path);
        const sync = () =>
          failing ? Promise.reject(Object.assign(new Error('late'), { code: 'ENOSPC' })) : file.sync();
        return { ...file, sync };
      },
      freeBytes: async () => (failing ? 0 : 2 ** 40),
    };
    await setup.open({ disk });
    const id = await setup.fixture.start(setup.documents);
    const paused = await setup.fixture.until(id);
    expect(paused.state).toMatchObject({ kind: 'paused', why: 'disk-full' });
    expect(paused.counts.done).toBe(0);
    failing = false;
    expect((await setup.fixture.until(id, isEnded)).counts.done).toBe(setup.fileCount);
  });
});
