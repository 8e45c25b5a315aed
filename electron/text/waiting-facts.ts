import { isAppError } from '../../shared/errors.ts';
import { minSureConfidence, type RecognizedWord } from '../../shared/model/text-search.ts';
import type { Store } from '../database/index.ts';
import type { ReadFileTexts } from './extraction/read-file-texts.ts';
import type { ScannedLine } from './facts/fact-line.ts';
import { isTemporary } from './text-batch.ts';

/** Files in one process: the words of all their scans are in memory together. */
const filesAtOnce = 16;

/**
 * Reads the facts that wait, of some files at a time, and returns whether there were any. They are of files
 * whose scans were recognised since, or that an older index knew. Of a document with a page of low confidence
 * nothing is certain.
 */
export async function readWaitingFacts(
  store: Store,
  readFileTexts: ReadFileTexts,
  signal: AbortSignal,
): Promise<boolean> {
  const files = await store.listWaitingFacts(filesAtOnce);
  if (files.length === 0) return false;
  const isSure = (file: (typeof files)[number]) =>
    file.pages.every(({ confidence }) => confidence >= minSureConfidence);
  const writes = files
    .filter((file) => !isSure(file))
    .map(({ rowId, sha256 }) => store.storeWaitingFacts(rowId, sha256, []));
  const sure = files.filter(isSure);
  const toRead = sure.map(({ path, sha256, pages }) => ({
    path,
    sha256,
    scanned: pages.map(({ page, words }) => ({ page, lines: linesOf(words) })),
  }));
  try {
    if (sure.length > 0) {
      await readFileTexts(
        toRead,
        (index, text) => {
          const { rowId, sha256 } = sure[index] ?? {};
          if (rowId === undefined || sha256 === undefined) return;
          const write = isTemporary(text)
            ? store.noteFactsAway(rowId)
            : store.storeWaitingFacts(rowId, sha256, text.facts);
          // The end of the reading tells the error; until then the rejection would count as unhandled.
          write.catch(() => undefined);
          writes.push(write);
        },
        signal,
      );
    }
  } catch (error) {
    if (!isAppError(error, 'CANCELLED')) throw error;
  } finally {
    await Promise.all(writes);
  }
  return true;
}

/** Signs that stand before a value and say nothing of it: they are read right with little confidence. */
const sign = /^(?:N°:?|I\.V\.A\.?:?|:)$/;

/** The lines of recognised words, each as certain as its least certain word but for signs. */
function linesOf(words: readonly RecognizedWord[]): ScannedLine[] {
  const lines: ScannedLine[] = [];
  let line: ScannedLine | undefined;
  for (const { text, confidence: measured, endsLine } of words) {
    const confidence = sign.test(text) ? 100 : measured;
    line = line
      ? { text: `${line.text} ${text}`, confidence: Math.min(line.confidence, confidence) }
      : { text, confidence };
    if (!endsLine) continue;
    lines.push(line);
    line = undefined;
  }
  return line ? [...lines, line] : lines;
}
