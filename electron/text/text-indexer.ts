import { AppError, isAppError } from '../../shared/errors.ts';
import type { TextState, TextStatus } from '../../shared/model/text-search.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import type { ReadFileTexts } from './extraction/read-file-texts.ts';
import type { WaitingScans } from './ocr/recognize-when-idle.ts';
import { syncWithDownloads } from './sync-with-downloads.ts';
import { filesOfBatch, TextBatch } from './text-batch.ts';
import { textStatus } from './text-status.ts';
import { readWaitingFacts } from './waiting-facts.ts';

/** What the indexer takes from the app. */
export interface TextIndexerOptions {
  store: Store;
  clock: Clock;
  readFileTexts: ReadFileTexts;
  scans: WaitingScans;
  /** Whether the setting, or an administrator, allows it. */
  isOn(): boolean;
  /** Whether a person paused the reading in the background. */
  isPaused(): boolean;
  /** Whether a batch transfers: nothing is read then. */
  isBusy(): boolean;
  onStatus(status: TextStatus): void;
  reportError(what: string, error: unknown): void;
}

/** Interval of the check whether transfers have ended, ms. */
const busyIntervalMs = 2_000;
/** Interval of the check whether the computer is idle, while scans wait for that, ms. */
const inUseIntervalMs = 15_000;
/** Delay before another attempt after an error of the store or of a process, ms. */
const retryMs = 60_000;
/** Interval of the comparison with the ledger while nothing else asks for it, ms. */
const passIntervalMs = 6 * 3_600_000;
const overwriteIntervalMs = 24 * 3_600_000;
/** Minimum time between two reports of the progress, ms. */
const reportIntervalMs = 1_000;
/** Transactions that may wait for the store before the reading stops: searches wait behind them. */
const maxUnstored = 2;

/**
 * Reads the files of stored documents into the index of words, the latest first, and takes out the words of
 * those that are gone. Stops at once for a transfer; a process that ends in between loses no file and reads
 * none twice.
 */
export class TextIndexer {
  readonly #options: TextIndexerOptions;
  readonly #closing = new AbortController();
  /** Aborts the files that are being read. */
  #reading = new AbortController();
  #wake = Promise.withResolvers<void>();
  #isPassDue = true;
  #passedAt = Number.NEGATIVE_INFINITY;
  #state: TextState = 'idle';
  #msPerFile: number | undefined;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #overwrittenAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();
  #unreadable = 0;
  /** One pass or one reading at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: TextIndexerOptions) {
    this.#options = options;
  }

  /** Reads in the background until `close`. */
  begin(): void {
    this.#running = this.#run();
  }

  /** Call when files or documents came, went or moved. */
  notice(): void {
    this.#isPassDue = true;
    this.#wakeUp();
  }

