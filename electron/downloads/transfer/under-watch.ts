import { CarpetaError } from '../../../shared/errors.ts';
import type { StallWatch, Watched } from './stall-watch.ts';

/**
 * Does something that brings bytes, and ends it when none come for too long. Rejects with `TRANSFER_STALLED` then, with `CANCELLED` when
 * the signal ended it, and as the act itself does.
 */
export async function underWatch<T>(
  stalls: StallWatch,
  signal: AbortSignal,
  act: (watched: Watched, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end, { once: true });
  let isStalled = false;
  const watched = stalls.watch(() => {
    isStalled = true;
    ending.abort();
  });
  try {
    signal.throwIfAborted();
    return await act(watched, ending.signal);
  } catch (thrown) {
    if (isStalled) throw new CarpetaError('TRANSFER_STALLED', 'nothing came for too long', { cause: thrown });
    if (signal.aborted) throw new CarpetaError('CANCELLED', 'cancelled');
    throw thrown;
  } finally {
    watched.release();
    signal.removeEventListener('abort', end);
  }
}

/** Has silence not count while a request is held on this side of the network. */
export function onHold(watched: Watched): (isHeld: boolean) => void {
  return (isHeld) => (isHeld ? watched.hold() : watched.touch());
}
