import { maxAttempts, refusesConnection, ruleOf } from '../../shared/error-codes.ts';
import { fromErrorData, isAppError } from '../../shared/errors.ts';
import type { SearchProgress } from '../../shared/model/search.ts';
import type { BreakerOf } from '../api/index.ts';
import type { PendingSearch, Store } from '../database/index.ts';
import {
  type Attempts,
  type Backoff,
  type BreakerState,
  backoffMs,
  type JobOutcome,
  JobRunner,
  type JobRunnerOptions,
  noAttempts,
  storableError,
  waitOf,
} from '../jobs/index.ts';
import { type ConnectionJobs, refusedKeyWaitMs } from './connection-jobs.ts';
import { isLost } from './search-lease.ts';
import type { SearchRunEnd } from './search-run.ts';
import type { SearchRunner } from './search-runner.ts';

interface SearchResumerOptions extends JobRunnerOptions {
  store: JobRunnerOptions['store'] &
    Pick<
      Store,
      'listPendingSearches' | 'addPendingSearch' | 'dropPendingSearch' | 'stopPendingSearch' | 'saveAttempts'
    >;
  jobs: ConnectionJobs;
  runner: Pick<SearchRunner, 'resume' | 'isUnderWay' | 'progress' | 'onEnd'>;
  breakerOf: BreakerOf;
  /** 0 to 1. */
  random(): number;
  /** Whether searches of an earlier process wait for the person's decision. */
  asksFirst(): boolean;
  emit(progress: SearchProgress): void;
}

/** Interval between two polls, ms. */
const pollIntervalMs = 60_000;
/** Maximum searches resumed at once. */
const maxConcurrent = 3;
/** Waits between the attempts at one search. */
const pauses: Backoff = { firstMs: 60_000, maxMs: 15 * 60_000 };

type Waits = SearchProgress['waits'];

/** An unavailable connection: it is probed while any of these searches waits for it. */
interface AwayConnection {
  resultSetIds: Set<string>;
  stop: AbortController;
}

/**
 * Resumes searches that a person started and that were interrupted: by an outage, a rejected key, or the end
 * of the app. The first attempt is the person's own; the outcome of each is stored before its end is emitted.
 */
export class SearchResumer {
  readonly #options: SearchResumerOptions;
  readonly #runner: JobRunner<PendingSearch>;
  /** What each interrupted search waits for. */
  readonly #waits = new Map<string, Waits>();
  /** When attempts began, elapsed ms. */
  readonly #begunAt = new Map<string, number>();
  /** Ends the probing of services when it stops. */
  readonly #closing = new AbortController();
  readonly #away = new Map<string, AwayConnection>();
  #isBegun = false;
  /** Whether the searches of earlier processes still have to be left to the person. */
  #isLeavingToPerson = false;

