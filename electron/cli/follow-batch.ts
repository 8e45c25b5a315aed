import { AppError } from '../../shared/errors.ts';
import type { Batch, PauseReason } from '../../shared/model/download.ts';
import { resumesAutomatically } from '../../shared/model/resumes-automatically.ts';
import type { App } from '../app.ts';
import type { Terminal } from './terminal.ts';

// Interval of polling the batch in addition to its events, ms.
const pollIntervalMs = 10_000;

/** The part of the app that follows a batch. */
interface BatchApp {
  on: App['on'];
  handlers: Pick<App['handlers'], 'downloads.control' | 'downloads.list'>;
}

/**
 * Follows a batch until it has ended or is paused, and waits up to `waitMinutes` minutes for a pause to end
 * by itself. When the person stops it, the rest is cancelled; the next run downloads only that. Rejects with
 * `BATCH_OWNED_ELSEWHERE` or `BATCH_GONE` where this process no longer owns the batch.
 */
export async function followBatch(
  app: BatchApp,
  terminal: Terminal,
  batchId: string,
  waitMinutes: number,
): Promise<Batch> {
  const stopped = Promise.withResolvers<Batch>();
  let pauseTimer: NodeJS.Timeout | undefined;
  function update(batches: readonly Batch[]): void {
    const batch = batches.find(({ id }) => id === batchId);
    if (!batch) return;
    if (batch.isElsewhere) {
      stopped.reject(new AppError('BATCH_OWNED_ELSEWHERE', 'another process works on the batch'));
      return;
    }
    terminal.redraw(progressLine(terminal, batch));
    terminal.emit('progress', {
      documents: batch.documents,
      ended: endedOf(batch),
      bytes: batch.bytes,
      state: batch.state.kind,
    });
    const { state } = batch;
    // A batch that is being cancelled is paused for a moment before it has ended.
    const isPaused = state.kind === 'paused' && !terminal.signal.aborted;
    if (isPaused && waitMinutes > 0 && resumesAutomatically(state)) {
      pauseTimer ??= startPauseTimer(batch, state.why);
      return;
    }
    clearTimeout(pauseTimer);
    pauseTimer = undefined;
    if (isPaused || state.kind === 'ended') stopped.resolve(batch);
  }
  function startPauseTimer(batch: Batch, why: PauseReason): NodeJS.Timeout {
    terminal.say(`paused.${why}`);
    terminal.say('waiting', { count: waitMinutes });
    return setTimeout(() => stopped.resolve(batch), waitMinutes * 60_000);
  }
  const off = app.on('downloads.progress', ({ batches }) => update(batches));
  const list = () => app.handlers['downloads.list'](undefined);
  const poll = async () => {
    const batches = await list();
    if (!batches.some(({ id }) => id === batchId)) {
      throw new AppError('BATCH_GONE', 'the batch has been removed');
    }
    update(batches);
  };
  // No event arrives for a batch that another process has removed or released.
  const polling = setInterval(() => poll().catch(stopped.reject), pollIntervalMs);
  const cancel = () => {
    app.handlers['downloads.control']({ action: 'cancel', batchId }).catch(stopped.reject);
  };
  terminal.signal.addEventListener('abort', cancel, { once: true });
  // A signal from before the listener was added is not repeated.
  if (terminal.signal.aborted) cancel();
  try {
    // It may have ended before the listener was added.
    update(await list());
    return await stopped.promise;
  } finally {
    off();
    clearInterval(polling);
    clearTimeout(pauseTimer);
    terminal.signal.removeEventListener('abort', cancel);
    terminal.redraw('');
  }
}

/** Number of documents of a batch with a final state. */
export function endedOf({ counts, documents }: Batch): number {
  return documents - counts.waiting - counts.transferring - counts.paused;
}

/** Width of the bar, in characters. */
const barWidth = 24;

/**
 * A batch as one line: a bar of documents, then counts, speed and, when it is meaningful, the remaining time.
 */
export function progressLine({ translator }: Terminal, batch: Batch): string {
  const ended = endedOf(batch);
  const part = batch.documents === 0 ? 0 : Math.min(1, ended / batch.documents);
  const full = Math.floor(part * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  const speed = `${translator.number(Math.round(batch.bytesPerSecond / 100_000) / 10)} MB/s`;
  const facts = [translator.t('progress', { done: ended, total: batch.documents }), speed];
  if (batch.secondsLeft !== undefined) facts.push(timeLeft(batch.secondsLeft));
  return `${bar} ${facts.join(' · ')}`;
}

function timeLeft(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}
