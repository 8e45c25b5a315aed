import { isAppError } from '../../../shared/errors.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { type Backoff, backoffMs } from '../../jobs/index.ts';
import { hasSlept } from '../../lib/async.ts';
import type { ReadScans, ScanOutcome, ScanPage } from './read-scans.ts';

/** What the recognition of scans takes from the app. */
interface WaitingScansOptions {
  store: Store;
  clock: Clock;
  readScans: ReadScans;
  when(): Settings['readsScans'];
  /** Whether nobody uses this computer, and it is on power. */
  isIdle(): boolean;
  reportError(what: string, error: unknown): void;
}

/** Pages of one call, whose three processes take a second to start: their pictures are in memory together. */
const pagesAtOnce = 16;
/** Interval of the check whether somebody uses the computer again, ms. */
const useIntervalMs = 1_000;
/** Delay before another attempt after the recognition failed, ms; it doubles with each failure. */
const waits: Backoff = { firstMs: 60_000, maxMs: 6 * 3_600_000 };

/** Recognises the scans that wait, while nobody uses the computer. */
export class WaitingScans {
  readonly #options: WaitingScansOptions;
  #msPerPage: number | undefined;
  /** Delay after the last failure; 0 since a success. */
  #failures = 0;
  #retryAt = Number.NEGATIVE_INFINITY;

  constructor(options: WaitingScansOptions) {
    this.#options = options;
  }

  /** Whether scans may be read now. */
  isAllowed(): boolean {
    const when = this.#options.when();
    return when === 'always' || (when === 'idle' && this.#options.isIdle());
  }

  /** Whether the setting allows that they are read at some time. */
  isOn(): boolean {
    return this.#options.when() !== 'never';
  }

  /** Remaining time in which nothing is read because the recognition failed, ms. */
  retryInMs(): number {
    return Math.max(0, this.#retryAt - this.#options.clock.elapsed());
  }

  /** Estimated time for so many pages, s. */
  secondsFor(pages: number): number | undefined {
    return this.#msPerPage === undefined ? undefined : Math.ceil((pages * this.#msPerPage) / 1_000);
  }

  /**
   * Reads the next scans until the signal ends, or `stops` says so. A page that is interrupted waits again.
   * `failed` is a recognition that does not work: the first failure in a row is reported, and each delays
   * the next attempt.
   */
  async readSome(
    signal: AbortSignal,
    stops: () => boolean = () => !this.isAllowed(),
  ): Promise<'read' | 'none' | 'failed'> {
    const { store, clock, readScans } = this.#options;
    const pages = await store.listWaitingScans(pagesAtOnce);
    if (pages.length === 0) return 'none';
    const stopping = new AbortController();
    const watching = new AbortController();
    void this.#watch(stops, stopping, watching.signal);
    const writes: Promise<void>[] = [];
    let begun = clock.elapsed();
    try {
      await readScans(
        pages,
        (index, outcome) => {
          const page = pages[index];
          if (page) writes.push(storePage(store, page, outcome));
          const now = clock.elapsed();
          if (outcome.kind === 'words') this.#measure(now - begun);
          begun = now;
        },
        AbortSignal.any([signal, stopping.signal]),
      );
      this.#failures = 0;
    } catch (error) {
      if (!isAppError(error, 'CANCELLED')) {
        this.#delayRetry(error);
        return 'failed';
      }
    } finally {
      watching.abort();
      // What was read before an interruption is not read again.
      await Promise.all(writes);
    }
    return 'read';
  }

  #delayRetry(error: unknown): void {
    if (this.#failures === 0) this.#options.reportError('recognising scanned pages', error);
    this.#failures++;
    // Without jitter: nobody else is asked.
    this.#retryAt = this.#options.clock.elapsed() + backoffMs(this.#failures, 0.5, waits);
  }

  async #watch(stops: () => boolean, stopping: AbortController, signal: AbortSignal): Promise<void> {
    while (!stops()) {
      // Aborted when the pages are read.
      if (!(await hasSlept(this.#options.clock, useIntervalMs, signal))) return;
    }
    stopping.abort();
  }

  /** A mean in which the latest pages count most. */
  #measure(ms: number): void {
    this.#msPerPage = this.#msPerPage === undefined ? ms : this.#msPerPage * 0.8 + ms * 0.2;
  }
}

function storePage(store: Store, { path, sha256, page }: ScanPage, outcome: ScanOutcome): Promise<void> {
  const { kind } = outcome;
  const write =
    kind === 'words'
      ? store.storeScan({ sha256, page }, { words: outcome.words, confidence: outcome.confidence })
      : store.noteScan({ path, sha256, page }, kind);
  // The caller tells the error; until then the rejection would count as unhandled.
  write.catch(() => undefined);
  return write;
}
