import { expect, test } from 'vitest';
import type { Store } from '../../../electron/database/index.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import { Cleanup } from '../../../electron/downloads/queue/part-file-cleanup.ts';
import { systemClock as clock } from '../../../electron/platform/terminal/index.ts';

test('whoever closes the app waits for one folder at most that is being tidied', async () => {
  const closing = new AbortController();
  const checked: string[] = [];
  const disk: Disk = {
    ...realDisk,
    async stat(path) {
      checked.push(path);
      closing.abort();
      throw Object.assign(new Error('away'), { code: 'EHOSTDOWN' });
    },
  };
  const store = {
    batchesWithPartFiles: async () =>
      ['one', 'two', 'three'].map((uuid) => ({ uuid, folder: `/away/${uuid}` })),
    listLeftPartFiles: async () => [{ id: 1, path: 'd/a', identity: '' }],
  } as Pick<Store, 'batchesWithPartFiles' | 'listLeftPartFiles'> as Store;
  const cleanup = new Cleanup({
    transferContext: { store, disk, clock },
    owner: 'me',
    runs: new Map(),
    closing: closing.signal,
    onError: () => undefined,
  });
  await cleanup.cleanUpAll();
  expect(checked).toEqual(['/away/one']);
});
