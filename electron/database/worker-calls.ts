import type { DatabaseSync } from 'node:sqlite';
import { AppError, isAppError, type Outcome, toErrorData } from '../../shared/errors.ts';
import { isOutOfFiles } from '../lib/out-of-files.ts';
import {
  createCheckpointer,
  isBrokenConstraint,
  isBusy,
  isDamage,
  openDatabase,
  openForReading,
  openMigrated,
  resultCode,
  suspect,
} from './open-database.ts';
import { openTextIndex } from './text-index/open-text-index.ts';
import { reading } from './transaction.ts';
import { createReads, createReports, createTextQueries, createWrites } from './worker-queries.ts';

/**
 * The writer owns the file. The others read committed data, and writes never delay them. The reports worker
 * may be slow. The worker of the texts owns a file of its own, with the words of documents.
 */
export type WorkerRole = 'writer' | 'reader' | 'reports' | 'texts';

/** Start options of a worker. */
export interface WorkerOptions {
  path: string;
  role: WorkerRole;
  /** A worker of this role has crashed before. A damaged file is then not renamed while others read it. */
  isRestart: boolean;
}

/** Result of opening the database. */
export interface OpenResult {
  /** A damaged file was renamed to this path. */
  setAside?: string;
  names: readonly string[];
}

/** A call to a worker: an id that the reply repeats, the name of a query, and its input. */
export type WorkerCall = readonly [call: number, name: string, input: never[]];

/** A worker's reply. */
export type WorkerReply = readonly [call: number, outcome: Outcome<unknown>];

/** Executes calls in order against this worker's file, and passes each outcome to `reply`. */
export function registerIpcHandlers(
  work: WorkerOptions,
  reply: (reply: WorkerReply) => void,
): (call: WorkerCall) => void {
  const connection = new Connection(work);
  return ([call, name, input]) => {
    let outcome: Outcome<unknown>;
    try {
      outcome = { ok: true, value: connection.perform(name, input) };
    } catch (error) {
      if (work.role === 'texts' && isDamage(error)) connection.close(true);
      outcome = { ok: false, error: toErrorData(toStoreError(error, work)) };
    }
    reply([call, outcome]);
    try {
      connection.checkpoint();
    } catch (error) {
      // No caller waits for a checkpoint: the next call meets the same error.
      toStoreError(error, work);
    }
  };
}

/**
 * The queries of a role over a connection that opens with the first call; a failed opening is tried again
 * with the next call.
 */
class Connection {
  readonly #options: WorkerOptions;
  #database: DatabaseSync | undefined;
  #queries: Record<string, (...input: never[]) => unknown> = {};
  #opened: OpenResult | undefined;
  #checkpoint = (): void => undefined;
  #isDamaged = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  checkpoint(): void {
    this.#checkpoint();
  }

  /** Closes the file; a damaged index of words is made anew by the next call. */
  close(isDamaged = false): void {
    this.#checkpoint = () => undefined;
    this.#opened = undefined;
    this.#isDamaged = isDamaged;
    this.#database?.close();
    this.#database = undefined;
  }

  perform(name: string, input: never[]): unknown {
    if (name === 'close') return this.close();
    this.#opened ??= this.#open();
    if (name === 'open') return this.#opened;
    const query = Object.hasOwn(this.#queries, name) ? this.#queries[name] : undefined;
    if (!query) throw new AppError('UNEXPECTED', `the store has no query ${name}`);
    const isWriting = this.#options.role === 'writer' || this.#options.role === 'texts';
    if (isWriting || !this.#database) return query(...input);
    // Otherwise each statement would read its pages again while the writer writes.
    return reading(this.#database, () => query(...input));
  }

  #open(): OpenResult {
    const { role } = this.#options;
    const { database, setAside } = openAs(this.#options, this.#isDamaged);
    const create = queriesOf[role];
    this.#isDamaged = false;
    try {
      this.#queries = create(database);
      if (role === 'writer') this.#checkpoint = createCheckpointer(database);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#database = database;
    return { names: Object.keys(this.#queries), ...(setAside !== undefined && { setAside }) };
  }
}

const queriesOf = {
  writer: createWrites,
  reader: createReads,
  reports: createReports,
  texts: createTextQueries,
};

function openAs(
  { path, role, isRestart }: WorkerOptions,
  isDamaged: boolean,
): ReturnType<typeof openDatabase> {
  if (role === 'texts') return { database: openTextIndex(path, isDamaged) };
  if (role !== 'writer') return { database: openForReading(path) };
  return isRestart ? { database: openMigrated(path) } : openDatabase(path);
}

function toStoreError(error: unknown, { path, role }: WorkerOptions): unknown {
  if (isAppError(error)) return error;
  if (isBusy(error)) return new AppError('STORE_BUSY', 'another process is writing for long');
  if (isFull(error)) return new AppError('DISK_FULL', 'the store has no room', { values: { path } });
  if ([10, 14].includes(resultCode(error)) && isOutOfFiles()) {
    return new AppError('TOO_MANY_OPEN_FILES', 'the store cannot open a file', { values: { path } });
  }
  if (isUnwritable(error)) {
    return new AppError('FOLDER_UNWRITABLE', 'the store cannot be written', { values: atStore(error, path) });
  }
  if (isUnreachable(error)) {
    return new AppError('FOLDER_GONE', 'the disk of the store fails', { values: atStore(error, path) });
  }
  // Makes the next opening check the whole file; the words are made anew instead.
  if (role !== 'texts' && (isDamage(error) || isBrokenConstraint(error))) suspect(path);
  if (!isDamage(error)) return unexpected(error);
  return new AppError('STORE_DAMAGED', 'the store is damaged', { values: { path } });
}

/** The file, SQLite's extended result code, and that no folder of documents is meant. */
function atStore(error: unknown, path: string): { path: string; reason: string; at: 'store' } {
  const reason = `SQLite ${error instanceof Error && 'errcode' in error ? String(error.errcode) : ''}`;
  return { path, reason, at: 'store' };
}

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the memory shared with other processes is a file, too. */
const fullCodes: readonly unknown[] = [13, 4874];

function isFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && fullCodes.includes(error.errcode);
}

/** Whether the file is unreachable: SQLITE_IOERR except for write errors. The disk is disconnected. */
function isUnreachable(error: unknown): boolean {
  return resultCode(error) === 10;
}

/** SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC and _TRUNCATE: the file exists but cannot be written. */
const writeCodes: readonly unknown[] = [778, 1034, 1290, 1546];

/**
 * Whether the file or its folder is not writable: SQLITE_READONLY or SQLITE_CANTOPEN (sqlite.org, Result and
 * Error Codes).
 */
function isUnwritable(error: unknown): boolean {
  const isWriting = error instanceof Error && 'errcode' in error && writeCodes.includes(error.errcode);
  return isWriting || [8, 14].includes(resultCode(error));
}

function unexpected(error: unknown): unknown {
  // SQLite's text for a result code contains no data, unlike its messages.
  const what = error instanceof Error && 'errstr' in error ? String(error.errstr) : undefined;
  return what === undefined ? error : new AppError('UNEXPECTED', `the store failed: ${what}`);
}
