/** The tag of the orientation in EXIF: a number of 16 bits, in either byte order, before its value. */
const orientationTags = ['\x01\x12\x00\x03\x00\x00\x00\x01', '\x12\x01\x03\x00\x01\x00\x00\x00'];
/** Clockwise degrees by orientation; the others mirror the picture. */
const turnOf: Readonly<Record<number, 0 | 90 | 180 | 270>> = { 1: 0, 3: 180, 6: 90, 8: 270 };

/** Bytes at the beginning of a JPEG that tell how the camera lay. */
export const cameraHeadBytes = 512;

/**
 * The clockwise turn that makes a picture upright, by the orientation that its camera wrote (EXIF, tag 274).
 * `head` are its first bytes, one a character. Undefined where the picture is mirrored.
 */
export function cameraTurn(head: string): 0 | 90 | 180 | 270 | undefined {
  if (!head.includes('Exif\0\0')) return 0;
  for (const tag of orientationTags) {
    const at = head.indexOf(tag);
    const end = at + tag.length;
    const value = at < 0 ? 0 : (head.charCodeAt(end) || 0) + (head.charCodeAt(end + 1) || 0);
    if (value !== 0) return turnOf[value];
  }
  return 0;
}
