import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CsvReader } from '../../../electron/downloads/folder-index/csv-reader.ts';

/**
 * What stands in a destination, each file by its relative path with its SHA-256, and what index and checksums
 * say of it.
 */
export interface FolderContent {
  files: ReadonlyMap<string, string>;
  /** Lines of the index without those fields that differ from run to run, in the order of their text. */
  index: readonly string[];
  checksums: readonly string[];
}

const passing = ['solicitud', 'fecha'];

/** Reads a destination; what is not there is empty. */
export function contentOf(folder: string): FolderContent {
  const files = new Map<string, string>();
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const relative = path.slice(folder.length + 1);
    if (relative === 'indice.csv' || relative === 'SHA256SUMS') continue;
    // A stream of its file on NTFS. Elsewhere the mark of foreign files may be a file, which a process that
    // is killed leaves.
    if (relative.endsWith(':Zone.Identifier')) continue;
    files.set(relative, entry.isFile() ? hashOf(path) : 'no file');
  }
  const [titles = [], ...rows] = rowsOf(join(folder, 'indice.csv'));
  const index = rows.map((row) =>
    row.filter((_, position) => !passing.includes(titles[position] ?? '')).join(' | '),
  );
  return { files, index: index.sort(), checksums: linesOf(join(folder, 'SHA256SUMS')) };
}

/** The rows of an index, titles first; none where there is none. */
export function rowsOf(index: string): string[][] {
  if (!existsSync(index)) return [];
  const reader = new CsvReader();
  return [...reader.push(readFileSync(index, 'utf8').replace(/^\ufeff/, '')), ...reader.end()];
}

function linesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '').sort();
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** What is wrong with a destination, compared with what it should be: one sentence each. */
export function differences(expected: FolderContent, found: FolderContent): string[] {
  const wrong: string[] = [];
  const hashes = new Set(expected.files.values());
  for (const [path, hash] of expected.files) {
    const actual = found.files.get(path);
    if (actual === undefined) wrong.push(`lost: ${path}`);
    else if (actual !== hash) wrong.push(`damaged: ${path}`);
  }
  for (const [path, hash] of found.files) {
    if (expected.files.has(path)) continue;
    if (path.endsWith('.part')) wrong.push(`stray: ${path}`);
    else wrong.push(`${hashes.has(hash) ? 'doubled' : 'unexpected'}: ${path}`);
  }
  wrong.push(...listDifferences('index', expected.index, found.index));
  wrong.push(...listDifferences('checksums', expected.checksums, found.checksums));
  return wrong;
}

function listDifferences(name: string, expected: readonly string[], found: readonly string[]): string[] {
  const left = [...found];
  const wrong: string[] = [];
  for (const line of expected) {
    const index = left.indexOf(line);
    if (index === -1) wrong.push(`${name} lacks: ${line}`);
    else left.splice(index, 1);
  }
  return [...wrong, ...left.map((line) => `${name} has too much: ${line}`)];
}
