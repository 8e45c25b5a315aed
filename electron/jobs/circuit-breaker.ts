import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';

/**
 * The rejection of a request that was not sent, because the breaker is open: it carries the error that opened
 * it.
 */
export class NotAsked extends AppError {
  constructor({ code, message, status, values }: AppError) {
    super(code, message, { ...(status !== undefined && { status }), ...(values && { values }) });
  }
}

/** Whether requests may pass. Times are elapsed ms. */
export type BreakerState =
  | { kind: 'closed' }
  /** No request passes before `probeAt`; then one small request probes the server. */
  | { kind: 'open'; error: AppError; probeAt: number }
  /** The probe is in flight, or the request that was admitted in its place. */
  | { kind: 'half-open'; error: AppError };

/**
 * Guards one target that may be unavailable: the service of a connection, a storage host, the folder of a
 * batch. Opens when the target is found unavailable and closes when it serves again, for all callers.
 */
export interface Breaker {
  readonly state: BreakerState;
  /** When it last served a request, elapsed ms. */
  readonly servedAt: number;
  /** The rejection of a request made now; undefined where requests pass. */
  readonly rejection: NotAsked | undefined;
  /**
   * Admits a request, or throws the {@link rejection}. Where nobody waits in `untilClosed`, the first caller
   * after `probeAt` is the probe. All others are rejected until it leaves or the target has served somebody.
   */
  admit(caller: object): void;
  /**
   * An admitted caller has ended and reports whether the target is back. Only the report of the probe counts.
   */
  leave(caller: object, isBack: boolean): void;
  /**
   * A request failed for good, perhaps because of its parameters. Two different ones, with none served
   * between them, open the breaker.
   */
  failed(requestKey: string, error: AppError): void;
  /** Opens the breaker. Each time that this happens before the target has served anybody doubles the wait. */
  open(error: AppError): void;
  /** The target has served a request; `at` is elapsed ms, by default now. */
  served(at?: number): void;
  /** A person retries: requests pass at once. */
  close(): void;
  /**
   * Resolves once it is closed; while somebody waits, the target is probed. Calls `onState` with the current
   * state and with each later one but `closed`. Rejects when the signal is aborted.
   */
  untilClosed(onState: (state: BreakerState) => void, signal: AbortSignal): Promise<void>;
  /** The network may be back: probes at once where somebody waits. */
  probeNow(): void;
}

export interface BreakerDeps {
  clock: Pick<Clock, 'elapsed' | 'sleep'>;
  /** The cheapest check that the target is back. A rejection means that it is not. */
  probe(error: AppError): Promise<boolean>;
  /** Maximum wait between two probes, ms. Default: a minute. */
  maxWaitMs?: number;
}

// Longer than a server needs for a probe, and no longer than a person would wait for the result, ms.
const probeTimeoutMs = 10_000;

/** Whether `ask` resolves to true within `probeTimeoutMs`; it is aborted then. Rejects as `ask` does. */
export async function respondsInTime(
  clock: Pick<Clock, 'sleep'>,
  ask: (signal: AbortSignal) => Promise<boolean>,
): Promise<boolean> {
  const ending = new AbortController();
  const tooLate = clock.sleep(probeTimeoutMs, ending.signal).then(() => false);
  try {
    return await Promise.race([ask(ending.signal), tooLate]);
  } finally {
    ending.abort();
  }
}

const minWaitMs = 5_000;
const failureThreshold = 2;

