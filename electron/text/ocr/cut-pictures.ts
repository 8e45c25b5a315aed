import { inflateRawSync } from 'node:zlib';
import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib';
import { operatorsOf } from '../../lib/content-operators.ts';
import { isCutJpeg } from '../../lib/file-formats/cut-image.ts';

/** Larger pictures are not unpacked for this, bytes. */
const maxUnpackedBytes = 128 * 1024 * 1024;
const tooLong = 'ERR_BUFFER_TOO_LARGE';
const painted = /\/([^\s/[\]()<>{}%]+)\s+Do(?![^\s/[\]()<>{}%])/g;

/** What was found of each picture: pages may share them. */
const checked = new WeakMap<PDFRawStream, boolean>();

/**
 * Whether a picture or drawing that a page paints is not in its file, or ends early. Readers of PDFs show
 * what there is without a word. Only packings that tell their end are checked: JPEG and zlib.
 */
export function hasCutPicture(page: PDFPage): boolean {
  const objects = page.node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict);
  return paintedNames(page).some((name) => {
    const reference = objects?.get(PDFName.of(name));
    return reference !== undefined && isCut(page.node.context.lookup(reference));
  });
}

/** The names of the pictures and drawings that the operators of a page paint, as far as they can be read. */
function paintedNames(page: PDFPage): readonly string[] {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : contents ? [contents] : [];
  const content = streams
    .map((each) => page.node.context.lookup(each))
    .map((stream) => (stream instanceof PDFRawStream ? operatorsOf(stream) : ''))
    // An operator may begin in one stream and end in the next.
    .join('\n');
  return [...new Set(Array.from(content.matchAll(painted), ([, name = '']) => name))];
}

function isCut(object: PDFObject | undefined): boolean {
  if (object === undefined) return true;
  if (!(object instanceof PDFRawStream)) return false;
  const known = checked.get(object);
  if (known !== undefined) return known;
  const found = endsEarly(object);
  checked.set(object, found);
  return found;
}

function endsEarly({ dict, contents }: PDFRawStream): boolean {
  const filter = dict.lookup(PDFName.of('Filter'));
  const [only, ...others] = filter instanceof PDFArray ? filter.asArray() : [filter];
  if (others.length > 0) return false;
  if (only === PDFName.of('DCTDecode')) return isCutJpeg(contents);
  const isPicture = dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image');
  return isPicture && only === PDFName.of('FlateDecode') && isCutZlib(contents);
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
