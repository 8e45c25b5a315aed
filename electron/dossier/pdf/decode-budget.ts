import { decodePDFRawStream, PDFContext, PDFRawStream } from '@cantoo/pdf-lib';

/**
 * What the packed objects of one document may have unpacked, in bytes: a thousand dispatches' worth of text,
 * and far from what fills a memory.
 */
const maxDecodedBytes = 32 * 1_048_576;

/**
 * What may still be unpacked. Buffers that decoders of this moment hold are counted whole, what is decoded by
 * its own bytes.
 */
let left = Number.POSITIVE_INFINITY;
let isExceeded = false;

/**
 * Reads a document while its packed objects may have 32 MiB unpacked; gives undefined where they have more: a
 * file of some kilobytes can hold gigabytes. Rejects as the reading does. One document at a time: the library
 * has no other place to count than the buffers that all readings share.
 */
export async function withinBudget<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  left = maxDecodedBytes;
  isExceeded = false;
  try {
    const result = await read();
    // A reader that goes on past what it cannot unpack does not throw.
    return isExceeded ? undefined : result;
  } catch (error) {
    if (isExceeded) return undefined;
    throw error;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

boundBuffers();

/**
 * What is used of the library's decoders: each has its bytes in a buffer that is mostly larger than they are.
 */
interface Decoder {
  buffer: Uint8Array;
  readonly bufferLength: number;
  readonly minBufferLength: number;
}

/**
 * Counts what the library's decoders unpack by the buffer that they share, whatever the coding and however
 * often it is coded.
 */
function boundBuffers(): void {
  const dict = PDFContext.create().obj({ Filter: 'FlateDecode' });
  const decoder = decodePDFRawStream(PDFRawStream.of(dict, Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1)));
  const shared: object = Object.getPrototypeOf(Object.getPrototypeOf(decoder));
  const decode: unknown = Reflect.get(shared, 'decode');
  if (typeof Reflect.get(shared, 'ensureBuffer') !== 'function' || typeof decode !== 'function')
    throw new TypeError('the decoders of this library have no shared buffer');
  Reflect.set(shared, 'ensureBuffer', growWithinBudget);
  // Only the last of several codings is decoded as a whole; the buffers of those before it are let go of with
  // it.
  Reflect.set(shared, 'decode', function decodeWithinBudget(this: Decoder): unknown {
    const before = left;
    const decoded: unknown = decode.call(this);
    left = before - this.bufferLength;
    return decoded;
  });
}

/**
 * Twice as large, as the library has it, yet never larger than what may still be unpacked: half of a buffer
 * may stay empty.
 */
function growWithinBudget(this: Decoder, needed: number): Uint8Array {
  const allocated = this.buffer.byteLength;
  if (needed <= allocated) return this.buffer;
  if (needed > allocated + left) {
    isExceeded = true;
    throw new RangeError('packed objects are too large');
  }
  const size = Math.min(Math.max(needed, 2 * allocated, this.minBufferLength), allocated + left);
  left -= size - allocated;
  const { buffer } = this.buffer;
  // What was there goes at once, and does not wait to be collected. The empty buffer is shared by all
  // decoders.
  if (allocated > 0 && buffer instanceof ArrayBuffer) this.buffer = new Uint8Array(buffer.transfer(size));
  else this.buffer = new Uint8Array(size);
  return this.buffer;
}
