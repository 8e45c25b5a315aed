import type { ParsedText } from './parsed-text.ts';
import { linesPerYield } from './parser-state.ts';

const token = /\S+/g;
/** Thousands marks within a number. */
const marks = /(?<=\d)\.(?=\d)/g;
/** Maximum figures of a number to find within others: an abbreviation is the ending of a whole number. */
const maxFigures = 20;

/**
 * The words with figures that no result explains, as written, each once. Numbers, clients, ranges, days,
 * words and ignored parts explain their figures.
 */
export function* unexplainedFigures(text: string, read: ParsedText): Generator<undefined, string[]> {
  const explained = yield* explainedFigures(read);
  const isExplained = (figures: readonly string[]) =>
    figures.every((run) => explained.has(run.replace(/^0+(?=\d)/, '').slice(0, maxFigures)));
  const unexplained = new Set<string>();
  let words = 0;
  for (const [word] of text.matchAll(token)) {
    if (++words % linesPerYield === 0) yield;
    const whole = word.replace(marks, '').match(/\d+/g);
    if (!whole) continue;
    // An ordinal may precede a number without a blank: `1.411953`.
    if (isExplained(whole) || isExplained(word.match(/\d+/g) ?? [])) continue;
    unexplained.add(word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/u, ''));
  }
  return [...unexplained];
}

/** The runs of figures in the results, with all their parts. */
function* explainedFigures(read: ParsedText): Generator<undefined, ReadonlySet<string>> {
  const { numbers, clients, ranges, range, aside, sentences, words, wrong } = read;
  const explained = new Set<string>();
  // Also without separators: a RUT or a phone may be grouped differently.
  const parted = [...numbers.map(({ number }) => number), ...clients.map(({ rut }) => rut)];
  for (const [index, text] of parted.entries()) {
    if (index % linesPerYield === linesPerYield - 1) yield;
    addRunsWithin(explained, text.replaceAll(/\D/g, ''));
  }
  const texts = [
    ...numbers.flatMap(({ text, number }) => [text, number]),
    ...ranges.flatMap(({ first, last }) => [first, last]),
    ...clients.map(({ name }) => name),
    // Its days, or their number: `last-90-days`.
    ...(range ? [JSON.stringify(range)] : []),
    // Months are stored as days.
    ...(range?.kind === 'last-days' ? [String(range.days / 30)] : []),
    ...[...aside, ...wrong].map(({ text }) => text),
    ...[...sentences, ...words],
  ];
  for (const [index, text] of texts.entries()) {
    if (index % linesPerYield === linesPerYield - 1) yield;
    for (const run of text.match(/\d+/g) ?? []) addRunsWithin(explained, run);
    for (const run of text.replace(marks, '').match(/\d+/g) ?? []) addRunsWithin(explained, run);
  }
  return explained;
}

function addRunsWithin(explained: Set<string>, run: string): void {
  if (explained.has(run)) return;
  const figures = run.slice(0, 2 * maxFigures);
  for (let from = 0; from < figures.length; from++) {
    for (let to = from + 1; to <= Math.min(figures.length, from + maxFigures); to++) {
      explained.add(figures.slice(from, to));
    }
  }
}
