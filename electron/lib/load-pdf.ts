import { decodePDFRawStream, type LoadOptions, PDFContext, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';

/** Decoded bytes of one document's packed objects: a thousand dispatches' worth of text. */
const maxDecodedBytes = 32 * 1_048_576;

/**
 * Bytes that may still be decoded. Buffers of running decoders count whole, finished ones by their content.
 */
let left = Number.POSITIVE_INFINITY;
let isExceeded = false;

/** `password` opens a document that forbids changes alone with an empty one (ISO 32000-1, 7.6.3.1). */
type Reading = Pick<LoadOptions, 'password' | 'throwOnInvalidObject'>;

/**
 * Parses a PDF with at most 32 MiB of unpacked objects; undefined above: some kilobytes can unpack to
 * gigabytes, beside the heap. What is parsed of them lies on the heap, whose limit ends the process. Rejects
 * with arbitrary errors for a damaged file. One document at a time: all reads share the decoder that counts.
 */
export async function loadPdf(bytes: Uint8Array, reading: Reading = {}): Promise<PDFDocument | undefined> {
  left = maxDecodedBytes;
  isExceeded = false;
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      parseSpeed: Number.POSITIVE_INFINITY,
      ...reading,
    });
    // A reader that skips what it cannot decode does not throw.
    return isExceeded ? undefined : document;
  } catch (error) {
    if (isExceeded) return undefined;
    throw error;
  } finally {
    left = Number.POSITIVE_INFINITY;
  }
}

boundBuffers();

/**
 * The used part of the library's decoders: each has its bytes in a buffer that is mostly larger than its
 * content.
 */
interface Decoder {
  buffer: Uint8Array;
  readonly bufferLength: number;
  readonly minBufferLength: number;
}

/**
 * Counts the bytes of all decoders in `ensureBuffer` of their common prototype, for every filter and any
 * nesting.
 */
function boundBuffers(): void {
  const dict = PDFContext.create().obj({ Filter: 'FlateDecode' });
  const decoder = decodePDFRawStream(PDFRawStream.of(dict, Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1)));
  const shared: object = Object.getPrototypeOf(Object.getPrototypeOf(decoder));
  const decode: unknown = Reflect.get(shared, 'decode');
  if (typeof Reflect.get(shared, 'ensureBuffer') !== 'function' || typeof decode !== 'function')
    throw new TypeError('the decoders of this library have no shared buffer');
  Reflect.set(shared, 'ensureBuffer', growWithinBudget);
  // Only the last of several filters is decoded completely; the buffers of earlier ones are released with it.
  Reflect.set(shared, 'decode', function decodeWithinBudget(this: Decoder): unknown {
    const before = left;
    const decoded: unknown = decode.call(this);
    left = before - this.bufferLength;
    return decoded;
  });
}

/**
 * Doubles the buffer, as the library does, but never beyond the remaining budget: half of a buffer may stay
 * empty.
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
  // Frees the old buffer at once, without waiting for garbage collection. All decoders share the empty
  // buffer.
  if (allocated > 0 && buffer instanceof ArrayBuffer) this.buffer = new Uint8Array(buffer.transfer(size));
  else this.buffer = new Uint8Array(size);
  return this.buffer;
}
