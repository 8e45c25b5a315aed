/**
 * Good positions to split a line: after punctuation, before a word or a whole number; an ending stays with
 * its number.
 */
const goodPlace = /[,;.] (?=\p{L}{2}|\d{5})|[,;](?=\d{5})/gu;
const anyPlace = / /g;

/** Splits a line into parts of at most `maxLength` letters, without loss; a longer word is split too. */
export function* splitLine(line: string, maxLength: number): Generator<string, void> {
  let from = 0;
  while (line.length - from > maxLength) {
    // The last two parts have the same length, so that no short ending is left, which might look like a
    // number.
    const max = Math.min(maxLength, Math.ceil((line.length - from) / 2));
    const part = line.slice(from, from + max);
    const length = lastDestination(part, goodPlace) ?? lastDestination(part, anyPlace) ?? max;
    yield line.slice(from, from + length);
    from += length;
  }
  yield line.slice(from);
}

/** The end of the last match in the second half; undefined where there is none. */
function lastDestination(part: string, place: RegExp): number | undefined {
  const half = Math.floor(part.length / 2);
  const last = [...part.slice(half).matchAll(place)].at(-1);
  return last && half + last.index + last[0].length;
}
