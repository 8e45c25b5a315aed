import { dispatchKey } from '../../shared/composite-key.ts';
import { refusesConnection, ruleOf } from '../../shared/error-codes.ts';
import { isAppError } from '../../shared/errors.ts';
import { dayMs } from '../../shared/model/dates.ts';
import type { PartialDispatch, Store } from '../database/index.ts';
import {
  type Attempts,
  type Backoff,
  backoffMs,
  CircuitOpenError,
  type JobOutcome,
  JobRunner,
  type JobRunnerOptions,
  newJob,
  storableError,
} from '../jobs/index.ts';

interface BackgroundFetchOptions extends JobRunnerOptions {
  /** Whether the person or an administrator has enabled it; read before each dispatch. */
  isOn(): boolean;
  /** The current connections. */
  connectionIds(): Promise<readonly string[]>;
  /** Whether a service was unavailable at the last request. */
  isAway(connectionId: string): boolean;
  store: JobRunnerOptions['store'] & Pick<Store, 'nextPartialDispatch' | 'countBackgroundFetch' | 'getJob'>;
  /** Reads all documents of a dispatch, behind requests that a person waits for. */
  complete(dispatch: PartialDispatch, signal: AbortSignal): Promise<void>;
  /** 0 to 1. */
  random(): number;
}

/** From the start of the app to the first dispatch, between two polls, and while an agency is away, ms. */
const idleIntervalMs = 10 * 60_000;
/** Between two dispatches, ms. */
const pauseMs = 5_000;
/**
 * Maximum in 24 hours: a user with tens of thousands of partial dispatches must not load an agency with all
 * of them.
 */
const maxPerDay = 500;
/** A dispatch that nobody has viewed for longer is left to its retention, ms. */
const maxAgeMs = 30 * dayMs;
/** Waits after a failure, of a dispatch or of a refused key. */
const waits: Backoff = { firstMs: dayMs, maxMs: 16 * dayMs };

/**
 * Fetches all documents of dispatches that are stored in part, while the app is idle, so that their missing
 * documents become known. The one that was seen last comes first.
 */
export class BackgroundFetch {
  readonly #options: BackgroundFetchOptions;
  readonly #runner: JobRunner<PartialDispatch>;
  /** Connections whose service was unavailable, and until when nobody asks it, elapsed ms. */
  readonly #awayUntil = new Map<string, number>();
  /** No request before: this day has had its share. Elapsed ms. */
  #fullUntil = 0;

  constructor(options: BackgroundFetchOptions) {
    this.#options = options;
    this.#runner = new JobRunner<PartialDispatch>(
      {
        name: 'background fetches',
        pollIntervalMs: idleIntervalMs,
        startDelayMs: idleIntervalMs,
        pauseMs,
        next: (excluded) => this.#next(excluded),
        begin: ({ attempts, error }) => this.#attempt(attempts + 1, error),
        run: (dispatch, _attempt, signal) => this.#run(dispatch, signal),
        end: (_dispatch, attempt, outcome) =>
          outcome.kind === 'done' ? undefined : { ...attempt, error: outcome.error },
      },
      options,
    );
  }

  begin(): void {
    this.#runner.begin();
  }

  /** Runs `work` while nothing is fetched: a fetch in progress could restore what is being deleted. */
  pausedFor<T>(work: () => Promise<T>): Promise<T> {
    return this.#runner.pausedFor(work);
  }

  stop(): Promise<void> {
    return this.#runner.stop();
  }

  /** It counts as failed from its start: if the app crashes, the next start does not begin with it. */
  #attempt(attempts: number, error: Attempts['error']): Attempts {
    const { clock, random } = this.#options;
    return { attempts, retryAfter: Math.round(clock.now() + backoffMs(attempts, random(), waits)), error };
  }

  async #next(excluded: ReadonlySet<string>): Promise<PartialDispatch | undefined> {
    const { isOn, connectionIds, isAway, clock, store } = this.#options;
    const elapsed = clock.elapsed();
    if (!isOn() || elapsed < this.#fullUntil) return undefined;
    const isLeftAlone = (id: string) => isAway(id) || elapsed < (this.#awayUntil.get(id) ?? 0);
    const ids = (await connectionIds()).filter((id) => !isLeftAlone(id));
    if (ids.length === 0) return undefined;
    const now = clock.now();
    const since = new Date(now - maxAgeMs).toISOString();
    return store.nextPartialDispatch(ids, { since, now, latest: now + waits.maxMs }, [...excluded]);
  }

  async #run(dispatch: PartialDispatch, signal: AbortSignal): Promise<JobOutcome> {
    const { store, clock, complete } = this.#options;
    const { connectionId } = dispatch;
    const leaveAloneUntil = clock.elapsed() + idleIntervalMs;
    if (!(await store.countBackgroundFetch(clock.now(), maxPerDay))) {
      this.#fullUntil = leaveAloneUntil;
      return { kind: 'blocked' };
    }
    try {
      await complete(dispatch, signal);
      return { kind: 'done' };
    } catch (error) {
      if (signal.aborted) return { kind: 'blocked' };
      // That the dispatch is not of this client is no error.
      const isAbsent = isAppError(error) && ruleOf(error.code).isAbsence;
      if (!isAbsent) this.#options.reportError('a background fetch', error);
      const data = storableError(error);
      if (error instanceof CircuitOpenError || ruleOf(data.code).concerns === 'way') {
        this.#awayUntil.set(connectionId, leaveAloneUntil);
        return { kind: 'blocked' };
      }
      if (!refusesConnection(data)) return { kind: 'failed', error: data };
      await this.#leaveConnectionAlone(connectionId, data);
      return { kind: 'blocked' };
    }
  }

  /** After a refused key: this stands in the row of a dispatch without a number. */
  async #leaveConnectionAlone(connectionId: string, error: Attempts['error']): Promise<void> {
    const { store } = this.#options;
    const key = { kind: 'background-fetch', subject: dispatchKey({ connectionId, number: '' }) } as const;
    const seen = (await store.getJob(key)) ?? newJob(key);
    await store.beginJob(seen, this.#attempt(seen.attempts + 1, error), { owner: '', leaseUntil: 0 });
  }
}
