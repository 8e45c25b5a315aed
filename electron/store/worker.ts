import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { CarpetaError, isCarpetaError, type Outcome, toErrorData } from '../../shared/errors.ts';
import {
  isBusy,
  isDamage,
  logKeeper,
  openDatabase,
  openForReading,
  resultCode,
  suspicionOf,
} from './database.ts';
import { createReads, createStudies, createWrites } from './methods.ts';
import { reading } from './transaction.ts';

/** The writer owns the file; the others see what has been committed and are never delayed by writing. The student may take its time. */
export type LaneRole = 'writer' | 'reader' | 'student';

/** What opening found. */
export interface LaneOpened {
  /** A damaged file was set aside under this path. */
  setAside?: string;
  names: readonly string[];
}

const port = parentPort;
if (!port) throw new CarpetaError('UNEXPECTED', 'the store runs in a worker only');

const { path, role } = workerData as { path: string; role: LaneRole };
let methods: Record<string, (...input: never[]) => unknown> = {};
let close = (): void => undefined;
let tidy = (): void => undefined;
let inOneState = <T>(work: () => T): T => work();

function open(): LaneOpened {
  const opened = role === 'writer' ? openDatabase(path) : { database: openForReading(path) };
  const { database } = opened;
  const create = { writer: createWrites, reader: createReads, student: createStudies }[role];
  methods = create(database);
  close = () => database.close();
  // Each statement on its own would read its pages anew while the writer writes.
  if (role === 'writer') tidy = logKeeper(database);
  else inOneState = (work) => reading(database, work);
  const { setAside } = opened;
  return { names: Object.keys(methods), ...(setAside !== undefined && { setAside }) };
}

function answer(name: string, input: never[]): unknown {
  if (name === 'open') return open();
  if (name === 'close') {
    tidy = () => undefined;
    return close();
  }
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new CarpetaError('UNEXPECTED', `the store has no method ${name}`);
  return inOneState(() => method(...input));
}

function judge(thrown: unknown): unknown {
  if (isCarpetaError(thrown)) return thrown;
  if (isBusy(thrown)) return new CarpetaError('STORE_BUSY', 'another process is writing for long');
  if (isFull(thrown)) return new CarpetaError('DISK_FULL', 'the store has no room', { values: { path } });
  if (isUnwritable(thrown)) {
    return new CarpetaError('FOLDER_UNWRITABLE', 'the store cannot be written', { values: { path } });
  }
  if (!isDamage(thrown)) return unexpected(thrown);
  // Looked at more closely when it is opened next.
  writeFileSync(suspicionOf(path), '');
  return new CarpetaError('STORE_DAMAGED', 'the store is damaged', { values: { path } });
}

/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: what it shares with other processes stands in a file, too. */
const fullCodes: readonly unknown[] = [13, 4874];

function isFull(thrown: unknown): boolean {
  return thrown instanceof Error && 'errcode' in thrown && fullCodes.includes(thrown.errcode);
}

/** Whether the system lets nobody write the file, or none beside it: SQLITE_READONLY or SQLITE_CANTOPEN (sqlite.org, Result and Error Codes). */
function isUnwritable(thrown: unknown): boolean {
  return [8, 14].includes(resultCode(thrown));
}

function unexpected(thrown: unknown): unknown {
  // SQLite's own words for its result codes hold no data, unlike its messages.
  const what = thrown instanceof Error && 'errstr' in thrown ? String(thrown.errstr) : undefined;
  return what === undefined ? thrown : new CarpetaError('UNEXPECTED', `the store failed: ${what}`);
}

port.on('message', ([call, name, input]: [number, string, never[]]) => {
  let outcome: Outcome<unknown>;
  try {
    outcome = { ok: true, value: answer(name, input) };
  } catch (thrown) {
    outcome = { ok: false, error: toErrorData(judge(thrown)) };
  }
  port.postMessage([call, outcome]);
  try {
    tidy();
  } catch (thrown) {
    // Nobody waits for it: whoever asks next meets the same.
    judge(thrown);
  }
});
