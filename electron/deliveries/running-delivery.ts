import { AppError, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Delivery } from '../../shared/model/delivery.ts';
import { Throttle } from '../lib/async.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { freeTempFilePath } from './output/temp-file.ts';

/** Minimum interval of progress events, in milliseconds. */
const progressIntervalMs = 100;

/** What changes in the record of a delivery while it runs. */
type DeliveryChange = Partial<
  Pick<
    Delivery,
    | 'done'
    | 'of'
    | 'files'
    | 'dispatches'
    | 'tooLarge'
    | 'list'
    | 'withAllTypes'
    | 'packed'
    | 'batchId'
    | 'batchIds'
    | 'fetching'
    | 'lacking'
    | 'about'
    | 'mail'
  >
>;

/** Makes the files of a delivery. */
export type DeliveryWork = (delivery: RunningDelivery) => Promise<void>;

/** Runs work once the work of earlier deliveries has ended. Rejects with the signal's reason. */
type RunInTurn = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

const appEnds = new AppError('CANCELLED', 'the app ends');

/** A running delivery: its results so far, and its progress. */
export class RunningDelivery {
  readonly id: string;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly #abort = new AbortController();
  readonly #context: Pick<DeliveryContext, 'store' | 'clock' | 'emit'>;
  readonly #runInTurn: RunInTurn;
  #record: Delivery;
  #shown: Delivery;
  readonly #progress: Throttle;
  #saved: Promise<unknown> = Promise.resolve();

  constructor(
    record: Delivery,
    context: Pick<DeliveryContext, 'store' | 'clock' | 'emit'>,
    runInTurn: RunInTurn,
  ) {
    this.id = record.id;
    this.folder = record.folder;
    this.signal = this.#abort.signal;
    this.#context = context;
    this.#runInTurn = runInTurn;
    this.#record = record;
    this.#shown = record;
    const emitShown = () => context.emit('deliveries.progress', this.#shown);
    this.#progress = new Throttle(emitShown, { clock: context.clock, intervalMs: progressIntervalMs });
  }

  /** Temporary path of the next file until it is complete. */
  tempPath(): Promise<string> {
    return freeTempFilePath(this.folder, this.id);
  }

  /** Updates its record; at most 10 events a second. */
  note(change: DeliveryChange): void {
    const isNewBatch = change.batchId !== undefined && change.batchId !== this.#record.batchId;
    this.#record = { ...this.#record, ...change };
    // After a crash the stored record must name the batch. If it cannot be saved, the work continues: its
    // end is saved again.
    if (isNewBatch) this.#saved = this.#context.store.saveDelivery(this.#record).catch(() => undefined);
    this.#shown = this.#record;
    this.#progress.request();
  }

  /** Counts one completed step. */
  step(): void {
    this.note({ done: this.#record.done + 1 });
  }

  now(): Delivery {
    return this.#record;
  }

  /** The record as lists show it: the end appears once its save is over. */
  shown(): Delivery {
    return this.#shown;
  }

  /**
   * Makes files once earlier deliveries have made theirs: one makes files at a time, while others fetch
   * documents.
   */
  inTurn<Result>(make: () => Promise<Result>): Promise<Result> {
    return this.#runInTurn(this.signal, make);
  }

  /** Whether the signal aborts because the app ends. Otherwise the user cancelled. */
  isAppEnding(): boolean {
    return this.signal.reason === appEnds;
  }

  cancel(): void {
    this.#abort.abort();
  }

  /** Interrupts it, because the app ends. */
  interrupt(): void {
    this.#abort.abort(appEnds);
  }

  /** Runs its work to the end, and records how that ended. */
  async run(work: DeliveryWork): Promise<void> {
    try {
      this.signal.throwIfAborted();
      await work(this);
      this.#record = { ...this.#record, state: 'done', done: this.#record.of };
    } catch (error) {
      this.#record = { ...this.#record, ...howItEnded(error, this.signal) };
    }
    this.#record = { ...this.#record, fetching: undefined };
  }

  /** Saves its end. */
  async save(): Promise<void> {
    await this.#saved;
    await this.#context.store.saveDelivery(this.#record);
  }

  /** Emits its end. */
  emitEnd(): void {
    this.#progress.stop();
    this.#shown = this.#record;
    this.#context.emit('deliveries.progress', this.#shown);
  }
}

function howItEnded(error: unknown, { aborted, reason }: AbortSignal): Pick<Delivery, 'state' | 'error'> {
  if (reason === appEnds) return { state: 'interrupted' };
  if (aborted || isAppError(error, 'CANCELLED')) return { state: 'cancelled' };
  return { state: 'failed', error: toErrorData(error) };
}
