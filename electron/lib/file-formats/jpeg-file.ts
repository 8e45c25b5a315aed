/** One segment of a JPEG (ITU T.81, B.1.1). */
interface JpegSegment {
  /** The second byte of the marker. */
  marker: number;
  /** Its parameters, without marker and length. */
  data: Uint8Array;
  /** The offset behind it. */
  end: number;
}

/** Markers without parameters: restarts, start and end, and one of arithmetic coding. */
const alone = (marker: number) => (marker >= 0xd0 && marker <= 0xd9) || marker === 0x01;

/**
 * The segment whose marker is at an offset, after any number of fill bytes (B.1.1.2); undefined where none is
 * complete.
 */
export function segmentAt(bytes: Uint8Array, index: number): JpegSegment | undefined {
  let at = index;
  if (bytes[at] !== 0xff) return undefined;
  while (bytes[at] === 0xff) at++;
  const marker = bytes[at];
  if (marker === undefined || marker === 0) return undefined;
  const from = at + 1;
  if (alone(marker)) return { marker, data: bytes.subarray(from, from), end: from };
  const length = (bytes[from] ?? 0) * 256 + (bytes[from + 1] ?? 0);
  if (length < 2 || from + length > bytes.length) return undefined;
  return { marker, data: bytes.subarray(from + 2, from + length), end: from + length };
}

/** The offset of the next marker after an offset in coded data. Skips escaped bytes and restarts. */
export function nextMarker(bytes: Uint8Array, index: number): number {
  let at = index;
  for (; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

/** Whether a segment is a frame; three markers among those of frames are tables (B.1.1.3). */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** The last frame that programs show: Huffman's codes, sequential or progressive. */
const lastShownFrame = 0xc2;

/**
 * Whether neither a browser nor a reader of PDFs shows a JPEG: its coding is arithmetic, lossless or in a
 * hierarchy, or it has 12 bits. It is whole, and its own program may open it.
 */
export function isRareJpeg(bytes: Uint8Array): boolean {
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at) ?? segmentAt(bytes, nextMarker(bytes, at));
    if (!segment || segment.marker === 0xda || segment.marker === 0xd9) return false;
    if (isFrame(segment.marker)) return segment.marker > lastShownFrame || segment.data[0] !== 8;
    at = segment.end;
  }
}

/** The camera's orientation: mirror from left to right first, then rotate clockwise by so many degrees. */
interface Orientation {
  rotation: 0 | 90 | 180 | 270;
  isMirrored: boolean;
}

/** By the tag Orientation (Exif 2.32, 4.6.4; TIFF 6.0, 274); unknown values are upright. */
export function orientationOf(tag: number): Orientation {
  return orientations[tag] ?? { rotation: 0, isMirrored: false };
}

const orientations: Readonly<Record<number, Orientation>> = {
  2: { rotation: 0, isMirrored: true },
  3: { rotation: 180, isMirrored: false },
  4: { rotation: 180, isMirrored: true },
  5: { rotation: 270, isMirrored: true },
  6: { rotation: 90, isMirrored: false },
  7: { rotation: 90, isMirrored: true },
  8: { rotation: 270, isMirrored: false },
};

/** The orientation in the first Exif segment. */
export function jpegOrientation(bytes: Uint8Array): Orientation {
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at);
    if (!segment || segment.marker === 0xda || segment.marker === 0xd9) return orientationOf(1);
    const tag = segment.marker === 0xe1 ? exifOrientation(segment.data) : undefined;
    if (tag !== undefined) return orientationOf(tag);
    at = segment.end;
  }
}

function exifOrientation(data: Uint8Array): number | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  // "Exif", two zeros, then a TIFF header, the origin of its offsets.
  const tiff = 6;
  if (tiff + 8 > view.byteLength || view.getUint32(0) !== 0x45786966) return undefined;
  const isLittle = view.getUint16(tiff) === 0x4949;
  const directory = tiff + view.getUint32(tiff + 4, isLittle);
  if (directory + 2 > view.byteLength) return undefined;
  const entries = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + 2 + entry * 12;
    if (at + 12 > view.byteLength) return undefined;
    if (view.getUint16(at, isLittle) === 0x0112) return view.getUint16(at + 8, isLittle);
  }
  return undefined;
}
