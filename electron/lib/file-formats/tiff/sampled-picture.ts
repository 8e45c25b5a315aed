import { deflateSync } from 'node:zlib';
import { Damaged, type Fields, Unknown } from './directories.ts';
import { type Layout, rowBytes, samplesOf8, unpackChunk } from './unpack-chunk.ts';

/** A page's image as one chunk, 8 bits per sample, deflated. */
interface SampledPicture {
  colour: 'grey' | 'rgb' | 'cmyk';
  bytes: Buffer;
}

/** A stored chunk and its position in the image. */
export interface StoredChunk {
  bytes: Buffer;
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Picture {
  width: number;
  height: number;
  samples: number;
  /** 8 bits per sample, interleaved by pixel. */
  values: Uint8Array;
}

/** Samples per pixel without extra samples, by photometric interpretation (TIFF 6.0, tag 262). */
const colourSamples: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3 };

/**
 * Decodes an image in a layout that PDF does not support: extra samples, separate planes, 16 bits, subsampled
 * chroma. `chunks` are ordered by plane. Throws `Unknown` for unsupported layouts.
 */
export function sampledPicture(
  fields: Fields,
  chunks: readonly StoredChunk[],
  { width, height }: { width: number; height: number },
): SampledPicture {
  const samples = fields.number(277, 1);
  const photometric = fields.number(262, 0);
  const bits = fields.number(258, 1);
  const base = colourSamples[photometric];
  const isFloat = fields.number(339, 1) === 3;
  const isEven = fields.numbers(258, samples).every((other) => other === bits);
  if (base === undefined || samples < base || samples > 8 || bits > 32 || !isEven || isFloat)
    throw new Unknown();
  const picture: Picture = { width, height, samples, values: new Uint8Array(width * height * samples) };
  const isApart = fields.number(284, 1) === 2 && samples > 1;
  const perPlane = isApart ? chunks.length / samples : chunks.length;
  const [h = 2, v = 2] = photometric === 6 ? fields.numbers(530, 2) : [1, 1];
  const isSparse = photometric === 6 && h * v > 1;
  if (
    isSparse &&
    (isApart || samples !== 3 || bits !== 8 || ![1, 2, 4].includes(h) || ![1, 2, 4].includes(v))
  )
    throw new Unknown();
  chunks.forEach((chunk, index) => {
    if (isSparse) putSparse(picture, chunk, fields, [h, v]);
    else putSamples(picture, chunk, fields, isApart ? Math.floor(index / perPlane) : undefined);
  });
  return packed(coloured(picture, fields, { photometric, bits, base }), photometric);
}

/** Copies a chunk into the image: all samples, or those of one plane. */
function putSamples(picture: Picture, chunk: StoredChunk, fields: Fields, plane: number | undefined): void {
  const samples = plane === undefined ? picture.samples : 1;
  const layout: Layout = {
    width: chunk.width,
    height: chunk.height,
    samples,
    bits: fields.number(258, 1),
    isLittle: fields.isLittle,
    isDifferential: fields.number(317, 1) === 2,
  };
  if (fields.number(317, 1) > 2) throw new Unknown();
  const expected = rowBytes(layout) * chunk.height;
  const values = samplesOf8(unpackChunk(chunk.bytes, fields.number(259, 1), expected), layout);
  const seen = Math.min(chunk.width, picture.width - chunk.left);
  for (let y = 0; y < chunk.height && chunk.top + y < picture.height; y++) {
    const from = y * chunk.width * samples;
    const to = ((chunk.top + y) * picture.width + chunk.left) * picture.samples;
    if (plane === undefined) picture.values.set(values.subarray(from, from + seen * samples), to);
    else
      for (let x = 0; x < seen; x++) picture.values[to + x * picture.samples + plane] = values[from + x] ?? 0;
  }
}

/**
 * Copies a chunk with subsampled chroma: blocks of several luma samples and two chroma samples (section 21).
 */
function putSparse(picture: Picture, chunk: StoredChunk, fields: Fields, [h, v]: [number, number]): void {
  const [across, down] = [Math.ceil(chunk.width / h), Math.ceil(chunk.height / v)];
  const size = h * v + 2;
  const data = unpackChunk(chunk.bytes, fields.number(259, 1), across * down * size);
  for (let y = 0; y < chunk.height && chunk.top + y < picture.height; y++) {
    for (let x = 0; x < chunk.width && chunk.left + x < picture.width; x++) {
      const block = (Math.floor(y / v) * across + Math.floor(x / h)) * size;
      const to = ((chunk.top + y) * picture.width + chunk.left + x) * 3;
      picture.values[to] = data[block + (y % v) * h + (x % h)] ?? 0;
      picture.values[to + 1] = data[block + h * v] ?? 0;
      picture.values[to + 2] = data[block + h * v + 1] ?? 0;
    }
  }
}

