/**
 * Decodes a file in any Unicode encoding, without its byte-order mark: Windows editors write UTF-8 with one,
 * and UTF-16. Throws for any other content.
 */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

/** By the byte-order mark, else by the zero byte of an ASCII letter in UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/**
 * As {@link textOfBytes}; other bytes are windows-1252, because a replaced letter is lost for good. UTF-16
 * that is damaged or cut off keeps its other letters.
 */
export function anyTextOfBytes(bytes: Uint8Array): string {
  try {
    return textOfBytes(bytes);
  } catch {
    const encoding = encodingOf(bytes);
    return new TextDecoder(encoding === 'utf-8' ? 'windows-1252' : encoding).decode(bytes);
  }
}
