import { mkdirSync, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { machineTime, patiently, patientlySync } from './retry-while-locked.ts';

/**
 * How the system creates a folder with its parents; a port, because Windows has a special error for a drive.
 */
export type MakeFolder<Result> = (path: string, options: { recursive: true; mode?: number }) => Result;

/**
 * Creates a folder with its missing parents, with retries: the name of a folder just removed may be locked. A
 * drive or share itself always exists: Windows refuses to create it (`EPERM`; nodejs.org, fs.mkdir) instead
 * of reporting that. Rejects as `mkdir` does.
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

/** {@link ensureFolder} for synchronous callers; `mode` applies to created folders. */
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
    // The error of the creation is thrown, not that of this check.
    return false;
  }
}
