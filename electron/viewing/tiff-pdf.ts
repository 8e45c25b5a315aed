import { degrees, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import type { Colour, Compression, TiffPage } from './tiff.ts';

/** The pages of a TIFF as those of a PDF: their pictures go over as they are stored, so nothing is unpacked here. */
export async function tiffAsPdf(pages: readonly TiffPage[]): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  for (const page of pages) addPage(document, page);
  return document.save({ useObjectStreams: false });
}

function addPage(document: PDFDocument, { width, height, paper, turn, pieces, ...stored }: TiffPage): void {
  const { context } = document;
  const page = document.addPage([paper.width, paper.height]);
  page.setRotation(degrees(turn));
  const scale = { x: paper.width / width, y: paper.height / height };
  const drawing = pieces.map((piece, place) => {
    const name = `P${place}`;
    const picture = context.stream(piece.bytes, pictureOf(piece, stored));
    page.node.setXObject(PDFName.of(name), context.register(picture));
    // Half a pixel of each lies under the next one: else the seams would show when pages are shown smaller.
    const [right, end] = [piece.left + piece.width, piece.top + piece.height];
    const across = (piece.width + (right < width ? 0.5 : 0)) * scale.x;
    const down = (piece.height + (end < height ? 0.5 : 0)) * scale.y;
    const bottom = paper.height - piece.top * scale.y - down;
    return `q ${across} 0 0 ${down} ${piece.left * scale.x} ${bottom} cm /${name} Do Q`;
  });
  page.node.set(PDFName.of('Contents'), context.register(context.stream(drawing.join('\n'))));
}

function pictureOf(
  { width, height }: { width: number; height: number },
  { colour, bits, compression }: Pick<TiffPage, 'colour' | 'bits' | 'compression'>,
): Parameters<PDFDocument['context']['stream']>[1] {
  const isFax = compression.kind === 'fax';
  const isInverted = colour.kind === 'grey' && colour.isWhiteZero && !isFax;
  return {
    ...{ Type: 'XObject', Subtype: 'Image', Width: width, Height: height, BitsPerComponent: bits },
    ColorSpace: spaceOf(colour),
    ...(isInverted && { Decode: [1, 0] }),
    ...filterOf(compression, { colour, bits, width, height }),
  };
}

type Filtered = Required<Parameters<PDFDocument['context']['stream']>>[1];

function filterOf(
  compression: Compression,
  { colour, bits, width, height }: { colour: Colour; bits: number; width: number; height: number },
): Filtered {
  switch (compression.kind) {
    case 'none':
      return {};
    case 'packbits':
      return { Filter: 'RunLengthDecode' };
    case 'jpeg':
      return { Filter: 'DCTDecode', DecodeParms: { ColorTransform: colour.kind === 'ycc' ? 1 : 0 } };
    case 'fax':
      return {
        Filter: 'CCITTFaxDecode',
        DecodeParms: {
          ...{ K: compression.k, Columns: width, Rows: height, EndOfBlock: false },
          EncodedByteAlign: compression.isByteAligned,
          BlackIs1: colour.kind === 'grey' && !colour.isWhiteZero,
        },
      };
    case 'lzw':
    case 'deflate':
      return {
        Filter: compression.kind === 'lzw' ? 'LZWDecode' : 'FlateDecode',
        ...(compression.isDifferential && {
          DecodeParms: { Predictor: 2, Colors: samplesOf(colour), BitsPerComponent: bits, Columns: width },
        }),
      };
  }
}

function spaceOf(colour: Colour): Filtered[string] {
  if (colour.kind === 'grey') return 'DeviceGray';
  if (colour.kind === 'cmyk') return 'DeviceCMYK';
  if (colour.kind !== 'palette') return 'DeviceRGB';
  return [
    'Indexed',
    'DeviceRGB',
    colour.colours.length / 3 - 1,
    PDFHexString.of(colour.colours.toString('hex')),
  ];
}

function samplesOf({ kind }: Colour): number {
  return kind === 'cmyk' ? 4 : kind === 'rgb' || kind === 'ycc' ? 3 : 1;
}
