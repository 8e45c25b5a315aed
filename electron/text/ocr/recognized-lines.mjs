// @ts-check

/** Less certain ones are specks, percent. */
const minWordConfidence = 15;

/**
 * The words of Tesseract's table of a page (`GetTSVText`). Its boxes are pixels of the upright picture, which
 * was turned by quarters and by its slope in radians.
 * @param {string} table
 * @param {{ turn: import('./ocr-engine.mjs').Turn, slope: number }} turned
 * @returns {import('../../../shared/model/text-search.ts').RecognizedPage}
 */
export function linesOf(table, { turn, slope }) {
  let [width, height] = [1, 1];
  /** @type {(import('../../../shared/model/text-search.ts').RecognizedWord & { line: string })[]} */
  const found = [];
  for (const row of table.split('\n')) {
    const [level, , block, paragraph, line, , left, top, wide, high, confidence, text = ''] = row.split('\t');
    if (level === '1') [width, height] = [Number(wide), Number(high)];
    if (level !== '5' || text.trim() === '' || Number(confidence) < minWordConfidence) continue;
    const [x, y] = [Number(left), Number(top)];
    const pixels = inclined([x, y, x + Number(wide), y + Number(high)], { width, height, slope });
    const upright = pixels.map((value, index) => within(value / (index % 2 === 0 ? width : height)));
    found.push({
      text: spelled(text.trim()),
      confidence: Math.round(Number(confidence)),
      box: turnedBack(/** @type {Box} */ (upright), turn),
      endsLine: false,
      line: `${block} ${paragraph} ${line}`,
    });
  }
  const words = found.map(({ line, ...word }, index) => ({
    ...word,
    endsLine: found[index + 1]?.line !== line,
  }));
  return { words, confidence: meanConfidence(words) };
}

/** @typedef {[number, number, number, number]} Box */

/**
 * The sign of a number is read as an asterisk: no letter of its data looks like it. The first letter of the
 * tax is read as a digit.
 * @param {string} text
 */
function spelled(text) {
  return text.replace(/^N[*º]/, 'N°').replace(/^[1l|](?=\.V\.A\b)/, 'I');
}

/** @param {number} fraction */
function within(fraction) {
  return Math.min(1, Math.max(0, Math.round(fraction * 10_000) / 10_000));
}

/**
 * The upright box around a box of the picture that was turned around its middle (`pixRotate`).
 * @param {Box} box
 * @param {{ width: number, height: number, slope: number }} page
 * @returns {Box}
 */
function inclined([left, top, right, bottom], { width, height, slope }) {
  if (slope === 0) return [left, top, right, bottom];
  const [cos, sin] = [Math.cos(slope), Math.sin(slope)];
  const corners = [left, right].flatMap((x) =>
    [top, bottom].map((y) => {
      const [dx, dy] = [x - width / 2, y - height / 2];
      return [width / 2 + cos * dx + sin * dy, height / 2 - sin * dx + cos * dy];
    }),
  );
  const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * A box of the upright picture in that before it was turned clockwise; both in fractions.
 * @param {Box} box
 * @param {import('./ocr-engine.mjs').Turn} turn
 * @returns {Box}
 */
function turnedBack([left, top, right, bottom], turn) {
  switch (turn) {
    case 0:
      return [left, top, right, bottom];
    case 90:
      return [top, 1 - right, bottom, 1 - left];
    case 180:
      return [1 - right, 1 - bottom, 1 - left, 1 - top];
    case 270:
      return [1 - bottom, left, 1 - top, right];
  }
}

/**
 * By letters, so that short words weigh little.
 * @param {readonly import('../../../shared/model/text-search.ts').RecognizedWord[]} words
 */
function meanConfidence(words) {
  let [sum, letters] = [0, 0];
  for (const { text, confidence } of words) {
    sum += confidence * text.length;
    letters += text.length;
  }
  return letters === 0 ? 0 : Math.round(sum / letters);
}
