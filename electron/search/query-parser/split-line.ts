/**
 * Where a line may be parted best: behind a mark, before a word or a whole number; an end of a number stays
 * with it.
 */
const goodPlace = /[,;.] (?=\p{L}{2}|\d{5})|[,;](?=\d{5})/gu;
const anyPlace = / /g;

/** A line in parts of so many letters at the most, together the whole; a longer word is split. */
export function* splitLine(line: string, maxLength: number): Generator<string, void> {
  let from = 0;
  while (line.length - from > maxLength) {
    // The last two are of one length: no short end of a long run is left, which might look like a number.
    const max = Math.min(maxLength, Math.ceil((line.length - from) / 2));
    const part = line.slice(from, from + max);
    const length = lastDestination(part, goodPlace) ?? lastDestination(part, anyPlace) ?? max;
    yield line.slice(from, from + length);
    from += length;
  }
  yield line.slice(from);
}

/** Behind the last of such places, in the second half; undefined where there is none. */
function lastDestination(part: string, place: RegExp): number | undefined {
  const half = Math.floor(part.length / 2);
  const last = [...part.slice(half).matchAll(place)].at(-1);
  return last && half + last.index + last[0].length;
}
