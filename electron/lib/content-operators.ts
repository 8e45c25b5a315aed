import { inflateRawSync } from 'node:zlib';
import { decodePDFRawStream, PDFArray, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';

/** Larger streams are not decoded for a search, in bytes. */
const maxScannedBytes = 32 * 1_048_576;

/** Whether zlib is a stream's only filter. */
export function isDeflated({ dict }: PDFRawStream): boolean {
  const filter = dict.lookup(PDFName.of('Filter'));
  const names =
    filter instanceof PDFArray ? filter.asArray().map((one) => dict.context.lookup(one)) : [filter];
  return names.length === 1 && (names[0] === PDFName.of('FlateDecode') || names[0] === PDFName.of('Fl'));
}

/**
 * The operators of a content stream as text, to search for names; undefined where it cannot be decoded here.
 */
export function operatorsOf(content: PDFRawStream): string | undefined {
  try {
    return Buffer.from(bytesOf(content)).toString('latin1');
  } catch {
    // Damage is judged elsewhere: here it means that the stream cannot be searched.
    return undefined;
  }
}

function bytesOf(content: PDFRawStream): Uint8Array {
  if (!isDeflated(content)) return decodePDFRawStream(content).decode();
  if (content.contents.length <= 2) return content.contents;
  return inflateRawSync(content.contents.subarray(2), { maxOutputLength: maxScannedBytes });
}
