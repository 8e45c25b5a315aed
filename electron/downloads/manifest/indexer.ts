import { join } from 'node:path';
import {
  CarpetaError,
  type ErrorData,
  fromErrorData,
  isCarpetaError,
  toErrorData,
} from '../../../shared/errors.ts';
import { hasCode } from '../destination/disk.ts';
import { diskTrouble } from '../destination/disk-error.ts';
import { indexName } from './index-reader.ts';
import { type IndexMeans, tellIndex } from './outbox.ts';

/** Keeps the indexes of destinations told. */
export interface Indexer {
  /** Tells an index all that it does not hold yet. Gives the error where that was not possible now; never rejects. */
  tell(destination: { destinationId: number; folder: string }): Promise<CarpetaError | undefined>;
  /** Tells every index that is behind, as far as that is possible now. */
  tellAll(): Promise<void>;
  /** Why the index of a folder could not be told when that was tried last, as `INDEX_NOT_WRITTEN`; undefined when it could. */
  errorOf(folder: string): ErrorData | undefined;
}

/** An indexer that writes one index at a time for each destination; `onChanged` hears of folders whose {@link Indexer.errorOf} is another one. */
export function createIndexer(means: IndexMeans, onChanged: (folder: string) => void): Indexer {
  const errors = new Map<string, ErrorData>();
  const telling = new Map<number, Promise<CarpetaError | undefined>>();

  async function tellNow(destination: {
    destinationId: number;
    folder: string;
  }): Promise<CarpetaError | undefined> {
    try {
      await tellIndex(means, destination);
      return undefined;
    } catch (thrown) {
      const { folder } = destination;
      if (hasCode(thrown, 'ENOENT')) {
        return new CarpetaError('FOLDER_GONE', 'the folder is not there', {
          values: { path: folder },
          cause: thrown,
        });
      }
      const trouble = diskTrouble(thrown, folder, 'publish');
      return isCarpetaError(trouble) ? trouble : fromErrorData(toErrorData(thrown));
    }
  }

  function remember(folder: string, trouble: CarpetaError | undefined): void {
    const before = errors.get(folder);
    // Of these the batch itself waits, and says so.
    if (!trouble || trouble.code === 'FOLDER_GONE' || trouble.code === 'DISK_FULL') errors.delete(folder);
    else {
      const values = { path: join(folder, indexName), reason: trouble.code };
      errors.set(folder, { code: 'INDEX_NOT_WRITTEN', message: 'the index could not be written', values });
    }
    if (before?.values?.['reason'] !== errors.get(folder)?.values?.['reason']) onChanged(folder);
  }

  function tell(destination: { destinationId: number; folder: string }): Promise<CarpetaError | undefined> {
    const { destinationId, folder } = destination;
    const last = telling.get(destinationId) ?? Promise.resolve(undefined);
    const next = last.then(async () => {
      const trouble = await tellNow(destination);
      remember(folder, trouble);
      return trouble;
    });
    telling.set(destinationId, next);
    const forget = () => {
      if (telling.get(destinationId) === next) telling.delete(destinationId);
    };
    next.then(forget, forget);
    return next;
  }

  return {
    tell,
    errorOf: (folder) => errors.get(folder),
    async tellAll() {
      for (const destination of await means.store.ledgerUntoldFolders()) {
        // A folder that is not there is not made anew for its index.
        if (await means.disk.look(destination.folder).catch(() => undefined)) await tell(destination);
      }
    },
  };
}
