import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { compositeKey } from '../../shared/composite-key.ts';
import { AppError } from '../../shared/errors.ts';
import type { TextLine, TextLinesQuery } from '../../shared/model/text-search.ts';
import { isWholeWord } from '../../shared/whole-word.ts';
import {
  eachTerm,
  parseTextQuery,
  type QueryTerm,
  type Store,
  type TextTerm,
  textOfWords,
} from '../database/index.ts';
import type { ReadFileTexts } from './extraction/read-file-texts.ts';

/** Maximum length of a line, UTF-16 units; a longer one is cut around the words. */
const maxLine = 160;

/** Ways in which a page may write the words beside its line, each of which the viewer marks. */
const maxOthers = 50;

/** Words of a page that are looked at in one stretch: a millisecond's work or two. */
const wordsAtOnce = 2_000;

/** A page whose line is read, and the query that found it. */
type LinePage = TextLinesQuery['pages'][number];

/**
 * The line around the words on each page. A recognised page has its words in the index; any other is read
 * again from its file, and left out where that is not there or is another now.
 */
export async function readTextLines(
  store: Store,
  readFileTexts: ReadFileTexts,
  { text, pages }: TextLinesQuery,
  signal?: AbortSignal,
): Promise<TextLine[]> {
  const match = parseTextQuery(text);
  if (!match) return [];
  const pagesByDocument = Map.groupBy(pages, ({ connectionId, id }) => compositeKey(connectionId, id));
  const files = await store.listIndexedTexts([...pagesByDocument.values()].flatMap(([first]) => first ?? []));
  const toRead = files.map((file) => ({
    key: { connectionId: file.connectionId, id: file.id },
    path: file.path,
    sha256: file.sha256,
    only: (pagesByDocument.get(compositeKey(file.connectionId, file.id)) ?? []).map(({ page }) => page),
  }));
  const lines: TextLine[] = [];
  // Recognised pages are hardly read again: their words are stored.
  const scans = await store.listRecognized(
    toRead.flatMap(({ sha256, only }) => only.map((page) => ({ sha256, page }))),
  );
  for (const file of toRead) {
    for (const { sha256, page, words } of scans) {
      if (sha256 !== file.sha256 || !file.only.includes(page)) continue;
      const { connectionId, id } = file.key;
      const line = await lineAround(textOfWords(words), match.queryTerms, signal);
      // The words are those of an annotation, which is in the file.
      if (line.marks.length === 0) continue;
      lines.push({ connectionId, id, page, ...line });
      file.only = file.only.filter((each) => each !== page);
    }
  }
  const native = toRead.filter(({ only }) => only.length > 0);
  if (native.length === 0) return inOrder(lines, pages);
  // One page after the other, while the process reads the next ones.
  let turn: Promise<void> = Promise.resolve();
  await readFileTexts(
    native.map(({ path, sha256, only }) => ({ path, sha256, only })),
    (index, { words }) => {
      const key = native[index]?.key;
      if (!key) return;
      for (const { page, text: written } of words) {
        turn = turn.then(async () => {
          const line = await lineAround(written, match.queryTerms, signal);
          lines.push({ connectionId: key.connectionId, id: key.id, page, ...line });
        });
        // The end of the reading tells the error; until then the rejection would count as unhandled.
        turn.catch(() => undefined);
      }
    },
    signal,
  );
  await turn;
  return inOrder(lines, pages);
}

function inOrder(lines: readonly TextLine[], pages: readonly LinePage[]): TextLine[] {
  const keyOf = ({ connectionId, id, page }: LinePage) => compositeKey(connectionId, id, String(page));
  const byPage = new Map(lines.map((line) => [keyOf(line), line]));
  return pages.flatMap((page) => byPage.get(keyOf(page)) ?? []);
}

/**
 * The line of a text with most of the terms of a query, and where they stand in it. A long text is split in
 * stretches, between which others work. Rejects with `CANCELLED`.
 */
export async function lineAround(
  text: string,
  queryTerms: readonly QueryTerm[],
  signal?: AbortSignal,
): Promise<Pick<TextLine, 'line' | 'marks' | 'others'>> {
  const marks = await findMarks(text, queryTerms, signal);
  const byLine = groupByLine(text, marks);
  const [best] = [...byLine].sort(([, a], [, b]) => countQueryTerms(b) - countQueryTerms(a));
  if (!best) return { line: '', marks: [] };
  const [lineStart, ofLine] = best;
  const lineEnd = text.indexOf('\n', lineStart);
  const [start, end] = cut(lineStart, lineEnd < 0 ? text.length : lineEnd, ofLine[0]?.start ?? lineStart);
  const inLine = ofLine.filter((mark) => mark.start < end);
  const others = otherWords(text, marks, new Set(inLine.map((mark) => text.slice(mark.start, mark.end))));
  return {
    line: text.slice(start, end),
    // A phrase, or a broken word, may go on below the line.
    marks: inLine.map((mark) => [mark.start - start, Math.min(mark.end, end) - start]),
    ...(others.length > 0 && { others }),
  };
}

