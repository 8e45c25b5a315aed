import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, toErrorData } from '../../shared/errors.ts';
import { redact } from '../../shared/redact.ts';
import type { Clock } from '../host.ts';
import { ensureFolderSync } from '../lib/ensure-folder.ts';
import { ownFileMode, ownFolderMode } from '../lib/private-modes.ts';
import { diskNamesSync, type FileNamesSync, isLocked } from '../lib/retry-while-locked.ts';

/** Facts of an event; no personal data except dispatch numbers. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * A log file for whoever maintains the app: UTC time, event, facts. Never a key, a link or a response body.
 */
export interface Log {
  readonly folder: string;
  note(event: string, facts?: LogFacts): void;
  /** Logs an error by its code, request and stack, never by a third-party message. */
  error(event: string, error: unknown, facts?: LogFacts): void;
}

/** Maximum length of the lines that wait while another program locks the file. */
const maxBufferedChars = 65_536;

export interface LogOptions {
  folder: string;
  clock: Clock;
  /** Keys in use, none of which is ever written. */
  secrets(): readonly string[];
  /** File size that starts a new file, in bytes. Default 1 MiB. */
  fileSize?: number;
  /** Number of full files in addition to the current one. Default 4. */
  maxFiles?: number;
  /** Default: the disk's, without retries: a log line must not block. */
  names?: FileNamesSync;
}

/**
 * A log in `carpeta.log` of a folder. Full files become `carpeta.1.log` and so on, and the oldest is removed.
 * Logging never throws for the disk: while another program locks the file, lines wait for the next one. Lines
 * that are lost are counted, and their number is logged.
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
  // Whole lines, while another program locks the file.
  let buffered = '';
  let size = existsSync(current) ? statSync(current).size : 0;

  /**
   * Renames full files to make way for a new one. A gap in the numbers is filled first, so that a retry
   * removes nothing.
   */
  function rotate(): void {
    const ages = Array.from({ length: maxFiles }, (_, index) => index + 1);
    const freeAge = ages.find((age) => !existsSync(full(age))) ?? maxFiles;
    names.remove(full(freeAge));
    for (let age = freeAge - 1; age >= 1; age--) names.rename(full(age), full(age + 1));
    if (existsSync(current)) names.rename(current, full(1));
    size = 0;
  }

  /** While another program locks a full file, it grows to up to twice its size; the next line tries again. */
  function rotateUnlessLocked(): void {
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
      if (size + line.length > fileSize) rotateUnlessLocked();
      const lostLines = lost > 0 ? `${time} lost lines=${lost}\n` : '';
      const text = buffered + lostLines + line;
      names.append(current, text, ownFileMode);
      size += Buffer.byteLength(text);
      lost = 0;
      buffered = '';
    } catch (error) {
      if (isLocked(error) && buffered.length < maxBufferedChars) {
        buffered += line;
        return;
      }
      // Logging must not fail because a disk is full; the number of lost lines is logged later.
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

// The stack frames alone: the message may quote secrets.
function framesOf(error: unknown): string | undefined {
  const frames = error instanceof Error ? error.stack?.match(/^ {4}at .*$/gm) : undefined;
  return frames
    ?.slice(0, 6)
    .map((frame) => frame.trim())
    .join(' | ');
}

/** Throws `FOLDER_UNWRITABLE` where something else exists at its path. */
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
