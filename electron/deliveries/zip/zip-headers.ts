/** A stored file of an archive: the content of its two headers. */
export interface ZipEntry {
  name: string;
  /** Offset of its local header. */
  start: number;
  /** Of its content, in bytes. */
  size: number;
  /** CRC-32 of its content. */
  checksum: number;
  /** Offset behind its content. */
  end: number;
  changed: Date;
  /** Unix file mode. */
  mode: number;
  /** Its local header has room for a 64-bit length. */
  isLarge: boolean;
}

const maxUint32 = 0xffffffff;
const maxUint16 = 0xffff;
/**
 * Names are in UTF-8 (APPNOTE.TXT, 4.4.4, bit 11); lengths are in the header, not behind the content (bit 3).
 */
const flags = 1 << 11;
/** 2.0, and 4.5 for 64-bit lengths and offsets (4.4.3.2). */
const version = (is64: boolean) => (is64 ? 45 : 20);

/** The header before a content (4.3.7). Its length depends only on the name and on `isLarge`. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const extra = entry.isLarge ? wide([entry.size, entry.size]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(version(entry.isLarge), 4);
  header.writeUInt16LE(flags, 6);
  header.writeUInt32LE(dosTime(entry.changed), 10);
  header.writeUInt32LE(entry.checksum, 14);
  header.writeUInt32LE(entry.isLarge ? maxUint32 : entry.size, 18);
  header.writeUInt32LE(entry.isLarge ? maxUint32 : entry.size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** The directory entry of a file, at the archive's end (4.3.12). */
export function centralHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const isFar = entry.start >= maxUint32;
  const extra = wide([...(entry.isLarge ? [entry.size, entry.size] : []), ...(isFar ? [entry.start] : [])]);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  // Made on Unix (3), so that readers use the mode.
  header.writeUInt16LE((3 << 8) | version(entry.isLarge || isFar), 4);
  header.writeUInt16LE(version(entry.isLarge || isFar), 6);
  header.writeUInt16LE(flags, 8);
  header.writeUInt32LE(dosTime(entry.changed), 12);
  header.writeUInt32LE(entry.checksum, 16);
  header.writeUInt32LE(entry.isLarge ? maxUint32 : entry.size, 20);
  header.writeUInt32LE(entry.isLarge ? maxUint32 : entry.size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE((entry.mode & maxUint16) * 0x10000, 38);
  header.writeUInt32LE(isFar ? maxUint32 : entry.start, 42);
  return Buffer.concat([header, name, extra]);
}

/** The end of an archive (4.3.14 to 4.3.16): the count of files, and the directory's offset and length. */
export function endOfArchive(count: number, start: number, length: number): Buffer {
  const is64 = count >= maxUint16 || start >= maxUint32 || length >= maxUint32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, maxUint16), 8);
  end.writeUInt16LE(Math.min(count, maxUint16), 10);
  end.writeUInt32LE(Math.min(length, maxUint32), 12);
  end.writeUInt32LE(Math.min(start, maxUint32), 16);
  if (!is64) return end;
  const record = Buffer.alloc(76);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE((3 << 8) | 45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(length), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(start + length), 64);
  record.writeUInt32LE(1, 72);
  return Buffer.concat([record, end]);
}

/** The extra field with 64-bit numbers (4.5.3); empty without numbers. */
function wide(numbers: readonly number[]): Buffer {
  if (numbers.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + numbers.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(numbers.length * 8, 2);
  for (const [index, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + index * 8);
  return extra;
}

/** A local time in DOS format, in steps of two seconds, from 1980 to 2107. */
function dosTime(time: Date): number {
  const year = Math.min(127, Math.max(0, time.getFullYear() - 1980));
  const day = (year << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  return day * 0x10000 + clock;
}
