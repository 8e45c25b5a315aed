import { createHash } from 'node:crypto';
import type { StorageHashes } from '../links/storage-answer.ts';
import { crc32c } from './crc32c.ts';

/** Hashes of bytes on their way: SHA-256 always, the others where storage announced one to compare with. */
export interface Digests {
  add(bytes: Uint8Array): void;
  /** Ends them; once. */
  finish(): FinishedDigests;
}

export interface FinishedDigests {
  /** Lower-case hex. */
  sha256: string;
  /** In base64, as storage writes it; absent where it was not asked for. */
  md5?: string;
  /** Whether every announced hash is that of the bytes. */
  match: boolean;
}

/** Digests of nothing yet, to be compared with what storage announced. */
export function createDigests(announced: StorageHashes): Digests {
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
      const crcMatches = !wantsCrc || inBase64(crc) === announced.crc32c;
      return {
        sha256: sha256.digest('hex'),
        ...(md5Text !== undefined && { md5: md5Text }),
        match: md5Text === announced.md5 && crcMatches,
      };
    },
  };
}

/** Big-endian, as storage sends it. */
function inBase64(crc: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc);
  return bytes.toString('base64');
}
