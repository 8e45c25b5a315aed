import { CarpetaError, isCarpetaError, toErrorData } from '../../shared/errors.ts';
import type { Handover, HandoverKind } from '../../shared/model/handover.ts';
import type { CarpetaDeps } from './deps.ts';

/** How often progress is told at the most, in milliseconds. */
const progressEvery = 100;

/** A hand-over while it runs: what it has made so far, and the way to tell. */
export interface RunningHandover {
  readonly signal: AbortSignal;
  /** Changes what is known of it; told at most 10 times a second. */
  note(
    change: Partial<Pick<Handover, 'done' | 'of' | 'files' | 'dispatches' | 'tooLarge' | 'list' | 'packed'>>,
  ): void;
  /** One more step is done. */
  step(): void;
  now(): Handover;
}

/** Hand-overs: one runs at a time, the others wait; each is remembered with what came of it. */
export interface Handovers {
  /** Begins one and gives its id at once; how it ends is told by event. */
  begin(
    kind: HandoverKind,
    folder: string,
    work: (handover: RunningHandover) => Promise<void>,
  ): Promise<string>;
  list(): Promise<Handover[]>;
  /** One that is remembered. Rejects with `HANDOVER_GONE`. */
  get(id: string): Promise<Handover>;
  cancel(id: string): void;
  forget(id: string): Promise<void>;
  /** Cancels what runs and waits for its end. */
  close(): Promise<void>;
}

export function createHandovers({ store, clock, uuid, emit }: CarpetaDeps): Handovers {
  const running = new Map<string, { abort: AbortController; ended: Promise<void>; handover: Handover }>();
  let last: Promise<void> = Promise.resolve();

  async function run(
    id: string,
    begun: Handover,
    abort: AbortController,
    work: (handover: RunningHandover) => Promise<void>,
  ): Promise<void> {
    let handover = begun;
    let toldAt = Number.NEGATIVE_INFINITY;
    const tell = (isLast: boolean) => {
      const entry = running.get(id);
      if (entry) entry.handover = handover;
      if (!isLast && clock.elapsed() - toldAt < progressEvery) return;
      toldAt = clock.elapsed();
      emit('handover.progress', handover);
    };
    const note: RunningHandover['note'] = (change) => {
      handover = { ...handover, ...change };
      tell(false);
    };
    try {
      abort.signal.throwIfAborted();
      await work({
        signal: abort.signal,
        note,
        step: () => note({ done: handover.done + 1 }),
        now: () => handover,
      });
      handover = { ...handover, state: 'done', done: handover.of };
    } catch (thrown) {
      const wasCancelled = abort.signal.aborted || isCarpetaError(thrown, 'CANCELLED');
      handover = wasCancelled
        ? { ...handover, state: 'cancelled' }
        : { ...handover, state: 'failed', error: toErrorData(thrown) };
    }
    await store.keepHandover(handover);
    tell(true);
    running.delete(id);
  }

  async function get(id: string): Promise<Handover> {
    const found = running.get(id)?.handover ?? (await store.getHandover(id));
    if (!found) throw new CarpetaError('HANDOVER_GONE', 'the hand-over is no longer remembered');
    return seen(found);
  }

  /** As it is by now: it may have ended since the list was read in which it stands as running. */
  async function current(listed: Handover): Promise<Handover> {
    const { id, state } = listed;
    const known = running.get(id)?.handover;
    if (known || state !== 'running') return known ?? listed;
    return seen((await store.getHandover(id)) ?? listed);
  }

  /** One that runs nowhere here was ended with its app. */
  function seen(handover: Handover): Handover {
    const isElsewhere = handover.state === 'running' && !running.has(handover.id);
    return isElsewhere ? { ...handover, state: 'interrupted' } : handover;
  }

  return {
    begin: async (kind, folder, work) => {
      const id = uuid();
      const handover: Handover = {
        ...{ id, kind, folder, state: 'running', done: 0, of: 0, files: [], dispatches: [], tooLarge: [] },
        startedAt: new Date(clock.now()).toISOString(),
      };
      await store.keepHandover(handover);
      const abort = new AbortController();
      const ended = last.then(() => run(id, handover, abort, work));
      running.set(id, { abort, ended, handover });
      last = ended.catch(() => undefined);
      return id;
    },
    list: async () => Promise.all((await store.listHandovers(200)).map(current)),
    get,
    cancel: (id) => running.get(id)?.abort.abort(),
    forget: async (id) => {
      if (running.has(id))
        throw new CarpetaError('INPUT_INVALID', 'a hand-over that runs is cancelled first');
      await store.forgetHandover(id);
    },
    close: async () => {
      const all = [...running.values()];
      for (const { abort } of all) abort.abort();
      await Promise.allSettled(all.map(({ ended }) => ended));
    },
  };
}
