import { isAppError } from '../../../shared/errors.ts';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import type { DocumentFact } from '../../database/index.ts';
import type { StartWorker } from '../../host.ts';
import { type WorkLimits, workInProcess } from '../../lib/process-task.ts';
import { skipCrashingItems } from '../../lib/skip-crashing-items.ts';
import type { TextFile } from './file-text.ts';
import type { TextStep } from './page-collector.ts';
import type { FileStep } from './serve-files.ts';

/** What was read of one file. */
export interface FileText {
  /** Its own pages; 0 for a file without pages, of which `words` are parts. */
  ownPages: number;
  /** Its pages, and behind them the parts of attached files. */
  pages: number;
  unreadPages: number;
  /** Unread pages that may be pictures of text. */
  scans: readonly number[];
  /** Why words are missing; `''` where all were read. */
  reason: UnreadReason | '';
  words: { page: number; text: string }[];
  /** What the document states with certainty; none where a page of its own is unread. */
  facts: readonly DocumentFact[];
}

/** Reads files in one process of its own, and passes each result on as soon as it is complete. */
export type ReadFileTexts = (
  files: readonly TextFile[],
  onText: (index: number, text: FileText) => void,
  signal?: AbortSignal,
) => Promise<void>;

const ordinaryLimits: WorkLimits = { heapMb: 512, stillMs: 60_000 };

/**
 * Reads the words of files in a process of low priority, which holds none of them open while it parses. A
 * file that takes too much memory or time has the reason `too-heavy`, or `away` where its disk does not
 * respond. One whose parser ends the process is `damaged`. Each is told after two processes, since another
 * program may have ended the first; what came before is kept: a document's own pages and facts come before
 * its attached files. Rejects with `CANCELLED`, and where no process starts.
 */
export function createReadFileTexts(
  startWorker: StartWorker,
  limits: WorkLimits = ordinaryLimits,
): ReadFileTexts {
  const script = new URL('./file-text-worker.ts', import.meta.url);
  return async (files, onText, signal) => {
    let done = 0;
    let current = emptyText();
    let isLoaded = false;
    const run = async () => {
      const first = done;
      current = emptyText();
      isLoaded = false;
      const onStep = (value: unknown) => {
        // The message comes from our own script.
        const { index, step } = value as FileStep<TextStep>;
        if (step.kind === 'loaded') isLoaded = true;
        else if (step.kind === 'pages') current.words.push(...step.words);
        else if (step.kind === 'own') {
          const { kind: _, ...own } = step;
          current = { ...current, ...own };
        } else {
          const { kind: _, ...end } = step;
          onText(first + index, { ...current, ...end });
          done = first + index + 1;
          current = emptyText();
          isLoaded = false;
        }
      };
      await workInProcess(startWorker, script, files.slice(first), limits, { signal, onStep });
    };
    await skipCrashingItems({
      next: () => (done < files.length ? done : undefined),
      run,
      giveUp(file, error) {
        const reason = reasonOf(error, isLoaded);
        if (file === undefined || !reason) return undefined;
        return () => {
          const pages = Math.max(current.pages, current.words.at(-1)?.page ?? 0);
          onText(file, { ...current, pages, reason });
          done = file + 1;
        };
      },
    });
  };
}

/** Why a file ended its process; undefined where no file did. */
function reasonOf(error: unknown, isLoaded: boolean): UnreadReason | undefined {
  if (isAppError(error, 'PAPERS_TOO_HEAVY')) return isLoaded ? 'too-heavy' : 'away';
  // A process that did not start has loaded no file.
  return isAppError(error, 'UNEXPECTED') && isLoaded ? 'damaged' : undefined;
}

function emptyText(): FileText {
  return { ownPages: 0, pages: 0, unreadPages: 0, scans: [], reason: '', words: [], facts: [] };
}
