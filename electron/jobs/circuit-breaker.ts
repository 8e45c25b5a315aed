import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';
import { within } from '../lib/async.ts';
import { backoffMs } from './retry.ts';

/**
 * The rejection of a request that was not sent, because the breaker is open: it carries the error that opened
 * it.
 */
export class CircuitOpenError extends AppError {
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

interface CircuitBreakerOptions {
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
  try {
    return await within(clock, probeTimeoutMs, ask(ending.signal), false);
  } finally {
    ending.abort();
  }
}

const minWaitMs = 5_000;
const failureThreshold = 2;

/**
 * Guards one target that may be unavailable: the service of a connection, a storage host, the folder of a
 * batch. Opens when the target is found unavailable and closes when it serves again, for all callers.
 */
export class Breaker {
  readonly #clock: CircuitBreakerOptions['clock'];
  readonly #probe: CircuitBreakerOptions['probe'];
  readonly #maxWaitMs: number;
  #state: BreakerState = { kind: 'closed' };
  /** How often the breaker has opened since the target last served a request. */
  #timesOpened = 0;
  #openedAt = 0;
  #servedAt = Number.NEGATIVE_INFINITY;
  #isProbing = false;
  /** The caller that was admitted as the probe, while half-open. */
  #probingCaller: object | undefined;
  /** The requests that failed since one was last served. */
  readonly #failures = new Set<string>();
  readonly #waiting = new Set<(state: BreakerState) => void>();
  #endSleep: (() => void) | undefined;

  /** A breaker that is closed. */
  constructor({ clock, probe, maxWaitMs = 60_000 }: CircuitBreakerOptions) {
    this.#clock = clock;
    this.#probe = probe;
    this.#maxWaitMs = maxWaitMs;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** When it last served a request, elapsed ms. */
  get servedAt(): number {
    return this.#servedAt;
  }

  /** The rejection of a request made now; undefined where requests pass. */
  get rejection(): CircuitOpenError | undefined {
    const state = this.#state;
    if (state.kind === 'closed') return undefined;
    const isDue = state.kind === 'open' && this.#waiting.size === 0 && this.#clock.elapsed() >= state.probeAt;
    return isDue ? undefined : new CircuitOpenError(state.error);
  }

  /**
   * Admits a request, or throws the {@link rejection}. Where nobody waits in `untilClosed`, the first caller
   * after `probeAt` is the probe. All others are rejected until it leaves or the target has served somebody.
   */
  admit(caller: object): void {
    const { rejection } = this;
    if (rejection) throw rejection;
    if (this.#state.kind !== 'open') return;
    this.#change({ kind: 'half-open', error: this.#state.error });
    this.#probingCaller = caller;
  }

  /**
   * An admitted caller has ended and reports whether the target is back. Only the report of the probe counts.
   */
  leave(caller: object, isBack: boolean): void {
    if (this.#probingCaller !== caller || this.#state.kind !== 'half-open') return;
    if (isBack) this.#change({ kind: 'closed' });
    else this.#openUntilProbe(this.#state.error);
  }

  /**
   * A request failed for good, perhaps because of its parameters. Two different ones, with none served
   * between them, open the breaker.
   */
  failed(requestKey: string, error: AppError): void {
    this.#failures.add(requestKey);
    if (this.#failures.size >= failureThreshold) this.open(error);
  }

  /** Opens the breaker. Each time that this happens before the target has served anybody doubles the wait. */
  open(error: AppError): void {
    const state = this.#state;
    // A late report of a known outage does not extend the wait.
    if (state.kind === 'half-open' || (state.kind === 'open' && this.#clock.elapsed() < state.probeAt))
      return;
    this.#openedAt = this.#clock.elapsed();
    this.#openUntilProbe(error);
  }

  /** The target has served a request; `at` is elapsed ms, by default now. */
  served(at = this.#clock.elapsed()): void {
    this.#servedAt = Math.max(this.#servedAt, at);
    this.#failures.clear();
    // A request that began before the breaker opened does not prove that the target is back.
    if (this.#state.kind !== 'closed' && at < this.#openedAt) return;
    this.#timesOpened = 0;
    this.close();
  }

  /** A person retries: requests pass at once. */
  close(): void {
    if (this.#state.kind === 'closed') return;
    this.#change({ kind: 'closed' });
    this.#endSleep?.();
  }

  /** The network may be back: probes at once where somebody waits. */
  probeNow(): void {
    this.#endSleep?.();
  }

  /**
   * Resolves once it is closed; while somebody waits, the target is probed. Calls `onState` with the current
   * state and with each later one but `closed`. Rejects when the signal is aborted.
   */
  untilClosed(onState: (state: BreakerState) => void, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(listener);
        signal.removeEventListener('abort', stop);
        // Nobody waits for the probe any more.
        if (this.#waiting.size === 0) this.#endSleep?.();
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
      this.#waiting.add(listener);
      listener(this.#state);
      if (!this.#isProbing && this.#waiting.has(listener)) void this.#probeUntilClosed();
    });
  }

  #change(next: BreakerState): void {
    this.#state = next;
    this.#probingCaller = undefined;
    for (const listener of [...this.#waiting]) listener(next);
  }

  #openUntilProbe(error: AppError): void {
    this.#timesOpened++;
    // Without jitter: the page shows this time, and one probe stands for all requests of this computer.
    const waitMs = backoffMs(this.#timesOpened, 0.5, { firstMs: minWaitMs, maxMs: this.#maxWaitMs });
    const probeAt = this.#clock.elapsed() + waitMs;
    this.#change({ kind: 'open', error, probeAt });
    if (!this.#isProbing && this.#waiting.size > 0) void this.#probeUntilClosed();
  }

  /** Probes while somebody waits. */
  async #probeUntilClosed(): Promise<void> {
    this.#isProbing = true;
    try {
      while (this.#waiting.size > 0 && this.#state.kind === 'open') {
        await this.#sleepUntil(this.#state.probeAt);
        const state = this.state;
        // Closed in the meantime, or nobody waits any more.
        if (this.#waiting.size === 0 || state.kind !== 'open') continue;
        const { error } = state;
        this.#change({ kind: 'half-open', error });
        const isBack = await this.#probe(error).catch(() => false);
        // Other calls may have changed the state while the probe was in flight.
        if (this.state.kind !== 'half-open') continue;
        if (isBack) this.#change({ kind: 'closed' });
        else this.#openUntilProbe(error);
      }
    } finally {
      this.#isProbing = false;
    }
  }

  async #sleepUntil(at: number): Promise<void> {
    const ending = new AbortController();
    this.#endSleep = () => ending.abort();
    try {
      await this.#clock.sleep(Math.max(0, at - this.#clock.elapsed()), ending.signal);
    } catch {
      // `#endSleep` ends it early.
    } finally {
      this.#endSleep = undefined;
    }
  }
}
