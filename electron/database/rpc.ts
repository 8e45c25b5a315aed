import { AppError, isAppError, type Outcome, toErrorData } from '../../shared/errors.ts';
import { isOutOfFiles } from '../lib/open-files.ts';
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
} from './connection.ts';
import { createReads, createReports, createWrites } from './queries.ts';
import { reading } from './transaction.ts';

/**
 * The writer owns the file; the others see what has been committed and are never delayed by writing. The
 * worker for reports may take its time.
 */
export type WorkerRole = 'writer' | 'reader' | 'reports';

/** What a worker is told at its start. */
export interface WorkerOptions {
  path: string;
  role: WorkerRole;
  /**
   * Another one of this role has died before it: a file that is damaged by now is not put aside while others
   * read it.
   */
  isRestart: boolean;
}

/** What opening found. */
export interface OpenResult {
  /** A damaged file was set aside under this path. */
  setAside?: string;
  names: readonly string[];
}

/** What is asked of a worker: a number that the answer carries, a query of the store, and its input. */
export type WorkerCall = readonly [call: number, name: string, input: never[]];

/** What a worker answers with. */
export type WorkerReply = readonly [call: number, outcome: Outcome<unknown>];

/** Answers one call after another over the file of this work; `answer` is given what came of each. */
export function serveCalls(
  work: WorkerOptions,
  reply: (reply: WorkerReply) => void,
): (call: WorkerCall) => void {
  const connection = createConnection(work);
  return ([call, name, input]) => {
    let outcome: Outcome<unknown>;
    try {
      outcome = { ok: true, value: connection.perform(name, input) };
    } catch (error) {
      outcome = { ok: false, error: toErrorData(judge(error, work.path)) };
    }
    reply([call, outcome]);
    try {
      connection.checkpoint();
    } catch (error) {
      // Nobody waits for it: whoever asks next meets the same.
      judge(error, work.path);
    }
  };
}

/**
 * The queries of a role over a connection, opened when something is first asked of it; what could not be
 * opened is tried again with the next call.
 */
function createConnection({ path, role, isRestart }: WorkerOptions) {
  let queries: Record<string, (...input: never[]) => unknown> = {};
  let opened: OpenResult | undefined;
  let close = (): void => undefined;
  let checkpoint = (): void => undefined;
  let inOneState = <T>(work: () => T): T => work();

  function open(): OpenResult {
    const { database, setAside } = connect();
    const create = { writer: createWrites, reader: createReads, reports: createReports }[role];
    try {
      queries = create(database);
      // Each statement on its own would read its pages anew while the writer writes.
      if (role === 'writer') checkpoint = createCheckpointer(database);
      else inOneState = (work) => reading(database, work);
    } catch (error) {
      database.close();
      throw error;
    }
    close = () => database.close();
    return { names: Object.keys(queries), ...(setAside !== undefined && { setAside }) };
  }

  function connect(): ReturnType<typeof openDatabase> {
    if (role !== 'writer') return { database: openForReading(path) };
    return isRestart ? { database: openMigrated(path) } : openDatabase(path);
  }

  return {
    checkpoint: () => checkpoint(),
    perform(name: string, input: never[]): unknown {
      if (name === 'close') {
        checkpoint = () => undefined;
        return close();
      }
      opened ??= open();
      if (name === 'open') return opened;
      const query = Object.hasOwn(queries, name) ? queries[name] : undefined;
      if (!query) throw new AppError('UNEXPECTED', `the store has no query ${name}`);
      return inOneState(() => query(...input));
    },
  };
}

function judge(error: unknown, path: string): unknown {
  if (isAppError(error)) return error;
  if (isBusy(error)) return new AppError('STORE_BUSY', 'another process is writing for long');
  if (isFull(error)) return new AppError('DISK_FULL', 'the store has no room', { values: { path } });
  if ([10, 14].includes(resultCode(error)) && isOutOfFiles()) {
    return new AppError('TOO_MANY_OPEN_FILES', 'the store cannot open a file', { values: { path } });
  }
  if (isUnwritable(error)) {
    return new AppError('FOLDER_UNWRITABLE', 'the store cannot be written', { values: { path } });
  }
  if (isUnreachable(error)) {
    const reason = `SQLite ${error instanceof Error && 'errcode' in error ? String(error.errcode) : ''}`;
    return new AppError('FOLDER_GONE', 'the disk of the store fails', { values: { path, reason } });
  }
  // Looked at more closely when it is opened next.
  if (isDamage(error) || isBrokenConstraint(error)) suspect(path);
  if (!isDamage(error)) return unexpected(error);
  return new AppError('STORE_DAMAGED', 'the store is damaged', { values: { path } });
}

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: what it shares with other processes stands in a file, too. */
const fullCodes: readonly unknown[] = [13, 4874];

function isFull(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && fullCodes.includes(error.errcode);
}

/** Whether the system fails over the file: SQLITE_IOERR but for those of writing. The disk is gone. */
function isUnreachable(error: unknown): boolean {
  return resultCode(error) === 10;
}

/** SQLITE_IOERR_WRITE, _FSYNC, _DIR_FSYNC and _TRUNCATE: the file is there, and takes no more. */
const writeCodes: readonly unknown[] = [778, 1034, 1290, 1546];

/**
 * Whether the system lets nobody write the file, or none beside it: SQLITE_READONLY or SQLITE_CANTOPEN
 * (sqlite.org, Result and Error Codes).
 */
function isUnwritable(error: unknown): boolean {
  const isWriting = error instanceof Error && 'errcode' in error && writeCodes.includes(error.errcode);
  return isWriting || [8, 14].includes(resultCode(error));
}

function unexpected(error: unknown): unknown {
  // SQLite's own words for its result codes hold no data, unlike its messages.
  const what = error instanceof Error && 'errstr' in error ? String(error.errstr) : undefined;
  return what === undefined ? error : new AppError('UNEXPECTED', `the store failed: ${what}`);
}
