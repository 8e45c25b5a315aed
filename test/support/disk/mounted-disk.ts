import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own, in memory. */
export interface MountedDisk {
  folder: string;
  /** Makes it read-only, or writable again. */
  protect(isReadOnly: boolean): void;
  /** Gives it another size, in bytes. */
  resize(bytes: number): void;
  /** Takes it away, as pulling out a drive does: an empty folder stays. */
  pull(): void;
  /**
   * Pulls it out; the returned act plugs in another at its place, which either is empty or holds what this
   * one held.
   */
  pullFor(another: MountedDisk, copiesFiles: boolean): () => void;
  remove(): void;
}

/** Why the tests cannot mount a file system here. */
export const noMount =
  !(process.platform === 'linux' && process.getuid?.() === 0 && mounts()) &&
  'only root on Linux can mount a disk of its own for a test';

function mounts(): boolean {
  try {
    mountDisk(2 ** 20).remove();
    return true;
  } catch {
    // A container may forbid it even to root; the tests that need it say that they were left out.
    return false;
  }
}

/** Mounts a file system of so many bytes. */
export function mountDisk(bytes: number): MountedDisk {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-disk-'));
  const run = (program: string, ...options: string[]) => execFileSync(program, options, { stdio: 'pipe' });
  run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'carpeta-test', folder);
  let isMounted = true;
  function pull(): void {
    if (isMounted) run('umount', '--lazy', folder);
    isMounted = false;
  }
  return {
    folder,
    protect: (isReadOnly) => void run('mount', '-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder),
    resize: (size) => void run('mount', '-o', `remount,size=${size}`, folder),
    pull,
    pullFor(another, copiesFiles) {
      if (copiesFiles) run('cp', '-a', `${folder}/.`, another.folder);
      pull();
      return () => {
        // Whole at once, as a drive comes.
        run('mount', '--bind', another.folder, folder);
        isMounted = true;
      };
    },
    remove() {
      pull();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
