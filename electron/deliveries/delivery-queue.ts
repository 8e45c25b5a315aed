import PQueue from 'p-queue';
import { AppError } from '../../shared/errors.ts';
import type { Delivery, DeliveryKind } from '../../shared/model/delivery.ts';
import type { FileNames } from '../lib/retry-while-locked.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { removeTempFiles } from './output/temp-file.ts';
import { type DeliveryWork, RunningDelivery } from './running-delivery.ts';

/** Maximum deliveries to list. */
const maxListed = 200;

interface Run {
  delivery: RunningDelivery;
  ended: Promise<void>;
}

/** Deliveries: one makes its files at a time, the others wait; each is stored with its result. */
export class DeliveryQueue {
  readonly #context: Pick<DeliveryContext, 'store' | 'clock' | 'uuid' | 'emit'>;
  readonly #names: FileNames | undefined;
  readonly #running = new Map<string, Run>();
  readonly #endedHere: Pick<Delivery, 'id' | 'folder'>[] = [];
  readonly #queue = new PQueue({ concurrency: 1 });
  #removing: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  /** `names` is the disk of temporary files. Default: {@link removeTempFiles}'s own. */
  constructor(context: Pick<DeliveryContext, 'store' | 'clock' | 'uuid' | 'emit'> & { names?: FileNames }) {
    this.#context = context;
    this.#names = context.names;
  }

  /** Aborts, with a reason, when the module closes. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Begins one and returns its id at once; an event reports its end. */
  async begin(kind: DeliveryKind, folder: string, work: DeliveryWork): Promise<string> {
    const { store, clock, uuid } = this.#context;
    const id = uuid();
    const record: Delivery = {
      id,
      kind,
      folder,
      state: 'running',
      done: 0,
      of: 0,
      files: [],
      dispatches: [],
      tooLarge: [],
      startedAt: new Date(clock.now()).toISOString(),
    };
    await store.saveDelivery(record);
    const delivery = new RunningDelivery(record, this.#context, (signal, make) =>
      this.#runInTurn(signal, make),
    );
    const ended = Promise.resolve().then(() => this.#run(delivery, work));
    ended.catch(() => undefined);
    this.#running.set(id, { delivery, ended });
    const before = this.#endedHere.filter((one) => one.folder === folder);
    // The next start tries what cannot be removed now, and reports it.
    if (before.length > 0) {
      this.#alsoRemove(removeTempFiles(folder, before, this.#names).catch(() => undefined));
    }
    return id;
  }

  async list(): Promise<Delivery[]> {
    const listed = await this.#context.store.listDeliveries(maxListed);
    return Promise.all(listed.map((one) => this.#currentState(one)));
  }

  /** A stored delivery. Rejects with `HANDOVER_GONE`. */
  async get(id: string): Promise<Delivery> {
    const found = this.#running.get(id)?.delivery.shown() ?? (await this.#context.store.getDelivery(id));
    if (!found) throw new AppError('HANDOVER_GONE', 'the delivery is not stored');
    return this.#interruptedElsewhere(found);
  }

  cancel(id: string): void {
    this.#running.get(id)?.delivery.cancel();
  }

  async forget(id: string): Promise<void> {
    if (this.#running.has(id)) {
      throw new AppError('INPUT_INVALID', 'a delivery that runs is cancelled first');
    }
    await this.#context.store.forgetDelivery(id);
  }

  /**
   * Removes, in the background, temporary files of deliveries whose process ended, and those that another
   * program had locked. A folder that cannot be read is reported; the next start tries it again.
   */
  removeTempFilesOfEnded(onError: (error: unknown) => void): void {
    this.#alsoRemove(this.#removeTempFilesOfEnded(onError));
  }

  /** Cancels running deliveries and waits for their end. */
  async close(): Promise<void> {
    this.#closing.abort();
    const all = [...this.#running.values()];
    for (const { delivery } of all) delivery.interrupt();
    await Promise.allSettled([this.#removing, ...all.map(({ ended }) => ended)]);
  }

  async #run(delivery: RunningDelivery, work: DeliveryWork): Promise<void> {
    await delivery.run(work);
    try {
      await delivery.save();
    } finally {
      // Whoever hears of the end may forget the delivery at once.
      delivery.emitEnd();
      this.#running.delete(delivery.id);
      this.#endedHere.push({ id: delivery.id, folder: delivery.folder });
    }
  }

  #runInTurn<Result>(signal: AbortSignal, make: () => Promise<Result>): Promise<Result> {
    return this.#queue.add(() => {
      signal.throwIfAborted();
      return make();
    });
  }

  /** The current state: it may have ended since the list was read. */
  async #currentState(listed: Delivery): Promise<Delivery> {
    const { id, state } = listed;
    const known = this.#running.get(id)?.delivery.shown();
    if (known || state !== 'running') return known ?? listed;
    return this.#interruptedElsewhere((await this.#context.store.getDelivery(id)) ?? listed);
  }

  /** A delivery stored as running that does not run here ended with its app. */
  #interruptedElsewhere(delivery: Delivery): Delivery {
    const isElsewhere = delivery.state === 'running' && !this.#running.has(delivery.id);
    return isElsewhere ? { ...delivery, state: 'interrupted' } : delivery;
  }

  #alsoRemove(removed: Promise<void>): void {
    const before = this.#removing;
    this.#removing = before.then(() => removed);
  }

  async #removeTempFilesOfEnded(onError: (error: unknown) => void): Promise<void> {
    try {
      const stored = await this.#context.store.listDeliveries(maxListed);
      const ended = stored.filter(({ id }) => !this.#running.has(id));
      for (const [folder, deliveries] of Map.groupBy(ended, (one) => one.folder)) {
        await removeTempFiles(folder, deliveries, this.#names).catch(onError);
        // Each share that does not respond takes a minute: the next start tries again.
        if (this.closing.aborted) return;
      }
    } catch (error) {
      onError(error);
    }
  }
}
