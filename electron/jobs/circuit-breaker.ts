import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../host.ts';

/**
 * What whoever asks a server that is away is refused with: what it was last heard of with. Nobody was asked.
 */
export class NotAsked extends AppError {
  constructor({ code, message, status, values }: AppError) {
    super(code, message, { ...(status !== undefined && { status }), ...(values && { values }) });
  }
}

/** Whether something may be asked. Times are elapsed ms. */
export type BreakerState =
  | { kind: 'closed' }
  /** Nobody asks before `probeAt`; then one small request tells. */
  | { kind: 'open'; error: AppError; probeAt: number }
  /** That request is on its way, or whoever was let through instead of it. */
  | { kind: 'half-open'; error: AppError };

/**
 * Stands before one thing that may be away: a connection's service, a host of storage, the folder of a batch.
 * Opens when it is found to be away, and closes when it serves again, for everybody who waits for it.
 */
export interface Breaker {
  readonly state: BreakerState;
  /** When it has served somebody last, elapsed ms. */
  readonly servedAt: number;
  /** What whoever would ask now is refused with; undefined where it may be asked. */
  readonly rejection: NotAsked | undefined;
  /**
   * Lets somebody ask, or throws the {@link rejection}. Where nobody waits, whoever comes first once a wait
   * is over is the probe: all others are refused until that one has left, or it has served somebody.
   */
  admit(caller: object): void;
  /**
   * Somebody who was admitted has ended, and knows whether it is back. Nothing follows from what others than
   * the probe find.
   */
  leave(caller: object, isBack: boolean): void;
  /**
   * A query failed for good, which may be about what was asked: two different ones, with nobody served
   * between them, and it is away.
   */
  failed(requestKey: string, error: AppError): void;
  /** It is away. Each time that it is, before it has served anybody, makes the wait longer. */
  open(error: AppError): void;
  /** It has served somebody; `at` is elapsed ms, now where left out. */
  served(at?: number): void;
  /** A person will not wait: it may be asked now. */
  close(): void;
  /**
   * Resolves once it is closed; while somebody waits, the server is probed. Hears each other state, the one
   * it stands in first. Rejects as the signal is aborted.
   */
  untilClosed(onState: (state: BreakerState) => void, signal: AbortSignal): Promise<void>;
  /** The network may be back: whoever waits has it probed at once. */
  probeNow(): void;
}

export interface BreakerDeps {
  clock: Pick<Clock, 'elapsed' | 'sleep'>;
  /** The cheapest look that tells whether it is back. Where it rejects, it is not. */
  probe(error: AppError): Promise<boolean>;
  /** Between two looks, ms. Default: a minute. */
  maxWaitMs?: number;
}

// Longer than a server needs for the little that a probe asks, and no longer than somebody would wait to be
// told, ms.
const probeTimeoutMs = 10_000;

/**
 * Whether what is asked is answered with true in ten seconds; what is asked for then is aborted. Rejects as
 * the query does.
 */
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

/** A breaker that is closed. */
export function createBreaker({ clock, probe, maxWaitMs = 60_000 }: BreakerDeps): Breaker {
  let state: BreakerState = { kind: 'closed' };
  /** How often it was away since it has served somebody. */
  let timesAway = 0;
  let openedAt = 0;
  let servedAt = Number.NEGATIVE_INFINITY;
  let isProbing = false;
  /** Who is let through to find out, while it is half-open for that. */
  let visitor: object | undefined;
  /** What failed since somebody was served. */
  const failures = new Set<string>();
  const waiting = new Set<(state: BreakerState) => void>();
  let wake: (() => void) | undefined;

  // Others change it while the probe is on its way.
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

  /** Probes as long as somebody waits. */
  async function probeUntilClosed(): Promise<void> {
    isProbing = true;
    try {
      while (waiting.size > 0 && state.kind === 'open') {
        await untilDue(state.probeAt);
        // Closed meanwhile, or nobody waits any more.
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
      // Woken before its time: that is what it is for.
    } finally {
      wake = undefined;
    }
  }

  function open(error: AppError): void {
    // Who is told late of what others wait for already makes nobody wait longer.
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
      // What was asked before it was found away says nothing of now.
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
          // Nobody is left to probe for.
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
