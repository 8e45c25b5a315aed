import { isAppError } from '../../../shared/errors.ts';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import type { StartWorker } from '../../host.ts';
import { type WorkLimits, workInProcess } from '../../lib/process-task.ts';
import type { TextFile } from './paper-text.ts';
import type { FileStep } from './paper-text-worker.ts';

/** What was read of one file. */
export interface PaperText {
  /** Whether it has pages of its own; else `words` are parts of a long text. */
  isPaged: boolean;
  pages: number;
  unreadPages: number;
  /** Why words are missing; `''` where all were read. */
  reason: UnreadReason | '';
  words: { page: number; text: string }[];
}

/** Reads files in one process of its own, and passes each result on as soon as it is complete. */
export type ReadPaperTexts = (
  files: readonly TextFile[],
  onText: (index: number, text: PaperText) => void,
  signal?: AbortSignal,
) => Promise<void>;

const ordinaryLimits: WorkLimits = { heapMb: 512, stillMs: 60_000 };

/**
 * Reads the words of files in a process of low priority, which holds none of them open while it parses. A
 * file that takes too much memory or time has the reason `too-heavy`, or `away` where its disk does not
 * respond; the process starts again with the next. Rejects with `CANCELLED`, and where no process starts.
 */
export function createReadPaperTexts(
  startWorker: StartWorker,
  limits: WorkLimits = ordinaryLimits,
): ReadPaperTexts {
  const script = new URL('./paper-text-worker.ts', import.meta.url);
  return async (files, onText, signal) => {
    let done = 0;
    while (done < files.length) {
      const first = done;
      let current: PaperText = emptyText();
      let isLoaded = false;
      const onStep = (value: unknown) => {
        // The message comes from our own script.
        const { index, step } = value as FileStep;
        if (step.kind === 'loaded') isLoaded = true;
        else if (step.kind === 'pages') current.words.push(...step.words);
        else {
          const { isPaged, pages, unreadPages, reason } = step;
          onText(first + index, { ...current, isPaged, pages, unreadPages, reason });
          done = first + index + 1;
          current = emptyText();
          isLoaded = false;
        }
      };
      try {
        await workInProcess(startWorker, script, files.slice(first), limits, { signal, onStep });
      } catch (error) {
        if (!isAppError(error, 'PAPERS_TOO_HEAVY') || done >= files.length) throw error;
        const reason = isLoaded ? 'too-heavy' : 'away';
        onText(done, { ...current, pages: current.words.at(-1)?.page ?? 0, reason });
        done += 1;
      }
    }
  };
}

function emptyText(): PaperText {
  return { isPaged: false, pages: 0, unreadPages: 0, reason: '', words: [] };
}
