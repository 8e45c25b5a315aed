import type { IncomingMessage } from 'node:http';
import { AppError } from '../../../shared/errors.ts';
import { cancelled } from '../../lib/async.ts';
import { systemCode } from '../../lib/retry-while-locked.ts';

// Maximum number of bytes read from one body before the event loop runs again. Node reads two megabytes of a
// fast one at once, and everything else waits.
const maxBurstBytes = 128 * 1024;

interface Reader {
  resolve(result: IteratorResult<Uint8Array, undefined>): void;
  reject(error: unknown): void;
}

/**
 * The body of a response as it arrives, for one reader. It uses its own listeners: Node's iteration of a
 * response takes a third of the time of a whole small file. Rejects with `TRANSFER_BROKEN`, or with
 * `CANCELLED` after an abort.
 */
export function bodyStream(
  response: IncomingMessage,
  signal: AbortSignal | undefined,
): AsyncIterable<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let reader: Reader | undefined;
  let end: { failure?: unknown } | undefined;
  let isFlowing = false;
  let bytesAtOnce = 0;
  let isPaused = false;

  function finish(failure?: unknown): void {
    if (end) return;
    end = failure === undefined ? {} : { failure };
    const last = reader;
    reader = undefined;
    if (failure === undefined) last?.resolve({ done: true, value: undefined });
    else last?.reject(failure);
  }

  // Node drops an error without a listener, so the listeners are added at once.
  response.on('error', (error) => finish(broken(error, signal)));
  response.on('end', () => finish());
  response.on('close', () => end ?? finish(broken(response.errored, signal)));

  function letLoopGoOn(): void {
    isPaused = true;
    response.pause();
    setImmediate(() => {
      bytesAtOnce = 0;
      isPaused = false;
      if (waiting.length === 0) response.resume();
    });
  }

  function take(chunk: Uint8Array): void {
    bytesAtOnce += chunk.length;
    if (bytesAtOnce >= maxBurstBytes && !isPaused) letLoopGoOn();
    if (reader) {
      const { resolve } = reader;
      reader = undefined;
      resolve({ done: false, value: chunk });
      return;
    }
    waiting.push(chunk);
  }

  function next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!isFlowing) {
      isFlowing = true;
      response.on('data', take);
    }
    const chunk = waiting.shift();
    if (chunk) {
      if (waiting.length === 0 && !isPaused && response.isPaused()) response.resume();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (end) {
      return 'failure' in end
        ? Promise.reject(end.failure)
        : Promise.resolve({ done: true, value: undefined });
    }
    return new Promise((resolve, reject) => {
      reader = { resolve, reject };
    });
  }

  return {
    [Symbol.asyncIterator]: () => ({
      next,
      return: () => {
        // A response that has arrived whole and is not read to its end would keep its connection for ever.
        if (!response.readableEnded) response.destroy();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
}

function broken(error: unknown, signal: AbortSignal | undefined): AppError {
  if (signal?.aborted) return cancelled();
  const reason = systemCode(error) || 'UNKNOWN';
  return new AppError('TRANSFER_BROKEN', 'the body broke off', { values: { reason }, cause: error });
}
