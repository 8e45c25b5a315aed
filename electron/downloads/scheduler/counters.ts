import type { StateCounts, TransferState } from '../../../shared/model/download.ts';
import type { Clock } from '../../host.ts';
import type { LedgerBatch } from '../../store/index.ts';

/** How a batch fares, counted as it goes. */
export interface Tally {
  readonly counts: StateCounts;
  readonly documents: number;
  /** Bytes on disk, and of what is under way. */
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Absent until it means something. */
  readonly secondsLeft: number | undefined;
  /** Starts from what the ledger says. */
  reset(batch: Pick<LedgerBatch, 'counts' | 'bytes'>): void;
  added(documents: number): void;
  moved(from: TransferState, to: TransferState, documents?: number): void;
  landedBytes(bytes: number): void;
  /** Bytes under way: so many more, or fewer. */
  streamed(delta: number): void;
}

const finals: readonly TransferState[] = ['done', 'here', 'failed', 'no-file', 'unsigned', 'cancelled'];
// The speed of the last few seconds; the time left from what this run has done, once that is enough to go by.
const window = 5_000;
const enoughTime = 5_000;
const enoughDocuments = 20;

/** A tally of nothing yet. */
export function createTally(clock: Pick<Clock, 'elapsed'>): Tally {
  const counts: Record<TransferState, number> = {
    waiting: 0,
    transferring: 0,
    paused: 0,
    done: 0,
    here: 0,
    failed: 0,
    'no-file': 0,
    unsigned: 0,
    cancelled: 0,
  };
  let onDisk = 0;
  let moving = 0;
  let finishedSince = 0;
  let since = clock.elapsed();
  // Bytes that came in each half second of the window.
  let slices: { at: number; bytes: number }[] = [];

  const total = () => Object.values(counts).reduce((sum, count) => sum + count, 0);

  function recent(): number {
    const now = clock.elapsed();
    slices = slices.filter(({ at }) => now - at < window);
    const bytes = slices.reduce((sum, slice) => sum + slice.bytes, 0);
    const span = Math.min(window, Math.max(500, now - since));
    return Math.round((bytes / span) * 1000);
  }

  return {
    counts,
    get documents() {
      return total();
    },
    get bytes() {
      return onDisk + moving;
    },
    get bytesPerSecond() {
      return recent();
    },
    get secondsLeft() {
      const spent = clock.elapsed() - since;
      const left = counts.waiting + counts.transferring;
      if (left === 0 || spent < enoughTime || finishedSince < enoughDocuments) return undefined;
      return Math.round(((spent / finishedSince) * left) / 1000);
    },
    reset(batch) {
      Object.assign(counts, batch.counts);
      // What is under way counts as such when it starts here.
      counts.waiting += counts.transferring;
      counts.transferring = 0;
      onDisk = batch.bytes;
      moving = 0;
      finishedSince = 0;
      since = clock.elapsed();
      slices = [];
    },
    added(documents) {
      counts.waiting += documents;
    },
    moved(from, to, documents = 1) {
      counts[from] -= documents;
      counts[to] += documents;
      if (finals.includes(to)) finishedSince += documents;
    },
    landedBytes(bytes) {
      onDisk += bytes;
    },
    streamed(delta) {
      moving = Math.max(0, moving + delta);
      if (delta <= 0) return;
      const at = clock.elapsed();
      const last = slices.at(-1);
      if (last && at - last.at < 500) last.bytes += delta;
      else slices.push({ at, bytes: delta });
    },
  };
}
