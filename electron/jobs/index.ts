export { type ProcessIdentity, thisProcess } from '../lib/process-identity.ts';
export {
  Breaker,
  type BreakerState,
  CircuitOpenError,
  respondsInTime,
} from './circuit-breaker.ts';
export {
  type Attempts,
  attemptsOfRound,
  type Job,
  type JobKey,
  type JobKind,
  type JobOutcome,
  newJob,
  noAttempts,
  storableError,
  waitOf,
} from './job.ts';
export { JobRunner, type JobRunnerOptions, type JobSource } from './job-runner.ts';
export {
  createLeaseOwner,
  type Lease,
  type LeaseOwner,
  type LeaseOwnerOptions,
  renewEvery,
} from './lease.ts';
export { type Backoff, backoffMs, requestBackoff, retry, retryInBackground } from './retry.ts';
