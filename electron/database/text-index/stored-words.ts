import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecognizedPage, RecognizedWord } from '../../../shared/model/text-search.ts';
import { number, type Row } from '../row.ts';

/** Of a page; a damaged row must not fill the memory, bytes. */
const maxWordsBytes = 16 * 1024 * 1024;
/** Boxes are stored in whole units: this many to a page. */
const boxUnits = 10_000;

/** A word as it is stored: text, confidence, box, and whether it ends a line. */
type StoredWord = [string, number, number, number, number, number, 0 | 1];

/** The words of a scanned page as the index stores them. */
export function packWords(words: readonly RecognizedWord[]): Buffer {
  const stored = words.map(({ text, confidence, box, endsLine }): StoredWord => {
    const [left, top, right, bottom] = box;
    const units = (fraction: number) => Math.round(fraction * boxUnits);
    return [text, confidence, units(left), units(top), units(right), units(bottom), endsLine ? 1 : 0];
  });
  return deflateRawSync(JSON.stringify(stored));
}

/** The words that {@link packWords} packed; undefined where they are damaged. */
export function unpackWords(packed: Uint8Array): RecognizedWord[] | undefined {
  let stored: StoredWord[];
  try {
    stored = JSON.parse(inflateRawSync(packed, { maxOutputLength: maxWordsBytes }).toString('utf8'));
  } catch {
    return undefined;
  }
  return stored.map(([text, confidence, left, top, right, bottom, ends]) => ({
    text,
    confidence,
    endsLine: ends === 1,
    box: [left / boxUnits, top / boxUnits, right / boxUnits, bottom / boxUnits],
  }));
}

/** A page whose words are damaged counts as one that was not recognised: it is recognised again. */
export function toRecognized(row: Row): RecognizedPage | undefined {
  const words = unpackWords(packedIn(row));
  return words && { confidence: number(row, 'confidence'), words };
}

/** The packed words of a row. */
export function packedIn(row: Row): Uint8Array {
  const words = row['packed_words'];
  if (!(words instanceof Uint8Array)) throw new TypeError('the words are no blob');
  return words;
}

/** The words of a page as a text, a line each. */
export function textOfWords(words: readonly RecognizedWord[]): string {
  return words.map(({ text, endsLine }) => text + (endsLine ? '\n' : ' ')).join('');
}

/** Rows of `words` of one document: its row times this, plus the page. */
export const pagesPerFile = 65_536;

/** The row of a page in `words`. */
export function pageRow(fileRow: number, page: number): number {
  return fileRow * pagesPerFile + page;
}
