import { pipeline, Readable } from 'node:stream';
import { createInflate } from 'node:zlib';

/** What is packed in these pieces (zlib), a piece at a time, so that none has to be held. Throws as zlib does for what is damaged or cut. */
export function unpacked(packed: Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // Pieces large enough that going through them costs little beside unpacking.
  const inflate = createInflate({ chunkSize: 65_536 });
  // Whoever reads it hears of its errors.
  pipeline(Readable.from(packed), inflate, () => undefined);
  return inflate;
}
