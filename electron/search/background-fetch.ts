import { isAppError } from '../../shared/errors.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { ruleOf } from '../../shared/retry-table.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { NotAsked } from '../jobs/index.ts';
import { refusesConnection } from './search-run.ts';

/**
 * Has dispatches that are stored in part asked for all of their documents, while nobody waits: what they lack
 * can be told then.
 */
export interface BackgroundFetch {
  begin(): void;
  /** Connections may be asked again: their key was replaced. */
  resume(connectionIds: readonly string[]): void;
  /**
   * Does something while nothing is asked; what is on its way is ended first, so that it brings back nothing
   * that is being deleted.
   */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** A dispatch that is kept in part. */
export type PartialDispatch = DispatchKey & { rut: Rut };

export interface BackgroundFetchDeps {
  /** Whether the person, or an administrator, has it done at all; asked before each dispatch. */
  isOn(): boolean;
  /** Connections that are there now. */
  connectionIds(): Promise<readonly string[]>;
  /** Whether a service was away when it was asked last. */
  isAway(connectionId: string): boolean;
  /**
   * Where it stands which dispatches are kept in part, what was asked, and what is not asked again before a
   * time: restarts ask no more for it.
   */
  store: Pick<
    Store,
    'partialDispatches' | 'beginBackgroundFetch' | 'endBackgroundFetch' | 'forgetBackgroundFetches'
  >;
  /** Reads all documents of one, in its turn behind what a person waits for. */
  complete(dispatch: PartialDispatch, signal: AbortSignal): Promise<void>;
  clock: Pick<Clock, 'now' | 'sleep'>;
  reportError(what: string, error: unknown): void;
}

/**
 * How long the app runs before the first is asked, and how long nothing is asked once there is no more, or an
 * agency is away, ms.
 */
const idleIntervalMs = 10 * 60_000;
/** Between two dispatches, ms. */
const pauseMs = 5_000;
/**
 * No more in 24 hours: one who has kept tens of thousands in part is not to have an agency asked for all of
 * them.
 */
const maxPerDay = 500;
const dayMs = 86_400_000;
/** What nobody has seen for so long is left to its retention, ms. */
const recent = 30 * dayMs;

export function createBackgroundFetch(deps: BackgroundFetchDeps): BackgroundFetch {
  const { isOn, connectionIds, isAway, store, complete, clock, reportError } = deps;
  const controller = new AbortController();
  const { signal } = controller;
  let going: Promise<void> = Promise.resolve();
  /** What is on its way, and what is done while nothing may be. */
  let current: { ending: AbortController; done: Promise<void> } | undefined;
  let pauses: Promise<unknown> = Promise.resolve();

  /** The one to ask next, read anew each time: it may have been deleted, or completed by somebody else. */
  async function next(away: ReadonlySet<string>): Promise<PartialDispatch | undefined> {
    const ids = (await connectionIds()).filter((id) => !away.has(id) && !isAway(id));
    if (ids.length === 0) return undefined;
    const now = clock.now();
    const [latest] = await store.partialDispatches(
      ids,
      { since: new Date(now - recent).toISOString(), now },
      1,
    );
    return latest;
  }

  /**
   * Asks until there is no more, or the day's share is used up; an agency that cannot be asked is left alone
   * until the next round.
   */
  async function round(): Promise<void> {
    const away = new Set<string>();
    while (isOn()) {
      await pauses;
      const dispatch = await next(away);
      signal.throwIfAborted();
      if (!dispatch || !(await store.beginBackgroundFetch(toDispatchKey(dispatch), clock.now(), maxPerDay)))
        return;
      const ending = new AbortController();
      const done = ask(dispatch, AbortSignal.any([signal, ending.signal]), away);
      current = { ending, done };
      await done;
      current = undefined;
      await clock.sleep(pauseMs, signal);
    }
  }

  async function ask(dispatch: PartialDispatch, within: AbortSignal, away: Set<string>): Promise<void> {
    try {
      const how = await howItEnds(dispatch, within);
      if (how === 'away') away.add(dispatch.connectionId);
      if (how === 'failed') return;
      await store.endBackgroundFetch(
        toDispatchKey(dispatch),
        how === 'away' ? 'unlearned' : how,
        clock.now(),
      );
    } catch (error) {
      reportError('noting how a background fetch ended', error);
    }
  }

  async function howItEnds(
    dispatch: PartialDispatch,
    within: AbortSignal,
  ): Promise<'had' | 'unlearned' | 'away' | 'refused' | 'failed'> {
    try {
      await complete(dispatch, within);
      return 'had';
    } catch (error) {
      if (within.aborted) return 'unlearned';
      // That a dispatch is not of this client is no fault of anybody.
      if (!isAppError(error) || error.status !== 404) reportError('a background fetch', error);
      if (!isAppError(error)) return 'failed';
      if (error instanceof NotAsked || ruleOf(error.code).concerns === 'way') return 'away';
      return refusesConnection(error) ? 'refused' : 'failed';
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(idleIntervalMs, signal);
      await round().catch((error: unknown) => {
        if (!signal.aborted) reportError('background fetches', error);
      });
    }
  }

  return {
    begin() {
      going = run().catch((error: unknown) => {
        if (!signal.aborted) reportError('background fetches', error);
      });
    },
    resume(ids) {
      for (const id of ids) {
        store
          .forgetBackgroundFetches(id)
          .catch((error: unknown) => reportError('background fetches with a new key', error));
      }
    },
    async pausedFor(work) {
      const worked = pauses.then(async () => {
        current?.ending.abort();
        await current?.done;
        return work();
      });
      pauses = worked.catch(() => undefined);
      return worked;
    },
    async stop() {
      controller.abort();
      await going;
    },
  };
}

function toDispatchKey({ connectionId, number }: DispatchKey): DispatchKey {
  return { connectionId, number };
}
