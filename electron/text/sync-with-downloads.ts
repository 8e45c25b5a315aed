import { AppError } from '../../shared/errors.ts';
import type { Store } from '../database/index.ts';

/** Rows of the ledger that one query compares. */
const rowsAtOnce = 500;

/** What one comparison of the index with the ledger met. */
export interface DownloadsSync {
  /** Files that cannot be read from the database. */
  unreadable: number;
  /** Another process began a later comparison: this one added no files from then on. */
  isOvertaken: boolean;
}

/**
 * Compares the index of words with the files of the ledger. Rejects with `CANCELLED` once the signal is
 * aborted: half a comparison takes out no words. One that meets damage takes out none either, unless words
 * are to be deleted (`isPurge`).
 */
export async function syncWithDownloads(
  store: Store,
  signal: AbortSignal,
  isPurge: boolean,
): Promise<DownloadsSync> {
  const met: DownloadsSync = { unreadable: 0, isOvertaken: false };
  const pass = await store.beginTextPass();
  for (let after: number | undefined = 0; after !== undefined; ) {
    if (signal.aborted) throw new AppError('CANCELLED', 'cancelled');
    const page: Awaited<ReturnType<Store['listIndexableFiles']>> = await store.listIndexableFiles(
      after,
      rowsAtOnce,
    );
    if (!(await store.noteTextFiles(pass, page.files))) met.isOvertaken = true;
    met.unreadable += page.unreadable;
    after = page.next;
  }
  if (isPurge || met.unreadable === 0) await store.endTextPass(pass);
  return met;
}
