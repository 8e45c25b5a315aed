import { decodePDFRawStream, PDFContext, PDFRawStream } from '@cantoo/pdf-lib';

/** What the packed objects of one paper may have unpacked, in bytes: a thousand dispatches' worth of text, and far from what fills a memory. */
const mostDecoded = 32 * 1_048_576;

let left = Number.POSITIVE_INFINITY;

/**
 * Reads a paper while its packed objects may have 32 MiB unpacked; gives undefined where they have more: a file of some kilobytes can hold
 * gigabytes. Rejects as the reading does. One paper at a time: the library has no other place to count than the buffers that all readings share.
 */
export async function withinBudget<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  left = mostDecoded;
  try {
    return await read();
  } catch (thrown) {
    if (left < 0) return undefined;
    throw thrown;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

boundBuffers();

/** Counts each growth of a buffer that the library's decoders share, whatever the coding and however often it is coded. */
function boundBuffers(): void {
  const dict = PDFContext.create().obj({ Filter: 'FlateDecode' });
  const decoder = decodePDFRawStream(PDFRawStream.of(dict, Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1)));
  const shared: object = Object.getPrototypeOf(Object.getPrototypeOf(decoder));
  const grow: unknown = Reflect.get(shared, 'ensureBuffer');
  if (typeof grow !== 'function') throw new TypeError('the decoders of this library have no shared buffer');
  Reflect.set(shared, 'ensureBuffer', function ensureBuffer(this: { buffer: Uint8Array }, wanted: number) {
    const growth = wanted - this.buffer.byteLength;
    if (growth > 0) {
      // A buffer that grows is twice as large.
      left -= Math.max(growth, this.buffer.byteLength);
      if (left < 0) throw new RangeError('packed objects are too large');
    }
    return grow.call(this, wanted);
  });
}
