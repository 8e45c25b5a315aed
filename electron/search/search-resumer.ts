import { fromErrorData, isAppError } from '../../shared/errors.ts';
import type { SearchProgress } from '../../shared/model/search.ts';
import { maxAttempts, ruleOf } from '../../shared/retry-table.ts';
import type { BreakerOf } from '../api/index.ts';
import type { PendingSearch, Store } from '../database/index.ts';
import type { Clock } from '../host.ts';
import { type BreakerState, noAttempts, storableError, waitOf } from '../jobs/index.ts';
import { type Job, type Jobs, refusedFor, refusesKey } from './jobs.ts';
import { isLost } from './search-lease.ts';
import type { SearchRunEnd } from './search-run.ts';
import type { EndListener, SearchRunner } from './search-runner.ts';

/**
 * Resumes what a person has asked and what was interrupted: by an outage, a key that was refused, or the end
 * of the app.
 */
export interface SearchResumer {
  /** Goes on with what an earlier process left, then with whatever is interrupted, until it is stopped. */
  begin(): void;
  /**
   * A person begins to wait for an answer: this is its first attempt. Nothing goes on by itself before
   * `begin`.
   */
  onAwaited(resultSetId: string): Promise<void>;
  /** A person has stopped an answer that is not asked for just now. */
  onStopped(resultSetId: string): Promise<void>;
  /** What an interrupted answer waits for; undefined where it does not go on by itself. */
  waitsOf(resultSetId: string): SearchProgress['waits'];
  /** Something may go on: looks now. */
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
  /** Whether what an earlier process left waits for the person. */
  asksFirst(): boolean;
  emit(progress: SearchProgress): void;
  reportError(what: string, error: unknown): void;
}

/** How often what may go on is looked for where nothing tells of it, ms. */
const pollIntervalMs = 60_000;
/** What goes on at once; the others wait for their turn. */
const maxConcurrent = 3;
/** Before the second attempt, ms; twice as long before each that follows. */
const firstPause = 60_000;

/**
 * The jobs are the rows of the store: an attempt is written down before it is made, and its outcome before
 * the wait that follows, so that neither a restart nor a process that is killed begins them at nought.
 */
export function createSearchResumer(deps: SearchResumerDeps): SearchResumer {
  const { store, jobs, runner, breakerOf, clock, reportError } = deps;
  const ending = new AbortController();
  const waits = new Map<string, SearchProgress['waits']>();
  /** When attempts were begun, elapsed ms. */
  const begunAt = new Map<string, number>();
  const going = new Map<string, Promise<void>>();
  /** Connections that are waited for, and the answers that do; probed as long as there are any. */
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

  /** What a job waits for now, so that nobody asks for it yet; undefined where it may go on. */
  function waitOfJob(job: PendingSearch): SearchProgress['waits'] {
    const now = clock.now();
    const wait = waitOf(job, now, refusedFor) ?? 0;
    if (wait > 0 && job.error && refusesKey(job.error)) return { for: 'key' };
    if (wait > 0) return { for: 'retry', until: at(now + wait) };
    const closed = job.connectionIds.find((id) => breakerOf(id).state.kind !== 'closed');
    return closed === undefined ? undefined : waitFor(closed, job.resultSetId);
  }

  /** Has a connection that is away probed, and looks again once it is back. */
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
      // Its only failure is being ended.
      breaker.untilClosed(onState, AbortSignal.any([stop.signal, ending.signal])).then(back, () => undefined);
    }
    return awayWaits(breaker.state);
  }

  /** Nobody waits any more for what is not among these answers. */
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
        // Each of them has ended with its process.
        await giveUp(job.resultSetId);
        continue;
      }
      setWaits(job.resultSetId, wait ?? { for: 'soon' });
      if (wait || going.size >= maxConcurrent) continue;
      const resumed = goOn(job)
        .finally(() => going.delete(job.resultSetId))
        // A store that cannot be written is tried again at the next look, not at once.
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
    // Another process was faster, or a person, who has stopped it or asked the same again.
    if (!(await store.noteRefresh(resultSetId, begun, { ...job, isAwaited: true }))) return;
    if (ending.signal.aborted) {
      // No attempt: what begins now would be ended by nobody.
      await store.noteRefresh(resultSetId, job, begun);
      return;
    }
    begunAt.set(resultSetId, clock.elapsed());
    try {
      await runner.finish(resultSetId);
    } catch (error) {
      if (isAppError(error, 'RESULT_SET_GONE')) return;
      if (!isLost(error)) throw error;
      // Asked for elsewhere: no attempt of this process.
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
    // Told with the end itself.
    if (wait) waits.set(resultSetId, wait);
    else waits.delete(resultSetId);
    wake();
  };

  /** How a job stands after an attempt that was interrupted; undefined where it was tried often enough. */
  function recordAfter(job: Job, end: SearchRunEnd, problems: SearchProgress['problems']) {
    const { attempts, connectionIds, resultSetId } = job;
    // Ended with the app: as due as before, and no attempt.
    if (ending.signal.aborted) return { ...noAttempts, attempts: Math.max(0, attempts - 1) };
    const rejection = problems.find(({ error }) => refusesKey(error))?.error;
    // No key mends a connection that was removed.
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
    // Once it is back, whoever was found away, there is nothing more to wait for; unless it was only thought
    // to be back.
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
        // The store is held by another process, or has no room: it may be otherwise at the next look.
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
