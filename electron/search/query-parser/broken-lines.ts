/** Words between the two ends of a range, and the end of the line; a capital letter ends a code. */
const openRange = /\d (?:al?|AL|hasta|HASTA|to|until|through|thru)$/;
/** A line that gives the end of a range: `al 411954`, `Hasta: 411954`. */
const endOfRange =
  /^(?:al|hasta|to|until|through|thru)(?::? ?[\t|] ?|:? )(?:el |la |n[°ºo.]{0,2} ?|despacho |dispatch ){0,3}(?=(?:\p{L}{1,6}-)?\d[\d.-]{3,} ?$)/iu;
/** A line that ends in a number, and no day. */
const endsInNumber = /(?<![\d./-])(?:\p{L}{1,6}-)?\d{4}[\d-]*$|(?<!\d)\d{1,3}\.\d{3}$/u;
const isRangeWord = /^(?:al?|hasta|to|until|through|thru)$/i;
const beginsInNumber = /^(?:el |la |los |n[°ºo.]{0,2} ?|despachos? ){0,3}(?:\p{L}{1,6}-)?\d{3}/iu;

/** A list that goes on: its line ends in a comma or a joining word. */
const openList = /\d ?(?:[,;/&]| y| e| o| and)$/i;
const numbersAlone = /^\d{2,12}(?: ?(?:[,;/&]|y|e|o|and) ?\d{2,12})*(?: ?(?:[,;/&]|y|e|o|and))? ?\.?$/i;

/** Joins lines that break a range or a labelled list of numbers: `411951 al` above `411954`. */
export function withBrokenLinesJoined(lines: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const written of withRangesOfColumns(lines)) {
    const line = written.trim();
    const above = joined.at(-1)?.trimEnd();
    if (above !== undefined && isContinuedBy(above, line))
      joined[joined.length - 1] = `${above.replace(/^(desde|del|from):? ?[\t|] ?/i, '$1 ')} ${line.replace(
        /^(\p{L}+)(?::? ?[\t|] ?|: ?)/u,
        '$1 ',
      )}`;
    else joined.push(written);
  }
  return joined;
}

function isContinuedBy(above: string, line: string): boolean {
  if (line.length > maxJoinedLength || above.length > maxJoinedLength) return false;
  if (openRange.test(above)) return beginsInNumber.test(line);
  if (endsInNumber.test(above)) return isRangeWord.test(line) || endOfRange.test(line);
  // Whole numbers need no label of the line above, their endings need its last number.
  return (
    openList.test(above) &&
    numbersAlone.test(line) &&
    (/^\d{2,3}(?!\d)/.test(line) || /\p{L}{2}/u.test(above.replace(/ (?:y|e|o|and)$/i, '')))
  );
}

/** A broken line has the width of a mail. */
const maxJoinedLength = 400;

/** Columns `Desde` and `Hasta` as one column of ranges. */
function withRangesOfColumns(lines: readonly string[]): readonly string[] {
  let columns: { at: number; separator: string } | undefined;
  return lines.map((line) => {
    const separator = ['\t', '|', ';'].find((one) => line.includes(one)) ?? '';
    if (separator === '') {
      columns = undefined;
      return line;
    }
    const cells = line.split(separator);
    const at = cells.findIndex(
      (cell, index) => titleOfFirst.test(cell) && titleOfLast.test(cells[index + 1] ?? ''),
    );
    if (at >= 0) {
      columns = { at, separator };
      return cells.toSpliced(at, 2, 'Despacho').join(separator);
    }
    if (columns?.separator !== separator) return line;
    const [first = '', last = ''] = cells.slice(columns.at, columns.at + 2);
    const isRange = wholeNumber.test(first) && wholeNumber.test(last);
    const whole = isRange ? `${first.trim()} al ${last.trim()}` : `${first} ${last}`;
    return cells.toSpliced(columns.at, 2, whole).join(separator);
  });
}

const titleOfFirst = /^ ?"?(?:(?:n°|nro\.?|despachos?|carpetas?) )?(?:desde|del|from|inicial)"? ?$/i;
const titleOfLast = /^ ?"?(?:(?:n°|nro\.?|despachos?|carpetas?) )?(?:hasta|al|to|final)"? ?$/i;
const wholeNumber = /^ ?"?(?:\p{L}{1,6}-)?\d[\d.-]{3,}"? ?$/u;
