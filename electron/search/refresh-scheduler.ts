import { compositeKey } from '../../shared/composite-key.ts';
import { maxAttempts, refusesConnection } from '../../shared/error-codes.ts';
import { AppError, isAppError } from '../../shared/errors.ts';
import { asksAgencies } from '../../shared/model/asks-agencies.ts';
import type { SavedSearchDraft } from '../../shared/model/search.ts';
import type { Store, StoredRefresh } from '../database/index.ts';
import {
  type Attempts,
  attemptsOfRound,
  backoffMs,
  CircuitOpenError,
  type JobOutcome,
  JobRunner,
  type JobRunnerOptions,
  noAttempts,
  storableError,
  waitOf,
} from '../jobs/index.ts';
import { type ConnectionJobs, refusedKeyWaitMs } from './connection-jobs.ts';
import { readDraft, type SavedSearches } from './saved-searches.ts';

interface RefreshSchedulerOptions extends JobRunnerOptions {
  store: JobRunnerOptions['store'] & Pick<Store, 'listRefreshes'>;
  jobs: ConnectionJobs;
  saved: Pick<SavedSearches, 'refresh' | 'poll'>;
  /** 0 to 1. */
  random(): number;
  /** Whether a service was unavailable at the last request and is not due for another. */
  isAway(connectionId: string): boolean;
}

/** A saved search to be refreshed; `how` is its schedule. */
interface RefreshJob extends Omit<StoredRefresh, 'draft'> {
  connectionIds: readonly string[];
  how: SavedSearchDraft['refresh'];
}

const hourMs = 3_600_000;
/** Interval between two polls for due searches, in milliseconds. */
const pollIntervalMs = 60_000;
/** Random share of the interval, earlier or later, so that many apps do not send requests at once. */
const jitter = 0.1;

/** Refreshes saved searches automatically, as configured in each: those of the start, then what falls due. */
export class RefreshScheduler {
  readonly #options: RefreshSchedulerOptions;
  readonly #runner: JobRunner<RefreshJob>;
  /** The searches of this start that are still to be refreshed; undefined before they are known. */
  #atStart: Set<string> | undefined;
  /** Those of them that this process has not tried: earlier failures and their waits do not delay them. */
  readonly #dueAtStart = new Set<string>();
  /** Rows that were reported as unreadable. */
  readonly #unreadable = new Set<string>();

