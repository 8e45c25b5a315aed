import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AppError } from '../../../shared/errors.ts';
import type { Verification } from '../../../shared/model/download.ts';
import { type Disk, foldName, hasCode, sha256Of, toDiskError } from '../files/index.ts';
import {
  checksumLines,
  checksumOf,
  checksumsName,
  indexEntries,
  indexName,
  isInside,
  isOwnName,
} from './index-file.ts';

// Files read at the same time: one waits for the disk while the other is hashed.
const atOnce = 3;

/**
 * Reads every file of a folder that is on this computer again and compares it with the folder's index and
 * checksums. Rejects with `FOLDER_GONE` where there is no such folder, with `FILE_LOCKED` where another
 * program keeps one of its files to itself, with `FOLDER_WITHOUT_INDEX` where nothing says what should be in
 * it, and with `FILE_IN_THE_WAY` where what should say it is no index: a link, a pipe, somebody's own table.
 */
export async function verifyFolder(disk: Disk, folder: string, signal?: AbortSignal): Promise<Verification> {
  const found = await disk.stat(folder);
  if (found?.kind !== 'folder' && found?.kind !== 'link') {
    throw new AppError('FOLDER_GONE', 'the folder is not there', { values: { path: folder } });
  }
  const proofs = await Promise.all([indexName, checksumsName].map((name) => disk.stat(join(folder, name))));
  if (proofs.every((proof) => proof === undefined)) {
    throw new AppError('FOLDER_WITHOUT_INDEX', 'the folder has no index', { values: { path: folder } });
  }
  const expected = await expectedFiles(disk, folder).catch((error: unknown) => {
    throw toDiskError(error, folder);
  });
  const existing = new Set<string>();
  for await (const path of filesBelow(disk, folder, '')) existing.add(path.normalize('NFC'));

  // Under names that somebody has written anew, on a disk to which small letters and capitals are the same.
  const renamed = new Set<string>();
  const result = { good: 0, missing: [] as string[], changed: [] as string[], unread: [] as string[] };
  const todo = [...expected];
  async function work(): Promise<void> {
    for (let next = todo.pop(); next; next = todo.pop()) {
      signal?.throwIfAborted();
      const [path, sha256] = next;
      const place = join(folder, ...path.split('/'));
      const verdict = await judge(disk, place, sha256, signal).catch((error: unknown) => {
        throw toDiskError(error, place);
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
  // The index is written first, so it wins.
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
  // Checking a folder is no reason to download all of it again.
  if (found.isPlaceholder) return 'unread';
  return (await sha256Of(disk, path, signal)) === sha256 ? 'good' : 'changed';
}

/** What systems keep on a drive for themselves, in small letters: the drive itself may be the destination. */
const ofSystem: ReadonlySet<string> = new Set([
  ...['$recycle.bin', 'system volume information'],
  ...['.documentrevisions-v100', '.fseventsd', '.spotlight-v100', '.temporaryitems', '.trashes'],
  'lost+found',
]);

/** Files in a folder and those below it, relative; links are named, not followed. */
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
    // Gone since its parent was listed.
    if (hasCode(error, 'ENOENT')) return [];
    throw toDiskError(error, path);
  }
}
