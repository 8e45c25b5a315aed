import { nextMarker, segmentAt } from './jpeg-file.ts';

/**
 * Whether the file of a picture ends before its end marker: a part of it may be missing. Only of JPEG and
 * PNG, which have one.
 */
export function isCutImage(mediaType: string, bytes: Buffer): boolean {
  if (mediaType === 'image/jpeg') return isCutJpeg(bytes);
  return mediaType === 'image/png' && isCutPng(bytes);
}

/** Whether a PNG has no chunk IEND (ISO/IEC 15948, 11.2.5). */
function isCutPng(bytes: Buffer): boolean {
  const signatureLength = 8;
  // Length, type, content and check sum.
  for (let at = signatureLength; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return false;
  return true;
}

const endOfJpeg = Buffer.from([0xff, 0xd9]);

/**
 * Whether a JPEG ends before its end marker (ITU T.81, B.2.1): a part of its picture may be missing. Headers
 * alone are walked through, which may hold a small picture with an end of its own.
 */
export function isCutJpeg(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at) ?? segmentAt(bytes, nextMarker(bytes, at));
    if (!segment) return true;
    // In coded data, a byte 0xFF has a nought or a restart behind it.
    if (segment.marker === 0xda) return !buffer.includes(endOfJpeg, segment.end);
    if (segment.marker === 0xd9) return true;
    at = segment.end;
  }
}
