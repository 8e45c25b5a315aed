import type { Part } from './line-state.ts';
import { figuresIn } from './numbers.ts';
import type { Fragment } from './reading.ts';

/** How the numbers of a text look that are known to be of dispatches. */
export interface Lengths {
  /** How many figures the plain ones have of which it is known that they are numbers of a dispatch. */
  plain: ReadonlySet<number>;
  /** What the others have before their figures. */
  heads: ReadonlySet<string>;
  hasAny: boolean;
}

/** How the sure numbers of a text look; where none is sure, all that stand alone. */
export function lengthsOf(fragments: readonly Fragment[]): Lengths {
  const sure: string[] = [];
  const weak: string[] = [];
  for (const { read, isWhole } of fragments) {
    for (const part of read.parts) {
      if (part.kind === 'number' && (part.as === 'dispatch' || part.as === 'any')) sure.push(part.number);
      else if (part.kind === 'candidate' && isWhole) (isWeak(part) ? weak : sure).push(part.number);
    }
  }
  if (sure.length === 0) sure.push(...weak);
  const plain = sure.map((number) => number.replace(lastLetter, '')).filter((number) => /^\d+$/.test(number));
  return {
    plain: new Set(plain.map(({ length }) => length)),
    heads: new Set(sure.filter((number) => !/^\d/.test(number)).map(headOf)),
    hasAny: sure.length > 0,
  };
}

/** A letter behind plain figures, `145201-A`. */
const lastLetter = /(?<=^\d{5,8})-\p{L}$/u;

function headOf(number: string): string {
  return /^\P{N}*/u.exec(number)?.[0].toLowerCase() ?? '';
}

type Candidate = Extract<Part, { kind: 'candidate' }>;

/**
 * A number that may be many things: one of three or four figures, of nine or more, or a few figures among
 * letters.
 */
function isWeak({ number, form, isYear = false }: Candidate): boolean {
  if (isYear) return true;
  if (form === 'mixed') return figuresIn(number) < 4;
  return number.length < 5 || number.length > 8;
}

/**
 * Whether a number without a label is asked for: it is all that its line says, or it looks like those that
 * are known.
 */
export function isAsked(part: Candidate, { isWhole, isTyped }: Fragment, lengths: Lengths): boolean {
  const { number, form } = part;
  const bare = number.replace(lastLetter, '');
  if (bare !== number) return isWhole || lengths.plain.size === 0 || lengths.plain.has(bare.length);
  if (form === 'mixed') {
    if (isWhole) return true;
    if (figuresIn(number) < 5) return lengths.heads.has(headOf(number)) && headOf(number) !== '';
    return /^\p{L}/u.test(number)
      ? !lengths.hasAny || lengths.heads.has(headOf(number)) || /[-/]/.test(number)
      : false;
  }
  const isLike = lengths.plain.has(number.length);
  if (isWeak(part)) {
    const mayBe = number.length > 2 && (!lengths.hasAny || isLike);
    return (isWhole && mayBe) || (isLike && number.length > 4);
  }
  // Seven figures with thousands marks are an amount in a sentence.
  if (form === 'dotted' && number.length > 6 && !isWhole) return isLike && !isTyped;
  return isWhole || isLike || lengths.plain.size === 0;
}
