import { dirname, join } from 'node:path';
import { TextDecoder } from 'node:util';
import { AppError } from '../../../shared/errors.ts';
import { csvLine } from '../../../shared/spreadsheet-text.ts';
import type { Clock } from '../../host.ts';
import { replaceFile } from '../../lib/atomic-write.ts';
import {
  type Disk,
  type DiskFile,
  foldName,
  hasCode,
  isProbe,
  removeIfThere,
  sha256Of,
} from '../files/index.ts';
import { CsvReader, NotCsv } from './csv-reader.ts';
import { type FolderLock, underLock, type Writer } from './folder-lock.ts';
import { documentOf, entryFields, entryReader, type IndexEntry, indexTitles } from './index-entry.ts';

/** Name of the index file. */
export const indexName = 'indice.csv';
/** Name of the checksum file, in the format of `sha256sum -c`. */
export const checksumsName = 'SHA256SUMS';
const lockName = `${indexName}.lock`;

const ownNames = new Set([indexName, checksumsName, lockName].map(foldName));

/**
 * Whether a name in a destination belongs to the app. Case is ignored: some file systems fold it or return
 * another.
 */
export function isOwnName(name: string): boolean {
  return ownNames.has(foldName(name)) || isTempFile(name);
}

/** Whether a file directly in a destination is temporary: only a crash leaves it behind. */
function isTempFile(name: string): boolean {
  return isProbe(name) || asides.test(name);
}

// A new index or checksum file with its writer's id; an abandoned lock with the id of the process that
// removes it.
const asides = /^(?:(?:indice\.csv|SHA256SUMS)\.[0-9a-f-]{36}\.part|indice\.csv\.lock\.[0-9a-f-]{36})$/;

// One chunk blocks the main event loop for one or two milliseconds.
const chunkBytes = 32 * 1024;

/** The text of a file, in chunks; none if it is absent. A spreadsheet may have saved it in a code page. */
async function* readText(disk: Disk, path: string): AsyncGenerator<string, void, undefined> {
  let file: Awaited<ReturnType<Disk['read']>>;
  try {
    file = await disk.read(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    const decoder = new TextDecoder(await codePageOf(file));
    for await (const bytes of readChunks(file)) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } finally {
    await file.close();
  }
}

/** A chunk is valid only until the next one. */
async function* readChunks(file: DiskFile): AsyncGenerator<Uint8Array, void, undefined> {
  const buffer = Buffer.alloc(chunkBytes);
  for (let position = 0; ; ) {
    const read = await file.read(buffer, position);
    if (read === 0) return;
    position += read;
    yield buffer.subarray(0, read);
  }
}

/** Without a byte-order mark the whole file is read: its only accented letter may be the last one. */
async function codePageOf(file: DiskFile): Promise<'utf-8' | 'windows-1252'> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    let isFirst = true;
    for await (const bytes of readChunks(file)) {
      if (isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
      isFirst = false;
      strict.decode(bytes, { stream: true });
    }
    strict.decode();
    return 'utf-8';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Plain CSV saved by Excel on a Chilean Windows.
    return 'windows-1252';
  }
}

/**
 * The entries of an index, in groups; none without an index. Throws `FILE_IN_THE_WAY` if the file is no
 * index.
 */