/** The marked words of a page beside those of its line, as they are written; none that is part of another. */
function otherWords(text: string, marks: readonly Mark[], inLine: ReadonlySet<string>): string[] {
  const others = new Set<string>();
  for (const { start, end } of marks) {
    if (others.size >= maxOthers) break;
    const word = text.slice(start, end);
    if (isWholeWord(text, start, end) && !inLine.has(word) && word.length <= maxLine) others.add(word);
  }
  return [...others];
}

/** Marks by the start of their line. Each line end is looked for once: a page may have no other. */
function groupByLine(text: string, marks: readonly Mark[]): Map<number, Mark[]> {
  let [start, end] = [0, text.indexOf('\n')];
  return Map.groupBy(marks, (mark) => {
    while (end >= 0 && end < mark.start) [start, end] = [end + 1, text.indexOf('\n', end + 1)];
    return start;
  });
}

function countQueryTerms(marks: readonly Mark[]): number {
  return new Set(marks.map(({ queryTerm }) => queryTerm)).size;
}

/** A long line from a little before the first mark. */
function cut(start: number, end: number, first: number): [number, number] {
  if (end - start <= maxLine) return [start, end];
  const from = Math.max(start, first - maxLine / 4);
  return [from, Math.min(end, from + maxLine)];
}

interface Mark {
  start: number;
  end: number;
  queryTerm: number;
}

/** A token of a text and its term. */
interface Token {
  token: string;
  term: TextTerm;
}

/** A phrase of a query, and which of its terms it is. */
interface Phrase {
  tokens: readonly string[];
  isPrefix: boolean;
  queryTerm: number;
}

/** Where the phrases of a query stand in a text. */
async function findMarks(
  text: string,
  queryTerms: readonly QueryTerm[],
  signal: AbortSignal | undefined,
): Promise<Mark[]> {
  const phrases = queryTerms.flatMap(({ phrases: ways, isPrefix }, queryTerm): Phrase[] =>
    ways.map((tokens) => ({ tokens, isPrefix, queryTerm })),
  );
  const beginnings = phrases.filter(({ tokens, isPrefix }) => isPrefix && tokens.length === 1);
  const byFirst = Map.groupBy(
    phrases.filter((phrase) => !beginnings.includes(phrase)),
    ({ tokens: [first] }) => first,
  );
  const longest = Math.max(1, ...phrases.map(({ tokens }) => tokens.length));
  const marks: Mark[] = [];
  /** The tokens that a phrase may still need, from the one that it would begin with. */
  let window: Token[] = [];
  const markAt = (at: number) => {
    const first = window[at];
    if (!first) return;
    for (const phrase of [...(byFirst.get(first.token) ?? []), ...beginnings]) {
      const last = lastOf(phrase, window, at);
      if (last) marks.push({ start: first.term.start, end: last.term.end, queryTerm: phrase.queryTerm });
    }
  };
  const markUpTo = (end: number) => {
    for (let at = 0; at < end; at++) markAt(at);
    window = window.slice(Math.max(0, end));
  };
  for (const term of eachTerm(text)) {
    for (const token of term.tokens) window.push({ token, term });
    if (window.length < wordsAtOnce + longest) continue;
    markUpTo(window.length - longest + 1);
    await yieldToEventLoop();
    if (signal?.aborted) throw new AppError('CANCELLED', 'cancelled');
  }
  markUpTo(window.length);
  return withoutOverlaps(marks.sort((a, b) => a.start - b.start || b.end - a.end));
}

/** The last token of a phrase that begins at an offset of these tokens; undefined where it does not. */
function lastOf({ tokens, isPrefix }: Phrase, window: readonly Token[], at: number): Token | undefined {
  const isThere = tokens.every((token, offset) => {
    const found = window[at + offset]?.token ?? '';
    const mayContinue = isPrefix && offset === tokens.length - 1;
    return mayContinue ? found.startsWith(token) : found === token;
  });
  return isThere ? window[at + tokens.length - 1] : undefined;
}

function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const apart: Mark[] = [];
  for (const mark of marks) if (mark.start >= (apart.at(-1)?.end ?? 0)) apart.push(mark);
  return apart;
}
