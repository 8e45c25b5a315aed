import { noCounts, type StateCounts, type TransferState } from '../../../shared/model/download.ts';
import type { StoredBatch } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import type { TransferJob, TransferOutcome } from '../transfer/index.ts';

const finals: readonly TransferState[] = ['done', 'here', 'failed', 'no-file', 'unsigned', 'cancelled'];
// Window of the speed, ms; `secondsLeft` needs this run's time and documents to reach both minimums.
const speedWindowMs = 5_000;
const enoughTime = 5_000;
const enoughDocuments = 20;

/** The progress of a batch: documents by state, bytes, speed and remaining time. */
export class BatchProgress {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #counts: Record<TransferState, number> = { ...noCounts };
  #bytesOnDisk = 0;
  #bytesInProgress = 0;
  #finishedSince = 0;
  #since = 0;
  /** Bytes per half second of the window. */
  #slices: { at: number; bytes: number }[] = [];

  constructor(clock: Pick<Clock, 'elapsed'>, batch: Pick<StoredBatch, 'counts' | 'bytes'>) {
    this.#clock = clock;
    this.reset(batch);
  }

  get counts(): StateCounts {
    return this.#counts;
  }

  get documents(): number {
    return Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
  }

  /** Documents with a verdict. */
  get finished(): number {
    return finals.reduce((sum, state) => sum + this.#counts[state], 0);
  }

  /** Bytes of finished documents. */
  get bytesOnDisk(): number {
    return this.#bytesOnDisk;
  }

  /** Bytes on disk plus bytes in progress. */
  get bytes(): number {
    return this.#bytesOnDisk + this.#bytesInProgress;
  }

  get bytesPerSecond(): number {
    const now = this.#clock.elapsed();
    this.#slices = this.#slices.filter(({ at }) => now - at < speedWindowMs);
    const bytes = this.#slices.reduce((sum, slice) => sum + slice.bytes, 0);
    const span = Math.min(speedWindowMs, Math.max(500, now - this.#since));
    return Math.round((bytes / span) * 1000);
  }

  /** Undefined until there is enough data. */
  get secondsLeft(): number | undefined {
    const spent = this.#clock.elapsed() - this.#since;
    const left = this.#counts.waiting + this.#counts.transferring;
    if (left === 0 || spent < enoughTime || this.#finishedSince < enoughDocuments) return undefined;
    return Math.round(((spent / this.#finishedSince) * left) / 1000);
  }

  /** Resets to the ledger's counts. */
  reset({ counts, bytes }: Pick<StoredBatch, 'counts' | 'bytes'>): void {
    // Interrupted transfers count as waiting until they restart here.
    const waiting = counts.waiting + counts.transferring;
    Object.assign(this.#counts, counts, { waiting, transferring: 0 });
    this.#bytesOnDisk = bytes;
    this.#bytesInProgress = 0;
    this.#finishedSince = 0;
    this.#since = this.#clock.elapsed();
    this.#slices = [];
  }

  added(documents: number): void {
    this.#counts.waiting += documents;
  }

  moved(from: TransferState, to: TransferState, documents = 1): void {
    this.#counts[from] -= documents;
    this.#counts[to] += documents;
    if (finals.includes(to)) this.#finishedSince += documents;
  }

  /** Changes the bytes in progress by `delta`. */
  streamed(delta: number): void {
    this.#bytesInProgress = Math.max(0, this.#bytesInProgress + delta);
    if (delta <= 0) return;
    const at = this.#clock.elapsed();
    const last = this.#slices.at(-1);
    if (last && at - last.at < 500) last.bytes += delta;
    else this.#slices.push({ at, bytes: delta });
  }

  /** A document received a slot, or its try failed. */
  showTransferring(isTransferring: boolean): void {
    if (isTransferring) this.moved('waiting', 'transferring');
    else this.moved('transferring', 'waiting');
  }

  /** A document is not in progress any more. */
  ended({ bytes, isTransferring }: TransferJob, outcome: TransferOutcome): void {
    this.streamed(-bytes);
    if (outcome.kind === 'lost') return;
    const to = outcome.kind === 'landed' || outcome.kind === 'verdict' ? outcome.state : 'waiting';
    this.moved(isTransferring ? 'transferring' : 'waiting', to);
    if (outcome.kind === 'landed' && outcome.state === 'done') this.#bytesOnDisk += outcome.size;
  }
}