/** Creates a breaker that is closed. */
export function createBreaker({ clock, probe, maxWaitMs = 60_000 }: BreakerDeps): Breaker {
  let state: BreakerState = { kind: 'closed' };
  /** How often the breaker has opened since the target last served a request. */
  let timesAway = 0;
  let openedAt = 0;
  let servedAt = Number.NEGATIVE_INFINITY;
  let isProbing = false;
  /** The caller that was admitted as the probe, while half-open. */
  let visitor: object | undefined;
  /** The requests that failed since one was last served. */
  const failures = new Set<string>();
  const waiting = new Set<(state: BreakerState) => void>();
  let wake: (() => void) | undefined;

  // A function, because other calls change the state while the probe is in flight.
  const isHalfOpen = () => state.kind === 'half-open';

  function become(next: BreakerState): void {
    state = next;
    visitor = undefined;
    for (const listener of [...waiting]) listener(next);
  }

  function wait(error: AppError): void {
    const probeAt = clock.elapsed() + Math.min(maxWaitMs, minWaitMs * 2 ** timesAway);
    timesAway++;
    become({ kind: 'open', error, probeAt });
    if (!isProbing && waiting.size > 0) void probeUntilClosed();
  }

  /** Probes while somebody waits. */
  async function probeUntilClosed(): Promise<void> {
    isProbing = true;
    try {
      while (waiting.size > 0 && state.kind === 'open') {
        await untilDue(state.probeAt);
        // Closed in the meantime, or nobody waits any more.
        if (waiting.size === 0 || state.kind !== 'open') continue;
        const { error } = state;
        become({ kind: 'half-open', error });
        const isBack = await probe(error).catch(() => false);
        if (!isHalfOpen()) continue;
        if (isBack) become({ kind: 'closed' });
        else wait(error);
      }
    } finally {
      isProbing = false;
    }
  }

  async function untilDue(at: number): Promise<void> {
    const waking = new AbortController();
    wake = () => waking.abort();
    try {
      await clock.sleep(Math.max(0, at - clock.elapsed()), waking.signal);
    } catch {
      // `wake` ends the wait early.
    } finally {
      wake = undefined;
    }
  }

  function open(error: AppError): void {
    // A late report of a known outage does not extend the wait.
    if (state.kind === 'half-open' || (state.kind === 'open' && clock.elapsed() < state.probeAt)) return;
    openedAt = clock.elapsed();
    wait(error);
  }

  function rejection(): NotAsked | undefined {
    if (state.kind === 'closed') return undefined;
    const isDue = state.kind === 'open' && waiting.size === 0 && clock.elapsed() >= state.probeAt;
    return isDue ? undefined : new NotAsked(state.error);
  }

  function close(): void {
    if (state.kind === 'closed') return;
    become({ kind: 'closed' });
    wake?.();
  }

  return {
    get state() {
      return state;
    },
    get servedAt() {
      return servedAt;
    },
    get rejection() {
      return rejection();
    },
    admit(caller) {
      const refused = rejection();
      if (refused) throw refused;
      if (state.kind !== 'open') return;
      become({ kind: 'half-open', error: state.error });
      visitor = caller;
    },
    leave(caller, isBack) {
      if (visitor !== caller || state.kind !== 'half-open') return;
      if (isBack) become({ kind: 'closed' });
      else wait(state.error);
    },
    failed(requestKey, error) {
      failures.add(requestKey);
      if (failures.size >= failureThreshold) open(error);
    },
    open,
    served(at = clock.elapsed()) {
      servedAt = Math.max(servedAt, at);
      failures.clear();
      // A request that began before the breaker opened does not prove that the target is back.
      if (state.kind !== 'closed' && at < openedAt) return;
      timesAway = 0;
      close();
    },
    close,
    probeNow: () => wake?.(),
    untilClosed(onState, signal) {
      return new Promise((resolve, reject) => {
        const end = () => {
          waiting.delete(listener);
          signal.removeEventListener('abort', stop);
          // Nobody waits for the probe any more.
          if (waiting.size === 0) wake?.();
        };
        const stop = () => {
          end();
          reject(new DOMException('The wait was ended early', 'AbortError'));
        };
        const listener = (next: BreakerState) => {
          if (next.kind !== 'closed') return onState(next);
          end();
          resolve();
        };
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        waiting.add(listener);
        listener(state);
        if (!isProbing && waiting.has(listener)) void probeUntilClosed();
      });
    },
  };
}
