export { type ProcessIdentity, thisProcess } from '../lib/process-identity.ts';
export { type Backoff, backoffMs, requestBackoff } from './backoff.ts';
export {
  Breaker,
  type BreakerState,
  CircuitOpenError,
  respondsInTime,
} from './circuit-breaker.ts';
export { type Job, type JobKey, type JobKind, type JobOutcome, newJob } from './job.ts';
export { type Attempts, attemptsOfRound, noAttempts, storableError, waitOf } from './job-attempts.ts';
export { JobRunner, type JobRunnerOptions, type JobSource } from './job-runner.ts';
export {
  createLeaseOwner,
  type Lease,
  type LeaseOwner,
  type LeaseOwnerOptions,
  renewEvery,
} from './lease.ts';
