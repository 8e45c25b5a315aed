import { maxAttempts, ruleOf } from '../../shared/error-rules.ts';
import { fromErrorData, isAppError } from '../../shared/errors.ts';
import type { SearchProgress } from '../../shared/model/search.ts';
import type { BreakerOf } from '../api/index.ts';
import type { PendingSearch, Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { type BreakerState, noAttempts, storableError, waitOf } from '../jobs/index.ts';
import { type Job, type Jobs, refusedKeyWaitMs, refusesKey } from './jobs.ts';
import { isLost } from './search-lease.ts';
import type { SearchRunEnd } from './search-run.ts';
import type { EndListener, SearchRunner } from './search-runner.ts';

/**
 * Resumes searches that a person started and that were interrupted: by an outage, a rejected key, or the end
 * of the app.
 */
export interface SearchResumer {
  /** Resumes the searches of earlier processes, then whatever is interrupted, until it is stopped. */
  begin(): void;
  /** A person starts to wait for a result: this is its first attempt. Nothing is resumed before `begin`. */
  onAwaited(resultSetId: string): Promise<void>;
  /** A person has stopped a search that is not running now. */
  onStopped(resultSetId: string): Promise<void>;
  /** What an interrupted search waits for; undefined where it is not resumed automatically. */
  waitsOf(resultSetId: string): SearchProgress['waits'];
  /** Polls now. */
  wake(): void;
  stop(): Promise<void>;
}

export interface SearchResumerDeps {
  store: Pick<Store, 'listPendingSearches' | 'addPendingSearch' | 'dropPendingSearch' | 'noteRefresh'>;
  jobs: Jobs;
  runner: Pick<SearchRunner, 'finish' | 'isUnderWay' | 'progress' | 'onEnd'>;
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
/** Wait before the second attempt, ms; doubled before each later one. */
const firstPause = 60_000;

/**
 * Each job is a database row. An attempt is stored before it runs, and its outcome before the next wait:
 * neither a restart nor a kill resets the attempts.
 */
export function createSearchResumer(deps: SearchResumerDeps): SearchResumer {
  const { store, jobs, runner, breakerOf, clock, reportError } = deps;
  const ending = new AbortController();
  const waits = new Map<string, SearchProgress['waits']>();
  /** When attempts began, elapsed ms. */
  const begunAt = new Map<string, number>();
  const going = new Map<string, Promise<void>>();
  /** Unavailable connections with the searches that wait for them; each is probed while any waits. */
  const away = new Map<string, { answers: Set<string>; stop: AbortController }>();
  let isBegun = false;
  let waking = new AbortController();
  let looking: Promise<void> = Promise.resolve();

  const wake = () => waking.abort();
  const at = (ms: number) => new Date(ms).toISOString();

  function setWaits(resultSetId: string, next: SearchProgress['waits']): void {
    const isChanged = JSON.stringify(waits.get(resultSetId)) !== JSON.stringify(next);
    if (next) waits.set(resultSetId, next);
    else waits.delete(resultSetId);
    if (isChanged) emit(resultSetId).catch((error) => reportError('how an answer stands', error));
  }

  async function emit(resultSetId: string): Promise<void> {
    try {
      const progress = await runner.progress(resultSetId);
      if (progress.state !== 'running') deps.emit(progress);
    } catch (error) {
      if (!isAppError(error, 'RESULT_SET_GONE')) throw error;
    }
  }

  /** What a job waits for now; undefined where it may run. */
  function waitOfJob(job: PendingSearch): SearchProgress['waits'] {
    const now = clock.now();
    const wait = waitOf(job, now, refusedKeyWaitMs) ?? 0;
    if (wait > 0 && job.error && refusesKey(job.error)) return { for: 'key' };
    if (wait > 0) return { for: 'retry', until: at(now + wait) };
    const closed = job.connectionIds.find((id) => breakerOf(id).state.kind !== 'closed');
    return closed === undefined ? undefined : waitFor(closed, job.resultSetId);
  }

  /** Has an unavailable connection probed, and polls once it is back. */
  function waitFor(connectionId: string, resultSetId: string): SearchProgress['waits'] {
    const breaker = breakerOf(connectionId);
    const known = away.get(connectionId);
    if (known) known.answers.add(resultSetId);
    else {
      const [answers, stop] = [new Set([resultSetId]), new AbortController()];
      away.set(connectionId, { answers, stop });
      const onState = (state: BreakerState) => {
        for (const id of answers) setWaits(id, awayWaits(state));
      };
      const back = () => {
        away.delete(connectionId);
        wake();
      };
      // It only rejects when it is aborted.
      breaker.untilClosed(onState, AbortSignal.any([stop.signal, ending.signal])).then(back, () => undefined);
    }
    return awayWaits(breaker.state);
  }

  /** Stops waiting for everything except these result sets. */
  function leaveAlone(awaited: ReadonlySet<string>): void {
    for (const id of waits.keys()) if (!awaited.has(id)) setWaits(id, undefined);
    for (const [connectionId, { answers, stop }] of away) {
      for (const id of answers) if (!awaited.has(id)) answers.delete(id);
      if (answers.size > 0) continue;
      away.delete(connectionId);
      stop.abort();
    }
  }

  function awayWaits(state: BreakerState): SearchProgress['waits'] {
    if (state.kind === 'closed') return { for: 'soon' };
    const isWay = ruleOf(state.error.code).concerns === 'way';
    const until = state.kind === 'open' ? Math.max(0, state.probeAt - clock.elapsed()) : 0;
    return { for: isWay ? 'network' : 'service', until: at(clock.now() + until) };
  }

  async function poll(): Promise<void> {
    await jobs.resetAttempts();
    const all = (await store.listPendingSearches()).filter((job) => !runner.isUnderWay(job));
    leaveAlone(new Set(all.map(({ resultSetId }) => resultSetId)));
    for (const job of all) {
      if (ending.signal.aborted) return;
      if (going.has(job.resultSetId)) continue;
      const wait = waitOfJob(job);
      if (!wait && job.attempts >= maxAttempts) {
        // Every attempt ended with its process.
        await giveUp(job.resultSetId);
        continue;
      }
      setWaits(job.resultSetId, wait ?? { for: 'soon' });
      if (wait || going.size >= maxConcurrent) continue;
      const resumed = goOn(job)
        .finally(() => going.delete(job.resultSetId))
        // If the store cannot be written, the next poll tries again, not at once.
        .then(wake, (error) => reportError('going on with a search', error));
      going.set(job.resultSetId, resumed);
    }
  }

  async function giveUp(resultSetId: string): Promise<void> {
    await store.dropPendingSearch(resultSetId);
    waits.delete(resultSetId);
    await emit(resultSetId);
  }

  async function goOn(job: PendingSearch): Promise<void> {
    const { resultSetId } = job;
    const begun = { attempts: job.attempts + 1, retryAfter: clock.now(), error: job.error };
    // Another process was faster, or a person stopped the search or started it again.
    if (!(await store.noteRefresh(resultSetId, begun, { ...job, isAwaited: true }))) return;
    if (ending.signal.aborted) {
      // Not an attempt: nobody would end a run that starts now.
      await store.noteRefresh(resultSetId, job, begun);
      return;
    }
    begunAt.set(resultSetId, clock.elapsed());
    try {
      await runner.finish(resultSetId);
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE')) return;
      if (!isLost(error)) throw error;
      // Another process runs it: no attempt of this one.
      await store.noteRefresh(resultSetId, job, begun);
    }
  }

  const ended: EndListener = async (resultSetId, end, problems) => {
    const [job] = end.state === 'interrupted' ? await store.listPendingSearches(resultSetId) : [];
    if (!job) {
      waits.delete(resultSetId);
      begunAt.delete(resultSetId);
      return;
    }
    const next = recordAfter(job, end, problems);
    if (next) await store.noteRefresh(resultSetId, next);
    else await store.dropPendingSearch(resultSetId);
    const wait = next && (waitOfJob({ ...job, ...next }) ?? { for: 'soon' });
    // Emitted with the end event.
    if (wait) waits.set(resultSetId, wait);
    else waits.delete(resultSetId);
    wake();
  };

  /** The attempts of a job after an interruption; undefined where none is left. */
  function recordAfter(job: Job, end: SearchRunEnd, problems: SearchProgress['problems']) {
    const { attempts, connectionIds, resultSetId } = job;
    // Ended with the app: it stays due, and this was no attempt.
    if (ending.signal.aborted) return { ...noAttempts, attempts: Math.max(0, attempts - 1) };
    const rejection = problems.find(({ error }) => refusesKey(error))?.error;
    // No key helps a connection that was removed.
    if (rejection && problems.every(({ error }) => error.code === 'CONNECTION_UNKNOWN')) return undefined;
    const data = rejection ?? problems[0]?.error;
    const error = storableError(data ? fromErrorData(data) : end.rejection);
    const refused = problems.filter((one) => refusesKey(one.error)).map((one) => one.connectionId);
    const attempt = {
      connectionIds: refused.length > 0 ? refused : connectionIds,
      ...{ attempts, begunAt: begunAt.get(resultSetId) ?? 0 },
    };
    const pause = firstPause * 2 ** (attempts - 1) * (0.9 + 0.2 * deps.random());
    const outcome = jobs.outcomeOf(attempt, error, pause);
    if (outcome.kind === 'failed') return undefined;
    // After an outage it runs as soon as the breaker closes, without another wait; after a second attempt it
    // waits, because the breaker may have closed too early.
    const isAway = attempts <= 1 && connectionIds.some((id) => breakerOf(id).state.kind !== 'closed');
    const retryAfter = isAway && !refusesKey(error) ? clock.now() : outcome.at;
    return { attempts, retryAfter, error };
  }

  async function leaveToPerson(): Promise<void> {
    for (const job of await store.listPendingSearches()) {
      const isOfNow = begunAt.has(job.resultSetId) || runner.isUnderWay(job);
      if (!isOfNow) await store.dropPendingSearch(job.resultSetId);
    }
  }

  async function run(): Promise<void> {
    let isFirst = deps.asksFirst();
    while (!ending.signal.aborted) {
      waking = new AbortController();
      try {
        if (isFirst) await leaveToPerson();
        isFirst = false;
        await poll();
      } catch (error) {
        // The store may be locked or full; the next poll tries again.
        reportError('unfinished searches', error);
      }
      const either = AbortSignal.any([waking.signal, ending.signal]);
      await clock.sleep(pollIntervalMs, either).catch(() => undefined);
    }
  }

  runner.onEnd((...args) =>
    Promise.resolve(ended(...args)).catch((error) => reportError('an interrupted search', error)),
  );

  return {
    begin() {
      isBegun = true;
      looking = run();
    },
    async onAwaited(resultSetId) {
      if (!isBegun) return;
      begunAt.set(resultSetId, clock.elapsed());
      await store.addPendingSearch(resultSetId);
    },
    async onStopped(resultSetId) {
      if (!(await store.dropPendingSearch(resultSetId, true))) return;
      waits.delete(resultSetId);
      await emit(resultSetId);
      wake();
    },
    waitsOf: (resultSetId) => waits.get(resultSetId),
    wake,
    async stop() {
      ending.abort();
      await looking;
      await Promise.all(going.values());
    },
  };
}
