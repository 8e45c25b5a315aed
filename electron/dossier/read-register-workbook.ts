import type { Handlers } from '../../shared/contract.ts';
import { isAppError } from '../../shared/errors.ts';
import type { StartWorker } from '../host.ts';
import { type WorkLimits, workInProcess } from '../lib/process-task.ts';
import { mayBeWorkbook, otherFormat, workbookTooLarge } from './register-text.ts';

/** The largest sheets take a few seconds; a crafted one much more. */
const readingLimits: WorkLimits = { heapMb: 512, stillMs: 60_000 };

/**
 * Reads the text of a purchase register in a workbook (`registerText`), in a separate process. Rejects as
 * that does; `WORKBOOK_TOO_LARGE` also stands for more memory or time than the limits. A new call aborts the
 * previous one, which rejects with `CANCELLED`; so does `dossier.cancelLedger`.
 */
export function createReadRegisterWorkbook(
  startWorker: StartWorker,
  limits = readingLimits,
): Pick<Handlers, 'dossier.readLedger' | 'dossier.cancelLedger'> {
  const script = new URL('./register-worker.ts', import.meta.url);
  let reading = new AbortController();
  return {
    async 'dossier.readLedger'({ base64 }) {
      reading.abort();
      reading = new AbortController();
      const bytes = Buffer.from(base64, 'base64');
      if (!mayBeWorkbook(bytes)) throw otherFormat();
      try {
        const { signal } = reading;
        return { text: (await workInProcess(startWorker, script, bytes, limits, { signal })) as string };
      } catch (error) {
        throw isAppError(error, 'PAPERS_TOO_HEAVY') ? workbookTooLarge(error) : error;
      }
    },
    'dossier.cancelLedger': async () => reading.abort(),
  };
}
