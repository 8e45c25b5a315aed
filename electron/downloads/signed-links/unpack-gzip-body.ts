import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../shared/errors.ts';

/** What storage announces about a gzipped body. */
export interface PackedBody {
  length?: number;
  /** Base64; present if the file is stored gzipped. */
  md5?: string;
}

/**
 * Decompresses a body that storage sends gzipped despite `identity`. Storage's length and hash apply to the
 * compressed bytes. `onWhole` is called at gzip's end mark. If the platform has decompressed it already, the
 * bytes pass unchanged. Rejects with `LENGTH_MISMATCH`, `HASH_MISMATCH` or `TRANSFER_BROKEN`.
 */
export async function* unpackGzipBody(
  body: AsyncIterable<Uint8Array>,
  packed: PackedBody,
  onWhole: () => void,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const first = await withFirstBytes(chunks);
  const all = prepend(first, chunks);
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* all;
  const source = Readable.from(checkPacked(all, packed), { objectMode: true });
  const gunzip = createGunzip();
  source.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of source.pipe(gunzip)) yield chunk;
    onWhole();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('TRANSFER_BROKEN', 'what came cannot be unpacked', { cause: error });
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

/** The first bytes, at least two unless the body is shorter. */
async function withFirstBytes(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let first: Uint8Array = new Uint8Array();
  while (first.length < 2) {
    const { value, done } = await chunks.next();
    if (done) break;
    first = first.length === 0 ? value : Buffer.concat([first, value]);
  }
  return first;
}

async function* prepend(
  first: Uint8Array,
  chunks: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  try {
    if (first.length > 0) yield first;
    for (;;) {
      const { value, done } = await chunks.next();
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** Passes the bytes on and checks their length and hash at the end. */
async function* checkPacked(
  body: AsyncIterable<Uint8Array>,
  { length, md5 }: PackedBody,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('md5');
  let received = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    received += chunk.length;
    yield chunk;
  }
  if (length !== undefined && received !== length) {
    throw new AppError('LENGTH_MISMATCH', `${received} bytes came instead of ${length}`, {
      values: { expected: length, received },
    });
  }
  if (md5 !== undefined && hash.digest('base64') !== md5) {
    throw new AppError('HASH_MISMATCH', 'the hash is not the one that storage announced');
  }
}