  constructor(options: RefreshSchedulerOptions) {
    this.#options = options;
    this.#runner = new JobRunner<RefreshJob>(
      {
        name: 'refreshing',
        pollIntervalMs,
        prepare: () => this.#prepare(),
        next: (excluded) => this.#next(excluded),
        begin: (job) => this.#begin(job),
        run: (job, { attempts }) => this.#refresh(job, attempts),
        end: (job, { attempts }, outcome) => this.#end(job, attempts, outcome),
      },
      options,
    );
  }

  begin(): void {
    this.#runner.begin();
  }

  stop(): Promise<void> {
    return this.#runner.stop();
  }

  async #prepare(): Promise<void> {
    const { jobs, saved, reportError } = this.#options;
    await jobs.resetAttempts();
    // Finds changes made by other processes.
    await saved.poll().catch((error: unknown) => reportError('changes of saved searches', error));
  }

  async #next(excluded: ReadonlySet<string>): Promise<RefreshJob | undefined> {
    const { store, isAway } = this.#options;
    const all = this.#toJobs(await store.listRefreshes());
    for (const job of all) {
      if (excluded.has(job.subject)) continue;
      // A search that a person waits for belongs to the search resumer.
      const isDeferred = !this.#dueAtStart.has(job.id) && (job.awaited || this.#isRefused(job, all));
      if (isDeferred || !(await this.#isDue(job))) continue;
      // It stays due; the next poll checks again.
      if (!job.connectionIds.some(isAway)) return job;
    }
    return undefined;
  }

  #toJobs(stored: readonly StoredRefresh[]): RefreshJob[] {
    const jobs = stored.flatMap(({ draft, ...row }) => {
      const read = readDraft(draft);
      if (read && !asksAgencies(read)) return [];
      if (read) return [{ ...row, connectionIds: read.question.connectionIds, how: read.refresh }];
      if (!this.#unreadable.has(row.id)) {
        const error = new AppError('STORE_DAMAGED', `saved search ${row.id} cannot be read`);
        this.#options.reportError('a saved search', error);
      }
      this.#unreadable.add(row.id);
      return [];
    });
    const isOfStart = ({ how }: RefreshJob) => how.kind === 'at-start';
    if (!this.#atStart) {
      this.#atStart = new Set(jobs.filter(isOfStart).map(({ id }) => id));
      for (const id of this.#atStart) this.#dueAtStart.add(id);
    }
    return jobs.sort((a, b) => Number(isOfStart(b)) - Number(isOfStart(a)));
  }

  async #isDue(job: RefreshJob): Promise<boolean> {
    const { clock, store } = this.#options;
    if (this.#dueAtStart.has(job.id)) return true;
    const isStartOver = job.how.kind === 'at-start' && !this.#atStart?.has(job.id);
    if (job.how.kind === 'by-hand' || isStartOver) return false;
    const now = clock.now();
    const maxWaitMs =
      job.error && refusesConnection(job.error) ? refusedKeyWaitMs : intervalMs(job) * (1 + jitter);
    const wait = waitOf(job, now, maxWaitMs);
    if (wait !== undefined) return wait === 0;
    if (job.how.kind === 'at-start' || job.asOf === '' || Date.parse(job.asOf) > now) return true;
    const at = Math.round(Date.parse(job.asOf) + this.#drawIntervalMs(job));
    // Drawn once for each result.
    if (at <= now) return true;
    const { attempts, error } = job;
    await store.beginJob(job, { attempts, retryAfter: at, error }, { owner: '', leaseUntil: 0 });
    return false;
  }

  /**
   * Whether all of a job's connections rejected the key, alone or as a group: one alone may just have been
   * unavailable.
   */
  #isRefused({ connectionIds }: RefreshJob, all: readonly RefreshJob[]): boolean {
    const now = this.#options.clock.now();
    const refuses = ({ error, retryAfter = 0 }: Attempts) =>
      error !== undefined && refusesConnection(error) && retryAfter > now;
    const refused = all.filter((job) => refuses(job) || (job.awaited && refuses(job.awaited)));
    const groups = new Set(refused.map((job) => groupKey(job.connectionIds)));
    return groups.has(groupKey(connectionIds)) || connectionIds.every((one) => groups.has(one));
  }

  #begin(job: RefreshJob): Attempts {
    const attempts = this.#dueAtStart.has(job.id) ? 1 : attemptsOfRound(job) + 1;
    const retryAfter = attempts < maxAttempts ? this.#options.clock.now() : this.#drawNextAt(job);
    return { attempts, retryAfter, error: job.error };
  }

  async #refresh(job: RefreshJob, attempts: number): Promise<JobOutcome> {
    const { clock, saved, jobs, random, reportError } = this.#options;
    const begunAt = clock.elapsed();
    try {
      await saved.refresh(job.id);
      return this.#runner.isStopping ? { kind: 'blocked' } : { kind: 'done' };
    } catch (error) {
      // Another process refreshes it.
      if (isAppError(error, 'SEARCH_OWNED_ELSEWHERE')) return { kind: 'blocked' };
      if (error instanceof CircuitOpenError) return { kind: 'blocked' };
      reportError('refresh of a saved search', error);
      const pauses = { firstMs: intervalMs(job) / 8, maxMs: intervalMs(job) };
      const pauseMs = backoffMs(attempts, random(), pauses);
      return jobs.outcomeOf({ ...job, attempts, begunAt }, storableError(error), pauseMs);
    }
  }

  #end(
    job: RefreshJob,
    attempts: number,
    outcome: Exclude<JobOutcome, { kind: 'blocked' }>,
  ): Attempts | undefined {
    this.#dueAtStart.delete(job.id);
    if (outcome.kind !== 'retry') this.#atStart?.delete(job.id);
    const next = this.#drawNextAt(job);
    switch (outcome.kind) {
      case 'done':
        // Not from the date of its result: a run without new documents does not change that.
        return job.how.kind === 'hours' ? { ...noAttempts, retryAfter: next } : undefined;
      case 'retry':
        return { attempts, retryAfter: outcome.at, error: outcome.error };
      case 'failed':
        return { attempts, retryAfter: next, error: outcome.error };
    }
  }

  /** The interval with its jitter. */
  #drawIntervalMs(job: RefreshJob): number {
    return intervalMs(job) * (1 + jitter * (2 * this.#options.random() - 1));
  }

  /** When the next refresh is due, ms since 1970. */
  #drawNextAt(job: RefreshJob): number {
    const afterMs = this.#drawIntervalMs(job);
    return Math.round(this.#options.clock.now() + afterMs);
  }
}

/** A search that is refreshed at start is retried hourly. */
function intervalMs({ how }: RefreshJob): number {
  return (how.kind === 'hours' ? how.hours : 1) * hourMs;
}

function groupKey(connectionIds: readonly string[]): string {
  return compositeKey(...[...connectionIds].sort());
}
