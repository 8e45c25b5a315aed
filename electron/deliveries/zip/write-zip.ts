import { lstat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { createSynced } from '../../lib/atomic-write.ts';
import { openWithoutFollowingLinks } from '../../lib/open-without-following-links.ts';
import { type FileNames, patientNames } from '../../lib/retry-while-locked.ts';
import type { FileToPack } from './split-archives.ts';
import { centralHeader, endOfArchive, localHeader, type ZipEntry } from './zip-headers.ts';

type Target = Awaited<ReturnType<FileNames['create']>>;

/** Bytes of an archive buffered before a write. */
const blockSize = 1_048_576;

/**
 * Writes an archive to a free path; it is on disk when this resolves. Uncompressed, names in UTF-8. Each
 * entry's length and checksum precede its content, for readers that stream (Java's `ZipInputStream`). They
 * are filled in after the content.
 */
export async function writeZip(
  path: string,
  files: readonly FileToPack[],
  names = patientNames(),
): Promise<void> {
  await createSynced(names, path, async (target) => {
    const entries: ZipEntry[] = [];
    let at = 0;
    for (const file of files) {
      const entry = await writeEntry(target, file, at, names);
      entries.push(entry);
      at = entry.end;
    }
    const directory = Buffer.concat(entries.map(centralHeader));
    await writeAll(
      target,
      Buffer.concat([directory, endOfArchive(entries.length, at, directory.length)]),
      at,
    );
  });
}

async function writeEntry(
  target: Target,
  file: FileToPack,
  start: number,
  names: FileNames,
): Promise<ZipEntry> {
  const stats = 'text' in file ? undefined : await lstat(file.path);
  const expected = 'text' in file ? Buffer.byteLength(file.text) : (stats?.size ?? 0);
  const entry: ZipEntry = {
    name: file.name,
    start,
    size: 0,
    checksum: 0,
    end: start,
    changed: stats?.mtime ?? new Date(),
    mode: stats?.mode ?? 0o100664,
    isLarge: expected >= 0xffffffff,
  };
  const content = 'text' in file ? [Buffer.from(file.text)] : contentOf(file.path, names);
  const from = start + localHeader(entry).length;
  const written = await writeContent(target, content, from);
  const whole = { ...entry, ...written, end: from + written.size };
  // The file grew while it was read: its header has no room for such a length.
  if (written.size >= 0xffffffff && !entry.isLarge)
    throw new RangeError(`${file.name} grew while it was packed`);
  await writeAll(target, localHeader(whole), start);
  return whole;
}

/** Writes content in blocks; returns its length and checksum. */
async function writeContent(
  target: Target,
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  from: number,
): Promise<{ size: number; checksum: number }> {
  let [size, checksum] = [0, 0];
  for await (const chunk of content) {
    checksum = crc32(chunk, checksum);
    await writeAll(target, chunk, from + size);
    size += chunk.length;
  }
  return { size, checksum };
}

async function writeAll(target: Target, bytes: Buffer, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; )
    at += (await target.write(bytes, at, bytes.length - at, from + at)).bytesWritten;
}

/** Opened one at a time: an archive may have more documents than a process may have open files. */
async function* contentOf(path: string, names: FileNames): AsyncGenerator<Buffer> {
  yield* (await openWithoutFollowingLinks(path, names)).createReadStream({ highWaterMark: blockSize });
}
