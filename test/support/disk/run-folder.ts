import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { isLocked } from '../../../electron/lib/retry-while-locked.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what may be written after its test has ended; removed when no test process is left. */
    runFolder: string;
  }
}

/** Makes the folder of a run, and removes it at its end. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-run-'));
  project.provide('runFolder', folder);
  return () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    } catch (error) {
      // The model's exit ends no thread: a start that ended so has its store open still, and Windows keeps
      // what is open.
      if (!isLocked(error)) throw error;
    }
  };
}
