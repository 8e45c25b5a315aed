import { AppError, isAppError, toErrorData } from '../../shared/errors.ts';
import type { Delivery, DeliveryKind } from '../../shared/model/delivery.ts';
import type { FileNames } from '../lib/retry-while-locked.ts';
import type { DossierDeps } from './deps.ts';
import { freeTempFilePath, removeTempFiles } from './temp-file.ts';

/** How often progress is told at the most, in milliseconds. */
const progressEvery = 100;

/** A delivery while it runs: what it has made so far, and the way to tell. */
export interface RunningDelivery {
  readonly signal: AbortSignal;
  /** Where the file that it makes next stands until it is whole. */
  tempPath(): Promise<string>;
  /** Changes what is known of it; told at most 10 times a second. */
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
  /** One more step is done. */
  step(): void;
  now(): Delivery;
  /**
   * Makes files once those before it have made theirs: one works at a time, and documents are fetched
   * meanwhile.
   */
  inTurn<Result>(make: () => Promise<Result>): Promise<Result>;
  /** Whether the app ends, rather than a person cancelling. */
  isAppEnding(): boolean;
}

/** Deliveries: one makes its files at a time, the others wait; each is remembered with what came of it. */
export interface Deliveries {
  /** Begins one and gives its id at once; how it ends is told by event. */
  begin(
    kind: DeliveryKind,
    folder: string,
    work: (delivery: RunningDelivery) => Promise<void>,
  ): Promise<string>;
  list(): Promise<Delivery[]>;
  /** One that is remembered. Rejects with `HANDOVER_GONE`. */
  get(id: string): Promise<Delivery>;
  cancel(id: string): void;
  forget(id: string): Promise<void>;
  /**
   * Removes, meanwhile, what deliveries whose process was ended were writing, and what another program held
   * when they ended. A folder that cannot be read is told of, and looked at by the next start.
   */
  removeLeft(onError: (error: unknown) => void): void;
  /** Cancels what runs and waits for its end. */
  close(): Promise<void>;
}

/** How many deliveries are looked at. */
const maxListed = 200;

const appEnds = new AppError('CANCELLED', 'the app ends');

export function createDeliveries({
  store,
  clock,
  uuid,
  emit,
  names,
}: Pick<DossierDeps, 'store' | 'clock' | 'uuid' | 'emit'> & { names?: FileNames }): Deliveries {
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
      // An app that ends in the middle of it leaves a batch behind, and says which. Where that cannot be kept
      // the work goes on: its end is kept anew.
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

  /** As it is by now: it may have ended since the list was read in which it stands as running. */
  async function current(listed: Delivery): Promise<Delivery> {
    const { id, state } = listed;
    const known = running.get(id)?.delivery;
    if (known || state !== 'running') return known ?? listed;
    return seen((await store.getDelivery(id)) ?? listed);
  }

  /** One that runs nowhere here was ended with its app. */
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
        // Each share that does not answer takes a minute: the next start looks again.
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
      // What cannot be removed now is looked at by the next start, which tells of it.
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
