import { compositeKey } from '../../shared/composite-key.ts';
import { maxAttempts } from '../../shared/error-rules.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import type { SavedSearchDraft } from '../../shared/model/search.ts';
import type { Store, StoredRefresh } from '../database/index.ts';
import type { Clock } from '../host.ts';
import {
  type Attempts,
  attemptsOfRound,
  NotAsked,
  noAttempts,
  storableError,
  waitOf,
} from '../jobs/index.ts';
import { type Job as AskingJob, type JobOutcome, type Jobs, refusedFor, refusesKey } from './jobs.ts';
import { readDraft, type SavedSearches } from './saved-searches.ts';

/** Refreshes saved searches automatically, as configured in each. */
export interface RefreshScheduler {
  /** Refreshes the searches of the start, then whatever falls due, until it is stopped. */
  begin(): void;
  stop(): Promise<void>;
}

export interface RefreshSchedulerDeps {
  store: Pick<Store, 'listRefreshes' | 'noteRefresh'>;
  jobs: Jobs;
  saved: Pick<SavedSearches, 'refresh' | 'poll'>;
  clock: Clock;
  /** 0 to 1. */
  random(): number;
  /** Whether a service was unavailable at the last request and is not due for another. */
  isAway(connectionId: string): boolean;
  reportError(what: string, error: unknown): void;
}

interface Job extends Omit<StoredRefresh, 'draft'>, AskingJob {
  how: SavedSearchDraft['refresh'];
}

const hourMs = 3_600_000;
/** Interval between two polls for due searches, in milliseconds. */
const pollIntervalMs = 60_000;
/** Random share of the interval, earlier or later, so that many apps do not send requests at once. */
const jitter = 0.1;

/**
 * Each job is a database row. An attempt is stored before it runs, and its outcome before the next wait:
 * neither a restart nor a kill resets the attempts.
 */
