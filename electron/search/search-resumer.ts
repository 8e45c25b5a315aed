import { maxAttempts, refusesConnection, ruleOf } from '../../shared/error-rules.ts';
import { fromErrorData, isAppError } from '../../shared/errors.ts';
import type { SearchProgress } from '../../shared/model/search.ts';
import type { BreakerOf } from '../api/index.ts';
import type { PendingSearch, Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import {
  type Attempts,
  type Backoff,
  type BreakerState,
  backoffMs,
  noAttempts,
  storableError,
  waitOf,
} from '../jobs/index.ts';
import { type ConnectionJob, type ConnectionJobs, refusedKeyWaitMs } from './connection-jobs.ts';
import { isLost } from './search-lease.ts';
import type { SearchRunEnd } from './search-run.ts';
import type { SearchRunner } from './search-runner.ts';

export interface SearchResumerOptions {
  store: Pick<Store, 'listPendingSearches' | 'addPendingSearch' | 'dropPendingSearch' | 'noteRefresh'>;
  jobs: ConnectionJobs;
  runner: Pick<SearchRunner, 'resume' | 'isUnderWay' | 'progress' | 'onEnd'>;
  breakerOf: BreakerOf;
  clock: Clock;
  /** 0 to 1. */
  random(): number;
  /** Whether searches of an earlier process wait for the person's decision. */
  asksFirst(): boolean;
  emit(progress: SearchProgress): void;
  reportError(what: string, error: unknown): void;
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
 * of the app. Each job is a database row. An attempt is stored before it runs, and its outcome before the
 * next wait: neither a restart nor a kill resets the attempts.
 */
export class SearchResumer {
  readonly #options: SearchResumerOptions;
  readonly #stopping = new AbortController();
  /** What each interrupted search waits for. */
  readonly #waits = new Map<string, Waits>();
  /** When attempts began, elapsed ms. */
  readonly #begunAt = new Map<string, number>();
  /** The runs that were resumed here. */
  readonly #resumed = new Map<string, Promise<void>>();
  readonly #away = new Map<string, AwayConnection>();
  #isBegun = false;
  #waking = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(options: SearchResumerOptions) {
    this.#options = options;
    options.runner.onEnd((resultSetId, end, problems) =>
      this.#onEnd(resultSetId, end, problems).catch((error) =>
        options.reportError('an interrupted search', error),
      ),
    );
  }

  /** Resumes the searches of earlier processes, then whatever is interrupted, until it is stopped. */
  begin(): void {
    this.#isBegun = true;
    this.#loop = this.#run();
  }

  /** A person starts to wait for a result: this is its first attempt. Nothing is resumed before `begin`. */
  async onAwaited(resultSetId: string): Promise<void> {
    if (!this.#isBegun) return;
    this.#begunAt.set(resultSetId, this.#options.clock.elapsed());
    await this.#options.store.addPendingSearch(resultSetId);
  }

  /** A person has stopped a search that is not running now. */
  async onStopped(resultSetId: string): Promise<void> {
    if (!(await this.#options.store.dropPendingSearch(resultSetId, true))) return;
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
    this.#waking.abort();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await Promise.all(this.#resumed.values());
  }

  async #run(): Promise<void> {
    const { asksFirst, clock, reportError } = this.#options;
    const { signal } = this.#stopping;
    let isFirst = asksFirst();
    while (!signal.aborted) {
      this.#waking = new AbortController();
      try {
        if (isFirst) await this.#leaveToPerson();
        isFirst = false;
        await this.#poll();
      } catch (error) {
        // The store may be locked or full; the next poll tries again.
        reportError('unfinished searches', error);
      }
      const either = AbortSignal.any([this.#waking.signal, signal]);
      await clock.sleep(pollIntervalMs, either).catch(() => undefined);
    }
  }

  /** Lets the person decide on the searches of earlier processes. */
  async #leaveToPerson(): Promise<void> {
    const { store, runner } = this.#options;
    for (const job of await store.listPendingSearches()) {
      const isOfNow = this.#begunAt.has(job.resultSetId) || runner.isUnderWay(job);
      if (!isOfNow) await store.dropPendingSearch(job.resultSetId);
    }
  }

  async #poll(): Promise<void> {
    const { jobs, store, runner, reportError } = this.#options;
    await jobs.resetAttempts();
    const all = (await store.listPendingSearches()).filter((job) => !runner.isUnderWay(job));
    this.#dropWaitsExcept(new Set(all.map(({ resultSetId }) => resultSetId)));
    for (const job of all) {
      const { resultSetId } = job;
      if (this.#stopping.signal.aborted) return;
      if (this.#resumed.has(resultSetId)) continue;
      const waits = this.#waitsOfJob(job);
      if (!waits && job.attempts >= maxAttempts) {
        // Every attempt ended with its process.
        await this.#giveUp(resultSetId);
        continue;
      }
      this.#setWaits(resultSetId, waits ?? { for: 'soon' });
      if (waits || this.#resumed.size >= maxConcurrent) continue;
      const resumed = this.#resume(job)
        .finally(() => this.#resumed.delete(resultSetId))
        // If the store cannot be written, the next poll tries again, not at once.
        .then(
          () => this.wake(),
          (error) => reportError('resuming a search', error),
        );
      this.#resumed.set(resultSetId, resumed);
    }
  }

  async #giveUp(resultSetId: string): Promise<void> {
    await this.#options.store.dropPendingSearch(resultSetId);
    this.#waits.delete(resultSetId);
    await this.#emit(resultSetId);
  }

  async #resume(job: PendingSearch): Promise<void> {
    const { clock, store, runner } = this.#options;
    const { resultSetId } = job;
    const begun = { attempts: job.attempts + 1, retryAfter: clock.now(), error: job.error };
    // Another process was faster, or a person stopped the search or started it again.
    if (!(await store.noteRefresh(resultSetId, begun, { ...job, isAwaited: true }))) return;
    if (this.#stopping.signal.aborted) {
      // Not an attempt: nobody would end a run that starts now.
      await store.noteRefresh(resultSetId, job, begun);
      return;
    }
    this.#begunAt.set(resultSetId, clock.elapsed());
    try {
      await runner.resume(resultSetId);
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE')) return;
      if (!isLost(error)) throw error;
      // Another process runs it: no attempt of this one.
      await store.noteRefresh(resultSetId, job, begun);
    }
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
    if (next) await store.noteRefresh(resultSetId, next);
    else await store.dropPendingSearch(resultSetId);
    const waits = next && (this.#waitsOfJob({ ...job, ...next }) ?? { for: 'soon' });
    // Emitted with the end event.
    if (waits) this.#waits.set(resultSetId, waits);
    else this.#waits.delete(resultSetId);
    this.wake();
  }

  /** The attempts of a job after an interruption; undefined where none is left. */
  #attemptsAfter(
    job: ConnectionJob,
    end: SearchRunEnd,
    problems: SearchProgress['problems'],
  ): Attempts | undefined {
    const { jobs, clock, random } = this.#options;
    const { attempts, connectionIds, resultSetId } = job;
    // Ended with the app: it stays due, and this was no attempt.
    if (this.#stopping.signal.aborted) return { ...noAttempts, attempts: Math.max(0, attempts - 1) };
    const rejection = problems.find(({ error }) => refusesConnection(error))?.error;
    // No key helps a connection that was removed.
    if (rejection && problems.every(({ error }) => error.code === 'CONNECTION_UNKNOWN')) return undefined;
    const data = rejection ?? problems[0]?.error;
    const error = storableError(data ? fromErrorData(data) : end.rejection);
    const refused = problems.filter((one) => refusesConnection(one.error)).map((one) => one.connectionId);
    const attempt = {
      connectionIds: refused.length > 0 ? refused : connectionIds,
      attempts,
      begunAt: this.#begunAt.get(resultSetId) ?? 0,
    };
    const pauseMs = backoffMs(attempts, random(), pauses);
    const outcome = jobs.outcomeOf(attempt, error, pauseMs);
    if (outcome.kind === 'failed') return undefined;
    // After an outage it runs as soon as the breaker closes, without another wait; after a second attempt it
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
    return away === undefined ? undefined : this.#waitForConnection(away, job.resultSetId);
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
      const signal = AbortSignal.any([stop.signal, this.#stopping.signal]);
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
