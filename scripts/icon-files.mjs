// @ts-check
import { createHash } from 'node:crypto';

/**
 * @typedef {object} Picture a square picture
 * @property {number} size pixels of a side
 * @property {Buffer} png
 * @property {Buffer} rgba four bytes a pixel, row by row from the top
 */

/** Sides of the pictures in a Windows icon, as Windows asks for them between 100 and 400 percent. */
export const icoSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256];

/**
 * Pictures of a macOS icon by type and side. PNG data is shown right in these types alone; in `icp4` to
 * `icp6`, the small ones, it is not, so macOS scales down
 * (https://en.wikipedia.org/wiki/Apple_Icon_Image_format, Icon types).
 */
export const icnsTypes = /** @type {const} */ ([
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
]);

/**
 * SHA-256 of a drawing, whatever its line ends: Git may have changed them on Windows. `build/icon.svg.sha256`
 * holds that of the drawing which the icons were made from.
 * @param {string} svg
 */
export function drawingHash(svg) {
  return createHash('sha256').update(svg.replaceAll('\r\n', '\n')).digest('hex');
}

const directoryBytes = 6;
const entryBytes = 16;

/**
 * A Windows icon. The picture of 256 is held as PNG, smaller ones as bitmaps: not every reader, NSIS among
 * them, takes PNG for those (https://learn.microsoft.com/windows/win32/menurc/newheader and resdir).
 * @param {readonly Picture[]} pictures
 * @returns {Buffer}
 */
export function toIco(pictures) {
  const images = pictures.map((picture) => (picture.size >= 256 ? picture.png : toBitmap(picture)));
  const directory = Buffer.alloc(directoryBytes + entryBytes * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.length;
  for (const [index, { size }] of pictures.entries()) {
    const at = directoryBytes + entryBytes * index;
    const length = images[index]?.length ?? 0;
    // 256 is written as 0.
    directory.writeUInt8(size % 256, at);
    directory.writeUInt8(size % 256, at + 1);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += length;
  }
  return Buffer.concat([directory, ...images]);
}

/**
 * A macOS icon.
 * @param {readonly Picture[]} pictures of at least the sides that `icnsTypes` names
 * @returns {Buffer}
 */
export function toIcns(pictures) {
  const bySize = new Map(pictures.map(({ size, png }) => [size, png]));
  const blocks = icnsTypes.map(([type, size]) => {
    const png = bySize.get(size);
    if (png === undefined) throw new Error(`there is no picture of ${size} pixels for ${type}`);
    return icnsBlock(type, png);
  });
  return icnsBlock('icns', Buffer.concat(blocks));
}

/**
 * A type, the length of the whole block and its content.
 * @param {string} type
 * @param {Buffer} content
 */
function icnsBlock(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}

/**
 * A device-independent bitmap as icons hold it: 32 bits a pixel from the bottom row up, then a mask of one
 * bit a pixel that is all zero, because the pixels' own alpha decides.
 * @param {Picture} picture
 */
function toBitmap({ size, rgba }) {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(head.length, 0);
  head.writeInt32LE(size, 4);
  // Of pixels and mask together.
  head.writeInt32LE(size * 2, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const from = (y * size + x) * 4;
      const to = ((size - 1 - y) * size + x) * 4;
      pixels.writeUInt32LE(rgba.readUInt32BE(from + 0) >>> 8, to);
      pixels.writeUInt8(rgba.readUInt8(from + 3), to + 3);
    }
  }
  const maskRow = Math.ceil(size / 32) * 4;
  return Buffer.concat([head, pixels, Buffer.alloc(maskRow * size)]);
}
