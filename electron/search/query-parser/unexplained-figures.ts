import type { Span } from './line-state.ts';
import type { ParsedText } from './parsed-text.ts';
import { type Fragment, lettersPerYield, linesPerYield } from './parser-state.ts';

const token = /\S+/g;
/** Thousands marks within a number. */
const marks = /(?<=\d)\.(?=\d)/g;
/** Figures by which two runs are compared: a longer run may be split between two parts of a line. */
const maxFigures = 20;
/** Letters of results between two yields; their runs of figures cost little. */
const lettersAtOnce = 10 * lettersPerYield;

/**
 * The words with figures that no result explains, as written, each once. A run of figures is explained
 * where a line or a cell was read that has exactly this run, or where a result does. A longer run explains
 * none of its parts.
 */
export function* unexplainedFigures(
  text: string,
  { fragments, cells }: { fragments: readonly Fragment[]; cells: readonly string[] },
  read: ParsedText,
): Generator<undefined, string[]> {
  const explained = new Set<string>();
  const { aside, wrong, sentences, words } = read;
  const texts = [...[...aside, ...wrong].map((one) => one.text), ...sentences, ...words];
  let letters = 0;
  for (const own of [...fragments.map((one) => one.read.text), ...cells, ...texts]) {
    letters += own.length + 1;
    if (letters > lettersAtOnce) {
      letters = 0;
      yield;
    }
    addRuns(explained, own);
  }
  const isExplained = (figures: readonly string[]) => figures.every((run) => explained.has(keyOfRun(run)));
  const unexplained = new Set<string>();
  let count = 0;
  for (const [word] of text.matchAll(token)) {
    if (++count % linesPerYield === 0) yield;
    const whole = word.replace(marks, '').match(/\d+/g);
    if (!whole) continue;
    // An ordinal may precede a number without a blank: `1.411953`.
    if (isExplained(whole) || isExplained(word.match(/\d+/g) ?? [])) continue;
    unexplained.add(bareWord(word));
  }
  return [...unexplained];
}

/** The words with figures of a line that no element covers, as written. */
export function uncoveredFigures(text: string, spans: readonly Span[]): string[] {
  const ordered = spans.toSorted((one, other) => one.from - other.from);
  const uncovered: string[] = [];
  let next = 0;
  let covered = 0;
  for (const { 0: run, index } of text.matchAll(/\d+/g)) {
    for (; (ordered[next]?.from ?? Number.POSITIVE_INFINITY) <= index; next++)
      covered = Math.max(covered, ordered[next]?.to ?? 0);
    if (covered < index + run.length) uncovered.push(run);
  }
  return uncovered;
}

function bareWord(word: string): string {
  return word.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '');
}

function addRuns(explained: Set<string>, text: string): void {
  for (const run of text.match(/\d+/g) ?? []) explained.add(keyOfRun(run));
  if (text.includes('.'))
    for (const run of text.replace(marks, '').match(/\d+/g) ?? []) explained.add(keyOfRun(run));
}

function keyOfRun(run: string): string {
  return run.replace(/^0+(?=\d)/, '').slice(0, maxFigures);
}
