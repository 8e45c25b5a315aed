import { join } from 'node:path';
import {
  AppError,
  type ErrorCode,
  type ErrorData,
  fromErrorData,
  isAppError,
  toErrorData,
} from '../../../shared/errors.ts';
import type { Connection } from '../../../shared/model/connection.ts';
import type { PendingVerdict, RecognisedFile, Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { isLoopback } from '../../lib/base-url.ts';
import { type Disk, foldName, hasCode, type NameTemplate, sha256Of, toDiskError } from '../files/index.ts';
import type { Writer } from './folder-lock.ts';
import { type IndexEntry, verdictWords } from './index-entry.ts';
import { indexEntries, indexName, indexStamp, isInside, mergeIndex } from './index-file.ts';

/** What telling an index needs of the app. */
export interface IndexDeps {
  store: Store;
  disk: Disk;
  clock: Clock;
  writer: Writer;
  connections(): readonly IndexedConnection[];
}

/** What an index says of a connection, and by which it is known again. */
export type IndexedConnection = Pick<Connection, 'id' | 'agency' | 'baseUrl' | 'movedFrom' | 'isPractice'>;

const pageSize = 500;
// Verdicts in one writing: each reads and writes the whole index, and holds its own in memory.
const pagesAtOnce = 5;

/** A folder with an index, as the ledger names it. */
interface IndexedFolder {
  destinationId: number;
  folder: string;
}

/**
 * Flushes every pending verdict to the index of a destination, 2,500 in one writing. Rejects with what the
 * disk said, as it is, and with `FILE_LOCKED` when others keep the index for long: nothing is forgotten then.
 */
export async function flushIndex(deps: IndexDeps, destination: IndexedFolder): Promise<void> {
  const describe = entryMaker(deps.connections(), deps.writer);
  for (let after: number | undefined = 0; after !== undefined; ) {
    after = await flushSome(deps, destination, after, describe);
  }
}

/** Flushes the verdicts after this one; gives the last of them when there may be more. */
async function flushSome(
  deps: IndexDeps,
  { destinationId, folder }: IndexedFolder,
  first: number,
  describe: (verdict: PendingVerdict) => IndexEntry,
): Promise<number | undefined> {
  const { store } = deps;
  const flushed: { id: number; at: string }[] = [];
  const entries: IndexEntry[] = [];
  let after: number | undefined = first;
  for (let pages = 0; pages < pagesAtOnce && after !== undefined; pages++) {
    const page: PendingVerdict[] = await store.ledgerPendingVerdicts(destinationId, after, pageSize);
    for (const transfer of page) {
      flushed.push({ id: transfer.id, at: transfer.at });
      entries.push(describe(transfer));
    }
    after = page.length < pageSize ? undefined : page.at(-1)?.id;
  }
  if (entries.length === 0) return undefined;
  await insistOnFolder(deps, folder, entries);
  const known = await store.ledgerIndexStamp(folder);
  const { before, after: stamp } = await mergeIndex(deps, folder, entries);
  for (let at = 0; at < flushed.length; at += pageSize)
    await store.ledgerIndexed(flushed.slice(at, at + pageSize));
  // What somebody else has written meanwhile is still to be imported.
  if (before === known) await store.ledgerRecognise(folder, [], stamp);
  return after;
}

/**
 * Whether a folder is the one that the entries are about. An empty one stands where a drive was: an index in
 * it would stand in the way when the drive is back.
 */
async function insistOnFolder(
  { store, disk }: IndexDeps,
  folder: string,
  entries: readonly IndexEntry[],
): Promise<void> {
  const files = entries.filter(({ path }) => path !== '');
  for (const { path } of [files[0], files.at(-1)].flatMap((file) => file ?? [])) {
    if (await disk.stat(join(folder, ...path.split('/')))) return;
  }
  const hadIndex = (await store.ledgerIndexStamp(folder)) !== '';
  if (files.length === 0 && !(hadIndex && (await indexStamp(disk, folder)) === '')) return;
  throw new AppError('FOLDER_GONE', 'the folder is not there', { values: { path: folder } });
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
      verdict: verdictWords[state],
      reason: reasonOf(transfer, hasFile),
      requestId: transfer.requestId || (transfer.error?.requestId ?? ''),
      at: transfer.at,
      user,
      computer,
    };
  };
}

/** Host of a connection's service. */
export function serviceOf(connection: Pick<Connection, 'baseUrl'> | undefined): string {
  return connection ? hostOf(connection.baseUrl) : '';
}

function hostOf(baseUrl: string): string {
  return URL.parse(baseUrl)?.host ?? '';
}

