import { dayMs } from '../../../shared/model/dates.ts';
import type { PracticeDispatch, PracticeDocument } from './records.ts';

/** A dispatch with its documents, or a document without a dispatch. */
export interface Thing {
  /** Its start, milliseconds since 1970. */
  at: number;
  dispatch?: PracticeDispatch;
  documents: PracticeDocument[];
}

/** The end of round 0 unless another is given, milliseconds since 1970: the start of a day in Santiago. */
export const anchor = Date.parse('2026-11-20T03:00:00.000Z');
/** The length of a round. */
export const span = 731 * dayMs;

const firstNumber = 410_233;

/** The name of something that every round has; in round 0 it has no suffix. */
export function inRound(name: string, round: number): string {
  return round === 0 ? name : `${name}/${round}`;
}

/**
 * The newest things that together have `count` documents. `make` yields a round's things as of a day,
 * unordered and without an end; round 0 ends at `end`. A round takes as many of them as contain round 0's
 * number of documents on its last day. So a thing is the same on every day.
 */
export function newestThings(
  count: number,
  { today, end }: { today: number; end: number },
  make: (round: number, today: number) => Iterable<Thing>,
): Thing[] {
  const first: Thing[] = [];
  let remaining = count;
  const insert = (selected: Thing[], thing: Thing) => {
    thing.documents.length = Math.min(thing.documents.length, remaining);
    remaining -= thing.documents.length;
    selected.push(thing);
  };
  for (const thing of remaining > 0 ? make(0, end) : []) {
    insert(first, thing);
    if (remaining <= 0) break;
  }
  number(first, 0);
  if (today === end) return first;
  const selected: Thing[] = [];
  remaining = count;
  for (let round = Math.ceil((today - end) / span); remaining > 0; round--) {
    const made: Thing[] = [];
    for (const thing of make(round, today)) if (made.push(thing) === first.length) break;
    number(made, round);
    for (const thing of made.toSorted((left, right) => right.at - left.at))
      if (thing.at < today && remaining > 0) insert(selected, thing);
  }
  return selected;
}

/** Numbers the dispatches of a round in the order of opening, with gaps for planted ones. */
function number(things: readonly Thing[], round: number): void {
  const dispatches = things.flatMap(({ dispatch }) => dispatch ?? []);
  dispatches.sort((left, right) => left.openedAt - right.openedAt);
  dispatches.forEach((dispatch, index) => {
    const at = index + round * dispatches.length;
    giveNumber(dispatch, firstNumber + at * 3 + (at & 1));
  });
}

/**
 * Numbers a dispatch outside the rounds after those that were opened before it. The parity of `turn` keeps
 * its number apart from the previous month's or week's.
 */
export function numberAmong(
  dispatch: PracticeDispatch,
  others: readonly PracticeDispatch[],
  turn: number,
): void {
  const taken = new Set(others.map((other) => other.number));
  const before = others
    .filter((other) => other.openedAt <= dispatch.openedAt)
    .reduce((highest, other) => Math.max(highest, Number(other.number)), firstNumber);
  let free = before + 1 + (turn & 1) * 2;
  while (taken.has(String(free))) free++;
  giveNumber(dispatch, free);
}

function giveNumber(dispatch: PracticeDispatch, number: number): void {
  dispatch.number = String(number);
  dispatch.wire.id = dispatch.number;
  dispatch.status.numeroDespacho = dispatch.number;
}
