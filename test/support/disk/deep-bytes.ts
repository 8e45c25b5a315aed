import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync, inflateSync } from 'node:zlib';

/** In bytes, unpacked: nothing of ours is longer, while documents made to do harm hold gigabytes. */
const maxStreamBytes = 64 * 1_048_576;

/**
 * The bytes of a file, then those of each compressed part in it: entries of a ZIP (and so of an XLSX),
 * streams of a PDF.
 */
function* deepBytes(bytes: Buffer): Generator<Buffer> {
  yield bytes;
  if (bytes.subarray(0, 2).toString() === 'PK') {
    for (const entry of zipEntries(bytes)) yield* deepBytes(entry);
  }
  if (bytes.subarray(0, 1024).includes('%PDF-')) {
    for (const stream of pdfStreams(bytes)) yield stream;
  }
}

/**
 * Every file under a folder whose bytes, compressed parts included, hold one of these texts, as UTF-8 or as
 * UTF-16.
 */
export function filesContainingDeep(folder: string, texts: readonly string[]): string[] {
  const forms = texts.flatMap((text) => [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]);
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      for (const bytes of deepBytes(readFileSync(path))) {
        if (forms.some((form) => bytes.includes(form))) return true;
      }
      return false;
    });
}

/** Entries by the central directory, which alone always knows their lengths (APPNOTE.TXT, 4.3.12). */
function* zipEntries(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4)) {
    const method = bytes.readUInt16LE(at + 10);
    const length = bytes.readUInt32LE(at + 20);
    const local = bytes.readUInt32LE(at + 42);
    if (local + 30 > bytes.length || bytes.toString('latin1', local, local + 4) !== 'PK\x03\x04') continue;
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = bytes.subarray(start, start + length);
    yield method === 8 ? inflateRawSync(content) : content;
  }
}

function* pdfStreams(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf('stream'); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const start = bytes.indexOf('\n', at) + 1;
    // The first two bytes of what zlib has deflated.
    if (bytes[start] !== 0x78) continue;
    const end = bytes.indexOf('endstream', start);
    try {
      yield inflateSync(bytes.subarray(start, end), { maxOutputLength: maxStreamBytes });
    } catch (error) {
      // Other bytes that begin in the same way, or a bomb.
      if (!(error instanceof Error)) throw error;
    }
  }
}
