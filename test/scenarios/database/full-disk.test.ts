import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../electron/database/index.ts';
import { mountDisk, noMount } from '../../support/disk/mounted-disk.ts';
import { skippedFor } from '../../support/skipped.ts';

test.each([4, 20, 64])(
  'a disk with room for %i KiB alone is told as full',
  skippedFor(noMount),
  async (kib) => {
    const disk = mountDisk(kib * 1024);
    try {
      await expect(openStore(join(disk.folder, 'carpeta.db'))).rejects.toMatchObject({
        code: 'DISK_FULL',
        values: { path: join(disk.folder, 'carpeta.db') },
      });
      disk.resize(2 ** 23);
      const store = await openStore(join(disk.folder, 'carpeta.db'));
      expect(store.setAside).toBeUndefined();
      await store.close();
    } finally {
      disk.remove();
    }
  },
);