export function createRefreshScheduler(deps: RefreshSchedulerDeps): RefreshScheduler {
  const { store, jobs, saved, clock, random, reportError } = deps;
  const controller = new AbortController();
  /** The searches of this start that are still to be refreshed; undefined before they are known. */
  let atStart: Set<string> | undefined;
  /** Those of them that this process has not tried: earlier failures and their waits do not delay them. */
  const unasked = new Set<string>();
  /** Rows that were reported as unreadable. */
  const unreadable = new Set<string>();
  let going: Promise<void> = Promise.resolve();

  /** A search that is refreshed at start is retried hourly. */
  const interval = ({ how }: Job) => (how.kind === 'hours' ? how.hours : 1) * hourMs;
  /** The interval with its jitter. */
  const drawn = (job: Job) => interval(job) * (1 + jitter * (2 * random() - 1));
  const inMs = (ms: number) => Math.round(clock.now() + ms);

  function toJobs(stored: readonly StoredRefresh[]): Job[] {
    const jobs = stored.flatMap(({ draft, ...row }) => {
      const read = readDraft(draft);
      if (read) return [{ ...row, connectionIds: read.question.connectionIds, how: read.refresh }];
      if (!unreadable.has(row.id)) {
        reportError('a saved search', new AppError('STORE_DAMAGED', `saved search ${row.id} cannot be read`));
      }
      unreadable.add(row.id);
      return [];
    });
    const isOfStart = ({ how }: Job) => how.kind === 'at-start';
    if (!atStart) {
      atStart = new Set(jobs.filter(isOfStart).map(({ id }) => id));
      for (const id of atStart) unasked.add(id);
    }
    return jobs.sort((a, b) => Number(isOfStart(b)) - Number(isOfStart(a)));
  }

  async function isDue(job: Job): Promise<boolean> {
    if (unasked.has(job.id)) return true;
    if (job.how.kind === 'by-hand' || (job.how.kind === 'at-start' && !atStart?.has(job.id))) return false;
    const now = clock.now();
    const maxWaitMs = job.error && refusesKey(job.error) ? refusedFor : interval(job) * (1 + jitter);
    const wait = waitOf(job, now, maxWaitMs);
    if (wait !== undefined) return wait === 0;
    if (job.how.kind === 'at-start' || job.asOf === '' || Date.parse(job.asOf) > now) return true;
    const at = Math.round(Date.parse(job.asOf) + drawn(job));
    // Drawn once for each result.
    if (at > now) await store.noteRefresh(job.resultSetId, { ...recordOf(job), retryAfter: at }, job);
    return at <= now;
  }

  /**
   * Whether all of a job's connections rejected the key, alone or as a group: one alone may just have been
   * unavailable.
   */
  function isRefused({ connectionIds }: Job, all: readonly Job[]): boolean {
    const now = clock.now();
    const refused = all.filter(({ error, retryAfter = 0 }) => error && refusesKey(error) && retryAfter > now);
    const groups = new Set(refused.map((job) => together(job.connectionIds)));
    return groups.has(together(connectionIds)) || connectionIds.every((one) => groups.has(one));
  }

  /** Returns the attempts as stored afterwards. */
  async function attempt(job: Job): Promise<Attempts> {
    const attempts = unasked.has(job.id) ? 1 : attemptsOfRound(job) + 1;
    // The state that remains if this process dies.
    const retryAfter = attempts < maxAttempts ? clock.now() : inMs(drawn(job));
    const begun = { attempts, retryAfter, error: job.error };
    // Another process or a person was faster.
    if (!(await store.noteRefresh(job.resultSetId, begun, job))) return job;
    const outcome = await outcomeOf(job, attempts);
    if (outcome.kind === 'blocked') {
      await store.noteRefresh(job.resultSetId, recordOf(job), begun);
      return job;
    }
    unasked.delete(job.id);
    if (outcome.kind !== 'retry') atStart?.delete(job.id);
    const record = recordAfter(job, attempts, outcome);
    await store.noteRefresh(job.resultSetId, record);
    return record;
  }

  async function outcomeOf(job: Job, attempts: number): Promise<JobOutcome> {
    const begunAt = clock.elapsed();
    try {
      await saved.refresh(job.id);
      return controller.signal.aborted ? { kind: 'blocked', why: 'ending' } : { kind: 'done' };
    } catch (error) {
      // Another process refreshes it.
      if (isAppError(error, 'SEARCH_OWNED_ELSEWHERE')) return { kind: 'blocked', why: 'elsewhere' };
      if (error instanceof NotAsked) return { kind: 'blocked', why: 'away' };
      reportError('refresh of a saved search', error);
      const pause = interval(job) * (0.5 + jitter * random());
      return jobs.outcomeOf({ ...job, attempts, begunAt }, storableError(error), pause);
    }
  }

  function recordAfter(
    job: Job,
    attempts: number,
    outcome: Exclude<JobOutcome, { kind: 'blocked' }>,
  ): Attempts {
    const next = inMs(drawn(job));
    switch (outcome.kind) {
      case 'done':
        // Not from the date of its result: a run without new documents does not change that.
        return job.how.kind === 'hours' ? { ...noAttempts, retryAfter: next } : noAttempts;
      case 'retry':
        return { attempts, retryAfter: outcome.at, error: outcome.error };
      case 'failed':
        return { attempts, retryAfter: next, error: outcome.error };
    }
  }

  async function refreshWhatIsDue(): Promise<void> {
    await jobs.resetAttempts();
    const all = toJobs(await store.listRefreshes());
    for (const [index, job] of all.entries()) {
      if (controller.signal.aborted) return;
      // A search that a person waits for belongs to the search resumer.
      const isDeferred = !unasked.has(job.id) && (job.isAwaited || isRefused(job, all));
      if (isDeferred || !(await isDue(job))) continue;
      // It stays due; the next poll checks again.
      if (job.connectionIds.some(deps.isAway)) continue;
      all[index] = { ...job, ...(await attempt(job)) };
    }
  }

  async function run(): Promise<void> {
    while (!controller.signal.aborted) {
      try {
        await refreshWhatIsDue();
        // Finds changes made by other processes.
        await saved.poll();
      } catch (error) {
        // The store may be locked or full; the next poll tries again.
        reportError('refreshing', error);
      }
      await clock.sleep(pollIntervalMs, controller.signal);
    }
  }

  return {
    begin() {
      going = run().catch((error) => {
        if (!controller.signal.aborted) reportError('refreshing', error);
      });
    },
    async stop() {
      controller.abort();
      await going;
    },
  };
}

function recordOf({ attempts, retryAfter, error }: Attempts): Attempts {
  return { attempts, retryAfter, error };
}

function together(connectionIds: readonly string[]): string {
  return compositeKey(...[...connectionIds].sort());
}
