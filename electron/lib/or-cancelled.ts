import { AppError } from '../../shared/errors.ts';

/** The error of anything that a person or the app has cancelled. */
export function cancelled(): AppError {
  return new AppError('CANCELLED', 'cancelled');
}

/**
 * Waits for a promise that an abort does not end. Rejects with `CANCELLED` once `signal` is aborted, else as
 * the promise does.
 */
export function orCancelled<T>(awaited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return awaited;
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelled());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    const free = () => signal.removeEventListener('abort', stop);
    // Also handles a rejection after the abort.
    awaited.then(resolve, reject).finally(free);
  });
}
