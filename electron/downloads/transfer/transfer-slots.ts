import { performance } from 'node:perf_hooks';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { Clock, HttpGet } from '../../host.ts';
import { type Ending, maxTransfers, TransfersPerHost } from './transfers-per-host.ts';

/** A request for a slot. */
interface SlotRequest {
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
  onEnd(ending: Ending): void;
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
 * Slots for transfers. Each storage host has an adaptive limit; the configured number limits all together.
 * Waiting requests are served round-robin by connection, then by batch.
 */
export class FairTransferQueue {
  readonly #configured: () => number;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #limits = new Map<string, TransfersPerHost>();
  /** The last storage host of each connection. */
  readonly #hosts = new Map<string, string>();
  readonly #waiting: Waiter[] = [];
  /** Sequence number of the last start, by connection and by batch. */
  readonly #lastStarts = new Map<string, number>();
  #starts = 0;
  #inUse = 0;

  /** `configured()` is the number set by user or administrator, 0 if none. */
  constructor(configured: () => number, clock: Pick<Clock, 'elapsed'>) {
    this.#configured = configured;
    this.#clock = clock;
  }

  /** Current limit for the documents of a connection. */
  maxTransfersOf(connectionId: string): number {
    return this.#limitOf(this.#hostOf(connectionId)).max;
  }

  /** Rejects with the signal's reason after an abort. */
  takeSlot(request: SlotRequest, signal: AbortSignal): Promise<Slot> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const line = compositeKey(request.connectionId, request.batch);
    // The waiting requests found no slot, perhaps at another host.
    if (this.#hasFreeSlot(request)) return Promise.resolve(this.#occupy(request, line));
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal.reason);
      };
      const waiter = {
        ...request,
        line,
        start: () => {
          signal.removeEventListener('abort', stop);
          resolve(this.#occupy(request, line));
        },
      };
      this.#waiting.push(waiter);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  /** Call when the number of slots may have changed. */
  refresh(): void {
    for (;;) {
      let next: Waiter | undefined;
      let line = '';
      for (const one of this.#waiting) {
        // Later waiters of the same batch have no priority over the first.
        if (one.line === line) continue;
        line = one.line;
        if (this.#hasFreeSlot(one) && (!next || this.#isBefore(one, next))) next = one;
      }
      if (!next) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.start();
    }
  }

  /** Until the first link is known, a connection has a host name of its own. */
  #hostOf(connectionId: string): string {
    return this.#hosts.get(connectionId) ?? `connection ${connectionId}`;
  }

  #limitOf(host: string): TransfersPerHost {
    const known = this.#limits.get(host);
    if (known) return known;
    for (const [name, { underWay }] of this.#limits) {
      if (this.#limits.size >= maxHosts && underWay === 0) this.#limits.delete(name);
    }
    const limit = new TransfersPerHost(this.#configured, threadWorkTime);
    this.#limits.set(host, limit);
    return limit;
  }

  #hasFreeSlot({ connectionId }: SlotRequest): boolean {
    const limit = this.#limitOf(this.#hostOf(connectionId));
    return this.#inUse < (this.#configured() || maxTransfers) && limit.underWay < limit.max;
  }

  /** Whether a waiter precedes another; in arrival order if equal. */
  #isBefore(one: Waiter, other: Waiter): boolean {
    if (one.isBackground !== other.isBackground) return other.isBackground;
    const lastStart = (key: string) => this.#lastStarts.get(key) ?? 0;
    const byConnection = lastStart(one.connectionId) - lastStart(other.connectionId);
    const byBatch = lastStart(one.line) - lastStart(other.line);
    return (byConnection || byBatch) < 0;
  }

  #occupy({ connectionId }: SlotRequest, line: string): Slot {
    this.#starts++;
    // Bounds the memory; without the numbers all batches are equal.
    if (this.#lastStarts.size > maxLastStarts) this.#lastStarts.clear();
    this.#lastStarts.set(connectionId, this.#starts).set(line, this.#starts);
    this.#inUse++;
    let limit: TransfersPerHost | undefined = this.#limitOf(this.#hostOf(connectionId));
    limit.occupy(this.#clock.elapsed());
    return {
      measure: (host, httpGet, bytes) => {
        const now = this.#clock.elapsed();
        const other = this.#limitOf(host);
        this.#hosts.set(connectionId, host);
        if (limit && limit !== other) {
          limit.vacate(now);
          other.occupy(now);
          limit = other;
        }
        return measuredTransfer(this.#clock, other, httpGet, bytes);
      },
      release: () => {
        if (!limit) return;
        limit.vacate(this.#clock.elapsed());
        limit = undefined;
        this.#inUse--;
        this.refresh();
      },
    };
  }
}

/** A transfer whose response time, bytes and end count for the limit of its host. */
function measuredTransfer(
  clock: Pick<Clock, 'elapsed'>,
  limit: TransfersPerHost,
  httpGet: HttpGet,
  bytesBefore: number,
): MeasuredTransfer {
  const meter = limit.measure(clock.elapsed());
  let lastBytes = bytesBefore;
  return {
    async httpGet(url, options) {
      const onBlocked = (isBlocked: boolean) => {
        meter.setBlocked(isBlocked, clock.elapsed());
        options.onBlocked?.(isBlocked);
      };
      const response = await httpGet(url, { ...options, onBlocked });
      meter.onResponse(clock.elapsed());
      return response;
    },
    onProgress(bytes) {
      // A restarted transfer begins at 0.
      meter.onBytes(bytes < lastBytes ? bytes : bytes - lastBytes, clock.elapsed());
      lastBytes = bytes;
    },
    onEnd: (ending) => meter.onEnd(ending, clock.elapsed()),
  };
}
