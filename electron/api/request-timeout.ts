import { maxAttempts } from '../../shared/error-codes.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import type { Clock, HttpGet, HttpResponse, NetworkZone } from '../host.ts';
import { cancelled } from '../lib/async.ts';

/** One response with its body. */
export interface AttemptResponse<Body> {
  status: number;
  headers: Readonly<Record<string, string>>;
  zone: NetworkZone;
  body: Body;
}

/**
 * Sends one request. Rejects with the codes of `HttpGet` (`NO_NETWORK` where the response broke off), with
 * `TIMED_OUT`, `REDIRECTED` or the error of `read`. A redirect is never followed, because it could carry the
 * key elsewhere. No header but `headers` identifies the app. `read` calls `alive` with each chunk.
 */
export async function attempt<Body>(
  { httpGet, clock }: { httpGet: HttpGet; clock: Clock },
  limits: AttemptLimits,
  request: { url: string; headers: Readonly<Record<string, string>> },
  signal: AbortSignal | undefined,
  read: (response: HttpResponse, alive: () => void) => Promise<Body>,
): Promise<AttemptResponse<Body>> {
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'cache-control': 'no-store',
    ...request.headers,
  };
  return withinTime(clock, limits, signal, async (ends, { alive, setBlocked }) => {
    const response = await httpGet(request.url, { headers, signal: ends, onBlocked: setBlocked });
    alive();
    try {
      if (response.status >= 300 && response.status < 400) throw redirected(response);
      const { status, headers, zone } = response;
      return { status, headers, zone, body: await read(response, alive) };
    } catch (error) {
      // Half a response is none. Elsewhere `TRANSFER_BROKEN` means the file of a document.
      if (!isAppError(error, 'TRANSFER_BROKEN')) throw error;
      const values = error.values ?? {};
      // A response that the HTTP parser rejects did arrive, but cannot be read.
      if (/^HPE_|CHUNKED|CONTENT_DECODING/.test(String(values['reason']))) {
        throw new AppError('RESPONSE_UNREADABLE', 'the answer cannot be read', { values });
      }
      throw new AppError('NO_NETWORK', 'the answer broke off', { values });
    } finally {
      response.cancel();
    }
  });
}

function redirected(response: HttpResponse): AppError {
  // The target may repeat the query with the key: only its host is reported.
  const host = URL.parse(response.headers['location'] ?? '')?.host ?? '';
  return new AppError('REDIRECTED', `redirected${host && ` to ${host}`}`, {
    status: response.status,
    values: { host },
  });
}

/** The limits of one attempt. */
export interface AttemptLimits {
  /** Maximum time without data, before the response or between two chunks, in ms. */
  stallMs: number;
  /** Maximum time of the attempt, in ms. */
  totalMs: number;
  /** Maximum size of the body, in bytes. */
  bodyBytes: number;
}

/** The limits of one attempt, and of their number. */
export interface Limits extends AttemptLimits {
  /** Maximum number of attempts, the first one included. */
  attempts: number;
}

export const defaultLimits: Limits = {
  attempts: maxAttempts,
  stallMs: 35_000,
  totalMs: 120_000,
  bodyBytes: 64 * 1024 * 1024,
};

/** For a connection test that a person waits for: one attempt, short timeouts. */
export const trialLimits: Partial<Limits> = { attempts: 1, stallMs: 15_000, totalMs: 15_000 };

/**
 * Ms until a blocked attempt is checked again: its remaining time does not shrink while blocked, and may be
 * near 0.
 */
const blockedRecheckMs = 100;

/** How an attempt reports its progress. */
export interface Life {
  /** Data has arrived. */
  alive(): void;
  /** The attempt waits locally, not for the network: its timeouts pause until it is unblocked. */
  setBlocked(isBlocked: boolean): void;
}

/** One attempt: it ends with its signal and reports its progress. */
type Attempt<T> = (signal: AbortSignal, life: Life) => Promise<T>;

/**
 * Runs one attempt under its time limits. Rejects with `TIMED_OUT` when they pass and with `CANCELLED` when
 * `signal` is aborted first, even if the attempt itself hangs.
 */
export async function withinTime<T>(
  clock: Clock,
  limits: AttemptLimits,
  signal: AbortSignal | undefined,
  attempt: Attempt<T>,
): Promise<T> {
  if (signal?.aborted) throw cancelled();
  const own = new AbortController();
  const ends = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
  let begun = clock.elapsed();
  let lastSign = begun;
  let blockedSince: number | undefined;
  let isLate = false;

  async function watch(): Promise<void> {
    for (;;) {
      const left =
        Math.min(lastSign + limits.stallMs, begun + limits.totalMs) - (blockedSince ?? clock.elapsed());
      if (left <= 0) break;
      try {
        await clock.sleep(blockedSince === undefined ? left : Math.max(left, blockedRecheckMs), ends);
      } catch {
        return; // The attempt has ended.
      }
    }
    isLate = true;
    own.abort();
  }

  const ended = Promise.withResolvers<never>();
  const stop = () => ended.reject(cancelled());
  ends.addEventListener('abort', stop, { once: true });
  const watching = watch();
  try {
    const alive = () => {
      lastSign = clock.elapsed();
    };
    const setBlocked = (isBlocked: boolean) => {
      const now = clock.elapsed();
      if (blockedSince !== undefined) {
        begun += now - blockedSince;
        lastSign += now - blockedSince;
      }
      blockedSince = isBlocked ? now : undefined;
    };
    return await Promise.race([attempt(ends, { alive, setBlocked }), ended.promise]);
  } catch (error) {
    if (isLate) throw new AppError('TIMED_OUT', 'no answer in time', { cause: error });
    throw signal?.aborted ? cancelled() : error;
  } finally {
    // Only the watch is still running.
    ends.removeEventListener('abort', stop);
    own.abort();
    await watching;
  }
}