export async function* indexEntries(disk: Disk, path: string): AsyncGenerator<IndexEntry[], void, undefined> {
  const reader = new CsvReader();
  let read: ReturnType<typeof entryReader>;
  function entries(rows: string[][]): IndexEntry[] {
    if (!read) {
      const titles = rows.shift();
      if (!titles) return [];
      read = entryReader(titles);
      if (!read) throw new AppError('FILE_IN_THE_WAY', 'not an index', { values: { path } });
    }
    return rows.map(read);
  }
  try {
    for await (const text of readText(disk, path)) yield entries(reader.push(text));
    yield entries(reader.end());
  } catch (error) {
    if (!(error instanceof NotCsv)) throw error;
    throw new AppError('FILE_IN_THE_WAY', 'not an index', { values: { path }, cause: error });
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/** Parses one checksum line: `hash  path`, `hash *path` (binary), or escaped. */
export function checksumOf(line: string): { sha256: string; path: string } | undefined {
  const [, backslash, sha256, name] = /^(\\?)([0-9a-fA-F]{64}) [ *](.+)$/s.exec(line) ?? [];
  if (sha256 === undefined || name === undefined) return undefined;
  const path = backslash ? name.replace(/\\(.)/g, (_, one: string) => escapes[one] ?? one) : name;
  return { sha256: sha256.toLowerCase(), path: path.replace(/^\.\//, '') };
}

// A multiple of the longest path of any system, in UTF-16 units.
const maxLineLength = 64 * 1024;

/** The lines of a checksum file, in groups. Throws `FILE_IN_THE_WAY` if a line exceeds its limit. */
export async function* checksumLines(disk: Disk, path: string): AsyncGenerator<string[], void, undefined> {
  let rest = '';
  for await (const text of readText(disk, path)) {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > maxLineLength) {
      throw new AppError('FILE_IN_THE_WAY', 'no checksums', { values: { path } });
    }
    yield lines;
  }
  if (rest !== '') yield [rest];
}

/** Anybody may have written the index: paths that lead out of its folder are ignored. */
export function isInside(path: string): boolean {
  if (path.includes('\\') || path.includes('\0')) return false;
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !/^[a-z]:/i.test(name));
}

/**
 * Merges entries into a folder's index and checksums. A lock excludes other writers, and each file is
 * replaced atomically. Every file has one row; a document without a file has one until a file arrives.
 * Returns the stamps before and after.
 */
export async function mergeIndex(
  { disk, clock, writer }: { disk: Disk; clock: Clock; writer: Writer },
  folder: string,
  entries: readonly IndexEntry[],
  signal?: AbortSignal,
): Promise<{ before: string; after: string }> {
  const path = join(folder, indexName);
  const lockPath = `${path}.lock`;
  return underLock(disk, clock, lockPath, writer, (lock) => merge({ disk, lock }, folder, entries), signal);
}

/** Size and modification time of an index, to detect changes by others; `''` for none. */
export async function indexStamp(disk: Disk, folder: string): Promise<string> {
  const found = await disk.stat(join(folder, indexName));
  return found?.kind === 'file' ? `${found.size} ${found.modified}` : '';
}

interface IndexFileContext {
  disk: Disk;
  lock: FolderLock;
}

async function merge(
  context: IndexFileContext,
  folder: string,
  entries: readonly IndexEntry[],
): Promise<{ before: string; after: string }> {
  const { disk } = context;
  await removeTempFiles(disk, folder);
  const [index, checksums] = [join(folder, indexName), join(folder, checksumsName)];
  const before = await indexStamp(disk, folder);
  // The inner call renames first: the index is replaced before the checksums.
  await replaceUnderLock(context, checksums, (writeChecksum) =>
    replaceUnderLock(context, index, async (write) => {
      const files = await writeIndex(disk, index, entries, write, writeChecksum);
      await writeForeign(disk, checksums, files, writeChecksum);
    }),
  );
  await disk.syncFolder(folder);
  return { before, after: await indexStamp(disk, folder) };
}

/**
 * Removes temporary files of processes that crashed while they wrote an index, removed a lock or probed the
 * folder.
 */
async function removeTempFiles(disk: Disk, folder: string): Promise<void> {
  for (const { name, kind } of await disk.list(folder)) {
    if (kind !== 'file' || !isTempFile(name)) continue;
    await removeIfThere(disk, join(folder, name));
  }
}

type Write = (text: string) => Promise<void>;

/** Writes the old and new rows, and the checksums of their files; returns the paths. */
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
      // With a hash that a spreadsheet damaged, the line would count as foreign and stay next to the right
      // one.
      if (checksumOf(line.slice(0, -1))?.path !== file) continue;
      // A substring keeps its whole source text in memory, so each path is copied.
      files.add(Buffer.from(file).toString());
      checksums += line;
    }
    await write(some.map((entry) => csvLine(entryFields(entry))).join(''));
    await writeChecksum(checksums);
  }

  // Excel needs the byte-order mark to read UTF-8.
  await write(`\ufeff${csvLine(indexTitles)}`);
  for await (const old of indexEntries(disk, path)) {
    const remaining: IndexEntry[] = [];
    for (const entry of old) {
      const document = documentOf(entry);
      if (entry.path === '') {
        if (!newDocuments.has(document)) remaining.push(entry);
        continue;
      }
      if (newDocuments.has(document)) withFile.add(document);
      const renewed = newFiles.get(entry.path);
      if (renewed) met.add(renewed.path);
      // An unchanged file keeps its row, with the user and computer that downloaded it first.
      const isSame = !renewed || renewed.sha256 === entry.sha256 || (await isProven(disk, path, entry));
      remaining.push(isSame ? entry : renewed);
    }
    await put(remaining);
  }
  const added = entries.filter((entry) =>
    entry.path === ''
      ? !withFile.has(documentOf(entry))
      : newFiles.get(entry.path) === entry && !met.has(entry.path),
  );
  for (let at = 0; at < added.length; at += 100) await put(added.slice(at, at + 100));
  return files;
}

/**
 * Whether a file matches its index row, although the ledger differs. If it cannot be read, the newer ledger
 * wins.
 */
async function isProven(disk: Disk, index: string, entry: IndexEntry): Promise<boolean> {
  if (!isInside(entry.path)) return false;
  const file = join(dirname(index), ...entry.path.split('/'));
  try {
    const found = await disk.stat(file);
    // Reading a placeholder would download it.
    if (found?.kind !== 'file' || found.isPlaceholder || String(found.size) !== entry.size) return false;
    return (await sha256Of(disk, file)) === entry.sha256;
  } catch {
    return false;
  }
}

/** Lines about files outside the index belong to others and stay. */
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

/** Replaces a file, unless another process holds the lock by then. */
function replaceUnderLock(
  { disk, lock }: IndexFileContext,
  path: string,
  fill: (write: Write) => Promise<void>,
): Promise<void> {
  const fillFile = (file: DiskFile) =>
    fill((text) => (text === '' ? Promise.resolve() : file.write([Buffer.from(text)])));
  // Unique per lock: a process that lost the lock during sleep may still write its own.
  const tempPath = `${path}.${lock.uuid}.part`;
  return replaceFile(disk, path, fillFile, { tempPath, beforeRename: () => lock.checkOwned() });
}
