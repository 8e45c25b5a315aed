import { CarpetaError } from '../../../shared/errors.ts';

/** Waits for what others wait for too, which goes on without the one who stops. Rejects with `CANCELLED` then, else as it does. */
export function orStop<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new CarpetaError('CANCELLED', 'cancelled'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    const free = () => signal.removeEventListener('abort', stop);
    awaited.then(resolve, reject).finally(free);
  });
}
