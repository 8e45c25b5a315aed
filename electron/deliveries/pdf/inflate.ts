import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/**
 * Decodes packed chunks (zlib), a chunk at a time, so that none stays in memory. Throws as zlib does for
 * damaged or truncated data. Ignores the checksum: no reader of PDF or PNG rejects a missing or wrong one.
 */
export function inflate(packed: Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // Chunks large enough that iterating costs little compared to decoding.
  const inflate = createInflateRaw({ chunkSize: 65_536 });
  // The iterator's reader receives its errors.
  pipeline(Readable.from(withoutHeader(packed)), inflate, () => undefined);
  return inflate;
}

/** The deflated bytes behind the two-byte zlib header (RFC 1950, 2.2). */
function* withoutHeader(packed: Iterable<Uint8Array>): Generator<Uint8Array> {
  const header: number[] = [];
  for (const chunk of packed) {
    const missing = 2 - header.length;
    header.push(...chunk.subarray(0, missing));
    if (missing > 0 && header.length === 2) checkHeader(header);
    if (chunk.length > missing) yield chunk.subarray(missing);
  }
  if (header.length < 2) throw new RangeError('nothing is packed');
}

function checkHeader([method = 0, flags = 0]: readonly number[]): void {
  const isZlib = (method & 15) === 8 && method >> 4 <= 7 && (method * 256 + flags) % 31 === 0;
  const hasDictionary = (flags & 32) !== 0;
  if (!isZlib || hasDictionary) throw new RangeError('not packed by zlib');
}
