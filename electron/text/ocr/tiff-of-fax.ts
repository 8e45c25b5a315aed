import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber } from '@cantoo/pdf-lib';

/** Tags of TIFF 6.0: all values are of 32 bits here. */
const tags = {
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  offset: 273,
  rows: 278,
  bytes: 279,
};
const group4 = 4;

/**
 * The picture of a fax (CCITT group 4) as a TIFF of one strip, without decoding it; undefined for other
 * encodings. `dict` is that of its stream (ISO 32000-1, 7.4.6).
 */
export function tiffOfFax(
  dict: PDFDict,
  contents: Uint8Array,
  { width, height }: { width: number; height: number },
): Uint8Array | undefined {
  const found = dict.lookup(PDFName.of('DecodeParms'));
  const parameters = found instanceof PDFArray ? found.lookup(0) : found;
  if (!(parameters instanceof PDFDict)) return undefined;
  const k = parameters.lookup(PDFName.of('K'));
  if (!(k instanceof PDFNumber) || k.asNumber() >= 0) return undefined;
  const columns = parameters.lookup(PDFName.of('Columns'));
  if ((columns instanceof PDFNumber ? columns.asNumber() : 1728) !== width) return undefined;
  const isAligned = parameters.lookup(PDFName.of('EncodedByteAlign')) === PDFBool.True;
  if (isAligned) return undefined;
  const isMask = dict.lookup(PDFName.of('ImageMask')) === PDFBool.True;
  if (!isMask && dict.lookup(PDFName.of('ColorSpace')) !== PDFName.of('DeviceGray')) return undefined;
  const isBlackOne = parameters.lookup(PDFName.of('BlackIs1')) === PDFBool.True;
  const decode = dict.lookup(PDFName.of('Decode'));
  const isInverted = decode instanceof PDFArray && decode.lookup(0, PDFNumber).asNumber() === 1;
  // Ink is where the bit is zero, in a mask as in gray; black is coded as one in a TIFF of photometric 0.
  return tiffOf(contents, { width, height, photometric: isBlackOne === isInverted ? 0 : 1 });
}

function tiffOf(
  strip: Uint8Array,
  { width, height, photometric }: { width: number; height: number; photometric: number },
): Uint8Array {
  const entries = Object.entries({
    [tags.width]: width,
    [tags.height]: height,
    [tags.compression]: group4,
    [tags.photometric]: photometric,
    [tags.offset]: 0,
    [tags.rows]: height,
    [tags.bytes]: strip.length,
  });
  const head = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, value]] of entries.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(Number(tag), at);
    head.writeUInt16LE(4, at + 2);
    head.writeUInt32LE(1, at + 4);
    head.writeUInt32LE(Number(tag) === tags.offset ? head.length : value, at + 8);
  }
  return Buffer.concat([head, strip]);
}
