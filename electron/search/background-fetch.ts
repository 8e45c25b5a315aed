import { refusesConnection, ruleOf } from '../../shared/error-rules.ts';
import { isAppError } from '../../shared/errors.ts';
import type { DispatchKey } from '../../shared/model/dossier.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { CircuitOpenError } from '../jobs/index.ts';

/** A dispatch that is stored in part. */
export type PartialDispatch = DispatchKey & { rut: Rut };

export interface BackgroundFetchOptions {
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
    'listPartialDispatches' | 'beginBackgroundFetch' | 'endBackgroundFetch' | 'forgetBackgroundFetches'
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
const maxAgeMs = 30 * dayMs;

/** How a fetch ended: with `away` the agency was unavailable, with `unlearned` the fetch was aborted. */
type FetchOutcome = 'had' | 'unlearned' | 'away' | 'refused' | 'failed';

/**
 * Fetches all documents of dispatches that are stored in part, while the app is idle, so that their missing
 * documents become known.
 */
export class BackgroundFetch {
  readonly #options: BackgroundFetchOptions;
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  /** The fetch in progress. */
  #current: { abort: AbortController; done: Promise<void> } | undefined;
  #pauses: Promise<unknown> = Promise.resolve();

  constructor(options: BackgroundFetchOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#loop = this.#run().catch((error: unknown) => this.#reportUnlessStopped(error));
  }

  /** Retries connections whose key was replaced. */
  resume(connectionIds: readonly string[]): void {
    const { store, reportError } = this.#options;
    for (const id of connectionIds) {
      store
        .forgetBackgroundFetches(id)
        .catch((error: unknown) => reportError('background fetches with a new key', error));
    }
  }

  /**
   * Runs `work` while nothing is fetched. A fetch in progress is aborted first, so that it cannot restore
   * what is being deleted.
   */
  async pausedFor<T>(work: () => Promise<T>): Promise<T> {
    const worked = this.#pauses.then(async () => {
      this.#current?.abort.abort();
      await this.#current?.done;
      return work();
    });
    this.#pauses = worked.catch(() => undefined);
    return worked;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#options.clock.sleep(idleIntervalMs, signal);
      await this.#round().catch((error: unknown) => this.#reportUnlessStopped(error));
    }
  }

  #reportUnlessStopped(error: unknown): void {
    if (!this.#stopping.signal.aborted) this.#options.reportError('background fetches', error);
  }

  /**
   * Fetches until nothing is left or the daily maximum is reached; an unavailable agency is skipped until the
   * next round.
   */
  async #round(): Promise<void> {
    const { isOn, store, clock } = this.#options;
    const { signal } = this.#stopping;
    const away = new Set<string>();
    while (isOn()) {
      await this.#pauses;
      const dispatch = await this.#next(away);
      signal.throwIfAborted();
      if (!dispatch || !(await store.beginBackgroundFetch(toDispatchKey(dispatch), clock.now(), maxPerDay)))
        return;
      const abort = new AbortController();
      const done = this.#fetch(dispatch, AbortSignal.any([signal, abort.signal]), away);
      this.#current = { abort, done };
      await done;
      this.#current = undefined;
      await clock.sleep(pauseMs, signal);
    }
  }

  /** The next dispatch, read again each time: it may have been deleted, or completed by somebody else. */
  async #next(away: ReadonlySet<string>): Promise<PartialDispatch | undefined> {
    const { connectionIds, isAway, clock, store } = this.#options;
    const ids = (await connectionIds()).filter((id) => !away.has(id) && !isAway(id));
    if (ids.length === 0) return undefined;
    const now = clock.now();
    const [latest] = await store.listPartialDispatches(
      ids,
      { since: new Date(now - maxAgeMs).toISOString(), now },
      1,
    );
    return latest;
  }

  /** Fetches a dispatch and stores how that ended; adds its connection to `away` when it was unavailable. */
  async #fetch(dispatch: PartialDispatch, signal: AbortSignal, away: Set<string>): Promise<void> {
    const { store, clock, reportError } = this.#options;
    try {
      const outcome = await this.#outcomeOf(dispatch, signal);
      if (outcome === 'away') away.add(dispatch.connectionId);
      if (outcome === 'failed') return;
      await store.endBackgroundFetch(
        toDispatchKey(dispatch),
        outcome === 'away' ? 'unlearned' : outcome,
        clock.now(),
      );
    } catch (error) {
      reportError('noting how a background fetch ended', error);
    }
  }

  async #outcomeOf(dispatch: PartialDispatch, signal: AbortSignal): Promise<FetchOutcome> {
    try {
      await this.#options.complete(dispatch, signal);
      return 'had';
    } catch (error) {
      if (signal.aborted) return 'unlearned';
      // That the dispatch is not of this client is no error.
      const isAbsent = isAppError(error) && ruleOf(error.code).isAbsence;
      if (!isAbsent) this.#options.reportError('a background fetch', error);
      if (!isAppError(error)) return 'failed';
      if (error instanceof CircuitOpenError || ruleOf(error.code).concerns === 'way') return 'away';
      return refusesConnection(error) ? 'refused' : 'failed';
    }
  }
}

function toDispatchKey({ connectionId, number }: DispatchKey): DispatchKey {
  return { connectionId, number };
}
