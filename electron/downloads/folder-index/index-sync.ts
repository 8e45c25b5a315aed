import { join } from 'node:path';
import {
  type AppError,
  type ErrorData,
  fromErrorData,
  isAppError,
  toErrorData,
} from '../../../shared/errors.ts';
import type { PendingVerdict, Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { missingFolderError, toDiskError } from '../../lib/fs-errors.ts';
import { type Disk, hasCode } from '../files/index.ts';
import type { Writer } from './folder-lock.ts';
import {
  type IndexEntry,
  type IndexedConnection,
  reasonText,
  serviceOf,
  verdictTexts,
} from './index-entry.ts';
import { indexName, indexStamp, mergeIndex } from './index-file.ts';

/** What index synchronisation needs. */
export interface IndexContext {
  store: Store;
  disk: Disk;
  clock: Clock;
  writer: Writer;
  connections(): readonly IndexedConnection[];
}

const pageSize = 500;
// Limits one flush: each one rewrites the whole index and holds its verdicts in memory.
const pagesAtOnce = 5;

interface IndexedFolder {
  destinationId: number;
  folder: string;
}

/**
 * Writes all pending verdicts to a destination's index, up to 2,500 at a time. Rejects with the disk's error,
 * or with `FILE_LOCKED` if others hold the lock too long. The verdicts stay pending then.
 */
export async function flushIndex(context: IndexContext, destination: IndexedFolder): Promise<void> {
  const describe = entryMaker(context.connections(), context.writer);
  for (let after: number | undefined = 0; after !== undefined; ) {
    after = await flushSome(context, destination, after, describe);
  }
}

/** Writes the verdicts after this id; returns the last id if there may be more. */
async function flushSome(
  context: IndexContext,
  { destinationId, folder }: IndexedFolder,
  first: number,
  describe: (verdict: PendingVerdict) => IndexEntry,
): Promise<number | undefined> {
  const { store } = context;
  const flushed: { id: number; at: string }[] = [];
  const entries: IndexEntry[] = [];
  let after: number | undefined = first;
  for (let pages = 0; pages < pagesAtOnce && after !== undefined; pages++) {
    const page: PendingVerdict[] = await store.readPendingVerdicts(destinationId, after, pageSize);
    for (const transfer of page) {
      flushed.push({ id: transfer.id, at: transfer.at });
      entries.push(describe(transfer));
    }
    after = page.length < pageSize ? undefined : page.at(-1)?.id;
  }
  if (entries.length === 0) return undefined;
  await checkFolder(context, folder, entries);
  const known = await store.getIndexStamp(folder);
  const { before, after: stamp } = await mergeIndex(context, folder, entries);
  for (let at = 0; at < flushed.length; at += pageSize)
    await store.markIndexed(flushed.slice(at, at + pageSize));
  // Otherwise another computer has changed the index, which is still to be imported.
  if (before === known) await store.insertRecognisedFiles(folder, [], stamp);
  return after;
}

/**
 * Fails if the folder is only the empty mount point of a lost drive. An index written there would conflict
 * when the drive is back.
 */
async function checkFolder(
  { store, disk }: IndexContext,
  folder: string,
  entries: readonly IndexEntry[],
): Promise<void> {
  const files = entries.filter(({ path }) => path !== '');
  for (const { path } of [files[0], files.at(-1)].flatMap((file) => file ?? [])) {
    if (await disk.stat(join(folder, ...path.split('/')))) return;
  }
  const hadIndex = (await store.getIndexStamp(folder)) !== '';
  if (files.length === 0 && !(hadIndex && (await indexStamp(disk, folder)) === '')) return;
  throw missingFolderError(folder);
}

function entryMaker(connections: readonly IndexedConnection[], { user, computer }: Writer) {
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  return (transfer: PendingVerdict): IndexEntry => {
    const { state } = transfer;
    const connection = byId.get(transfer.connectionId);
    const hasFile = state === 'done' || state === 'here';
    return {
      agency: connection?.agency ?? '',
      service: serviceOf(connection),
      rut: transfer.rut,
      dispatch: transfer.dispatch,
      documentId: transfer.documentId,
      number: transfer.number === undefined ? '' : String(transfer.number),
      type: transfer.type,
      folio: transfer.folio,
      path: hasFile ? transfer.path : '',
      size: hasFile ? String(transfer.size ?? '') : '',
      sha256: hasFile ? (transfer.sha256 ?? '') : '',
      verdict: verdictTexts[state],
      reason: reasonOf(transfer, hasFile),
      requestId: transfer.requestId || (transfer.error?.requestId ?? ''),
      at: transfer.at,
      user,
      computer,
    };
  };
}

/** Why there is no file, and why the dispatch's list may be incomplete. */
function reasonOf({ state, error, listError }: PendingVerdict, hasFile: boolean): string {
  const own = state === 'cancelled' ? 'cancelado por la persona' : error && reasonText(error.code);
  const ofList = listError && `la lista de la agencia llegó incompleta (${listError})`;
  return [hasFile ? undefined : own, ofList].filter(Boolean).join('; ');
}

/** Why a batch pauses when its index cannot be written; undefined where it ends, and the index is late. */
export function indexPauseOf({ code }: AppError): 'disk-full' | 'folder-gone' | undefined {
  if (code === 'DISK_FULL') return 'disk-full';
  return code === 'FOLDER_GONE' ? 'folder-gone' : undefined;
}

/** Keeps the indexes of destinations current. */
export interface Indexer {
  /**
   * Writes all pending verdicts to an index. Returns the error if that is not possible now; never rejects.
   */
  flush(destination: IndexedFolder): Promise<AppError | undefined>;
  /** Writes to every outdated index that is writable now. */
  flushAll(): Promise<void>;
  /** The error `INDEX_NOT_WRITTEN` of the last write of a folder's index; undefined if it succeeded. */
  errorOf(folder: string): ErrorData | undefined;
}

/**
 * An indexer that runs one write per destination at a time. `onChanged` is called when a folder's {@link
 * Indexer.errorOf} changes.
 */
export function createIndexer(context: IndexContext, onChanged: (folder: string) => void): Indexer {
  const errors = new Map<string, ErrorData>();
  const flushing = new Map<number, Promise<AppError | undefined>>();

  async function flushNow(destination: IndexedFolder): Promise<AppError | undefined> {
    try {
      await flushIndex(context, destination);
      return undefined;
    } catch (error) {
      const { folder } = destination;
      if (hasCode(error, 'ENOENT')) return missingFolderError(folder, error);
      const failure = toDiskError(error, folder, 'rename');
      return isAppError(failure) ? failure : fromErrorData(toErrorData(error));
    }
  }

  function remember(folder: string, failure: AppError | undefined): void {
    const before = errors.get(folder);
    // These pause the batch, which shows the error itself.
    if (!failure || indexPauseOf(failure)) errors.delete(folder);
    else {
      const values = { path: join(folder, indexName), reason: failure.code };
      errors.set(folder, { code: 'INDEX_NOT_WRITTEN', message: 'the index could not be written', values });
    }
    if (before?.values?.['reason'] !== errors.get(folder)?.values?.['reason']) onChanged(folder);
  }

  function flush(destination: IndexedFolder): Promise<AppError | undefined> {
    const { destinationId, folder } = destination;
    const last = flushing.get(destinationId) ?? Promise.resolve(undefined);
    const next = last.then(async () => {
      const failure = await flushNow(destination);
      remember(folder, failure);
      return failure;
    });
    flushing.set(destinationId, next);
    const forget = () => {
      if (flushing.get(destinationId) === next) flushing.delete(destinationId);
    };
    next.then(forget, forget);
    return next;
  }

  return {
    flush,
    errorOf: (folder) => errors.get(folder),
    async flushAll() {
      for (const destination of await context.store.listFoldersToIndex()) {
        // An absent folder is not created for its index.
        if (await context.disk.stat(destination.folder).catch(() => undefined)) await flush(destination);
      }
    },
  };
}
