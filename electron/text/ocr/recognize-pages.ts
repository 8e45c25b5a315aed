import { isAppError } from '../../../shared/errors.ts';
import type { RecognizedPage } from '../../../shared/model/text-search.ts';
import type { StartWorker } from '../../host.ts';
import { type WorkLimits, workInProcess } from '../../lib/process-task.ts';
import { skipCrashingItems } from '../../lib/skip-crashing-items.ts';
import type { PageImage } from './ocr-engine.mjs';
import type { OcrStep } from './ocr-worker.mjs';

/**
 * Recognises the words of pictures one after the other in one process, and passes each page on as soon as it
 * is read, or why it cannot be.
 */
export type RecognizePages = (
  images: readonly PageImage[],
  onPage: (index: number, page: RecognizedPage | 'damaged' | 'too-heavy') => void,
  signal?: AbortSignal,
) => Promise<void>;

/** A page in small letters that lies on its side takes minutes, at the lowest priority. */
const limits: WorkLimits = { heapMb: 256, stillMs: 300_000 };
/** Processes in a row that may end before their engine is ready: no page is to blame for one. */
const maxStarts = 2;

/**
 * Recognises words in a process of the lowest priority, on one core. A picture that ends two processes has no
 * words; another program may have ended the first. Rejects with `CANCELLED`, and where the engine does not
 * start.
 */
export function createRecognizePages(startWorker: StartWorker): RecognizePages {
  const script = new URL('./ocr-worker.mjs', import.meta.url);
  return async (images, onPage, signal) => {
    let done = 0;
    let isReady = false;
    const work = async () => {
      const first = done;
      isReady = false;
      const onStep = (value: unknown) => {
        // What was read meanwhile is not passed on.
        if (signal?.aborted) return;
        // The message comes from our own script.
        const step = value as OcrStep;
        if (step.kind === 'ready') isReady = true;
        else {
          onPage(first + step.index, step.page ?? 'damaged');
          done = first + step.index + 1;
        }
      };
      await workInProcess(startWorker, script, images.slice(first), limits, { signal, onStep });
    };
    const run = async () => {
      for (let starts = 1; ; starts++) {
        try {
          return await work();
        } catch (error) {
          if (isReady || starts >= maxStarts || isAppError(error, 'CANCELLED')) throw error;
        }
      }
    };
    await skipCrashingItems({
      next: () => (done < images.length ? done : undefined),
      run,
      giveUp(page, error) {
        // An engine that does not start is to blame itself.
        if (page === undefined || !isReady || isAppError(error, 'CANCELLED')) return undefined;
        return () => {
          onPage(page, isAppError(error, 'PAPERS_TOO_HEAVY') ? 'too-heavy' : 'damaged');
          done = page + 1;
        };
      },
    });
  };
}
