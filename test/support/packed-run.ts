import { constants, deflateRawSync } from 'node:zlib';

const MiB = 1_048_576;
const piece = 16;
const adlerBase = 65_521n;

/** So many MiB of one byte, packed (zlib, RFC 1950), in steps of 16: a thousandth of that, made in an instant. */
export function packedRun(byte: number, mebibytes: number): Buffer {
  // What is flushed in full refers to nothing before it, and can stand there again and again.
  const flushed = deflateRawSync(Buffer.alloc(piece * MiB, byte), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: mebibytes / piece }, () => flushed);
  const end = Buffer.from([3, 0, 0, 0, 0, 0]);
  end.writeUInt32BE(adlerOf(BigInt(byte), BigInt(mebibytes * MiB)), 2);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, end]);
}

/** The checksum of a run: the sum of its bytes and the sum of all those sums (8.2). */
function adlerOf(byte: bigint, length: bigint): number {
  const sum = (1n + byte * length) % adlerBase;
  const sums = (length + (byte * length * (length + 1n)) / 2n) % adlerBase;
  return Number(sums * 65_536n + sum);
}
