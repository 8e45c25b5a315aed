import { type ErrorData, fromErrorData, isAppError, toErrorData } from '../../shared/errors.ts';
import type { SearchProgress } from '../../shared/model/search.ts';
import type { SearchQuery } from '../../shared/model/search-query.ts';
import type { BreakerOf } from '../api/index.ts';
import type { StoredResultSet } from '../database/index.ts';
import { Throttle } from '../lib/async.ts';
import { isLost, ownedElsewhere, type SearchLeases } from './search-lease.ts';
import { type RunProgress, readRunProgress, toProgress } from './search-progress.ts';
import { runSearch, type SearchRunEnd, type SearchRunOptions } from './search-run.ts';

/** Minimum interval between two progress events, ms. */
const emitIntervalMs = 100;

/** Receives the end of a search run and its problems. */
export type EndListener = (
  resultSetId: string,
  end: SearchRunEnd,
  problems: SearchProgress['problems'],
) => void | Promise<void>;

export interface ActiveRunsOptions extends Omit<SearchRunOptions, 'owner'> {
  leases: SearchLeases;
  breakerOf: BreakerOf;
  /** Called before a search starts that a person waits for. */
  onAwaited(resultSetId: string): Promise<void>;
  /** Emits the progress of a search run. */
  emit(progress: SearchProgress): void;
  /** The progress of any result set, as stored where this process does not run it. */
  progressOf(resultSetId: string): Promise<SearchProgress>;
}

/** Who started a run. */
interface RunOptions {
  /** A person waits, so that the search is resumed when it is interrupted. */
  isOfPerson: boolean;
}

/** A search run of this process. */
interface ActiveRun {
  query: SearchQuery;
  controller: AbortController;
  runProgress: RunProgress;
  ended: Promise<SearchRunEnd>;
}

/** The search runs of this process: one at most for each result set, under its lease. */
export class ActiveRuns {
  readonly #options: ActiveRunsOptions;
  readonly #running = new Map<string, ActiveRun>();
  /** Runs that are about to start: two calls at once start one run. */
  readonly #starting = new Map<string, Promise<ActiveRun>>();
  /** Errors that ended runs early: where the store fails, they are known only here. */
  readonly #errors = new Map<string, ErrorData>();
  readonly #listeners = new Set<EndListener>();

  constructor(options: ActiveRunsOptions) {
    this.#options = options;
  }

  /** Called for every run that ended, before the end event. */
  onEnd(listener: EndListener): void {
    this.#listeners.add(listener);
  }

  /** The run of a result set, unless it is only starting. */
  running(resultSetId: string): ActiveRun | undefined {
    return this.#running.get(resultSetId);
  }

  /** The run of a result set, running or starting. */
  find(resultSetId: string): ActiveRun | Promise<ActiveRun> | undefined {
    return this.#running.get(resultSetId) ?? this.#starting.get(resultSetId);
  }

