import { inflateRawSync } from 'node:zlib';
import { decodePDFRawStream, PDFArray, PDFName, type PDFRawStream } from '@cantoo/pdf-lib';

/** More than this is not unpacked to be looked through, in bytes. */
const maxScannedBytes = 32 * 1_048_576;

/** Whether a stream is packed by zlib alone. */
export function isDeflated({ dict }: PDFRawStream): boolean {
  const filter = dict.lookup(PDFName.of('Filter'));
  const names =
    filter instanceof PDFArray ? filter.asArray().map((one) => dict.context.lookup(one)) : [filter];
  return names.length === 1 && (names[0] === PDFName.of('FlateDecode') || names[0] === PDFName.of('Fl'));
}

/** The operators of a content as text, to look for names in; undefined for what cannot be unpacked here. */
export function operatorsOf(content: PDFRawStream): string | undefined {
  try {
    return Buffer.from(bytesOf(content)).toString('latin1');
  } catch {
    // What is damaged is judged elsewhere: here it means that nobody can look through it.
    return undefined;
  }
}

function bytesOf(content: PDFRawStream): Uint8Array {
  if (!isDeflated(content)) return decodePDFRawStream(content).decode();
  if (content.contents.length <= 2) return content.contents;
  return inflateRawSync(content.contents.subarray(2), { maxOutputLength: maxScannedBytes });
}
