/**
 * A program for trials of memory: asks a service for one page of documents and prints, as JSON, what came of
 * it.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { clientOver, someRut } from '../agency/client.ts';

/** What such a process prints. */
export interface BodyOutcome {
  /** Of the error; absent where the answer was taken. */
  code?: string;
  documents: number;
  /** Largest resident memory of the process, in MiB. */
  peakMiB: number;
  /** Longest time without a turn of the event loop, in ms. */
  maxFreezeMs: number;
}

const baseUrl = process.env['BODY_SERVICE'];
if (baseUrl !== undefined) {
  const { httpGet, close } = createHttpClient();
  const api = clientOver(httpGet, { baseUrl });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const outcome: BodyOutcome = { documents: 0, peakMiB: 0, maxFreezeMs: 0 };
  try {
    const page = await api.files({ rut: someRut, start: '2026-01-01', end: '2026-12-31', type: 'T' });
    outcome.documents = page.documents.length;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    outcome.code = error.code;
  }
  delay.disable();
  outcome.peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
  outcome.maxFreezeMs = Math.round(delay.max / 1e6);
  process.stdout.write(JSON.stringify(outcome));
  close();
}
