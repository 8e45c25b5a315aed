import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Those of the file of tests that is running which no single test asked for. */
const folders: string[] = [];

/**
 * A folder of its own: gone after the test that asked for it, or, asked for outside one, after all of the
 * file.
 */
export function temporaryFolder(name = 'test'): string {
  const folder = mkdtempSync(join(tmpdir(), `carpeta-${name}-`));
  if (!isInTest(() => remove(folder))) folders.push(folder);
  return folder;
}

/** What `each-file.ts` does at the end of every file of tests. */
export function removeFoldersOfFile(): void {
  for (const folder of folders.splice(0)) remove(folder);
}

function remove(folder: string): void {
  // Windows keeps what a thread or process that is ending has open.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}

function isInTest(atItsEnd: () => void): boolean {
  try {
    onTestFinished(atItsEnd);
    return true;
  } catch (error) {
    // Vitest throws where no test is running.
    if (error instanceof Error) return false;
    throw error;
  }
}
