import type { LineElement } from './line-state.ts';
import type { Fragment } from './parser-state.ts';
import { figuresIn } from './token.ts';

/** The shapes of the certain dispatch numbers of a text. */
export interface NumberShapes {
  /** The lengths of the plain dispatch numbers that are certain. */
  plain: ReadonlySet<number>;
  /** The prefixes of the others. */
  heads: ReadonlySet<string>;
  hasAny: boolean;
}

/** The shapes of the certain numbers of a text; if none is certain, of all that stand alone. */
export function numberShapesOf(fragments: readonly Fragment[]): NumberShapes {
  const sure: string[] = [];
  const weak: string[] = [];
  for (const { read, isWhole } of fragments) {
    for (const element of read.elements) {
      if (element.kind === 'number' && (element.as === 'dispatch' || element.as === 'any'))
        sure.push(element.number);
      else if (element.kind === 'candidate' && isWhole) (isWeak(element) ? weak : sure).push(element.number);
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

/** A letter after plain figures, `145201-A`. */
const lastLetter = /(?<=^\d{5,8})-\p{L}$/u;

function headOf(number: string): string {
  return /^\P{N}*/u.exec(number)?.[0].toLowerCase() ?? '';
}

type Candidate = Extract<LineElement, { kind: 'candidate' }>;

/** Whether a number is ambiguous: three or four figures, nine or more, or a few figures among letters. */
function isWeak({ number, form, isYear = false }: Candidate): boolean {
  if (isYear) return true;
  if (form === 'mixed') return figuresIn(number) < 4;
  return number.length < 5 || number.length > 8;
}

/**
 * Whether a number without a label is part of the query: its line holds nothing else, or it has a certain
 * shape.
 */
export function isOfQuery(element: Candidate, { isWhole, isTyped }: Fragment, shapes: NumberShapes): boolean {
  const { number, form } = element;
  const bare = number.replace(lastLetter, '');
  if (bare !== number) return isWhole || shapes.plain.size === 0 || shapes.plain.has(bare.length);
  if (form === 'mixed') {
    if (isWhole) return true;
    if (figuresIn(number) < 5) return shapes.heads.has(headOf(number)) && headOf(number) !== '';
    return /^\p{L}/u.test(number)
      ? !shapes.hasAny || shapes.heads.has(headOf(number)) || /[-/]/.test(number)
      : false;
  }
  const isLike = shapes.plain.has(number.length);
  if (isWeak(element)) {
    const mayBe = number.length > 2 && (!shapes.hasAny || isLike);
    return (isWhole && mayBe) || (isLike && number.length > 4);
  }
  // In a sentence, seven figures with thousands marks are an amount.
  if (form === 'dotted' && number.length > 6 && !isWhole) return isLike && !isTyped;
  return isWhole || isLike || shapes.plain.size === 0;
}
