import { performance } from 'node:perf_hooks';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { Clock, HttpGet } from '../../host.ts';
import { type AdaptiveLimit, createAdaptiveLimit, type Ending, maxTransfers } from './storage-concurrency.ts';

/** A request for a slot. */
export interface SlotRequest {
  connectionId: string;
  batch: string;
  /** Nobody waits for it: other requests come first. */
  isBackground: boolean;
}

/** A slot for one transfer. */
export interface Slot {
  /** The next request goes to this host; `bytes` of the document are already here. */
  measure(host: string, httpGet: HttpGet, bytes: number): MeasuredTransfer;
  /** Releases the slot; idempotent. */
  release(): void;
}

/** A transfer whose speed is measured. */
export interface MeasuredTransfer {
  /** The given function, with its response time measured. */
  httpGet: HttpGet;
  /** Total bytes of the document so far. */
  onProgress(bytes: number): void;
  ended(ending: Ending): void;
}

/**
 * Slots for transfers. Each storage host has an adaptive limit; the configured number limits all together.
 * Waiting requests are served round-robin by connection, then by batch.
 */
export interface Slots {
  /** Current limit for the documents of a connection. */
  maxTransfersOf(connectionId: string): number;
  /** Rejects with the signal's reason after an abort. */
  take(request: SlotRequest, signal: AbortSignal): Promise<Slot>;
  /** Call when the number of slots may have changed. */
  refresh(): void;
}

interface Waiter extends SlotRequest {
  /** Identifies its batch within its connection. */
  line: string;
  start(): void;
}

/** Electron's event loop may report no idle time: then the work time is unknown. */
function threadWorkTime(): number {
  const { active, idle } = performance.eventLoopUtilization();
  return idle > 0 ? active : 0;
}

// Bounds the memory if a service names a new host with each link.
const maxHosts = 64;
const maxLastStarts = 1_000;

/**
 * Creates slots. `configured()` is the number set by user or administrator, 0 if none; `workTime()` is this
 * thread's busy time, ms.
 */
export function createSlots(
  configured: () => number,
  clock: Pick<Clock, 'elapsed'>,
  workTime: () => number = threadWorkTime,
): Slots {
  const limits = new Map<string, AdaptiveLimit>();
  /** The last storage host of each connection. */
  const hosts = new Map<string, string>();
  const waiting: Waiter[] = [];
  /** Sequence number of the last start, by connection and by batch. */
  const lastStarts = new Map<string, number>();
  let starts = 0;
  let inUse = 0;

  /** Until the first link is known, a connection has a host name of its own. */
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

  /** Whether a waiter precedes another; in arrival order if equal. */
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
        // Later waiters of the same batch have no priority over the first.
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
    // Bounds the memory; without the numbers all batches are equal.
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
        // A restarted transfer begins at 0.
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
      // The waiting requests found no slot, perhaps at another host.
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
