import { crc32 } from 'node:zlib';
import { scanAsJpeg, scanAsPng } from './sample-scans.ts';

/** A sample scan; `about` is stored in it as a comment, which makes every document's file different. */
export function scanOf(kind: 'png' | 'jpg', about: string): Buffer {
  if (kind === 'jpg') return inserted(Buffer.from(scanAsJpeg, 'base64'), 20, jpegComment(about));
  return inserted(Buffer.from(scanAsPng, 'base64'), 33, pngComment(about));
}

/** Puts a comment after the header, which ends at this offset in bytes. */
function inserted(image: Buffer, at: number, comment: Buffer): Buffer {
  return Buffer.concat([image.subarray(0, at), comment, image.subarray(at)]);
}

function jpegComment(text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([head, Buffer.from(text, 'latin1')]);
}

function pngComment(text: string): Buffer {
  const named = Buffer.from(`tEXtComment\0${text}`, 'latin1');
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(named.length - 4);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}
