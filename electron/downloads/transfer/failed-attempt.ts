import { maxAttempts } from '../../../shared/error-rules.ts';
import { AppError, fromErrorData, isAppError, toErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import { backoffMs, CircuitOpenError, storableError } from '../../jobs/index.ts';
import { toDiskError } from '../../lib/fs-errors.ts';
import { hasCode, isLocked, partPathOf, removePart } from '../files/index.ts';
import {
  countsAsAttempt,
  decideRetry,
  isLinkRejection,
  isServerResponse,
  isUnserved,
  localPauseOf,
  orCancelled,
  type RetryDecision,
  serverAt,
} from '../signed-links/index.ts';
import type { FetchJob } from './fetch-file.ts';
import type { Attempt, TransferContext, TransferJob, TransferOutcome } from './transfer-job.ts';

/** Converts any error to an `AppError`. */
export async function toTransferError(
  { probeWritable }: TransferContext,
  job: TransferJob,
  attempt: Attempt,
  cause: unknown,
): Promise<AppError> {
  const error = await convertError(job, cause);
  if (error.code === 'FOLDER_UNWRITABLE') {
    attempt.isDestinationWritable = await probeWritable(job.destination.folder).then(
      () => true,
      () => false,
    );
  }
  return error;
}

async function convertError(job: TransferJob, error: unknown): Promise<AppError> {
  if (isAppError(error)) return error;
  if (job.signal.aborted) return new AppError('CANCELLED', 'cancelled');
  const { destination, taken } = job;
  if (hasCode(error, 'ENOENT')) {
    destination.invalidate();
    try {
      await destination.check();
    } catch (error) {
      if (isAppError(error)) return error;
    }
    return new AppError('TRANSFER_BROKEN', 'a folder vanished on the way', { cause: error });
  }
  const diskError = toDiskError(error, destination.at(taken.folder));
  return isAppError(diskError) ? diskError : fromErrorData(toErrorData(diskError));
}

function decisionOf(
  { links, outages }: TransferContext,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): RetryDecision {
  const linkFailure = attempt.stage === 'link' ? links.failureOf(job.taken) : undefined;
  if (linkFailure && links.isStoredFailure(error)) {
    // A stored failure decides only for its own dispatch: the service may be back.
    return linkFailure.attempts < maxAttempts
      ? { action: 'retry' }
      : linkFailure.isAlone
        ? { action: 'fail' }
        : { action: 'pause', why: 'offline' };
  }
  const isServing = outages.breakerOf(serverAt(attempt, job)).servedAt > attempt.lastFailureAt;
  return decideRetry(error, attempt.stage, { ...attempt, isServing });
}

/**
 * The decision, after a check of the server if it has served nobody since the last failure: this document may
 * be the only one left.
 */
async function decideAfterCheck(
  context: TransferContext,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): Promise<RetryDecision> {
  const first = decisionOf(context, job, attempt, error);
  if (!isUnserved(error, attempt.stage) || first.action !== 'pause') return first;
  if (context.links.isStoredFailure(error)) return decideByRunningCheck(context, job, attempt, first);
  await whileWaiting(
    job,
    orCancelled(context.outages.checkServing(serverAt(attempt, job), job.taken.dispatch), job.signal),
  );
  return decisionOf(context, job, attempt, error);
}

/**
 * The decision after a stored failure. Tasks of the same dispatch may still check the server: a pause now
 * would abort them and cost another round of requests.
 */
async function decideByRunningCheck(
  { outages }: TransferContext,
  job: TransferJob,
  attempt: Attempt,
  otherwise: RetryDecision,
): Promise<RetryDecision> {
  const check = outages.runningCheck(serverAt(attempt, job), job.taken.dispatch);
  if (!check) return otherwise;
  return (await whileWaiting(job, orCancelled(check, job.signal))) ? { action: 'fail' } : otherwise;
}

/** Waits for the next try; throws the error if there is none. */
export async function prepareNext(
  context: TransferContext,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): Promise<void> {
  const { clock, links, outages } = context;
  if (error instanceof CircuitOpenError) {
    // Waits with all other documents; uses no attempt.
    attempt.end = { error, next: { action: 'pause', why: 'offline' } };
    throw error;
  }
  if (attempt.stage === 'storage' && isServerResponse(error)) outages.recordServed(serverAt(attempt, job));
  if (isLinkRejection(error)) attempt.rejections++;
  attempt.failures++;
  // Errors that are not counted per dispatch, such as an oversized list, are counted here. Otherwise they
  // would be retried endlessly without delay.
  const isCounted = countsAsAttempt(error) || links.isStoredFailure(error);
  const linkFailure = attempt.stage === 'link' && isCounted ? links.failureOf(job.taken) : undefined;
  if (linkFailure) {
    // The requests of all documents of a dispatch count together.
    attempt.failures = linkFailure.attempts;
    attempt.lastFailureAt = linkFailure.since;
  }
  const next = await decideAfterCheck(context, job, attempt, error);
  const { action: act } = next;
  if (act === 'fail' && linkFailure) links.markAsSpecific(job.taken);
  if (act !== 'renew' && act !== 'retry') {
    attempt.end = { error, next };
    throw error;
  }
  attempt.lastFailureAt = clock.elapsed();
  await storeOrRemovePart(job, attempt);
  if (act === 'retry') {
    const wait = linkFailure
      ? linkFailure.retryAt - clock.elapsed()
      : backoffMs(attempt.failures, context.random());
    if (!linkFailure) await noteAttempt(context, job, attempt.failures, wait, error);
    await whileWaiting(job, clock.sleep(Math.max(0, wait), job.signal));
    return;
  }
  attempt.failures--;
  // Not the current time: documents rejected together share one renewal.
  attempt.linksSince = attempt.linkTakenAt;
  links.dropRejected(job.taken, attempt.linksSince);
}

/** Stores a failed attempt before the following wait, so that a restart continues the count. */
async function noteAttempt(
  { ledger, clock }: TransferContext,
  { batch, taken }: TransferJob,
  attempts: number,
  wait: number,
  error: AppError,
): Promise<void> {
  const retryAfter = Math.round(clock.now() + wait);
  try {
    await ledger.write({
      kind: 'tried',
      batch,
      id: taken.id,
      attempts,
      retryAfter,
      error: storableError(error),
    });
  } catch (cause) {
    // An attempt that cannot be stored is made anyway.
    if (isAppError(cause, 'BATCH_OWNED_ELSEWHERE')) throw cause;
  }
}

/** Waits while other documents may start. */
export async function whileWaiting<T>({ watcher }: TransferJob, wait: Promise<T>): Promise<T> {
  watcher.onResting(true);
  try {
    return await wait;
  } finally {
    watcher.onResting(false);
  }
}

/** Keeps a resumable `.part` and removes any other; a locked one stays recorded until the next try. */
export async function storeOrRemovePart({ taken, watcher }: TransferJob, attempt: Attempt): Promise<void> {
  const { fetch } = attempt;
  const { part } = fetch;
  if (!part) return;
  if (fetch.begun && (await isFlushed(part))) return;
  fetch.part = undefined;
  fetch.begun = undefined;
  taken.hasPartFile = true;
  taken.hasPartFile = !(await isRemoved(part.discard()));
  watcher.onProgress(0);
}

async function isFlushed(part: NonNullable<FetchJob['part']>): Promise<boolean> {
  try {
    await part.flush();
    return true;
  } catch (error) {
    // Unwritten bytes are fetched again; the current error already explains the failure.
    if (isAppError(error)) throw error;
    return false;
  }
}

/** Ends a document's transfer after a final error, and stores the verdict. */
export async function abandon(
  context: TransferContext,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): Promise<TransferOutcome> {
  // A decision is not repeated: the server may have served others since.
  const next = attempt.end?.error === error ? attempt.end.next : decisionOf(context, job, attempt, error);
  const { action: act, ...rest } = next;
  try {
    if (act === 'leave') return await leave(attempt);
    if (act === 'stop' || act === 'pause') {
      // An outage is not the document's fault: at least two attempts remain when it resumes.
      const attempts = Math.min(attempt.failures, maxAttempts - 2);
      if (act === 'pause' && attempt.stage === 'storage') await noteAttempt(context, job, attempts, 0, error);
      await returnToQueue(context, job, attempt);
      if (!('why' in rest)) return { kind: 'returned' };
      return { kind: 'held-up', why: rest.why, error, server: serverAt(attempt, job) };
    }
    return await fail(context, job, attempt, error);
  } catch (cause) {
    const second = await toTransferError(context, job, attempt, cause);
    if (second.code === 'BATCH_OWNED_ELSEWHERE') return leave(attempt);
    return {
      kind: 'held-up',
      why: whyUnwritten(cause, second),
      error: second,
      server: serverAt(attempt, job),
    };
  }
}

/** The pause reason if not even a verdict can be stored: full disk, absent folder, or the ledger itself. */
export function whyUnwritten(cause: unknown, error: AppError): PauseReason {
  return localPauseOf(error) ?? (isAppError(cause) ? 'store-unwritable' : 'folder-gone');
}

async function leave(attempt: Attempt): Promise<TransferOutcome> {
  await attempt.fetch.part?.close().catch(() => undefined);
  return { kind: 'lost' };
}

async function returnToQueue(context: TransferContext, job: TransferJob, attempt: Attempt): Promise<void> {
  const { batch, taken, watcher } = job;
  const { fetch } = attempt;
  try {
    await storeOrRemovePart(job, attempt);
    await fetch.part?.close();
  } catch {
    // The drive is absent; its `.part` is handled when it is back.
    taken.hasPartFile = true;
  }
  watcher.onProgress(0);
  taken.hasPartFile ||= fetch.part !== undefined;
  // A waiting document could be taken at once, before the pause or cancellation is applied.
  if (job.isStopRequested()) return;
  const { id, hasPartFile } = taken;
  await context.ledger.write({ batch, id, kind: 'returned', state: 'waiting', hasPartFile });
}

async function fail(
  context: TransferContext,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): Promise<TransferOutcome> {
  const { batch, taken } = job;
  attempt.fetch.begun = undefined;
  await storeOrRemovePart(job, attempt);
  if (taken.hasPartFile) {
    const removing = removePart(context.disk, partPathOf(job));
    // A locked file or an unwritable folder does not delay the verdict.
    taken.hasPartFile = !(await isRemoved(removing, attempt.isDestinationWritable));
  }
  const state = verdictOf(error);
  const at = new Date(context.clock.now()).toISOString();
  const data = toErrorData(error);
  const { id, hasPartFile } = taken;
  await context.ledger.write({ batch, id, kind: 'ended', state, error: data, hasPartFile, at });
  return { kind: 'verdict', state, error: data };
}

/** Whether the file was removed; false if it is locked or `mayStay`. Rejects with other disk errors. */
async function isRemoved(removing: Promise<void>, mayStay = false): Promise<boolean> {
  try {
    await removing;
    return true;
  } catch (error) {
    if (mayStay || isLocked(error)) return false;
    throw error;
  }
}

function verdictOf({ code }: AppError): 'failed' | 'no-file' | 'unsigned' {
  if (code === 'DOCUMENT_WITHOUT_FILE') return 'no-file';
  return code === 'DOCUMENT_UNSIGNED' ? 'unsigned' : 'failed';
}