/** The colours of an image on a white background, without extra samples. */
function coloured(
  { width, height, samples, values }: Picture,
  fields: Fields,
  { photometric, bits, base }: { photometric: number; bits: number; base: number },
): Uint8Array {
  const colour = colourOf(fields, photometric, bits);
  const target = new Uint8Array(width * height * colour.samples);
  // The first extra sample may be alpha (section 18).
  const alpha = samples > base ? fields.numbers(338, 1)[0] : 0;
  const isThrough = alpha === 1 || alpha === 2;
  const white = photometric === 5 ? 0 : 255;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [from, to] = [pixel * samples, pixel * colour.samples];
    colour.put(values, from, target, to);
    if (!isThrough) continue;
    const seen = values[from + base] ?? 255;
    for (let at = to; at < to + colour.samples; at++) {
      const own = alpha === 2 ? ((target[at] ?? 0) * seen) / 255 : (target[at] ?? 0);
      target[at] = Math.min(255, Math.round(own + (white * (255 - seen)) / 255));
    }
  }
  return target;
}

interface ColourReading {
  /** Samples per pixel of the result. */
  samples: number;
  put(values: Uint8Array, from: number, target: Uint8Array, to: number): void;
}

function colourOf(fields: Fields, photometric: number, bits: number): ColourReading {
  if (photometric === 3) return paletteReading(fields, bits);
  if (photometric === 6) return yccReading(fields);
  const samples = colourSamples[photometric] ?? 1;
  const inverted = photometric === 0 ? 255 : 0;
  return {
    samples,
    put: (values, from, target, to) => {
      for (let one = 0; one < samples; one++) target[to + one] = (values[from + one] ?? 0) ^ inverted;
    },
  };
}

function paletteReading(fields: Fields, bits: number): ColourReading {
  if (bits > 8) throw new Unknown();
  const colours = readPalette(fields, bits);
  const maxIndex = 2 ** bits - 1;
  return {
    samples: 3,
    put: (values, from, target, to) => {
      const colour = Math.round(((values[from] ?? 0) * maxIndex) / 255);
      target.set(colours.subarray(colour * 3, colour * 3 + 3), to);
    },
  };
}

/** Converts the colour map (all reds, greens, blues; 16 bits) to three bytes per colour. */
export function readPalette(fields: Fields, bits: number): Buffer {
  const count = 2 ** bits;
  const map = fields.numbers(320, count * 3);
  if (map.length < count * 3) throw new Damaged();
  // Some programs write 8 bits, as libtiff reads them where no value has more.
  const shift = map.every((value) => value < 256) ? 0 : 8;
  return Buffer.from(
    Array.from({ length: count * 3 }, (_, at) => (map[(at % 3) * count + Math.floor(at / 3)] ?? 0) >> shift),
  );
}

/** Converts YCbCr to RGB by the image's coefficients and range (section 20, tags 529 and 532). */
function yccReading(fields: Fields): ColourReading {
  const [red = 0.299, green = 0.587, blue = 0.114] = fields.numbers(529, 3);
  const [black = 0, white = 255, b0 = 128, b1 = 255, r0 = 128, r1 = 255] = fields.numbers(532, 6);
  if (green === 0 || white === black || b1 === b0 || r1 === r0) throw new Damaged();
  const scale = { y: 255 / (white - black), b: 127 / (b1 - b0), r: 127 / (r1 - r0) };
  return {
    samples: 3,
    put: (values, from, target, to) => {
      const y = ((values[from] ?? 0) - black) * scale.y;
      const b = y + ((values[from + 1] ?? 0) - b0) * scale.b * (2 - 2 * blue);
      const r = y + ((values[from + 2] ?? 0) - r0) * scale.r * (2 - 2 * red);
      target[to] = clamped(r);
      target[to + 1] = clamped((y - blue * b - red * r) / green);
      target[to + 2] = clamped(b);
    },
  };
}

function clamped(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

function packed(values: Uint8Array, photometric: number): SampledPicture {
  const colour = photometric <= 1 ? 'grey' : photometric === 5 ? 'cmyk' : 'rgb';
  return { colour, bytes: deflateSync(values, { level: 1 }) };
}
