/**
 * The first text of a body, parsed while it arrives. Any number of blanks, comments and declarations may
 * precede it.
 */
export interface Opening {
  /**
   * The first characters after those, one per byte, without NUL. ASCII letters read the same in UTF-8,
   * ISO-8859-1 and UTF-16.
   */
  readonly text: string;
  /** The body has an XML declaration. */
  readonly isXml: boolean;
  /** Later bytes no longer change the opening. */
  readonly isFound: boolean;
  add(bytes: Uint8Array): void;
}

// Number of characters of text that are inspected.
const openingLength = 4096;

export function createOpening(): Opening {
  let rest = '';
  let until = '';
  let isXml = false;

  /**
   * Removes one comment, declaration or run of blanks from the beginning; false if there is none or it is
   * incomplete.
   */
  function strip(): boolean {
    if (until !== '') {
      const end = rest.indexOf(until);
      // The end mark may be split between two chunks.
      rest = end < 0 ? rest.slice(1 - until.length) : rest.slice(end + until.length);
      if (end >= 0) until = '';
      return end >= 0;
    }
    // Fast path: most documents begin with another character.
    if (!/[<\s\u00ef\u00bb\u00bf\u00fe\u00ff]/.test(rest.charAt(0))) return false;
    rest = rest.replace(/^[\s\u00ef\u00bb\u00bf\u00fe\u00ff]+/, '');
    if (rest.length < '<?xml'.length || !/^<(?:!--|\?)/.test(rest)) return false;
    isXml ||= /^<\?xml/i.test(rest);
    until = rest.startsWith('<?') ? '?>' : '-->';
    rest = rest.slice(2);
    return true;
  }

  const isFound = () => until === '' && rest.length >= openingLength;

  return {
    get text() {
      return rest;
    },
    get isXml() {
      return isXml;
    },
    get isFound() {
      return isFound();
    },
    add(bytes) {
      // Decodes in slices, so that no more of a document becomes text than an opening can hold.
      for (let from = 0; from < bytes.length && !isFound(); from += openingLength) {
        const [offset, length] = [bytes.byteOffset + from, Math.min(openingLength, bytes.length - from)];
        const text = Buffer.from(bytes.buffer, offset, length).toString('latin1');
        rest += text.includes('\0') ? text.replaceAll('\0', '') : text;
        while (strip());
        if (until === '') rest = rest.slice(0, openingLength);
        else rest = rest.slice(1 - until.length);
      }
    },
  };
}
