import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, toErrorData } from '../../shared/errors.ts';
import { redact } from '../../shared/redact.ts';
import type { Clock } from '../host.ts';
import { ensureFolderSync } from '../lib/ensure-folder.ts';
import { ownFileMode, ownFolderMode } from '../lib/private-modes.ts';
import { diskNamesSync, type FileNamesSync, isLocked } from '../lib/retry-while-locked.ts';

/** What is noted beside an event; no personal data but dispatch numbers. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A file of lines for whoever looks after the app: UTC time, event, facts. Never a key, a link or a response
 * body.
 */
export interface Log {
  readonly folder: string;
  note(event: string, facts?: LogFacts): void;
  /** Notes an error by its code, request and place, never by the words of somebody else's message. */
  error(event: string, error: unknown, facts?: LogFacts): void;
}

/** Letters of lines that wait for a file which another program holds. */
const maxBufferedChars = 65_536;

export interface LogOptions {
  folder: string;
  clock: Clock;
  /** Keys in use, so that none of them is ever written. */
  secrets(): readonly string[];
  /** Bytes after which a new file is begun. Default 1 MiB. */
  fileSize?: number;
  /** How many full files are kept beside the current one. Default 4. */
  maxFiles?: number;
  /** Default: the disk's, at once, because nobody waits for a line to be noted. */
  names?: FileNamesSync;
}

/**
 * A log in `carpeta.log` of a folder; full ones become `carpeta.1.log` and so on, and the oldest goes. Noting
 * never throws for the disk: lines that another program keeps from being written come with the next one;
 * those that could not be written are counted, and the number is told.
 */
export function createLog({
  folder,
  clock,
  secrets,
  fileSize = 2 ** 20,
  maxFiles = 4,
  names = diskNamesSync,
}: LogOptions): Log {
  const current = join(folder, 'carpeta.log');
  const full = (age: number) => join(folder, `carpeta.${age}.log`);
  makeLogFolder(folder);
  let lost = 0;
  // Whole lines, for a file that another program holds.
  let buffered = '';
  let size = existsSync(current) ? statSync(current).size : 0;

  /**
   * Makes room for a new file. What is moved fills a gap where there is one, so that trying again moves
   * nothing out.
   */
  function rotate(): void {
    const ages = Array.from({ length: maxFiles }, (_, index) => index + 1);
    const missingDocument = ages.find((age) => !existsSync(full(age))) ?? maxFiles;
    names.remove(full(missingDocument));
    for (let age = missingDocument - 1; age >= 1; age--) names.rename(full(age), full(age + 1));
    if (existsSync(current)) names.rename(current, full(1));
    size = 0;
  }

  /**
   * While another program holds a full file, lines go on in it, up to twice its size; the next line tries
   * again.
   */
  function makeRoom(): void {
    try {
      rotate();
    } catch (error) {
      if (!isLocked(error) || size >= 2 * fileSize) throw error;
    }
  }

  function write(event: string, facts: LogFacts): void {
    const fields = Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${typeof value === 'string' ? JSON.stringify(value) : value}`],
    );
    const time = new Date(clock.now()).toISOString();
    const line = `${withoutRuts(redact([time, event, ...fields].join(' '), secrets()))}\n`;
    try {
      if (size + line.length > fileSize) makeRoom();
      const missingDocument = lost > 0 ? `${time} lost lines=${lost}\n` : '';
      const text = buffered + missingDocument + line;
      names.append(current, text, ownFileMode);
      size += Buffer.byteLength(text);
      lost = 0;
      buffered = '';
    } catch (error) {
      if (isLocked(error) && buffered.length < maxBufferedChars) {
        buffered += line;
        return;
      }
      // What is noted must not fail because a disk is full; how much is missing is told once it can be.
      if (!(error instanceof Error)) throw error;
      lost++;
    }
  }

  return {
    folder,
    note: (event, facts = {}) => write(event, facts),
    error: (event, error, facts = {}) => {
      const { code, status, requestId, values, exchange } = toErrorData(error);
      const endpoint = exchange?.path.split('?')[0];
      const { host, reason } = values ?? {};
      const stack = code === 'UNEXPECTED' ? framesOf(error) : undefined;
      write(event, { code, status, requestId, endpoint, host, reason, stack, ...facts });
    },
  };
}

// A RUT is personal data; a dispatch number is not, and has no check digit after a hyphen.
function withoutRuts(line: string): string {
  return line.replace(/(?<![\w-])\d{1,3}(?:\.?\d{3}){1,2}-[\dkK](?![\w-])/g, '(rut)');
}

// The frames alone: the message may quote what must not be written.
function framesOf(error: unknown): string | undefined {
  const frames = error instanceof Error ? error.stack?.match(/^ {4}at .*$/gm) : undefined;
  return frames
    ?.slice(0, 6)
    .map((frame) => frame.trim())
    .join(' | ');
}

/** Throws `FOLDER_UNWRITABLE` where something else stands in its place. */
function makeLogFolder(folder: string): void {
  try {
    ensureFolderSync(folder, ownFolderMode);
  } catch (cause) {
    throw new AppError('FOLDER_UNWRITABLE', 'the folder of the log cannot be made', {
      values: { path: folder },
      cause,
    });
  }
}