  /** The current run of a result set, or a new one after `prepare`. */
  async begin(resultSetId: string, prepare: () => Promise<void>, options: RunOptions): Promise<ActiveRun> {
    const known = this.find(resultSetId);
    if (known) return known;
    const starting = prepare()
      .then(() => this.#options.store.readResultSet(resultSetId))
      .then((resultSet) => this.#launch(resultSet, options));
    this.#starting.set(resultSetId, starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(resultSetId);
    }
  }

  /** Ends a run for a person; returns whether there was one. */
  async end(resultSetId: string): Promise<boolean> {
    const run = this.#running.get(resultSetId) ?? (await this.#starting.get(resultSetId));
    run?.controller.abort('person');
    await run?.ended;
    return run !== undefined;
  }

  /** Ends every run that a query selects. With `close`, they can be resumed at the next start. */
  async endAll(reason: 'person' | 'close', isSelected: (query: SearchQuery) => boolean): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    const selected = [...this.#running.values()].filter(({ query }) => isSelected(query));
    for (const { controller } of selected) controller.abort(reason);
    await Promise.allSettled(selected.map(({ ended }) => ended));
  }

  /** The progress of an interrupted run, with the error that ended it early. */
  interrupted(resultSetId: string, runProgress: RunProgress): SearchProgress {
    const error = this.#errors.get(resultSetId);
    return { ...toProgress(resultSetId, 'interrupted', runProgress), ...(error && { error }) };
  }

  async #launch(resultSet: StoredResultSet, { isOfPerson }: RunOptions): Promise<ActiveRun> {
    const { store, clock, leases, onAwaited, emit } = this.#options;
    const { resultSetId, query } = resultSet;
    const runProgress = await readRunProgress(store, resultSet);
    this.#errors.delete(resultSetId);
    const controller = new AbortController();
    const emitProgress = () => emit(toProgress(resultSetId, 'running', runProgress));
    const throttle = new Throttle(emitProgress, { clock, intervalMs: emitIntervalMs });
    if (isOfPerson) {
      await onAwaited(resultSetId);
      // Only now: closing a breaker earlier would resume an older search with the same query.
      this.#closeBreakers(query);
    }
    await this.#storeProgress(resultSetId, 'running', runProgress);
    leases.maintain(resultSetId, () => controller.abort('close'));
    const runOptions = { ...this.#options, owner: leases.owner };
    const onChange = () => throttle.request();
    const ended = runSearch(runOptions, resultSet, runProgress, controller.signal, onChange)
      .catch((error): SearchRunEnd => {
        controller.abort('close');
        // Deleted while it was running.
        if (isAppError(error, 'RESULT_SET_GONE')) return { state: 'cancelled' };
        this.#recordError(resultSetId, error);
        return { state: 'interrupted', rejection: fromErrorData(toErrorData(error)) };
      })
      .then((end) => this.#conclude(resultSetId, end, runProgress, throttle))
      .finally(() => {
        throttle.stop();
        // A listener may have started another run.
        if (this.#running.get(resultSetId)?.controller === controller) this.#drop(resultSetId);
      });
    const run = { query, controller, runProgress, ended };
    this.#running.set(resultSetId, run);
    // Awaiting callers receive the failure; without one it must not end the process.
    ended.catch(() => undefined);
    return run;
  }

  /** A person does not wait for the next probe of an unavailable service. */
  #closeBreakers({ connectionIds }: SearchQuery): void {
    for (const id of connectionIds) this.#options.breakerOf(id).close();
  }

  async #conclude(
    resultSetId: string,
    end: SearchRunEnd,
    runProgress: RunProgress,
    throttle: Throttle,
  ): Promise<SearchRunEnd> {
    const { emit, progressOf } = this.#options;
    throttle.stop();
    try {
      await this.#storeProgress(resultSetId, end.state, runProgress);
    } catch (error) {
      this.#drop(resultSetId);
      if (!isLost(error)) {
        this.#recordError(resultSetId, error);
        emit(this.interrupted(resultSetId, runProgress));
        throw error;
      }
      // Another process took the lease and reports the rest, or a purge deleted the result set.
      const progress = await progressOf(resultSetId);
      emit(progress);
      return {
        state: 'interrupted',
        ...(progress.location === 'elsewhere' && { rejection: ownedElsewhere() }),
      };
    }
    this.#drop(resultSetId);
    for (const listener of this.#listeners) await listener(resultSetId, end, runProgress.problems);
    emit(
      end.state === 'interrupted'
        ? this.interrupted(resultSetId, runProgress)
        : toProgress(resultSetId, end.state, runProgress),
    );
    return end;
  }

  async #storeProgress(
    resultSetId: string,
    state: SearchProgress['state'],
    runProgress: RunProgress,
  ): Promise<void> {
    const { store, clock, leases } = this.#options;
    const { requests, mayBeTruncated } = runProgress;
    const record = { state, requests, mayBeTruncated, at: new Date(clock.now()).toISOString() };
    runProgress.asOf = await store.updateSearchRun(resultSetId, record, leases.owner);
  }

  #drop(resultSetId: string): void {
    this.#options.leases.drop(resultSetId);
    this.#running.delete(resultSetId);
  }

  #recordError(resultSetId: string, error: unknown): void {
    // The first error says more: later ones follow from it.
    if (isLost(error) || this.#errors.has(resultSetId)) return;
    this.#errors.set(resultSetId, toErrorData(error));
  }
}
