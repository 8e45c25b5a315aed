/**
 * Good positions to split a line: after punctuation, before a word or a whole number; an ending stays with
 * its number.
 */
const goodSplit = /[,;.] (?=\p{L}{2}|\d{5})|[,;](?=\d{5})/gu;
const blank = / /g;

/** Splits a line into parts of at most `maxLength` letters, without loss; a longer word is split too. */
export function* splitLine(line: string, maxLength: number): Generator<string, void> {
  let from = 0;
  while (line.length - from > maxLength) {
    // The last two parts have the same length, so that no short ending is left, which might look like a
    // number.
    const max = Math.min(maxLength, Math.ceil((line.length - from) / 2));
    const part = line.slice(from, from + max);
    const length = lastMatchEnd(part, goodSplit) ?? lastMatchEnd(part, blank) ?? max;
    yield line.slice(from, from + length);
    from += length;
  }
  yield line.slice(from);
}

/** The end of the last match in the second half of a part; undefined where there is none. */
function lastMatchEnd(part: string, pattern: RegExp): number | undefined {
  const half = Math.floor(part.length / 2);
  const last = [...part.slice(half).matchAll(pattern)].at(-1);
  return last && half + last.index + last[0].length;
}
