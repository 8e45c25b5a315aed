import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

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
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
