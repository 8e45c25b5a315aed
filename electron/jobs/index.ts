export { type ProcessIdentity, thisProcess } from '../lib/process-identity.ts';
export {
  Breaker,
  type BreakerState,
  CircuitOpenError,
  respondsInTime,
} from './circuit-breaker.ts';
export { type Job, type JobKey, type JobKind, type JobOutcome, newJob } from './job.ts';
export { JobRunner, type JobRunnerOptions, type JobSource } from './job-runner.ts';
export {
  createLeaseOwner,
  type Lease,
  type LeaseOwner,
  type LeaseOwnerOptions,
  renewEvery,
} from './lease.ts';
export {
  type Attempts,
  attemptsOfRound,
  type Backoff,
  backoffMs,
  noAttempts,
  requestBackoff,
  retry,
  retryInBackground,
  storableError,
  waitOf,
} from './retry.ts';