/** Why there is no file, and why other documents of its list may be missing. */
function reasonOf({ state, error, listError }: PendingVerdict, hasFile: boolean): string {
  const own = state === 'cancelled' ? 'cancelado por la persona' : error && reasonWords(error.code);
  const ofList = listError && `la lista de la agencia llegó incompleta (${listError})`;
  return [hasFile ? undefined : own, ofList].filter(Boolean).join('; ');
}

/** Why there is no file, in the words of an index. */
export function reasonWords(code: ErrorCode): string {
  const words = reasons[code];
  return words === undefined ? code : `${words} (${code})`;
}

// Always in Spanish, as the rest of an index.
const reasons: Readonly<Record<string, string>> = {
  DOCUMENT_WITHOUT_FILE: 'la agencia no tiene archivo de este documento',
  DOCUMENT_UNSIGNED: 'la agencia no pudo firmar el enlace',
  DOCUMENT_GONE: 'la agencia ya no tiene el documento',
  DISPATCH_NOT_FOUND: 'el despacho no existe o no es de este RUT',
  LINK_EXPIRED: 'los enlaces vencen antes de poder usarse',
  LINK_INSECURE: 'el enlace no es seguro',
  STORAGE_REFUSED: 'el almacenamiento rechazó el enlace',
  REDIRECTED: 'el almacenamiento desvió el enlace a otra dirección',
  NOT_A_DOCUMENT: 'llegó una página de error en lugar del documento',
  RESPONSE_UNREADABLE: 'llegó una respuesta que no se puede leer',
  EMPTY_FILE: 'el archivo llegó vacío',
  FILE_UNPROVEN: 'no se sabe si el archivo llegó entero',
  FILE_TOO_LARGE: 'el archivo es más grande que el máximo que se descarga',
  LENGTH_MISMATCH: 'el archivo llegó incompleto',
  HASH_MISMATCH: 'el archivo llegó dañado',
  TRANSFER_BROKEN: 'la descarga se cortó',
  TRANSFER_STALLED: 'la descarga se detuvo',
  FOLDER_UNWRITABLE: 'no se puede escribir en su carpeta',
  PATH_TOO_LONG: 'su nombre es demasiado largo para este disco',
  FILE_TOO_LARGE_FOR_DISK: 'este disco no admite un archivo tan grande',
  TOO_MANY_OPEN_FILES: 'el sistema no dejó abrir más archivos',
  FILE_LOCKED: 'otro programa tiene tomado el archivo',
  ROW_UNREADABLE: 'lo que Carpeta guardaba de este documento está dañado',
  FILE_IN_THE_WAY: 'otra cosa ocupa el lugar del archivo',
};

/** Keeps the indexes of destinations up to date. */
export interface Indexer {
  /**
   * Flushes all pending verdicts to an index. Gives the error where that was not possible now; never rejects.
   */
  flush(destination: { destinationId: number; folder: string }): Promise<AppError | undefined>;
  /** Flushes to every index that is behind, as far as that is possible now. */
  flushAll(): Promise<void>;
  /**
   * Why the index of a folder could not be written when that was tried last, as `INDEX_NOT_WRITTEN`;
   * undefined when it could.
   */
  errorOf(folder: string): ErrorData | undefined;
}

/**
 * An indexer that writes one index at a time for each destination; `onChanged` hears of folders whose {@link
 * Indexer.errorOf} is another one.
 */
export function createIndexer(deps: IndexDeps, onChanged: (folder: string) => void): Indexer {
  const errors = new Map<string, ErrorData>();
  const flushing = new Map<number, Promise<AppError | undefined>>();

  async function flushNow(destination: {
    destinationId: number;
    folder: string;
  }): Promise<AppError | undefined> {
    try {
      await flushIndex(deps, destination);
      return undefined;
    } catch (error) {
      const { folder } = destination;
      if (hasCode(error, 'ENOENT')) {
        return new AppError('FOLDER_GONE', 'the folder is not there', {
          values: { path: folder },
          cause: error,
        });
      }
      const failure = toDiskError(error, folder, 'rename');
      return isAppError(failure) ? failure : fromErrorData(toErrorData(error));
    }
  }

  function remember(folder: string, failure: AppError | undefined): void {
    const before = errors.get(folder);
    // Of these the batch itself waits, and says so.
    if (!failure || failure.code === 'FOLDER_GONE' || failure.code === 'DISK_FULL') errors.delete(folder);
    else {
      const values = { path: join(folder, indexName), reason: failure.code };
      errors.set(folder, { code: 'INDEX_NOT_WRITTEN', message: 'the index could not be written', values });
    }
    if (before?.values?.['reason'] !== errors.get(folder)?.values?.['reason']) onChanged(folder);
  }

  function flush(destination: { destinationId: number; folder: string }): Promise<AppError | undefined> {
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
      for (const destination of await deps.store.ledgerPendingFolders()) {
        // A folder that is not there is not made anew for its index.
        if (await deps.disk.stat(destination.folder).catch(() => undefined)) await flush(destination);
      }
    },
  };
}

