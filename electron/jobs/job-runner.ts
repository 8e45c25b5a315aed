import type { Clock } from '../host.ts';
import type { Job, JobKey, JobOutcome } from './job.ts';
import { type Lease, type LeaseOwner, renewEvery } from './lease.ts';
import type { Attempts } from './retry.ts';

/** The rows of jobs. */
export interface JobStore {
  /** Stores an attempt before it runs, if the job still is as it was `seen`; returns whether it was. */
  beginJob(seen: Job, attempt: Attempts, lease: Lease): Promise<boolean>;
  /** Stores how this owner's attempt ended, or deletes the job; nothing where another owner has it now. */
  endJob(key: JobKey, owner: string, after: Attempts | undefined): Promise<void>;
  renewJobs(lease: Lease): Promise<void>;
}

/** Where jobs of one kind come from, and how one is run. */
export interface JobSource<J extends Job> {
  /** What errors are reported under. */
  name: string;
  /** Between two polls, ms. */
  pollIntervalMs: number;
  /** Before the first poll, ms. Default: none. */
  startDelayMs?: number;
  /** Default: one. */
  maxConcurrent?: number;
  /** After a job, before the next, ms. Default: none. */
  pauseMs?: number;
  /** Called before each poll. */
  prepare?(): Promise<void>;
  /** The job to run next, other than those with these subjects; undefined where none is due. */
  next(excluded: ReadonlySet<string>): Promise<J | undefined>;
  /** What is stored before an attempt, and remains if this process is killed in it. */
  begin(job: J): Attempts;
  run(job: J, attempt: Attempts, signal: AbortSignal): Promise<JobOutcome>;
  /** What is stored after an attempt; undefined where the job is over. */
  end(job: J, attempt: Attempts, outcome: Exclude<JobOutcome, { kind: 'blocked' }>): Attempts | undefined;
}

export interface JobRunnerOptions {
  store: JobStore;
  clock: Clock;
  leases: LeaseOwner;
  reportError(what: string, error: unknown): void;
}

interface RunningJob {
  abort: AbortController;
  ended: Promise<void>;
}

/**
 * Runs the jobs of one kind. An attempt is stored before it starts, with a lease, and its outcome before the
 * next wait. Neither a restart nor a kill resets the attempts, and two processes never run the same job.
 */
export class JobRunner<J extends Job> {
  readonly #source: JobSource<J>;
  readonly #options: JobRunnerOptions;
  readonly #stopping = new AbortController();
  readonly #running = new Map<string, RunningJob>();
  /** Jobs that failed or were blocked: until when they are left alone, elapsed ms. */
  readonly #restingUntil = new Map<string, number>();
  #waking = new AbortController();
  #pauses: Promise<unknown> = Promise.resolve();
  /** A job that is being read and begun, and may run a moment later. */
  #starting: Promise<unknown> = Promise.resolve();
  #isRenewing = false;
  #loop: Promise<void> = Promise.resolve();

  constructor(source: JobSource<J>, options: JobRunnerOptions) {
    this.#source = source;
    this.#options = options;
  }

  /** Runs what is due, then whatever falls due, until it is stopped. */
  begin(): void {
    this.#loop = this.#run();
  }

  /** Polls now. */
  wake(): void {
    this.#waking.abort();
  }

