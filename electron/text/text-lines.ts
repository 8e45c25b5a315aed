import { compositeKey } from '../../shared/composite-key.ts';
import type { TextLine, TextLinesQuery } from '../../shared/model/text-search.ts';
import {
  parseTextQuery,
  type QueryTerm,
  type Store,
  type TextTerm,
  textOfWords,
  textTerms,
} from '../database/index.ts';
import type { ReadFileTexts } from './extraction/read-file-texts.ts';

/** Maximum length of a line, UTF-16 units; a longer one is cut around the words. */
const maxLine = 160;

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
  // Recognised pages are not read again: their words are stored.
  const scans = await store.listRecognized(
    toRead.flatMap(({ sha256, only }) => only.map((page) => ({ sha256, page }))),
  );
  for (const file of toRead) {
    for (const { sha256, page, words } of scans) {
      if (sha256 !== file.sha256 || !file.only.includes(page)) continue;
      const { connectionId, id } = file.key;
      lines.push({ connectionId, id, page, ...lineAround(textOfWords(words), match.queryTerms) });
      file.only = file.only.filter((each) => each !== page);
    }
  }
  const native = toRead.filter(({ only }) => only.length > 0);
  if (native.length === 0) return inOrder(lines, pages);
  await readFileTexts(
    native.map(({ path, sha256, only }) => ({ path, sha256, only })),
    (index, { words }) => {
      const file = native[index];
      if (!file) return;
      for (const { page, text: written } of words) {
        const { connectionId, id } = file.key;
        lines.push({ connectionId, id, page, ...lineAround(written, match.queryTerms) });
      }
    },
    signal,
  );
  return inOrder(lines, pages);
}

function inOrder(lines: readonly TextLine[], pages: readonly LinePage[]): TextLine[] {
  const keyOf = ({ connectionId, id, page }: LinePage) => compositeKey(connectionId, id, String(page));
  const byPage = new Map(lines.map((line) => [keyOf(line), line]));
  return pages.flatMap((page) => byPage.get(keyOf(page)) ?? []);
}

/** The line of a text with most of the terms of a query, and where they stand in it. */
export function lineAround(
  text: string,
  queryTerms: readonly QueryTerm[],
): { line: string; marks: (readonly [number, number])[] } {
  const terms = textTerms(text);
  const marks = findMarks(terms, queryTerms);
  const byLine = groupByLine(text, marks);
  const [best] = [...byLine].sort(([, a], [, b]) => countQueryTerms(b) - countQueryTerms(a));
  if (!best) return { line: '', marks: [] };
  const [lineStart, ofLine] = best;
  const lineEnd = text.indexOf('\n', lineStart);
  const [start, end] = cut(lineStart, lineEnd < 0 ? text.length : lineEnd, ofLine[0]?.start ?? lineStart);
  return {
    line: text.slice(start, end),
    marks: ofLine.filter((mark) => mark.end <= end).map((mark) => [mark.start - start, mark.end - start]),
  };
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

/** Where the phrases of a query stand among the terms of a text. */
function findMarks(terms: readonly TextTerm[], queryTerms: readonly QueryTerm[]): Mark[] {
  const tokens = terms.flatMap((term) => term.tokens.map((token) => ({ token, term })));
  const marks: Mark[] = [];
  for (const [queryTerm, { phrases, isPrefix }] of queryTerms.entries()) {
    for (const phrase of phrases) {
      for (let at = 0; at + phrase.length <= tokens.length; at++) {
        const isThere = phrase.every((token, offset) => {
          const found = tokens[at + offset]?.token ?? '';
          const mayContinue = isPrefix && offset === phrase.length - 1;
          return mayContinue ? found.startsWith(token) : found === token;
        });
        if (!isThere) continue;
        const [first, last] = [tokens[at]?.term, tokens[at + phrase.length - 1]?.term];
        if (first && last) marks.push({ start: first.start, end: last.end, queryTerm });
      }
    }
  }
  return withoutOverlaps(marks.sort((a, b) => a.start - b.start || b.end - a.end));
}

function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const apart: Mark[] = [];
  for (const mark of marks) if (mark.start >= (apart.at(-1)?.end ?? 0)) apart.push(mark);
  return apart;
}