/**
 * How much of an index to believe: `claims` are looked at when they are needed, `looks` are files that stand
 * there with the size named, `proofs` are files read again now, but for what is in a cloud alone.
 */
export type ImportDepth = 'claims' | 'looks' | 'proofs';

/**
 * Imports the index of a folder into the ledger, so that what another computer has brought is not fetched
 * again and keeps its names and numbers. `template` says which folders of a path belong to the dispatch.
 * Gives how many documents were recognised.
 */
export async function importIndex(
  deps: IndexDeps,
  folder: string,
  template: NameTemplate,
  depth: ImportDepth,
): Promise<number> {
  const { store, disk } = deps;
  const stamp = await indexStamp(disk, folder);
  if (stamp === '' || (depth === 'claims' && stamp === (await store.ledgerIndexStamp(folder)))) return 0;
  const connectionOf = connectionFinder(deps.connections());
  let recognised = 0;
  for await (const entries of indexEntries(disk, join(folder, indexName))) {
    const files: RecognisedFile[] = [];
    for (const entry of entries) {
      const connection = entry.path === '' ? undefined : connectionOf(entry);
      const file = connection && recognisedFile(entry, connection.id, template);
      if (!file || !isInside(file.path)) continue;
      if (depth !== 'claims') {
        const modified = await provenAt(deps, folder, file, depth);
        // Its name and number stay its own, for when it comes again.
        if (modified === undefined) file.isAbsent = true;
        else Object.assign(file, { modified, isSeen: true });
      }
      files.push(file);
    }
    if (files.length === 0) continue;
    const added = await store.ledgerRecognise(folder, files);
    recognised += depth !== 'claims' ? files.filter(({ isAbsent }) => !isAbsent).length : added;
  }
  await store.ledgerRecognise(folder, [], stamp);
  return recognised;
}

/**
 * The connection to the agency and the service that an entry names. Another service is another agency,
 * whatever its id: its documents have the same ids and other contents. A person may say where an agency was
 * before (`movedFrom`). Practice has another port at each start.
 */
export function connectionFinder(connections: readonly IndexedConnection[]) {
  return ({ agency, service }: IndexEntry): IndexedConnection | undefined => {
    const ofAgency = connections.filter((connection) => connection.agency === agency);
    return (
      ofAgency.find((connection) => serviceOf(connection) === service) ??
      ofAgency.find(({ movedFrom = '' }) => movedFrom !== '' && hostOf(movedFrom) === service) ??
      ofAgency.find(({ isPractice }) => isPractice && isLoopback(service.replace(/:\d+$/, '')))
    );
  };
}

function recognisedFile(
  entry: IndexEntry,
  connectionId: string,
  template: NameTemplate,
): RecognisedFile | undefined {
  const { path, sha256, dispatch } = entry;
  if (!/^[0-9a-f]{64}$/.test(sha256) || !/^\d+$/.test(entry.size) || entry.documentId === '')
    return undefined;
  const names = path.split('/');
  const name = names.at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const folders = names.slice(0, -1);
  return {
    connectionId,
    id: entry.documentId,
    path,
    size: Number(entry.size),
    sha256,
    modified: unread,
    requestId: entry.requestId,
    at: entry.at,
    dispatch,
    folder: folders.join('/'),
    fixedFolder: folders.slice(0, template.fixedFolders).join('/'),
    stem,
    key: foldName([...folders, stem].join('/')),
    ...(/^\d{1,9}$/.test(entry.number) && { number: Number(entry.number) }),
  };
}

/**
 * The time of a file whose content was not looked at yet: its first use reads it, once it is on this
 * computer.
 */
const unread = 0;

/**
 * The time of the file that an entry names, when it holds what the entry says, as far as is looked; undefined
 * when it does not, or is not there.
 */
async function provenAt(
  { disk }: IndexDeps,
  folder: string,
  file: RecognisedFile,
  depth: ImportDepth,
): Promise<number | undefined> {
  const path = join(folder, file.path);
  const found = await disk.stat(path);
  if (found?.kind !== 'file' || found.size !== file.size) return undefined;
  // Reading what a cloud has taken downloads it: a folder may hold tens of gigabytes of it.
  if (depth === 'looks' || found.isPlaceholder) return unread;
  return (await sha256Of(disk, path)) === file.sha256 ? found.modified : undefined;
}
