import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DownloadCandidate, openStore, type Store } from '../../../electron/database/index.ts';

/** A store in a folder of its own. */
export interface TemporaryStore {
  /** What `remove` closes; a test that opens the file anew puts that in its place. */
  store: Store;
  path: string;
  remove(): Promise<void>;
}

/** A real store in a temporary folder; `remove` closes it and leaves nothing behind. */
export async function temporaryStore(): Promise<TemporaryStore> {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-store-'));
  const path = join(folder, 'carpeta.db');
  const stored: TemporaryStore = {
    store: await openStore(path),
    path,
    remove: async () => {
      await stored.store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stored;
}

/** The documents that a selection means, as a batch reads them. */
export async function selected(
  store: Store,
  ...selection: Parameters<Store['selectRows']>
): Promise<DownloadCandidate[]> {
  return (await store.documentsAt(await store.selectRows(...selection))).documents;
}
