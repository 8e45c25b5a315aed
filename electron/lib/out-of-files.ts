import { closeSync, openSync } from 'node:fs';
import { hasCode } from './retry-while-locked.ts';

/**
 * Files that SQLite opens for one connection: the database, its log, the index of the log, and their folder.
 */
const probedFiles = 4;

/**
 * Whether the system lets this process open no more files. SQLite reports that as a file that cannot be
 * opened, and Node, where it cannot start a thread, only in the message of `error`.
 */
export function isOutOfFiles(error?: unknown): boolean {
  if (error instanceof Error && /\bE[MN]FILE\b|too many open files/i.test(error.message)) return true;
  const files: number[] = [];
  try {
    while (files.length < probedFiles) files.push(openSync(process.execPath, 'r'));
    return false;
  } catch (cause) {
    return hasCode(cause, 'EMFILE', 'ENFILE');
  } finally {
    for (const file of files) closeSync(file);
  }
}
