import type { Colour, Compression, TiffPage } from './read-tiff.ts';

/** Entries of a PDF dictionary by name without slash; strings are written verbatim. */
interface Dictionary {
  readonly [name: string]: number | boolean | string | Dictionary;
}

interface PdfObject {
  dictionary: Dictionary;
  /** Stream after the dictionary. */
  stream?: Uint8Array;
}

/** Numbers of the first two objects; they refer to all others. */
const catalog = 1;
const pageTree = 2;

/**
 * Converts TIFF pages to a PDF; images are copied in their stored form, not decoded. Written without the PDF
 * library, which takes longer to load than users wait.
 */
export function tiffAsPdf(pages: readonly TiffPage[]): Uint8Array<ArrayBuffer> {
  const objects: PdfObject[] = [
    { dictionary: { Type: '/Catalog', Pages: reference(pageTree) } },
    { dictionary: {} },
  ];
  const kids = pages.map((page) => reference(addPage(objects, page)));
  objects[pageTree - 1] = {
    dictionary: { Type: '/Pages', Kids: `[${kids.join(' ')}]`, Count: pages.length },
  };
  return fileOf(objects);
}

/** Adds a page with its images; returns its object number. */
function addPage(
  objects: PdfObject[],
  { width, height, sizePoints, rotation, isMirrored, chunks, ...stored }: TiffPage,
): number {
  const scale = { x: sizePoints.width / width, y: sizePoints.height / height };
  const pictures: Record<string, string> = {};
  const drawing = chunks.map((chunk, index) => {
    const name = `P${index}`;
    pictures[name] = reference(objects.push({ dictionary: pictureOf(chunk, stored), stream: chunk.bytes }));
    // Each chunk extends half a pixel under the next: otherwise seams appear at smaller scales.
    const [right, end] = [chunk.left + chunk.width, chunk.top + chunk.height];
    const across = (chunk.width + (right < width ? 0.5 : 0)) * scale.x;
    const down = (chunk.height + (end < height ? 0.5 : 0)) * scale.y;
    const bottom = sizePoints.height - chunk.top * scale.y - down;
    const matrix = [across, 0, 0, down, chunk.left * scale.x, bottom].map(number).join(' ');
    return `q ${matrix} cm /${name} Do Q`;
  });
  const mirror = isMirrored ? [`-1 0 0 1 ${number(sizePoints.width)} 0 cm`] : [];
  const contents = objects.push({
    dictionary: {},
    stream: Buffer.from([...mirror, ...drawing].join('\n'), 'latin1'),
  });
  return objects.push({
    dictionary: {
      Type: '/Page',
      Parent: reference(pageTree),
      Contents: reference(contents),
      Rotate: rotation,
      MediaBox: `[0 0 ${number(sizePoints.width)} ${number(sizePoints.height)}]`,
      Resources: { XObject: pictures },
    },
  });
}

/** Serializes numbered objects, the first of which is the catalog (ISO 32000-1, 7.5). */
function fileOf(objects: readonly PdfObject[]): Uint8Array<ArrayBuffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part;
    chunks.push(bytes);
    length += bytes.length;
  };
  // Four non-ASCII bytes mark the file as binary for transfer programs.
  add('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  const offsets = objects.map(({ dictionary, stream }, index) => {
    const offset = length;
    add(`${index + 1} 0 obj\n`);
    if (stream === undefined) add(written(dictionary));
    else {
      add(`${written({ ...dictionary, Length: stream.length })}\nstream\n`);
      add(stream);
      add('\nendstream');
    }
    add('\nendobj\n');
    return offset;
  });
  const table = length;
  const lines = offsets.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  add(`xref\n0 ${size}\n0000000000 65535 f \n${lines.join('')}`);
  add(`trailer\n${written({ Size: size, Root: reference(catalog) })}\nstartxref\n${table}\n%%EOF\n`);
  const file = new Uint8Array(length);
  let at = 0;
  for (const part of chunks) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function reference(object: number): string {
  return `${object} 0 R`;
}

function written(dictionary: Dictionary): string {
  const entries = Object.entries(dictionary).map(([name, value]) => {
    if (typeof value === 'object') return `/${name} ${written(value)}`;
    return `/${name} ${typeof value === 'number' ? number(value) : value}`;
  });
  return `<< ${entries.join(' ')} >>`;
}

/** PDF numbers have no exponents. */
function number(value: number): string {
  return `${Number(value.toFixed(4))}`;
}

function pictureOf(
  { width, height }: { width: number; height: number },
  { colour, bits, compression }: Pick<TiffPage, 'colour' | 'bits' | 'compression'>,
): Dictionary {
  const isFax = compression.kind === 'fax';
  const isInverted = colour.kind === 'grey' && colour.isWhiteZero && !isFax;
  return {
    Type: '/XObject',
    Subtype: '/Image',
    Width: width,
    Height: height,
    BitsPerComponent: bits,
    ColorSpace: spaceOf(colour),
    ...(isInverted && { Decode: '[1 0]' }),
    ...filterOf(compression, { colour, bits, width, height }),
  };
}

function filterOf(
  compression: Compression,
  { colour, bits, width, height }: { colour: Colour; bits: number; width: number; height: number },
): Dictionary {
  switch (compression.kind) {
    case 'none':
      return {};
    case 'packbits':
      return { Filter: '/RunLengthDecode' };
    case 'jpeg':
      return { Filter: '/DCTDecode', DecodeParms: { ColorTransform: colour.kind === 'ycc' ? 1 : 0 } };
    case 'fax':
      return {
        Filter: '/CCITTFaxDecode',
        DecodeParms: {
          K: compression.k,
          Columns: width,
          Rows: height,
          EndOfBlock: false,
          EncodedByteAlign: compression.isByteAligned,
          BlackIs1: colour.kind === 'grey' && !colour.isWhiteZero,
        },
      };
    case 'lzw':
    case 'deflate':
      return {
        Filter: compression.kind === 'lzw' ? '/LZWDecode' : '/FlateDecode',
        ...(compression.isDifferential && {
          DecodeParms: { Predictor: 2, Colors: samplesOf(colour), BitsPerComponent: bits, Columns: width },
        }),
      };
  }
}

function spaceOf(colour: Colour): string {
  if (colour.kind === 'grey') return '/DeviceGray';
  if (colour.kind === 'cmyk') return '/DeviceCMYK';
  if (colour.kind !== 'palette') return '/DeviceRGB';
  return `[/Indexed /DeviceRGB ${colour.colours.length / 3 - 1} <${colour.colours.toString('hex')}>]`;
}

function samplesOf({ kind }: Colour): number {
  return kind === 'cmyk' ? 4 : kind === 'rgb' || kind === 'ycc' ? 3 : 1;
}
