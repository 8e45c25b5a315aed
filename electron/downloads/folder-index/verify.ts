import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.ts';
import type { Verification } from '../../../shared/model/download.ts';
import { missingFolderError, toDiskError } from '../../lib/fs-errors.ts';
import { type Disk, foldName, hasCode, sha256Of } from '../files/index.ts';
import {
  checksumLines,
  checksumOf,
  checksumsName,
  indexEntries,
  indexName,
  isInside,
  isOwnName,
} from './index-file.ts';

// One file waits for the disk while another is hashed.
const atOnce = 3;

/**
 * Hashes every local file of a folder and compares it with the index and checksums. Rejects with
 * `FOLDER_GONE` without the folder, with `FOLDER_WITHOUT_INDEX` without both lists, with `FILE_LOCKED` if a
 * program locks a file. Rejects with `FILE_IN_THE_WAY` if the index is a link, a pipe or a foreign table.
 */
export async function verifyFolder(disk: Disk, folder: string, signal?: AbortSignal): Promise<Verification> {
  const found = await disk.stat(folder);
  if (found?.kind !== 'folder' && found?.kind !== 'link') throw missingFolderError(folder);
  const proofs = await Promise.all([indexName, checksumsName].map((name) => disk.stat(join(folder, name))));
  if (proofs.every((proof) => proof === undefined)) {
    throw new AppError('FOLDER_WITHOUT_INDEX', 'the folder has no index', { values: { path: folder } });
  }
  const expected = await expectedFiles(disk, folder).catch((error: unknown) => {
    throw toDiskError(error, folder);
  });
  const existing = new Set<string>();
  for await (const path of filesBelow(disk, folder, '')) existing.add(path.normalize('NFC'));

  // Files renamed in letter case only, on a case-insensitive disk.
  const renamed = new Set<string>();
  const result = { good: 0, missing: [] as string[], changed: [] as string[], unread: [] as string[] };
  const todo = [...expected];
  async function work(): Promise<void> {
    for (let next = todo.pop(); next; next = todo.pop()) {
      signal?.throwIfAborted();
      const [path, sha256] = next;
      const filePath = join(folder, ...path.split('/'));
      const verdict = await judge(disk, filePath, sha256, signal).catch((error: unknown) => {
        throw toDiskError(error, filePath);
      });
      if (verdict !== 'missing' && !existing.has(path)) renamed.add(foldName(path));
      if (verdict === 'good') result.good++;
      else result[verdict].push(path);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));

  const extra = [...existing].filter((path) => !expected.has(path) && !renamed.has(foldName(path)));
  return {
    folder,
    good: result.good,
    missing: result.missing.sort(),
    changed: result.changed.sort(),
    extra: extra.sort(),
    ...(result.unread.length > 0 && { unread: result.unread.sort() }),
  };
}

async function expectedFiles(disk: Disk, folder: string): Promise<Map<string, string>> {
  const expected = new Map<string, string>();
  for await (const lines of checksumLines(disk, join(folder, checksumsName))) {
    for (const line of lines) {
      const checksum = checksumOf(line);
      if (checksum && isInside(checksum.path)) expected.set(checksum.path.normalize('NFC'), checksum.sha256);
    }
  }
  // The index is replaced first, so it is the newer one.
  for await (const entries of indexEntries(disk, join(folder, indexName))) {
    for (const { path, sha256 } of entries) if (isInside(path)) expected.set(path.normalize('NFC'), sha256);
  }
  return expected;
}

async function judge(
  disk: Disk,
  path: string,
  sha256: string,
  signal?: AbortSignal,
): Promise<'good' | 'missing' | 'changed' | 'unread'> {
  const found = await disk.stat(path);
  if (found === undefined) return 'missing';
  if (found.kind !== 'file') return 'changed';
  // A check must not download placeholders.
  if (found.isPlaceholder) return 'unread';
  return (await sha256Of(disk, path, signal)) === sha256 ? 'good' : 'changed';
}

/** System folders at the root of a drive, which may itself be the destination; lower case. */
const ofSystem: ReadonlySet<string> = new Set([
  ...['$recycle.bin', 'system volume information'],
  ...['.documentrevisions-v100', '.fseventsd', '.spotlight-v100', '.temporaryitems', '.trashes'],
  'lost+found',
]);

/** Relative paths of all files below a folder; links are listed but not followed. */
async function* filesBelow(
  disk: Disk,
  folder: string,
  relative: string,
): AsyncGenerator<string, void, undefined> {
  await yieldToEventLoop();
  for (const { name, kind } of await listed(disk, join(folder, relative))) {
    const path = relative === '' ? name : `${relative}/${name}`;
    if (relative === '' && ofSystem.has(name.toLowerCase())) continue;
    if (kind === 'folder') yield* filesBelow(disk, folder, path);
    else if (relative !== '' || !isOwnName(name)) yield path;
  }
}

async function listed(disk: Disk, path: string): ReturnType<Disk['list']> {
  try {
    return await disk.list(path);
  } catch (error) {
    // Removed since its parent was listed.
    if (hasCode(error, 'ENOENT')) return [];
    throw toDiskError(error, path);
  }
}
