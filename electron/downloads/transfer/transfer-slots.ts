import { performance } from 'node:perf_hooks';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { Clock, HttpGet } from '../../host.ts';
import { type AdaptiveLimit, createAdaptiveLimit, type Ending, maxTransfers } from './storage-concurrency.ts';

/** Who wants a slot. */
export interface SlotRequest {
  connectionId: string;
  batch: string;
  /** Nobody waits for it: it gets a slot when those for whom somebody does have theirs. */
  isBackground: boolean;
}

/** A place among the transfers that are under way. */
export interface Slot {
  /** Its transfer asks this host next, where `bytes` of the document are here already. */
  measure(host: string, httpGet: HttpGet, bytes: number): MeasuredTransfer;
  /** Gives the slot back. Harmless when repeated. */
  release(): void;
}

/** A transfer whose speed is measured. */
export interface MeasuredTransfer {
  /** As the one that it was made with; how long the answer takes is measured. */
  httpGet: HttpGet;
  /** So many bytes of the document are here by now. */
  onProgress(bytes: number): void;
  ended(ending: Ending): void;
}

/**
 * Places for transfers. Each storage host has a limit of its own, which is what it turns out to be worth; all
 * together have no more than a person or an administrator allows. Those who wait get theirs in turns:
 * connection by connection, and within one batch by batch.
 */
export interface Slots {
  /** How many the documents of a connection may have now. */
  maxTransfersOf(connectionId: string): number;
  /** Rejects with the signal's reason when it ends first. */
  take(request: SlotRequest, signal: AbortSignal): Promise<Slot>;
  /** Looks again at how many there are. */
  refresh(): void;
}

interface Waiter extends SlotRequest {
  /** Names its batch among those of its connection. */
  line: string;
  start(): void;
}

/** Electron's loop is not Node's own, and may tell no idle time: then nothing is known. */
function threadWorkTime(): number {
  const { active, idle } = performance.eventLoopUtilization();
  return idle > 0 ? active : 0;
}

// A service that names another host with each link must not have them kept for ever.
const maxHosts = 64;
const maxLastStarts = 1_000;

/**
 * Slots of which nobody has any yet; `chosen()` is how many a person or an administrator allows, 0 where
 * nobody has said; `workTime()` is how long this thread has been at work, ms.
 */
export function createSlots(
  configured: () => number,
  clock: Pick<Clock, 'elapsed'>,
  workTime: () => number = threadWorkTime,
): Slots {
  const limits = new Map<string, AdaptiveLimit>();
  /** The host that gave a connection's documents last, by connection. */
  const hosts = new Map<string, string>();
  const waiting: Waiter[] = [];
  /** The number of the start at which connections, and batches of connections, had a slot last. */
  const lastStarts = new Map<string, number>();
  let starts = 0;
  let inUse = 0;

  /** Before the first link of a connection is known, its host is one of its own. */
  const hostOf = (connectionId: string) => hosts.get(connectionId) ?? `connection ${connectionId}`;

  function limitOf(host: string): AdaptiveLimit {
    const known = limits.get(host);
    if (known) return known;
    for (const [name, { underWay }] of limits) {
      if (limits.size >= maxHosts && underWay === 0) limits.delete(name);
    }
    const limit = createAdaptiveLimit(configured, workTime);
    limits.set(host, limit);
    return limit;
  }

  function hasRoom({ connectionId }: SlotRequest): boolean {
    const limit = limitOf(hostOf(connectionId));
    return inUse < (configured() || maxTransfers) && limit.underWay < limit.max;
  }

  const lastStart = (key: string) => lastStarts.get(key) ?? 0;

  /** Whether one who waits is to have a slot before another: who came first, where nothing else decides. */
  function isBefore(one: Waiter, other: Waiter): boolean {
    if (one.isBackground !== other.isBackground) return other.isBackground;
    const byConnection = lastStart(one.connectionId) - lastStart(other.connectionId);
    const byBatch = lastStart(one.line) - lastStart(other.line);
    return (byConnection || byBatch) < 0;
  }

  function refresh(): void {
    for (;;) {
      let next: Waiter | undefined;
      let line = '';
      for (const one of waiting) {
        // Whoever follows one of the same line in its row has no better claim.
        if (one.line === line) continue;
        line = one.line;
        if (hasRoom(one) && (!next || isBefore(one, next))) next = one;
      }
      if (!next) return;
      waiting.splice(waiting.indexOf(next), 1);
      next.start();
    }
  }

  function noteStart(connectionId: string, line: string): void {
    starts++;
    // Batches come and go; without these numbers, all begin alike.
    if (lastStarts.size > maxLastStarts) lastStarts.clear();
    lastStarts.set(connectionId, starts);
    lastStarts.set(line, starts);
  }

  function occupy({ connectionId }: SlotRequest, line: string): Slot {
    noteStart(connectionId, line);
    inUse++;
    let limit: AdaptiveLimit | undefined = limitOf(hostOf(connectionId));
    limit.occupy(clock.elapsed());
    return {
      measure(host, httpGet, bytes) {
        const now = clock.elapsed();
        const other = limitOf(host);
        hosts.set(connectionId, host);
        if (limit && limit !== other) {
          limit.vacate(now);
          other.occupy(now);
          limit = other;
        }
        return measured(other, httpGet, bytes);
      },
      release() {
        if (!limit) return;
        limit.vacate(clock.elapsed());
        limit = undefined;
        inUse--;
        refresh();
      },
    };
  }

  function measured(limit: AdaptiveLimit, httpGet: HttpGet, before: number): MeasuredTransfer {
    const transfer = limit.measure(clock.elapsed());
    let here = before;
    return {
      async httpGet(url, options) {
        const onBlocked = (isBlocked: boolean) => {
          transfer.setBlocked(isBlocked, clock.elapsed());
          options.onBlocked?.(isBlocked);
        };
        const response = await httpGet(url, { ...options, onBlocked });
        transfer.responded(clock.elapsed());
        return response;
      },
      onProgress(bytes) {
        // What is begun again begins at none.
        transfer.came(bytes < here ? bytes : bytes - here, clock.elapsed());
        here = bytes;
      },
      ended: (ending) => transfer.ended(ending, clock.elapsed()),
    };
  }

  return {
    maxTransfersOf: (connectionId) => limitOf(hostOf(connectionId)).max,
    take(request, signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      const line = compositeKey(request.connectionId, request.batch);
      // Those who wait have found no room, perhaps at a host that is not this one's.
      if (hasRoom(request)) return Promise.resolve(occupy(request, line));
      return new Promise((resolve, reject) => {
        const stop = () => {
          waiting.splice(waiting.indexOf(waiter), 1);
          reject(signal.reason);
        };
        const waiter = {
          ...request,
          line,
          start() {
            signal.removeEventListener('abort', stop);
            resolve(occupy(request, line));
          },
        };
        waiting.push(waiter);
        signal.addEventListener('abort', stop, { once: true });
      });
    },
    refresh,
  };
}
