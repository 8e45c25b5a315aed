import { createHash } from 'node:crypto';

/** Sixteen tables of 256 entries: one for each byte position in four integers. */
const tables = makeTables();

const noIntegers = new Uint32Array(0);

function makeTables(): Uint32Array {
  const made = new Uint32Array(16 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let remainder = byte;
    // Castagnoli's polynomial, bits reversed.
    for (let bit = 0; bit < 8; bit++) {
      remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
    }
    made[byte] = remainder;
  }
  for (let index = 256; index < made.length; index++) {
    const before = made[index - 256] ?? 0;
    made[index] = (made[before & 255] ?? 0) ^ (before >>> 8);
  }
  return made;
}

/** CRC-32C (Castagnoli), continued from `before`; processes four integers a step, about 2 GB/s. */
export function crc32c(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  let at = 0;
  // A Uint32Array needs an aligned offset.
  const aligned = Math.min(bytes.length, (4 - (bytes.byteOffset & 3)) & 3);
  for (; at < aligned; at++) crc = step(crc, bytes[at]);
  const count = (bytes.length - at) >>> 2;
  const integers = count === 0 ? noIntegers : new Uint32Array(bytes.buffer, bytes.byteOffset + at, count);
  const whole = integers.length & ~3;
  for (let index = 0; index < whole; index += 4) {
    const a = crc ^ (integers[index] ?? 0);
    const b = integers[index + 1] ?? 0;
    const c = integers[index + 2] ?? 0;
    const d = integers[index + 3] ?? 0;
    crc = four(15, a) ^ four(11, b) ^ four(7, c) ^ four(3, d);
  }
  for (at += whole * 4; at < bytes.length; at++) crc = step(crc, bytes[at]);
  return ~crc >>> 0;
}

/** A CRC-32C as in `X-Goog-Hash`: big-endian, in base64. */
export function crc32cInBase64(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
}

function step(crc: number, byte = 0): number {
  return (tables[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
}

/** Contribution of one word; its lowest byte uses `table`, the next ones the tables below. */
function four(table: number, word: number): number {
  const at = table << 8;
  return (
    (tables[at + (word & 255)] ?? 0) ^
    (tables[at - 256 + ((word >>> 8) & 255)] ?? 0) ^
    (tables[at - 512 + ((word >>> 16) & 255)] ?? 0) ^
    (tables[at - 768 + (word >>> 24)] ?? 0)
  );
}

/** Incremental hashes: always SHA-256, plus those that storage announced. */
export interface Digests {
  add(bytes: Uint8Array): void;
  /** Call once. */
  finish(): FinishedDigests;
}

export interface FinishedDigests {
  /** Lower-case hex. */
  sha256: string;
  /** Base64, as storage writes it; absent if it was not announced. */
  md5?: string;
  /** Whether every announced hash is that of the bytes. */
  match: boolean;
}

/** Digests of a body for which storage announced these hashes, in base64. */
export function createDigests(announced: { md5?: string; crc32c?: string }): Digests {
  const sha256 = createHash('sha256');
  const md5 = announced.md5 === undefined ? undefined : createHash('md5');
  const wantsCrc = announced.crc32c !== undefined;
  let crc = 0;
  return {
    add(bytes) {
      sha256.update(bytes);
      md5?.update(bytes);
      if (wantsCrc) crc = crc32c(bytes, crc);
    },
    finish() {
      const md5Text = md5?.digest('base64');
      const crcMatches = !wantsCrc || crc32cInBase64(crc) === announced.crc32c;
      return {
        sha256: sha256.digest('hex'),
        ...(md5Text !== undefined && { md5: md5Text }),
        match: md5Text === announced.md5 && crcMatches,
      };
    },
  };
}
