import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { isRunning } from '../../support/process/is-running.ts';

/**
 * Removes the folder of a test, once no process works in it any more: a browser that is ending makes its own
 * folder anew.
 */
export async function removeFolder(folder: string): Promise<void> {
  await expect
    .poll(() => processesIn(folder), { message: 'nobody works in the folder', timeout: 60_000 })
    .toEqual([]);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** The processes that were started with this folder, by number; none where the system does not tell. */
function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && commandOf(pid).includes(folder) && isRunning(pid));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return ''; // It has ended.
  }
}
