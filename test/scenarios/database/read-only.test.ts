import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../electron/database/index.ts';
import { mountDisk, noMount } from '../../support/disk/mounted-disk.ts';
import { skippedFor } from '../../support/skipped.ts';

test('a store that may not be written is told with its path', skippedFor(noMount), async () => {
  const disk = mountDisk(2 ** 22);
  onTestFinished(() => disk.remove());
  const path = join(disk.folder, 'carpeta.db');
  await (await openStore(path)).close();
  disk.protect(true);
  await expect(openStore(path)).rejects.toMatchObject({ code: 'FOLDER_UNWRITABLE', values: { path } });
});
