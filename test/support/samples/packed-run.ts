import { constants, deflateRawSync } from 'node:zlib';

const chunk = 16 * 1_048_576;
const adlerBase = 65_521n;

/** A run of one byte, packed (zlib, RFC 1950): a thousandth of its length, made in an instant. */
export function packedRun(byte: number, length: number): Buffer {
  // What is flushed in full refers to nothing before it, and can stand there again and again.
  const flushed = (bytes: number) =>
    deflateRawSync(Buffer.alloc(bytes, byte), { finishFlush: constants.Z_FULL_FLUSH });
  const one = flushed(Math.min(chunk, length));
  const chunks = Array.from({ length: Math.floor(length / chunk) }, () => one);
  const end = Buffer.from([3, 0, 0, 0, 0, 0]);
  end.writeUInt32BE(adlerOf(BigInt(byte), BigInt(length)), 2);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...chunks, flushed(length % chunk), end]);
}

/** The checksum of a run: the sum of its bytes and the sum of all those sums (8.2). */
function adlerOf(byte: bigint, length: bigint): number {
  const sum = (1n + byte * length) % adlerBase;
  const sums = (length + (byte * length * (length + 1n)) / 2n) % adlerBase;
  return Number(sums * 65_536n + sum);
}
