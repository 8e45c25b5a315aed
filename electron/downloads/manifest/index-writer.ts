import { join } from 'node:path';
import type { Clock } from '../../host.ts';
import { type Disk, type DiskFile, hasCode } from '../destination/disk.ts';
import { patiently } from '../destination/disk-error.ts';
import { removeIfThere } from '../destination/part-file.ts';
import { csvLine } from './csv.ts';
import { documentOf, entryFields, type IndexEntry, indexTitles } from './entry.ts';
import { type Held, underLock, type Writer } from './folder-lock.ts';
import {
  checksumLines,
  checksumOf,
  checksumsName,
  indexEntries,
  indexName,
  isLeftover,
} from './index-reader.ts';

/**
 * Merges entries into the index of a folder and its checksums: under a lock, because others may fill the same folder, and each file whole or not
 * at all. Every file has one line; a document without one has a line until a file of it comes. Gives the stamps of the old and the new index.
 */
export async function mergeIndex(
  { disk, clock, writer }: { disk: Disk; clock: Clock; writer: Writer },
  folder: string,
  entries: readonly IndexEntry[],
  signal?: AbortSignal,
): Promise<{ before: string; after: string }> {
  const path = join(folder, indexName);
  const lock = `${path}.lock`;
  return underLock(
    disk,
    clock,
    lock,
    writer,
    (held) => merge({ disk, clock, held }, folder, entries),
    signal,
  );
}

/** What an index looks like from outside, to see whether somebody else has changed it; `''` for none. */
export async function indexStamp(disk: Disk, folder: string): Promise<string> {
  const found = await disk.look(join(folder, indexName));
  return found?.kind === 'file' ? `${found.size} ${found.modified}` : '';
}

interface Means {
  disk: Disk;
  clock: Clock;
  held: Held;
}

async function merge(
  means: Means,
  folder: string,
  entries: readonly IndexEntry[],
): Promise<{ before: string; after: string }> {
  const { disk } = means;
  await removeLeftovers(means, folder);
  const [index, checksums] = [join(folder, indexName), join(folder, checksumsName)];
  const before = await indexStamp(disk, folder);
  // The index takes its place first.
  await replaceFile(means, checksums, (writeChecksum) =>
    replaceFile(means, index, async (write) => {
      const files = await writeIndex(disk, index, entries, write, writeChecksum);
      await writeForeign(disk, checksums, files, writeChecksum);
    }),
  );
  await disk.syncFolder(folder);
  return { before, after: await indexStamp(disk, folder) };
}

/** What processes left that ended while they wrote an index, took a dead lock away, or tried the folder. */
async function removeLeftovers({ disk, clock }: Means, folder: string): Promise<void> {
  for (const { name, kind } of await disk.list(folder)) {
    if (kind !== 'file' || !isLeftover(name)) continue;
    await patiently(clock, () => removeIfThere(disk, join(folder, name)));
  }
}

type Write = (text: string) => Promise<void>;

/** Writes what was there and what is new, and the checksums of the files in it; gives their paths. */
async function writeIndex(
  disk: Disk,
  path: string,
  entries: readonly IndexEntry[],
  write: Write,
  writeChecksum: Write,
): Promise<Set<string>> {
  const files = new Set<string>();
  const newFiles = new Map(entries.filter((entry) => entry.path !== '').map((entry) => [entry.path, entry]));
  const met = new Set<string>();
  const newDocuments = new Set(entries.map(documentOf));
  const withFile = new Set([...newFiles.values()].map(documentOf));

  async function put(some: readonly IndexEntry[]): Promise<void> {
    let checksums = '';
    for (const { path: file, sha256 } of some) {
      if (file === '' || files.has(file)) continue;
      const line = checksumLine(file, sha256);
      // With a hash that a spreadsheet has spoilt, it would be taken for somebody else's, and stay beside the next one.
      if (checksumOf(line.slice(0, -1))?.path !== file) continue;
      // A part of a text keeps the whole text in memory, so each path is made a text of its own.
      files.add(Buffer.from(file).toString());
      checksums += line;
    }
    await write(some.map((entry) => csvLine(entryFields(entry))).join(''));
    await writeChecksum(checksums);
  }

  // The byte-order mark makes Excel read UTF-8.
  await write(`\ufeff${csvLine(indexTitles)}`);
  for await (const old of indexEntries(disk, path)) {
    const kept = old.flatMap((entry) => {
      const document = documentOf(entry);
      if (entry.path === '') return newDocuments.has(document) ? [] : [entry];
      if (newDocuments.has(document)) withFile.add(document);
      const renewed = newFiles.get(entry.path);
      if (renewed) met.add(renewed.path);
      // The first to bring a file stays named as such.
      return [renewed && renewed.sha256 !== entry.sha256 ? renewed : entry];
    });
    await put(kept);
  }
  const added = entries.filter((entry) =>
    entry.path === ''
      ? !withFile.has(documentOf(entry))
      : newFiles.get(entry.path) === entry && !met.has(entry.path),
  );
  for (let at = 0; at < added.length; at += 100) await put(added.slice(at, at + 100));
  return files;
}

/** Lines about files that are not in the index are not the app's to drop. */
async function writeForeign(
  disk: Disk,
  path: string,
  files: ReadonlySet<string>,
  write: Write,
): Promise<void> {
  for await (const lines of checksumLines(disk, path)) {
    const foreign = lines.filter((line) => line !== '' && !files.has(checksumOf(line)?.path ?? ''));
    await write(foreign.map((line) => `${line}\n`).join(''));
  }
}

function checksumLine(path: string, sha256: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`;
}

/** Writes a file beside another and puts it in its place when it is whole and on disk. */
async function replaceFile(
  { disk, clock, held }: Means,
  path: string,
  fill: (write: Write) => Promise<void>,
): Promise<void> {
  // Never the one of somebody else, who may go on after a sleep in which the lock was lost.
  const part = `${path}.${held.uuid}.part`;
  const file: DiskFile = await disk.create(part);
  let isOpen = true;
  try {
    await fill((text) => (text === '' ? Promise.resolve() : file.write([Buffer.from(text)])));
    await file.sync();
    await file.close();
    isOpen = false;
    await held.insist();
    await patiently(clock, () => disk.rename(part, path));
  } catch (thrown) {
    if (isOpen) await file.close();
    await patiently(clock, () => removeIfThere(disk, part)).catch((second: unknown) => {
      if (!hasCode(second, 'ENOENT')) throw thrown;
    });
    throw thrown;
  }
}
