/** One table per byte position in a word of eight. */
const tables = Array.from({ length: 8 }, () => new Uint32Array(256));
const [first = new Uint32Array(256)] = tables;
for (let byte = 0; byte < 256; byte++) {
  let remainder = byte;
  // Castagnoli's polynomial, bits reversed.
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
  first[byte] = remainder;
}
for (let byte = 0; byte < 256; byte++) {
  let remainder = first[byte] ?? 0;
  for (const table of tables.slice(1)) {
    remainder = (first[remainder & 0xff] ?? 0) ^ (remainder >>> 8);
    table[byte] = remainder;
  }
}
const [t0 = first, t1 = first, t2 = first, t3 = first, t4 = first, t5 = first, t6 = first, t7 = first] =
  tables;

/** CRC-32C (Castagnoli) of bytes, continued from the value of the bytes before. */
export function crc32c(bytes: Uint8Array, before = 0): number {
  const at = (table: Uint32Array, index: number) => table[index & 0xff] ?? 0;
  const whole = bytes.length - (bytes.length % 8);
  let crc = ~before;
  for (let index = 0; index < whole; index += 8) {
    const low =
      crc ^
      ((bytes[index] ?? 0) |
        ((bytes[index + 1] ?? 0) << 8) |
        ((bytes[index + 2] ?? 0) << 16) |
        ((bytes[index + 3] ?? 0) << 24));
    crc =
      at(t7, low) ^
      at(t6, low >>> 8) ^
      at(t5, low >>> 16) ^
      at(t4, low >>> 24) ^
      at(t3, bytes[index + 4] ?? 0) ^
      at(t2, bytes[index + 5] ?? 0) ^
      at(t1, bytes[index + 6] ?? 0) ^
      at(t0, bytes[index + 7] ?? 0);
  }
  for (let index = whole; index < bytes.length; index++) {
    crc = at(t0, crc ^ (bytes[index] ?? 0)) ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}

/** A CRC-32C as in `X-Goog-Hash`: big-endian, in base64. */
export function crc32cInBase64(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
}
