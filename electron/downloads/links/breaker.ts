import type { CarpetaError } from '../../../shared/errors.ts';
import type { Clock } from '../../host.ts';

/** Whether a server may be asked. Times are elapsed ms. */
export type BreakerState =
  | { kind: 'closed' }
  /** Nobody asks before `probeAt`; then one small request tells. */
  | { kind: 'open'; error: CarpetaError; probeAt: number }
  /** That request is on its way. */
  | { kind: 'half-open'; error: CarpetaError };

/** Stands before one server: opens when it is found to be away, and closes when it serves again, for everybody who waits for it. */
export interface Breaker {
  readonly state: BreakerState;
  /** What whoever would ask now is refused with; undefined where it may be asked: where nobody waits, whoever comes once a wait is over is the probe. */
  readonly refusal: CarpetaError | undefined;
  /** The server is away. Each time that it is, before it has served anybody, makes the wait longer. */
  open(error: CarpetaError): void;
  /** It has served somebody, at this time. */
  served(at: number): void;
  /** A person will not wait: it may be asked now. */
  close(): void;
  /** Resolves once it is closed; while somebody waits, the server is probed. Hears each other state, the one it stands in first. Rejects as the signal is aborted. */
  untilClosed(onState: (state: BreakerState) => void, signal: AbortSignal): Promise<void>;
  /** The network may be back: whoever waits has it probed at once. */
  probeNow(): void;
}

export interface BreakerParts {
  clock: Pick<Clock, 'elapsed' | 'sleep'>;
  /** The cheapest request that tells whether the server is back. Never rejects. */
  probe(error: CarpetaError): Promise<boolean>;
}

const shortestWait = 5_000;
const longestWait = 60_000;

/** A breaker that is closed. */
export function createBreaker({ clock, probe }: BreakerParts): Breaker {
  let state: BreakerState = { kind: 'closed' };
  /** How often it was away since it has served somebody. */
  let timesAway = 0;
  let openedAt = 0;
  let isProbing = false;
  const waiting = new Set<(state: BreakerState) => void>();
  let wake: (() => void) | undefined;

  // Others change it while the probe is on its way.
  const isHalfOpen = () => state.kind === 'half-open';

  function become(next: BreakerState): void {
    state = next;
    for (const hear of [...waiting]) hear(next);
  }

  function wait(error: CarpetaError): void {
    const probeAt = clock.elapsed() + Math.min(longestWait, shortestWait * 2 ** timesAway);
    timesAway++;
    become({ kind: 'open', error, probeAt });
  }

  /** Probes as long as somebody waits. */
  async function keepProbing(): Promise<void> {
    isProbing = true;
    try {
      while (waiting.size > 0 && state.kind === 'open') {
        await untilDue(state.probeAt);
        // Closed meanwhile, or nobody waits any more.
        if (waiting.size === 0 || state.kind !== 'open') continue;
        const { error } = state;
        become({ kind: 'half-open', error });
        const isBack = await probe(error);
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

  function close(): void {
    if (state.kind === 'closed') return;
    become({ kind: 'closed' });
    wake?.();
  }

  return {
    get state() {
      return state;
    },
    get refusal() {
      if (state.kind === 'closed') return undefined;
      const isDue = state.kind === 'open' && waiting.size === 0 && clock.elapsed() >= state.probeAt;
      return isDue ? undefined : state.error;
    },
    open(error) {
      // Who is told late of what others wait for already makes nobody wait longer.
      if (state.kind === 'half-open' || (state.kind === 'open' && clock.elapsed() < state.probeAt)) return;
      openedAt = clock.elapsed();
      wait(error);
    },
    served(at) {
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
          waiting.delete(hear);
          signal.removeEventListener('abort', stop);
          // Nobody is left to probe for.
          if (waiting.size === 0) wake?.();
        };
        const stop = () => {
          end();
          reject(new DOMException('The wait was ended early', 'AbortError'));
        };
        const hear = (next: BreakerState) => {
          if (next.kind !== 'closed') return onState(next);
          end();
          resolve();
        };
        if (signal.aborted) return stop();
        signal.addEventListener('abort', stop, { once: true });
        waiting.add(hear);
        hear(state);
        if (!isProbing && waiting.has(hear)) void keepProbing();
      });
    },
  };
}