  constructor(options: SearchResumerOptions) {
    this.#options = options;
    this.#runner = new JobRunner<PendingSearch>(
      {
        name: 'interrupted searches',
        pollIntervalMs,
        maxConcurrent,
        prepare: () => this.#prepare(),
        next: (excluded) => this.#next(excluded),
        begin: ({ attempts, error }) => ({ attempts: attempts + 1, retryAfter: options.clock.now(), error }),
        run: ({ subject }) => this.#resume(subject),
        // `#onEnd` has stored the outcome; where it could not, the attempt stays as it began.
        end: (_job, attempt) => attempt,
      },
      options,
    );
    options.runner.onEnd((resultSetId, end, problems) =>
      this.#onEnd(resultSetId, end, problems).catch((error) =>
        options.reportError('an interrupted search', error),
      ),
    );
  }

  /** Resumes the searches of earlier processes, then whatever is interrupted, until it is stopped. */
  begin(): void {
    this.#isBegun = true;
    this.#isLeavingToPerson = this.#options.asksFirst();
    this.#runner.begin();
  }

  /** A person starts to wait for a result: this is its first attempt. Nothing is resumed before `begin`. */
  async onAwaited(resultSetId: string): Promise<void> {
    if (!this.#isBegun) return;
    this.#begunAt.set(resultSetId, this.#options.clock.elapsed());
    await this.#options.store.addPendingSearch(resultSetId);
  }

  /** A person has stopped a search that is not running now. */
  async onStopped(resultSetId: string): Promise<void> {
    if (!(await this.#options.store.stopPendingSearch(resultSetId))) return;
    this.#waits.delete(resultSetId);
    await this.#emit(resultSetId);
    this.wake();
  }

  /** What an interrupted search waits for; undefined where it is not resumed automatically. */
  waitsOf(resultSetId: string): Waits {
    return this.#waits.get(resultSetId);
  }

  /** Polls now. */
  wake(): void {
    this.#runner.wake();
  }

  stop(): Promise<void> {
    this.#closing.abort();
    return this.#runner.stop();
  }

  async #prepare(): Promise<void> {
    if (this.#isLeavingToPerson) await this.#leaveToPerson();
    this.#isLeavingToPerson = false;
    await this.#options.jobs.resetAttempts();
  }

  /** Lets the person decide on the searches of earlier processes. */
  async #leaveToPerson(): Promise<void> {
    const { store, runner } = this.#options;
    for (const job of await store.listPendingSearches()) {
      const isOfNow = this.#begunAt.has(job.subject) || runner.isUnderWay(job.subject, job.run);
      if (!isOfNow) await store.dropPendingSearch(job.subject);
    }
  }

  /** The latest search that may run now; tells of all others what they wait for. */
  async #next(excluded: ReadonlySet<string>): Promise<PendingSearch | undefined> {
    const { store, runner } = this.#options;
    const pending = (await store.listPendingSearches()).filter(
      (job) => !runner.isUnderWay(job.subject, job.run),
    );
    this.#dropWaitsExcept(new Set(pending.map(({ subject }) => subject)));
    let next: PendingSearch | undefined;
    for (const job of pending) {
      const { subject } = job;
      if (this.#runner.isStopping) return undefined;
      if (excluded.has(subject)) continue;
      const waits = this.#waitsOfJob(job);
      // Every attempt ended with its process.
      if (!waits && job.attempts >= maxAttempts) await this.#giveUp(subject);
      else {
        this.#setWaits(subject, waits ?? { for: 'soon' });
        if (!waits) next ??= job;
      }
    }
    return next;
  }

  async #giveUp(resultSetId: string): Promise<void> {
    await this.#options.store.dropPendingSearch(resultSetId);
    this.#waits.delete(resultSetId);
    await this.#emit(resultSetId);
  }

  async #resume(resultSetId: string): Promise<JobOutcome> {
    const { clock, runner } = this.#options;
    this.#begunAt.set(resultSetId, clock.elapsed());
    try {
      await runner.resume(resultSetId);
    } catch (error) {
      // Another process runs it: no attempt of this one.
      if (isLost(error)) return { kind: 'blocked' };
      if (!isAppError(error, 'RESULT_SET_GONE')) throw error;
    }
    return { kind: 'done' };
  }

  async #onEnd(resultSetId: string, end: SearchRunEnd, problems: SearchProgress['problems']): Promise<void> {
    const { store } = this.#options;
    const [job] = end.state === 'interrupted' ? await store.listPendingSearches(resultSetId) : [];
    if (!job) {
      this.#waits.delete(resultSetId);
      this.#begunAt.delete(resultSetId);
      return;
    }
    const next = this.#attemptsAfter(job, end, problems);
    if (next) await store.saveAttempts({ kind: 'search', subject: resultSetId }, next);
    else await store.dropPendingSearch(resultSetId);
    const waits = next && (this.#waitsOfJob({ ...job, ...next }) ?? { for: 'soon' });
    // Emitted with the end event.
    if (waits) this.#waits.set(resultSetId, waits);
    else this.#waits.delete(resultSetId);
    this.wake();
  }

  /** The attempts of a job after an interruption; undefined where none is left. */
  #attemptsAfter(
    job: PendingSearch,
    end: SearchRunEnd,
    problems: SearchProgress['problems'],
  ): Attempts | undefined {
    const { jobs, clock, random } = this.#options;
    const { attempts, connectionIds, subject } = job;
    // Ended with the app: it stays due, and this was no attempt.
    if (this.#runner.isStopping) return { ...noAttempts, attempts: Math.max(0, attempts - 1) };
    const rejection = problems.find(({ error }) => refusesConnection(error))?.error;
    // No key helps a connection that was removed.
    if (rejection && problems.every(({ error }) => error.code === 'CONNECTION_UNKNOWN')) return undefined;
    const data = rejection ?? problems[0]?.error;
    const error = storableError(data ? fromErrorData(data) : end.rejection);
    const refused = problems.filter((one) => refusesConnection(one.error)).map((one) => one.connectionId);
    const attempt = {
      connectionIds: refused.length > 0 ? refused : connectionIds,
      attempts,
      begunAt: this.#begunAt.get(subject) ?? 0,
    };
    const pauseMs = backoffMs(attempts, random(), pauses);
    const outcome = jobs.outcomeOf(attempt, error, pauseMs);
    if (outcome.kind === 'failed') return undefined;
    // After an outage it runs as soon as the breaker closes, without another wait. After a second attempt it
    // waits, because the breaker may have closed too early.
    const isAway = attempts <= 1 && this.#firstAway(connectionIds) !== undefined;
    const retryAfter = isAway && !refusesConnection(error) ? clock.now() : outcome.at;
    return { attempts, retryAfter, error };
  }

  /** What a job waits for now; undefined where it may run. */
  #waitsOfJob(job: PendingSearch): Waits {
    const now = this.#options.clock.now();
    const waitMs = waitOf(job, now, refusedKeyWaitMs) ?? 0;
    if (waitMs > 0 && job.error && refusesConnection(job.error)) return { for: 'key' };
    if (waitMs > 0) return { for: 'retry', until: isoTime(now + waitMs) };
    const away = this.#firstAway(job.connectionIds);
    return away === undefined ? undefined : this.#waitForConnection(away, job.subject);
  }

  #firstAway(connectionIds: readonly string[]): string | undefined {
    return connectionIds.find((id) => this.#options.breakerOf(id).state.kind !== 'closed');
  }

  /** Has an unavailable connection probed, and polls once it is back. */
  #waitForConnection(connectionId: string, resultSetId: string): Waits {
    const breaker = this.#options.breakerOf(connectionId);
    const known = this.#away.get(connectionId);
    if (known) known.resultSetIds.add(resultSetId);
    else {
      const [resultSetIds, stop] = [new Set([resultSetId]), new AbortController()];
      this.#away.set(connectionId, { resultSetIds, stop });
      const onState = (state: BreakerState) => {
        for (const id of resultSetIds) this.#setWaits(id, this.#waitsOfBreaker(state));
      };
      const onBack = () => {
        this.#away.delete(connectionId);
        this.wake();
      };
      const signal = AbortSignal.any([stop.signal, this.#closing.signal]);
      // It only rejects when it is aborted.
      breaker.untilClosed(onState, signal).then(onBack, () => undefined);
    }
    return this.#waitsOfBreaker(breaker.state);
  }

  #waitsOfBreaker(state: BreakerState): Waits {
    const { clock } = this.#options;
    if (state.kind === 'closed') return { for: 'soon' };
    const isWay = ruleOf(state.error.code).concerns === 'way';
    const untilMs = state.kind === 'open' ? Math.max(0, state.probeAt - clock.elapsed()) : 0;
    return { for: isWay ? 'network' : 'service', until: isoTime(clock.now() + untilMs) };
  }

  /** Stops waiting for everything except these result sets. */
  #dropWaitsExcept(pending: ReadonlySet<string>): void {
    for (const id of this.#waits.keys()) if (!pending.has(id)) this.#setWaits(id, undefined);
    for (const [connectionId, { resultSetIds, stop }] of this.#away) {
      for (const id of resultSetIds) if (!pending.has(id)) resultSetIds.delete(id);
      if (resultSetIds.size > 0) continue;
      this.#away.delete(connectionId);
      stop.abort();
    }
  }

  #setWaits(resultSetId: string, next: Waits): void {
    const isChanged = JSON.stringify(this.#waits.get(resultSetId)) !== JSON.stringify(next);
    if (next) this.#waits.set(resultSetId, next);
    else this.#waits.delete(resultSetId);
    if (!isChanged) return;
    this.#emit(resultSetId).catch((error) => this.#options.reportError('progress of a search', error));
  }

  async #emit(resultSetId: string): Promise<void> {
    try {
      const progress = await this.#options.runner.progress(resultSetId);
      if (progress.state !== 'running') this.#options.emit(progress);
    } catch (error) {
      if (!isAppError(error, 'RESULT_SET_GONE')) throw error;
    }
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
