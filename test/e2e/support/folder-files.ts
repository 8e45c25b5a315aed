import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/**
 * Paths of the documents in the folders of dispatches, without the indexes above them and without what is
 * under way.
 */
export function filesIn(folder: string): string[] {
  return filesBelow(folder).filter((path) => !path.endsWith('.part'));
}

/** Paths of the documents that are under way: begun, and without their name. */
function partFilesIn(folder: string): string[] {
  return filesBelow(folder).filter((path) => path.endsWith('.part'));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Proves a folder by its own `SHA256SUMS`: a line for each document, each of which holds, and nothing half
 * done.
 */
export function expectProvenFolder(folder: string): void {
  expect(partFilesIn(folder)).toEqual([]);
  const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
  expect(sums).toHaveLength(filesIn(folder).length);
  if (process.platform === 'linux') {
    execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder });
  }
}