  /** Aborts the running jobs, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await this.#untilIdle();
  }

  /** Whether it is being stopped. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Runs `work` while no job runs; those that run are aborted first. */
  pausedFor<T>(work: () => Promise<T>): Promise<T> {
    const worked = this.#pauses.then(async () => {
      await this.#starting.catch(() => undefined);
      for (const { abort } of this.#running.values()) abort.abort();
      await this.#untilIdle();
      return work();
    });
    this.#pauses = worked.catch(() => undefined);
    return worked;
  }

  async #untilIdle(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  async #run(): Promise<void> {
    const { startDelayMs = 0, pollIntervalMs } = this.#source;
    if (startDelayMs > 0) await this.#sleep(startDelayMs);
    while (!this.isStopping) {
      this.#waking = new AbortController();
      try {
        await this.#poll();
      } catch (error) {
        // The store may be locked or full; the next poll tries again.
        this.#report(error);
      }
      await this.#sleep(pollIntervalMs);
    }
  }

  /** Ends early where somebody wakes or stops it. */
  async #sleep(ms: number): Promise<void> {
    await this.#options.clock.sleep(ms, this.#wakingOrStopping()).catch(() => undefined);
  }

  #wakingOrStopping(): AbortSignal {
    return AbortSignal.any([this.#waking.signal, this.#stopping.signal]);
  }

  /** Starts jobs until none is due. While as many run as may, it waits for one of them to end. */
  async #poll(): Promise<void> {
    const source = this.#source;
    await source.prepare?.();
    while (!this.isStopping && !this.#waking.signal.aborted) {
      await this.#pauses;
      if (this.#running.size >= (source.maxConcurrent ?? 1)) return this.#untilWoken();
      const starting = this.#startNext();
      this.#starting = starting;
      if (!(await starting)) return;
    }
  }

  /** Returns whether there was a job to start. */
  async #startNext(): Promise<boolean> {
    const job = await this.#source.next(this.#excluded());
    if (!job || this.isStopping) return false;
    await this.#start(job);
    return true;
  }

  #untilWoken(): Promise<void> {
    const signal = this.#wakingOrStopping();
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  #excluded(): Set<string> {
    const now = this.#options.clock.elapsed();
    for (const [subject, until] of this.#restingUntil) if (until <= now) this.#restingUntil.delete(subject);
    return new Set([...this.#running.keys(), ...this.#restingUntil.keys()]);
  }

  #rest({ subject }: J): void {
    this.#restingUntil.set(subject, this.#options.clock.elapsed() + this.#source.pollIntervalMs);
  }

  async #start(job: J): Promise<void> {
    const { store, leases } = this.#options;
    const attempt = this.#source.begin(job);
    const lease = { owner: leases.owner, leaseUntil: leases.until() };
    // Another process runs it, or has just run it, or a person has changed it.
    if (leases.isElsewhere(job) || !(await store.beginJob(toJob(job), attempt, lease))) {
      return this.#rest(job);
    }
    const abort = new AbortController();
    const signal = AbortSignal.any([abort.signal, this.#stopping.signal]);
    const ended = this.#attempt(job, attempt, signal);
    this.#running.set(job.subject, { abort, ended });
    void this.#renewWhileRunning();
    void ended.then(async () => {
      const { pauseMs = 0 } = this.#source;
      if (pauseMs > 0) await this.#options.clock.sleep(pauseMs, this.#stopping.signal).catch(() => undefined);
      this.#running.delete(job.subject);
      this.wake();
    });
  }

  async #attempt(job: J, attempt: Attempts, signal: AbortSignal): Promise<void> {
    const { store, leases } = this.#options;
    const key = { kind: job.kind, subject: job.subject };
    try {
      const outcome: JobOutcome = signal.aborted
        ? { kind: 'blocked' }
        : await this.#source.run(job, attempt, signal);
      const isBlocked = outcome.kind === 'blocked';
      // Never again at once, whatever is stored.
      if (outcome.kind !== 'done') this.#rest(job);
      const before = job.isStored ? toAttempts(job) : undefined;
      await store.endJob(key, leases.owner, isBlocked ? before : this.#source.end(job, attempt, outcome));
    } catch (error) {
      this.#rest(job);
      this.#report(error);
    }
  }

  /** A lease that cannot be renewed may expire: at the end the row tells whose job it is. */
  async #renewWhileRunning(): Promise<void> {
    if (this.#isRenewing) return;
    this.#isRenewing = true;
    const { clock, store, leases } = this.#options;
    while (this.#running.size > 0 && !this.isStopping) {
      await clock.sleep(renewEvery, this.#stopping.signal).catch(() => undefined);
      if (this.#running.size === 0 || this.isStopping) continue;
      const lease = { owner: leases.owner, leaseUntil: leases.until() };
      await store.renewJobs(lease).catch((error: unknown) => this.#report(error));
    }
    this.#isRenewing = false;
  }

  #report(error: unknown): void {
    if (!this.isStopping) this.#options.reportError(this.#source.name, error);
  }
}

/** A job without what its source knows of it. */
function toJob(job: Job): Job {
  const { kind, subject, owner, leaseUntil, isStored } = job;
  return { kind, subject, owner, leaseUntil, isStored, ...toAttempts(job) };
}

function toAttempts({ attempts, retryAfter, error }: Attempts): Attempts {
  return { attempts, retryAfter, error };
}
