import { constants, crc32, inflateRawSync } from 'node:zlib';
import { UnreadFileError } from './unread-file-error.ts';

/** A file in a ZIP archive. */
export interface ZipEntry {
  name: string;
  /** Its bytes. Throws where they are damaged, and `UnreadFileError` where encrypted or beyond `maxBytes`. */
  read(maxBytes: number): Buffer;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
/** The end record is at most this far from the end of the archive, bytes. */
const maxEndDistance = 65_557;
const maxEntries = 10_000;

/** The files of a ZIP archive without ZIP64. Throws where it is damaged. */
export function zipEntries(archive: Buffer): ZipEntry[] {
  const end = endOf(archive);
  const count = Math.min(archive.readUInt16LE(end + 10), maxEntries);
  const entries: ZipEntry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (archive.readUInt32LE(at) !== entryMark) throw new Error('the directory of the archive is damaged');
    const [nameLength, extraLength] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    entries.push(entryAt(archive, at, name));
    at += 46 + nameLength + extraLength + archive.readUInt16LE(at + 32);
  }
  return entries;
}

function endOf(archive: Buffer): number {
  const from = Math.max(0, archive.length - maxEndDistance);
  for (let at = archive.length - 22; at >= from; at--) if (archive.readUInt32LE(at) === endMark) return at;
  throw new Error('the archive has no directory');
}

function entryAt(archive: Buffer, at: number, name: string): ZipEntry {
  const [flags, method] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)];
  const [checksum, packed] = [archive.readUInt32LE(at + 16), archive.readUInt32LE(at + 20)];
  const start = archive.readUInt32LE(at + 42);
  return {
    name,
    read(maxBytes) {
      if ((flags & 1) !== 0) throw new UnreadFileError('encrypted');
      if (archive.readUInt32LE(start) !== localMark) throw new Error('a file of the archive is damaged');
      const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
      const bytes = unpacked(archive.subarray(from, from + packed), method, maxBytes);
      if (crc32(bytes) !== checksum) throw new Error('a file of the archive has other bytes');
      return bytes;
    },
  };
}

function unpacked(bytes: Buffer, method: number, maxBytes: number): Buffer {
  if (method === 0 && bytes.length > maxBytes) throw new UnreadFileError('too-large');
  if (method === 0) return bytes;
  if (method !== 8) throw new Error('a file of the archive cannot be unpacked');
  // Ends with an error beyond the limit: a few bytes may unpack to gigabytes.
  return inflateRawSync(bytes, { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH });
}
