import { ruleOf } from '../../shared/error-rules.ts';
import { isAppError } from '../../shared/errors.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { NotAsked } from '../jobs/index.ts';
import { refusesConnection } from './search-run.ts';

/**
 * Fetches all documents of dispatches that are stored in part, while the app is idle, so that their missing
 * documents become known.
 */
export interface BackgroundFetch {
  begin(): void;
  /** Retries connections whose key was replaced. */
  resume(connectionIds: readonly string[]): void;
  /**
   * Runs `work` while nothing is fetched. A fetch in progress is aborted first, so that it cannot restore
   * what is being deleted.
   */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** A dispatch that is stored in part. */
export type PartialDispatch = DispatchKey & { rut: Rut };

export interface BackgroundFetchDeps {
  /** Whether the person or an administrator has enabled it; read before each dispatch. */
  isOn(): boolean;
  /** The current connections. */
  connectionIds(): Promise<readonly string[]>;
  /** Whether a service was unavailable at the last request. */
  isAway(connectionId: string): boolean;
  /**
   * Stores which dispatches are partial, which were fetched, and when a retry is due, so that restarts cause
   * no extra requests.
   */
  store: Pick<
    Store,
    'partialDispatches' | 'beginBackgroundFetch' | 'endBackgroundFetch' | 'forgetBackgroundFetches'
  >;
  /** Reads all documents of a dispatch, behind requests that a person waits for. */
  complete(dispatch: PartialDispatch, signal: AbortSignal): Promise<void>;
  clock: Pick<Clock, 'now' | 'sleep'>;
  reportError(what: string, error: unknown): void;
}

/** Time from the start of the app to the first round, and between two rounds, ms. */
const idleIntervalMs = 10 * 60_000;
/** Between two dispatches, ms. */
const pauseMs = 5_000;
/**
 * Maximum in 24 hours: a user with tens of thousands of partial dispatches must not load an agency with all
 * of them.
 */
const maxPerDay = 500;
const dayMs = 86_400_000;
/** A dispatch that nobody has viewed for longer is left to its retention, ms. */
const recent = 30 * dayMs;

export function createBackgroundFetch(deps: BackgroundFetchDeps): BackgroundFetch {
  const { isOn, connectionIds, isAway, store, complete, clock, reportError } = deps;
  const controller = new AbortController();
  const { signal } = controller;
  let going: Promise<void> = Promise.resolve();
  /** The fetch in progress. */
  let current: { ending: AbortController; done: Promise<void> } | undefined;
  let pauses: Promise<unknown> = Promise.resolve();

  /** The next dispatch, read again each time: it may have been deleted, or completed by somebody else. */
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
   * Fetches until nothing is left or the daily maximum is reached; an unavailable agency is skipped until the
   * next round.
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
      // 404: the dispatch is not of this client, which is no error.
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
