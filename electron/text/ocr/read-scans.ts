import { isAppError } from '../../../shared/errors.ts';
import {
  minSureConfidence,
  type RecognizedPage,
  type UnreadReason,
} from '../../../shared/model/text-search.ts';
import type { StartWorker } from '../../host.ts';
import { type WorkLimits, workInProcess } from '../../lib/process-task.ts';
import { skipCrashingItems } from '../../lib/skip-crashing-items.ts';
import type { TextFile } from '../extraction/file-text.ts';
import type { FileStep } from '../extraction/serve-files.ts';
import { mappedBox, type PagePicture } from './page-picture.ts';
import type { PictureStep } from './page-pictures.ts';
import { createRecognizePages, type RecognizePages } from './recognize-pages.ts';

/** A page of a file that has no text layer. */
export interface ScanPage {
  path: string;
  /** The hash that the file's bytes must have. */
  sha256: string;
  page: number;
}

/**
 * What became of a page: its words, no picture, one that is not read, or its file is not there as it was.
 */
export type ScanOutcome = ({ kind: 'words' } & RecognizedPage) | { kind: ScanFailure };
type ScanFailure = 'unreadable' | 'damaged' | 'unsupported' | 'too-large' | 'too-heavy' | 'away';

/**
 * Recognises the words of scanned pages, one after the other, and passes each on as soon as it is read. Boxes
 * are fractions of the page as it is shown. Pages whose pictures would take too much memory together are left
 * to the next call, without an outcome. Rejects with `CANCELLED`, and where a process does not start.
 */
export type ReadScans = (
  pages: readonly ScanPage[],
  onPage: (index: number, outcome: ScanOutcome) => void,
  signal?: AbortSignal,
) => Promise<void>;

/** The app holds the pictures of one call: beyond it, no more of them are taken, bytes. */
const maxPicturesBytes = 64 * 1024 * 1024;
/** Pictures are outside the heap; a large one takes seconds to decode. */
const pictureLimits: WorkLimits = { heapMb: 512, stillMs: 120_000 };

/**
 * Reads scans in two processes of the lowest priority: one takes the pictures out of files and ends, then the
 * other recognises their words.
 */
export function createReadScans(
  startWorker: StartWorker,
  recognizePages: RecognizePages = createRecognizePages(startWorker),
): ReadScans {
  return async (pages, onPage, signal) => {
    const found = await readPictures(startWorker, pages, signal);
    for (const [index, got] of found.entries()) {
      if (typeof got === 'string') onPage(index, { kind: got });
    }
    const pictures = [...found.entries()].flatMap(([index, got]) =>
      got === undefined || typeof got === 'string' ? [] : [{ index, picture: got }],
    );
    await recognizePages(
      pictures.map(({ picture }) => picture.image),
      (at, read) => {
        const { index = 0, picture } = pictures[at] ?? {};
        if (typeof read === 'string') onPage(index, { kind: read });
        else if (picture) onPage(index, { kind: 'words', ...placed(read, picture) });
      },
      signal,
    );
  };
}

function placed({ words, confidence }: RecognizedPage, { toPage }: PagePicture): RecognizedPage {
  return {
    confidence: hasCutContainer(words) ? Math.min(confidence, minSureConfidence - 1) : confidence,
    words: words.map((word) => ({ ...word, box: mappedBox(word.box, toPage) })),
  };
}

/** A container without its check digit: a stamp or a fold covers it, and the page may hide more. */
const cutContainer = /(?<![A-Z0-9])[A-Z]{3}U[ -]?\d{6}(?![A-Z0-9]|[ -]?\d(?![A-Z0-9]))/;

function hasCutContainer(words: RecognizedPage['words']): boolean {
  const text = words.map((word) => word.text + (word.endsLine ? '\n' : ' ')).join('');
  return cutContainer.test(text);
}

/** The picture of a page, or why there is none; undefined for a page that is left to the next call. */
type FoundPicture = PagePicture | ScanFailure | undefined;

/**
 * The picture of each page. One that ends two processes is damaged or too heavy, or away where they had not
 * loaded its file: another program may have ended the first. Throws where no process starts.
 */
async function readPictures(
  startWorker: StartWorker,
  pages: readonly ScanPage[],
  signal: AbortSignal | undefined,
): Promise<FoundPicture[]> {
  const found = new Map<number, FoundPicture>();
  const enough = new AbortController();
  let bytes = 0;
  const script = new URL('./page-pictures-worker.ts', import.meta.url);
  const left = () => (enough.signal.aborted ? [] : [...pages.keys()].filter((index) => !found.has(index)));
  let isLoaded = false;
  const run = async () => {
    const files = filesOf(pages, left());
    isLoaded = false;
    const onStep = (value: unknown) => {
      if (enough.signal.aborted) return;
      // The message comes from our own script.
      const { index, step } = value as FileStep<PictureStep>;
      const { indexes = [] } = files[index] ?? {};
      if (step.kind === 'loaded') isLoaded = true;
      else if (step.kind === 'picture') {
        const at = indexes.find((each) => pages[each]?.page === step.page);
        if (at !== undefined) found.set(at, step.picture ?? 'unreadable');
        if (typeof step.picture === 'object') bytes += step.picture.image.bytes.length;
        if (bytes >= maxPicturesBytes) enough.abort();
      } else {
        isLoaded = false;
        const { reason } = step;
        const rest = restOf(reason);
        for (const each of indexes) if (!found.has(each)) found.set(each, rest);
      }
    };
    const work = files.map(({ file }) => file);
    const signals = AbortSignal.any([...(signal ? [signal] : []), enough.signal]);
    await workInProcess(startWorker, script, work, pictureLimits, { signal: signals, onStep });
  };
  await skipCrashingItems({
    next: () => left()[0],
    run,
    giveUp(page, error) {
      if (enough.signal.aborted && !signal?.aborted) return () => undefined;
      const isEarly = isAppError(error, 'UNEXPECTED');
      if (!isEarly && !isAppError(error, 'PAPERS_TOO_HEAVY')) return undefined;
      // A process that did not start has loaded no file: no page is to blame.
      if (isEarly && !isLoaded && page !== undefined) return undefined;
      return () => {
        const failure = isEarly ? 'damaged' : 'too-heavy';
        if (page !== undefined) found.set(page, isLoaded ? failure : 'away');
      };
    },
  });
  return pages.map((_, index) => found.get(index) ?? (enough.signal.aborted ? undefined : 'unreadable'));
}

/** What becomes of the pages of a file that were not told before its end. */
function restOf(reason: UnreadReason | ''): ScanFailure {
  if (reason === 'away' || reason === 'locked' || reason === 'changed') return 'away';
  return reason === 'damaged' || reason === 'unsupported' || reason === 'too-large' ? reason : 'unreadable';
}

/** The files of some of the pages, with the indexes of these. */
function filesOf(
  pages: readonly ScanPage[],
  left: readonly number[],
): { file: TextFile; indexes: readonly number[] }[] {
  const byFile = Map.groupBy(left, (index) => `${pages[index]?.sha256} ${pages[index]?.path}`);
  return [...byFile.values()].flatMap((indexes) => {
    const first = pages[indexes[0] ?? 0];
    if (!first) return [];
    const only = indexes.map((index) => pages[index]?.page ?? 0);
    return [{ file: { path: first.path, sha256: first.sha256, only }, indexes }];
  });
}
