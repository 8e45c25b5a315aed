import { AppError, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Delivery, DeliveryKind } from '../../shared/model/delivery.ts';
import type { FileNames } from '../lib/retry-while-locked.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { freeTempFilePath, removeTempFiles } from './output/temp-file.ts';

/** Minimum interval of progress events, in milliseconds. */
const progressEvery = 100;

/** A running delivery: its results so far, and its progress. */
export interface RunningDelivery {
  readonly signal: AbortSignal;
  /** Temporary path of the next file until it is complete. */
  tempPath(): Promise<string>;
  /** Updates its record; at most 10 events a second. */
  note(
    change: Partial<
      Pick<
        Delivery,
        | 'done'
        | 'of'
        | 'files'
        | 'dispatches'
        | 'tooLarge'
        | 'list'
        | 'packed'
        | 'batchId'
        | 'fetching'
        | 'lacking'
      >
    >,
  ): void;
  /** Counts one completed step. */
  step(): void;
  now(): Delivery;
  /**
   * Makes files once earlier deliveries have made theirs: one makes files at a time, while others fetch
   * documents.
   */
  inTurn<Result>(make: () => Promise<Result>): Promise<Result>;
  /** Whether the signal aborts because the app ends. Otherwise the user cancelled. */
  isAppEnding(): boolean;
}

/** Deliveries: one makes its files at a time, the others wait; each is stored with its result. */
export interface RunningDeliveries {
  /** Begins one and returns its id at once; an event reports its end. */
  begin(
    kind: DeliveryKind,
    folder: string,
    work: (delivery: RunningDelivery) => Promise<void>,
  ): Promise<string>;
  list(): Promise<Delivery[]>;
  /** A stored delivery. Rejects with `HANDOVER_GONE`. */
  get(id: string): Promise<Delivery>;
  cancel(id: string): void;
  forget(id: string): Promise<void>;
  /**
   * Removes, in the background, temporary files of deliveries whose process ended, and those that another
   * program had locked. A folder that cannot be read is reported; the next start tries it again.
   */
  removeLeft(onError: (error: unknown) => void): void;
  /** Cancels running deliveries and waits for their end. */
  close(): Promise<void>;
}

/** Maximum deliveries to list. */
const maxListed = 200;

const appEnds = new AppError('CANCELLED', 'the app ends');

