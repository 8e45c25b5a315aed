/**
 * The text of a file in whichever Unicode it was written, without its mark: Windows' editors write UTF-8 with
 * one, and UTF-16. Throws where it is no such text.
 */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

/** By the mark, else by the half of a letter of ASCII that is nought. */
function encodingOf([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

/** As {@link textOfBytes}; what is no text is read as UTF-8 with its gaps. */
export function anyTextOfBytes(bytes: Uint8Array): string {
  try {
    return textOfBytes(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
