import { CarpetaError, fromErrorData, isCarpetaError, toErrorData } from '../../../shared/errors.ts';
import { hasCode } from '../disk/disk.ts';
import { diskTrouble } from '../disk/trouble.ts';
import { type IndexMeans, tellIndex } from './tell-index.ts';

/** Keeps the indexes of destinations told. */
export interface Indexer {
  /** Tells an index all that it does not hold yet. Gives the error where that was not possible now; never rejects. */
  tell(destination: { destinationId: number; folder: string }): Promise<CarpetaError | undefined>;
  /** Tells every index that is behind, as far as that is possible now. */
  tellAll(): Promise<void>;
}

/** An indexer that writes one index at a time for each destination. */
export function createIndexer(means: IndexMeans): Indexer {
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

  function tell(destination: { destinationId: number; folder: string }): Promise<CarpetaError | undefined> {
    const { destinationId } = destination;
    const last = telling.get(destinationId) ?? Promise.resolve(undefined);
    const next = last.catch(() => undefined).then(() => tellNow(destination));
    telling.set(destinationId, next);
    const forget = () => {
      if (telling.get(destinationId) === next) telling.delete(destinationId);
    };
    next.then(forget, forget);
    return next;
  }

  return {
    tell,
    async tellAll() {
      for (const destination of await means.store.ledgerUntoldFolders()) {
        // A folder that is not there is not made anew for its index.
        if (await means.disk.look(destination.folder).catch(() => undefined)) await tell(destination);
      }
    },
  };
}
