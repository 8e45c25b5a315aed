import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { machineTime, patiently, patientlySync } from './retry-while-locked.ts';

/**
 * How the system makes a folder with those above it; a port, because Windows has a word of its own for a
 * drive.
 */
export type MakeFolder<Result> = (path: string, options: { recursive: true; mode?: number }) => Result;

/**
 * Makes a folder with those above it, as far as they are not there, patiently: the name of one that was just
 * removed may be held. A drive or share itself is always there: Windows does not say so when asked to make
 * it, but refuses (`EPERM`; nodejs.org, fs.mkdir). Rejects as `mkdir` does.
 */
export async function ensureFolder(
  path: string,
  make: MakeFolder<Promise<unknown>> = mkdir,
  clock = machineTime,
): Promise<void> {
  await patiently(clock, async () => {
    try {
      await make(path, { recursive: true });
    } catch (error) {
      const found = await stat(path).catch(() => undefined);
      if (!found?.isDirectory()) throw error;
    }
  });
}

/** {@link ensureFolder} for whoever cannot wait for a promise; `mode` is that of folders which are made. */
export function ensureFolderSync(
  path: string,
  mode = 0o777,
  make: MakeFolder<unknown> = mkdirSync,
  pause?: (ms: number) => void,
): void {
  patientlySync(() => {
    try {
      make(path, { recursive: true, mode });
    } catch (error) {
      if (!isFolder(path)) throw error;
    }
  }, pause);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // What made the folder fail is told, not what looking for it did.
    return false;
  }
}
