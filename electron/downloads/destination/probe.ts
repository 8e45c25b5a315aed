import { join } from 'node:path';
import type { Clock } from '../../host.ts';
import { type Disk, type DiskFile, hasCode } from './disk.ts';
import { isHeld, patiently } from './disk-error.ts';

/**
 * Proves that files can be made in a folder, by making one of so many bytes, none by default; those who ask the same at the same time share it.
 * Rejects with what the system says.
 */
export type ProveWritable = (folder: string, bytes?: number) => Promise<void>;

export interface ProverParts {
  disk: Disk;
  clock: Pick<Clock, 'sleep'>;
  uuid(): string;
}

/** Tries folders, each time with a file of a fresh name: nobody takes another's for proof, or away. */
export function createProver({ disk, clock, uuid }: ProverParts): ProveWritable {
  const trying = new Map<string, Promise<void>>();

  async function tryOut(folder: string, bytes: number): Promise<void> {
    const path = join(folder, `.carpeta-${uuid()}.part`);
    const file = await disk.create(path);
    try {
      if (bytes > 0) await fill(file, bytes);
    } finally {
      await file.close();
      await removeProbe(path);
    }
  }

  async function removeProbe(path: string): Promise<void> {
    try {
      await patiently(clock, () => disk.remove(path));
    } catch (thrown) {
      // Taken for a leftover by somebody who has just put the folder in order; or held by another program, and then one until the index is written.
      if (!hasCode(thrown, 'ENOENT') && !isHeld(thrown)) throw thrown;
    }
  }

  return (folder, bytes = 0) => {
    const key = `${bytes} ${folder}`;
    const current = trying.get(key);
    if (current) return current;
    const started = tryOut(folder, bytes).finally(() => trying.delete(key));
    trying.set(key, started);
    return started;
  };
}

/** Writes so many bytes, on disk for sure: what a quota does not allow, a share may tell no sooner. */
async function fill(file: DiskFile, bytes: number): Promise<void> {
  const piece = new Uint8Array(Math.min(bytes, 64 * 1024));
  for (let left = bytes; left > 0; left -= piece.length) await file.write([piece.subarray(0, left)]);
  await file.sync();
}

/** Whether a file is one that a folder was tried with; no document is ever named so, because names do not begin with a dot. */
export function isProbe(name: string): boolean {
  return /^\.carpeta-[0-9a-f-]{36}\.part$/.test(name);
}
