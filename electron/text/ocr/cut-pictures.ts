import { inflateRawSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFName, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib';
import { isCutJpeg } from '../../lib/file-formats/cut-image.ts';

/** Larger pictures are not unpacked for this, bytes. */
const maxUnpackedBytes = 128 * 1024 * 1024;
const tooLong = 'ERR_BUFFER_TOO_LARGE';

/**
 * Whether a picture or drawing that a page names is not in its file, or ends early. Readers of PDFs show what
 * there is without a word. Only packings that tell their end are checked: JPEG and zlib.
 */
export function hasCutPicture(page: PDFPage): boolean {
  const objects = page.node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict);
  return (objects?.values() ?? []).some((reference) => {
    const object = page.node.context.lookup(reference);
    if (object === undefined) return true;
    if (!(object instanceof PDFRawStream)) return false;
    const filter = object.dict.lookup(PDFName.of('Filter'));
    const [only, ...others] = filter instanceof PDFArray ? filter.asArray() : [filter];
    if (others.length > 0) return false;
    if (only === PDFName.of('DCTDecode')) return isCutJpeg(object.contents);
    const isPicture = object.dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image');
    return isPicture && only === PDFName.of('FlateDecode') && isCutZlib(object.contents);
  });
}

/** Whether packed bytes end before their last block. Their checksum does not count, as for every reader. */
function isCutZlib(packed: Uint8Array): boolean {
  try {
    inflateRawSync(packed.subarray(2), { maxOutputLength: maxUnpackedBytes });
    return false;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === tooLong);
  }
}
