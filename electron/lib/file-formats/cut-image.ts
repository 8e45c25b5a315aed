import { nextMarker, segmentAt } from './jpeg-file.ts';

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