  /** Call when transfers begin or end, and when the setting changes. */
  recheck(): void {
    if (this.#waitState() !== undefined) this.#reading.abort();
    this.#wakeUp();
  }

  /** Compares the index with the ledger, overwrites the words that are taken out, and tells it. */
  async purge(): Promise<void> {
    this.#reading.abort();
    await this.#inTurn(async () => {
      try {
        await this.#purgeOnce();
      } catch (error) {
        if (!isAppError(error, 'STORE_DAMAGED')) throw error;
        // The next call makes the index anew.
        await this.#purgeOnce();
      }
    });
    this.#options.onStatus(await this.status());
  }

  async #purgeOnce(): Promise<void> {
    if (!this.#options.isOn()) return this.#clear();
    await this.#pass(true);
    if (!(await this.#options.store.overwriteTexts())) throw wordsAreRead();
  }

  async #clear(): Promise<void> {
    if (!(await this.#options.store.clearTexts())) throw wordsAreRead();
  }

  /**
   * Reads everything that waits, for a command that asks. `onFile` gets how many files still wait; `onScan`
   * how many scans, which are read only where it is given. Returns whether the recognition of scans failed.
   */
  async readAll(
    signal: AbortSignal,
    onFile: (waiting: number) => void,
    onScan?: (waiting: number) => void,
  ): Promise<{ haveScansFailed: boolean }> {
    let reportedAt = Number.NEGATIVE_INFINITY;
    const report = async () => {
      if (this.#options.clock.elapsed() - reportedAt < reportIntervalMs) return;
      reportedAt = this.#options.clock.elapsed();
      onFile((await this.#options.store.countTexts()).waiting);
    };
    return this.#inTurn(async () => {
      await this.#pass();
      // Another process began a pass meanwhile: this one may have left out new files.
      if (this.#isPassDue) await this.#pass();
      while (!signal.aborted && !this.#closing.signal.aborted) {
        const { waiting } = await this.#options.store.countTexts();
        onFile(waiting);
        if (!(await this.#readSome(signal, report))) break;
      }
      const readsScans = onScan !== undefined && this.#options.scans.isOn();
      return { haveScansFailed: readsScans && !(await this.#readAllScans(signal, onScan)) };
    });
  }

  /** Returns false where the recognition failed. */
  async #readAllScans(signal: AbortSignal, onScan: (waiting: number) => void): Promise<boolean> {
    const { store, scans, readFileTexts } = this.#options;
    const signals = AbortSignal.any([signal, this.#closing.signal]);
    for (;;) {
      onScan((await store.countTexts()).waitingScans);
      if (signals.aborted) return true;
      const outcome = await scans.readSome(signals, () => false);
      while (!signals.aborted) if (!(await readWaitingFacts(store, readFileTexts, signals))) break;
      if (outcome !== 'read') return outcome === 'none';
    }
  }

  /** Files of the last pass that cannot be read from the database. */
  get unreadable(): number {
    return this.#unreadable;
  }

  async status(): Promise<TextStatus> {
    return textStatus(await this.#options.store.countTexts(), {
      waits: this.#waitState(),
      isReading: this.#state === 'reading',
      msPerFile: this.#msPerFile,
      scans: this.#options.scans,
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#reading.abort();
    this.#wakeUp();
    await this.#running;
    await this.#turn;
  }

  async #run(): Promise<void> {
    let wasOn = true;
    while (!this.#closing.signal.aborted) {
      this.#wake = Promise.withResolvers();
      const waits = this.#waitState();
      try {
        if (waits === 'off') {
          if (wasOn) await this.#inTurn(() => this.#clear());
          wasOn = false;
          this.#isPassDue = true;
        } else wasOn = true;
        const isBusy = waits !== 'off' && this.#options.isBusy();
        if (waits === 'paused' && !isBusy) await this.#inTurn(() => this.#passWhilePaused());
        const hasRead = waits === undefined && (await this.#inTurn(() => this.#step()));
        if (hasRead) continue;
        const scansWait = waits === undefined && (await this.#scansWait());
        await this.#report(waits ?? (scansWait ? 'in-use' : 'idle'));
        const retryInMs = this.#options.scans.retryInMs();
        const idleMs = scansWait ? inUseIntervalMs : retryInMs || passIntervalMs;
        let isWoken = await this.#rest(isBusy ? busyIntervalMs : idleMs);
        // Nothing is counted or told again while somebody works.
        while (!isWoken && scansWait && !this.#options.scans.isAllowed() && !this.#isPassOverdue())
          isWoken = await this.#rest(inUseIntervalMs);
        if (waits === undefined && !scansWait && retryInMs === 0) this.#isPassDue = true;
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        this.#options.reportError('reading the words of documents', error);
        this.#isPassDue = true;
        // A damaged index is made anew by the next call.
        if (!isAppError(error, 'STORE_DAMAGED')) await this.#rest(retryMs);
      }
    }
  }

  /** Returns whether there may be more to read. */
  async #step(): Promise<boolean> {
    const reading = new AbortController();
    this.#reading = reading;
    if (this.#isPassDue || this.#isPassOverdue()) await this.#pass();
    // What came while this step waited for its turn, or during the pass.
    if (this.#waitState() !== undefined || this.#closing.signal.aborted) return true;
    const report = () => this.#report('reading');
    if (await this.#readSome(reading.signal, report, () => this.#reportBegin())) {
      await this.#report('reading');
      return true;
    }
    if (await this.#readScans(reading.signal)) return true;
    await this.#overwriteDaily();
    await this.#options.store.forgetTextsRemade();
    return false;
  }

  /** What came during a pause is told as unread at once, and what went is overwritten. */
  async #passWhilePaused(): Promise<void> {
    if (!this.#isPassDue && !this.#isPassOverdue()) return;
    await this.#pass();
    await this.#overwriteDaily();
    this.#reportedAt = Number.NEGATIVE_INFINITY;
  }

  #isPassOverdue(): boolean {
    return this.#options.clock.elapsed() - this.#passedAt > passIntervalMs;
  }

  /** Scans are read only where every file is, a few pages a step: new files come first. */
  async #readScans(signal: AbortSignal): Promise<boolean> {
    const { scans } = this.#options;
    if (!scans.isAllowed() || scans.retryInMs() > 0 || (await scans.readSome(signal)) !== 'read')
      return false;
    await this.#report('scans');
    return true;
  }

  async #scansWait(): Promise<boolean> {
    const { scans, store } = this.#options;
    return scans.isOn() && scans.retryInMs() === 0 && (await store.countTexts()).waitingScans > 0;
  }

  /** Overwriting rewrites the whole index: a purge does so at once, all else at the start and daily. */
  async #overwriteDaily(): Promise<void> {
    const now = this.#options.clock.elapsed();
    if (now - this.#overwrittenAt < overwriteIntervalMs) return;
    this.#overwrittenAt = now;
    await this.#options.store.overwriteTexts();
  }

  #waitState(): TextState | undefined {
    if (!this.#options.isOn()) return 'off';
    if (this.#options.isPaused()) return 'paused';
    return this.#options.isBusy() ? 'transfers' : undefined;
  }

  async #pass(isPurge = false): Promise<void> {
    this.#isPassDue = false;
    this.#passedAt = this.#options.clock.elapsed();
    const { store } = this.#options;
    const { unreadable, isOvertaken } = await syncWithDownloads(store, this.#closing.signal, isPurge);
    this.#unreadable = unreadable;
    if (isOvertaken) this.#isPassDue = true;
  }

  /** Reads the next files that wait, else the facts that do; returns whether there were any. */
  async #readSome(signal: AbortSignal, onStored: () => Promise<void>, onBegin?: () => Promise<void>) {
    const { store, clock, readFileTexts } = this.#options;
    const files = await filesOfBatch(store);
    if (files.length === 0) return readWaitingFacts(store, readFileTexts, signal);
    await onBegin?.();
    let [measuredAt, measured] = [clock.elapsed(), 0];
    const batch = new TextBatch(store, async () => {
      const now = clock.elapsed();
      if (batch.files > measured) this.#measure((now - measuredAt) / (batch.files - measured));
      [measuredAt, measured] = [now, batch.files];
      await onStored();
    });
    const enough = new AbortController();
    try {
      await readFileTexts(
        files,
        (index, text) => {
          const file = files[index];
          if (file) batch.add(file, text);
          if (batch.unstored > maxUnstored) enough.abort();
        },
        AbortSignal.any([signal, enough.signal]),
      );
    } catch (error) {
      if (!isAppError(error, 'CANCELLED')) throw error;
    } finally {
      // What was read before an interruption is not read again.
      await batch.end();
    }
    return true;
  }

  /** A mean in which the latest files count most. */
  #measure(msPerFile: number): void {
    this.#msPerFile = this.#msPerFile === undefined ? msPerFile : this.#msPerFile * 0.8 + msPerFile * 0.2;
  }

  /** On a busy computer, minutes pass before the first files are stored, which are told at once as well. */
  async #reportBegin(): Promise<void> {
    if (this.#state !== 'reading') await this.#report('reading');
    this.#reportedAt = Number.NEGATIVE_INFINITY;
  }

  async #report(state: TextState): Promise<void> {
    const now = this.#options.clock.elapsed();
    if (state === this.#state && state !== 'idle' && now - this.#reportedAt < reportIntervalMs) return;
    this.#state = state;
    this.#reportedAt = now;
    this.#options.onStatus(await this.status());
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  #wakeUp(): void {
    this.#wake.resolve();
  }

  /** Waits for a call that wakes, or for this time; returns whether a call or the closing ended it. */
  async #rest(ms: number): Promise<boolean> {
    const waiting = new AbortController();
    const sleep = this.#options.clock.sleep(ms, AbortSignal.any([waiting.signal, this.#closing.signal]));
    const slept = sleep.then(() => false).catch(() => true);
    const isWoken = await Promise.race([this.#wake.promise.then(() => true), slept]);
    waiting.abort();
    return isWoken;
  }
}

function wordsAreRead(): AppError {
  return new AppError('STORE_BUSY', 'another process reads the words that were deleted');
}
