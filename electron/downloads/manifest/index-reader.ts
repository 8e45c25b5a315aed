import { TextDecoder } from 'node:util';
import { CarpetaError } from '../../../shared/errors.ts';
import { type Disk, type DiskFile, hasCode } from '../destination/disk.ts';
import { isProbe } from '../destination/probe.ts';
import { createCsvReader, NotCsv } from './csv.ts';
import { entryReader, type IndexEntry } from './entry.ts';

/** Name of the index in its folder. */
export const indexName = 'indice.csv';
/** Name of the checksums beside it, as `sha256sum -c` takes them. */
export const checksumsName = 'SHA256SUMS';
const lockName = `${indexName}.lock`;

/** Whether a name in a destination is the app's own and no document. */
export function isOwnName(name: string): boolean {
  return name === indexName || name === checksumsName || name === lockName || isLeftover(name);
}

/** Whether a file of this name, directly in a destination, is one that the app removes at once unless its process ends first. */
export function isLeftover(name: string): boolean {
  return isProbe(name) || asides.test(name);
}

// A new index or checksums with the mark of who writes them, and a dead lock with the mark of who takes it away.
const asides = /^(?:(?:indice\.csv|SHA256SUMS)\.[0-9a-f-]{36}\.part|indice\.csv\.lock\.[0-9a-f-]{36})$/;

// One piece keeps the main event loop for a millisecond or two.
const pieceBytes = 32 * 1024;

/** The text of a file, piece by piece; nothing when there is none. A spreadsheet may have saved it in its own code page. */
export async function* textPieces(disk: Disk, path: string): AsyncGenerator<string, void, undefined> {
  let file: Awaited<ReturnType<Disk['read']>>;
  try {
    file = await disk.read(path);
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return;
    throw thrown;
  }
  try {
    const decoder = new TextDecoder(await codePageOf(file));
    for await (const bytes of pieces(file)) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } finally {
    await file.close();
  }
}

/** A piece is only good until the next one comes. */
async function* pieces(file: DiskFile): AsyncGenerator<Uint8Array, void, undefined> {
  const buffer = Buffer.alloc(pieceBytes);
  for (let position = 0; ; ) {
    const read = await file.read(buffer, position);
    if (read === 0) return;
    position += read;
    yield buffer.subarray(0, read);
  }
}

/** All of it is read where no byte-order mark tells: its first letter with an accent may be its last one. */
async function codePageOf(file: DiskFile): Promise<'utf-8' | 'windows-1252'> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    let isFirst = true;
    for await (const bytes of pieces(file)) {
      if (isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
      isFirst = false;
      strict.decode(bytes, { stream: true });
    }
    strict.decode();
    return 'utf-8';
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    // Not UTF-8: what Excel saves as plain CSV on a Chilean Windows.
    return 'windows-1252';
  }
}

/**
 * The entries of an index, some at a time; none when there is no index. Throws `FILE_IN_THE_WAY` where a file of that name is none.
 */
export async function* indexEntries(disk: Disk, path: string): AsyncGenerator<IndexEntry[], void, undefined> {
  const reader = createCsvReader();
  let read: ReturnType<typeof entryReader>;
  function entries(rows: string[][]): IndexEntry[] {
    if (!read) {
      const titles = rows.shift();
      if (!titles) return [];
      read = entryReader(titles);
      if (!read) throw new CarpetaError('FILE_IN_THE_WAY', 'not an index', { values: { path } });
    }
    return rows.map(read);
  }
  try {
    for await (const text of textPieces(disk, path)) yield entries(reader.push(text));
    yield entries(reader.end());
  } catch (thrown) {
    if (!(thrown instanceof NotCsv)) throw thrown;
    throw new CarpetaError('FILE_IN_THE_WAY', 'not an index', { values: { path }, cause: thrown });
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r' };

/** One line of checksums: `hash  path`, or with `*` for binary, or escaped. */
export function checksumOf(line: string): { sha256: string; path: string } | undefined {
  const [, backslash, sha256, name] = /^(\\?)([0-9a-fA-F]{64}) [ *](.+)$/s.exec(line) ?? [];
  if (sha256 === undefined || name === undefined) return undefined;
  const path = backslash ? name.replace(/\\(.)/g, (_, one: string) => escapes[one] ?? one) : name;
  return { sha256: sha256.toLowerCase(), path: path.replace(/^\.\//, '') };
}

// Many times the longest path that a system takes, in UTF-16 units.
const longestLine = 64 * 1024;

/** The lines of a file of checksums, some at a time. Throws `FILE_IN_THE_WAY` where a line has no end within bounds. */
export async function* checksumLines(disk: Disk, path: string): AsyncGenerator<string[], void, undefined> {
  let rest = '';
  for await (const text of textPieces(disk, path)) {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) {
      throw new CarpetaError('FILE_IN_THE_WAY', 'no checksums', { values: { path } });
    }
    yield lines;
  }
  if (rest !== '') yield [rest];
}

/** An index may have been written by anybody: what it names stands below its folder or is not believed. */
export function isInside(path: string): boolean {
  if (path.includes('\\') || path.includes('\0')) return false;
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !/^[a-z]:/i.test(name));
}
