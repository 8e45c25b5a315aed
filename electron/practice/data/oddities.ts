import type { PracticeDispatch } from './dispatch.ts';
import type { PracticeDocument } from './document.ts';
import type { PracticeClient } from './parties.ts';
import type { Random } from './random.ts';
import type { Setting } from './tally.ts';

/** A document before its id, its file and what is odd about it. */
export type Drafted = Omit<PracticeDocument, 'id' | 'isActive' | 'paper' | 'client' | 'dispatch'>;

/** Adds a paper to a dispatch, unless it would be filed later than today. */
export function filePaper(
  dispatch: PracticeDispatch,
  { random, tally, today }: Setting,
  drafted: Drafted,
): void {
  if (drafted.filedAt >= today) return;
  const place = tally.documents++;
  dispatch.documents.push(withOddities(random, place, drafted, dispatch.client, dispatch));
}

/** A document with its id and file, and with the oddities that its place among all documents brings. */
export function withOddities(
  random: Random,
  place: number,
  { type, filedAt, infoDoc, amounts }: Drafted,
  client: PracticeClient,
  dispatch?: PracticeDispatch,
): PracticeDocument {
  // Put together in one go: a hundred thousand of these are made before an agency answers.
  const document: PracticeDocument = {
    id: random.id(),
    client,
    type: place % 173 === 101 ? '' : type,
    filedAt,
    isActive: place % 37 !== 23,
    infoDoc: place % 17 === 8 ? {} : infoDoc,
  };
  if (dispatch !== undefined) document.dispatch = dispatch;
  if (amounts !== undefined) document.amounts = amounts;
  if (place % 31 !== 17) document.paper = paperAt(random, place);
  return document;
}

function paperAt(random: Random, place: number): NonNullable<PracticeDocument['paper']> {
  if (place % 700 === 150) return { kind: 'pdf', pages: 300 };
  if (place % 211 === 60) return { kind: 'encrypted', pages: 2 };
  if (place % 223 === 90) return { kind: 'damaged', pages: 3 };
  if (place % 41 === 11) return { kind: 'png', pages: 1 };
  if (place % 53 === 19) return { kind: 'jpg', pages: 1 };
  if (place % 131 === 77) return { kind: 'xml', pages: 1 };
  return { kind: 'pdf', pages: random.chance(0.8) ? 1 : random.whole(2, 6) };
}
