import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import PDFDocument from 'pdfkit';

/** How a made-up scan looks. */
export interface ScanLook {
  dpi?: number;
  fontPoints?: number;
  /** Clockwise quarters by which the context lies wrong. */
  turn?: 0 | 90 | 180 | 270;
  /** Clockwise, by which the context lies askew, degrees. */
  skew?: number;
  /** Size of the context, inches. */
  inches?: readonly [width: number, height: number];
}

GlobalFonts.registerFromPath(
  fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf')),
  'Scan',
);

/** Draws these lines of text in black on context, as a scanner sees them; returns the picture as JPEG. */
export function scanJpeg(text: string, look: ScanLook = {}): Buffer {
  return drawnScan(text, look).toBuffer('image/jpeg', 90);
}

/** The same as PNG. */
export function scanPng(text: string, look: ScanLook = {}): Buffer {
  return drawnScan(text, look).toBuffer('image/png');
}

/** The same as a canvas. */
export function drawnScan(text: string, look: ScanLook) {
  const { dpi = 150, turn = 0, skew = 0, inches = [6, 2], fontPoints = 12 } = look;
  const fontPixels = Math.round((dpi * fontPoints) / 72);
  const [wide, high] = [Math.round(inches[0] * dpi), Math.round(inches[1] * dpi)];
  const isOnItsSide = turn % 180 !== 0;
  const canvas = createCanvas(isOnItsSide ? high : wide, isOnItsSide ? wide : high);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(((turn + skew) * Math.PI) / 180);
  context.translate(-wide / 2, -high / 2);
  context.fillStyle = '#111';
  context.font = `${fontPixels}px Scan`;
  for (const [index, line] of text.split('\n').entries()) {
    context.fillText(line, dpi / 2, dpi / 2 + index * fontPixels * 1.5);
  }
  return canvas;
}

/**
 * A PDF whose pages are these pictures, at this resolution, with `words` of its own over each. `turn` is the
 * pages' own; a `pageSize`, points, may be larger than its picture.
 */
export async function picturePdf(
  pictures: readonly Buffer[],
  {
    dpi = 150,
    turn = 0,
    words = '',
    pageSize,
  }: { dpi?: number; turn?: number; words?: string; pageSize?: [number, number] } = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  for (const picture of pictures) {
    // pdfkit's own type for it says less than it gives.
    const image = (
      pdf as unknown as { openImage(bytes: Buffer): { width: number; height: number } }
    ).openImage(picture);
    const size: [number, number] = [(image.width * 72) / dpi, (image.height * 72) / dpi];
    pdf.addPage({ size: pageSize ?? size, margin: 0 });
    pdf.image(picture, 0, 0, { width: size[0], height: size[1] });
    if (words !== '') pdf.fontSize(6).text(words, 10, 10);
    if (turn !== 0) Object.assign(pdf.page.dictionary.data, { Rotate: turn });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/**
 * The PDF of a scan that says `Conocimiento de embarque`, and `Contenedor MSKU 123456-7` below it, packed as
 * JBIG2 (a region in MMR, ITU T.88), as JPEG 2000 (by `opj_compress -r 60`), or as a fax of group 4.
 */
export function packedScan(filter: 'JBIG2Decode' | 'JPXDecode' | 'CCITTFaxDecode'): Buffer {
  const isGray = filter === 'JPXDecode';
  const bits = readFileSync(new URL(isGray ? 'embarque.jp2' : 'embarque.jb2', import.meta.url));
  const picture = { width: 800, height: 300, depth: isGray ? 8 : 1 } as const;
  // MMR is the coding of a fax: it follows the heads of its segments.
  return bitsPdf({ ...picture, bits: filter === 'CCITTFaxDecode' ? bits.subarray(59) : bits }, filter);
}

/** The same as a PDF whose picture is eight bits a pixel, packed as old scanners do. */
export function oldScan(text: string, filter: 'LZWDecode' | 'RunLengthDecode'): Buffer {
  const canvas = drawnScan(text, { dpi: 200 });
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const gray = Buffer.from(data.filter((_, index) => index % 4 === 0));
  const bits = filter === 'LZWDecode' ? lzwOf(gray) : runLengthsOf(gray);
  return bitsPdf({ width, height, bits, depth: 8 }, filter);
}

/** Runs of one value (ISO 32000-1, 7.4.5). */
function runLengthsOf(bytes: Buffer): Buffer {
  const runs: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let length = 1;
    while (length < 128 && bytes[at + length] === bytes[at]) length += 1;
    runs.push(...(length === 1 ? [0] : [257 - length]), bytes[at] ?? 0);
    at += length;
  }
  return Buffer.from([...runs, 128]);
}

/** Codes of nine bits, each a value: the table is cleared before they become longer (7.4.4). */
function lzwOf(bytes: Buffer): Buffer {
  const [clear, end, most] = [256, 257, 250];
  const codes = [...bytes].flatMap((byte, at) => (at % most === 0 ? [clear, byte] : [byte]));
  const packed = Buffer.alloc(Math.ceil(((codes.length + 1) * 9) / 8));
  for (const [index, code] of [...codes, end].entries()) {
    const [at, shift] = [(index * 9) >> 3, 7 - ((index * 9) & 7)];
    packed.writeUInt16BE(packed.readUInt16BE(at) | (code << shift), at);
  }
  return packed;
}

/** A PDF of one page that is a picture in gray, at 200 dpi, of `depth` bits a pixel with this filter. */
export function bitsPdf(
  { width, height, bits, depth = 1 }: { width: number; height: number; bits: Buffer; depth?: 1 | 8 },
  filter: 'CCITTFaxDecode' | 'FlateDecode' | 'JBIG2Decode' | 'JPXDecode' | 'LZWDecode' | 'RunLengthDecode',
): Buffer {
  const [wide, high] = [(width * 72) / 200, (height * 72) / 200];
  const content = `q ${wide} 0 0 ${high} 0 0 cm /P Do Q`;
  const parameters =
    filter !== 'CCITTFaxDecode' ? '' : `/DecodeParms<</K -1/Columns ${width}/Rows ${height}>>`;
  const head = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    `3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${wide} ${high}]/Contents 4 0 R/Resources<</XObject<</P 5 0 R>>>>>>endobj`,
    `4 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`,
    `5 0 obj<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent ${depth}/ColorSpace/DeviceGray`,
    `/Filter/${filter}${parameters}/Length ${bits.length}>>stream\n`,
  ].join('\n');
  const tail = '\nendstream endobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF';
  return Buffer.concat([Buffer.from(`%PDF-1.4\n${head}`), bits, Buffer.from(tail)]);
}