export function createRunningDeliveries({
  store,
  clock,
  uuid,
  emit,
  names,
}: Pick<DeliveryContext, 'store' | 'clock' | 'uuid' | 'emit'> & { names?: FileNames }): RunningDeliveries {
  const running = new Map<string, { abort: AbortController; ended: Promise<void>; delivery: Delivery }>();
  let last: Promise<unknown> = Promise.resolve();
  const endedHere: Pick<Delivery, 'id' | 'folder'>[] = [];
  let removing: Promise<void> = Promise.resolve();
  let isClosing = false;

  async function run(
    id: string,
    begun: Delivery,
    abort: AbortController,
    work: (delivery: RunningDelivery) => Promise<void>,
  ): Promise<void> {
    let delivery = begun;
    let emittedAt = Number.NEGATIVE_INFINITY;
    const emitProgress = (isLast: boolean) => {
      const entry = running.get(id);
      if (entry) entry.delivery = delivery;
      if (!isLast && clock.elapsed() - emittedAt < progressEvery) return;
      emittedAt = clock.elapsed();
      emit('handover.progress', delivery);
    };
    let stored: Promise<unknown> = Promise.resolve();
    const note: RunningDelivery['note'] = (change) => {
      const isNewBatch = change.batchId !== undefined && change.batchId !== delivery.batchId;
      delivery = { ...delivery, ...change };
      // After a crash the stored record must name the batch. If it cannot be saved, the work continues: its
      // end is saved again.
      if (isNewBatch) stored = store.saveDelivery(delivery).catch(() => undefined);
      emitProgress(false);
    };
    try {
      abort.signal.throwIfAborted();
      await work({
        signal: abort.signal,
        tempPath: () => freeTempFilePath(begun.folder, id),
        note,
        step: () => note({ done: delivery.done + 1 }),
        now: () => delivery,
        inTurn: (make) => inTurn(abort.signal, make),
        isAppEnding: () => abort.signal.reason === appEnds,
      });
      delivery = { ...delivery, state: 'done', done: delivery.of };
    } catch (error) {
      delivery = { ...delivery, ...howItEnded(error, abort.signal) };
    }
    delivery = { ...delivery, fetching: undefined };
    try {
      await stored;
      await store.saveDelivery(delivery);
    } finally {
      emitProgress(true);
      running.delete(id);
      endedHere.push({ id, folder: begun.folder });
    }
  }

  function inTurn<Result>(signal: AbortSignal, make: () => Promise<Result>): Promise<Result> {
    const made = last.then(() => {
      signal.throwIfAborted();
      return make();
    });
    last = made.catch(() => undefined);
    return made;
  }

  async function get(id: string): Promise<Delivery> {
    const found = running.get(id)?.delivery ?? (await store.getDelivery(id));
    if (!found) throw new AppError('HANDOVER_GONE', 'the delivery is no longer remembered');
    return seen(found);
  }

  /** The current state: it may have ended since the list was read. */
  async function current(listed: Delivery): Promise<Delivery> {
    const { id, state } = listed;
    const known = running.get(id)?.delivery;
    if (known || state !== 'running') return known ?? listed;
    return seen((await store.getDelivery(id)) ?? listed);
  }

  /** A delivery stored as running that does not run here ended with its app. */
  function seen(delivery: Delivery): Delivery {
    const isElsewhere = delivery.state === 'running' && !running.has(delivery.id);
    return isElsewhere ? { ...delivery, state: 'interrupted' } : delivery;
  }

  function removeMeanwhile(removed: Promise<void>): void {
    const before = removing;
    removing = before.then(() => removed);
  }

  async function removeAllLeft(onError: (error: unknown) => void): Promise<void> {
    try {
      const ended = (await store.listDeliveries(maxListed)).filter(({ id }) => !running.has(id));
      for (const [folder, deliveries] of Map.groupBy(ended, (one) => one.folder)) {
        await removeTempFiles(folder, deliveries, names).catch(onError);
        // Each share that does not respond takes a minute: the next start tries again.
        if (isClosing) return;
      }
    } catch (error) {
      onError(error);
    }
  }

  return {
    begin: async (kind, folder, work) => {
      const id = uuid();
      const delivery: Delivery = {
        ...{ id, kind, folder, state: 'running', done: 0, of: 0, files: [], dispatches: [], tooLarge: [] },
        startedAt: new Date(clock.now()).toISOString(),
      };
      await store.saveDelivery(delivery);
      const abort = new AbortController();
      const ended = Promise.resolve().then(() => run(id, delivery, abort, work));
      ended.catch(() => undefined);
      running.set(id, { abort, ended, delivery });
      const before = endedHere.filter((one) => one.folder === folder);
      // The next start tries what cannot be removed now, and reports it.
      if (before.length > 0) removeMeanwhile(removeTempFiles(folder, before, names).catch(() => undefined));
      return id;
    },
    list: async () => Promise.all((await store.listDeliveries(maxListed)).map(current)),
    get,
    cancel: (id) => running.get(id)?.abort.abort(),
    forget: async (id) => {
      if (running.has(id)) throw new AppError('INPUT_INVALID', 'a delivery that runs is cancelled first');
      await store.forgetDelivery(id);
    },
    removeLeft: (onError) => removeMeanwhile(removeAllLeft(onError)),
    close: async () => {
      isClosing = true;
      const all = [...running.values()];
      for (const { abort } of all) abort.abort(appEnds);
      await Promise.allSettled([removing, ...all.map(({ ended }) => ended)]);
    },
  };
}

function howItEnded(error: unknown, { aborted, reason }: AbortSignal): Pick<Delivery, 'state' | 'error'> {
  if (reason === appEnds) return { state: 'interrupted' };
  if (aborted || isAppError(error, 'CANCELLED')) return { state: 'cancelled' };
  return { state: 'failed', error: toErrorData(error) };
}
