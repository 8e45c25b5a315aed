/** What a made JPEG has beside its picture. */
export interface JpegToMake {
  /** The tag Orientation of an Exif segment. */
  orientation?: number;
  /** Two bytes of 0xFF more before each marker behind the first. */
  hasFill?: boolean;
  /** Blocks between two restarts. */
  restart?: number;
  isProgressive?: boolean;
}

/**
 * Blocks of 8 × 8 dots, rows parted by `/`: `#` is dark, `.` grey. One grey component, coded by Huffman's
 * codes.
 */
export function madeJpeg(picture: string, options: JpegToMake = {}): Buffer {
  const rows = picture.split('/');
  const { orientation, hasFill = false, restart = 0, isProgressive = false } = options;
  const fill = Buffer.alloc(hasFill ? 2 : 0, 0xff);
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([fill, head, data]);
  };
  const [width, height] = [(rows[0]?.length ?? 0) * 8, rows.length * 8];
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  const scan = (from: number, to: number, data: Buffer) =>
    Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, from, to, 0])), data]);
  const blocks = rows.join('');
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(orientation === undefined ? [] : [segment(0xe1, exif(orientation))]),
    segment(0xdb, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 8)])),
    segment(isProgressive ? 0xc2 : 0xc0, frame),
    // Differences of no and of seven bits have the codes 00 and 01; the one code of the others, 0, ends a
    // block.
    segment(0xc4, Buffer.from([0, 0, 2, ...Array<number>(14).fill(0), 0, 7])),
    segment(0xc4, Buffer.from([0x10, 1, ...Array<number>(15).fill(0), 0])),
    ...(restart > 0 ? [segment(0xdd, Buffer.from([0, restart]))] : []),
    ...(isProgressive
      ? [scan(0, 0, coded(blocks, restart, '')), scan(1, 63, packed('0'.repeat(blocks.length)))]
      : [scan(0, 63, coded(blocks, restart, '0'))]),
    fill,
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** A JPEG that says to be of this frame (ITU T.81, table B.1), with so many bits. */
export function codedJpeg(frame: number, bits: number): Buffer {
  const bytes = madeJpeg('#.');
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes[at + 1] = frame;
  bytes[at + 4] = bits;
  return bytes;
}

/** Levels from the middle grey: 128 and 28 of 255. */
const level = { '.': 0, '#': -100 } as const;

function coded(blocks: string, restart: number, end: string): Buffer {
  const segments = restart > 0 ? (blocks.match(new RegExp(`.{1,${restart}}`, 'g')) ?? []) : [blocks];
  return Buffer.concat(
    segments.flatMap((part, index) => {
      let before = 0;
      const bits = [...part].map((dot) => {
        const value = level[dot === '#' ? '#' : '.'];
        const difference = value - before;
        before = value;
        if (difference === 0) return `00${end}`;
        // A negative difference is written one less (ITU T.81, F.1.2.1).
        const written = difference > 0 ? difference : difference + 127;
        return `01${written.toString(2).padStart(7, '0')}${end}`;
      });
      return [...(index > 0 ? [Buffer.from([0xff, 0xd0 + ((index - 1) & 7)])] : []), packed(bits.join(''))];
    }),
  );
}

/** Bits as bytes, the last filled with ones, each 0xFF followed by a nought. */
function packed(bits: string): Buffer {
  const bytes = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

function exif(orientation: number): Buffer {
  const data = Buffer.from('4578696600004d4d002a0000000800010112000300000001000000000000', 'hex');
  data.writeUInt16BE(orientation, 24);
  return data;
}
