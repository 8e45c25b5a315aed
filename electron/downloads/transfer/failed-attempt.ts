import { AppError, fromErrorData, isAppError, toErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import { maxAttempts } from '../../../shared/retry-table.ts';
import { NotAsked, storableError } from '../../jobs/index.ts';
import { hasCode, isLocked, partPathOf, removePart, toDiskError } from '../files/index.ts';
import {
  backOff,
  countsAsAttempt,
  decideRetry,
  isServerResponse,
  isUnserved,
  orStop,
  type RetryDecision,
  type Stage,
  serverAt,
} from '../signed-links/index.ts';
import type { FetchJob } from './fetch-file.ts';
import type { TransferDeps, TransferJob, TransferOutcome } from './transfer.ts';

/** What is known of a document's way between one try and the next. */
export interface Attempt {
  stage: Stage;
  /** The one that its link leads to; `''` before it has one. */
  host: string;
  /** Links that came before this are of no use, elapsed ms. */
  linksSince: number;
  /** When it took the link that it has, elapsed ms. */
  linkTakenAt: number;
  fetch: FetchJob;
  rejections: number;
  failures: number;
  /** Elapsed ms; 0 before the first. */
  lastFailureAt: number;
  /** The destination can be written, and the document's place in it cannot. */
  isPlaceAlone: boolean;
  /** The ledger has it that the place of the `.part` may hold something of ours, and knows no more of it. */
  isNoted: boolean;
  /** The error that no further try mends, and what follows from it. */
  end?: { error: AppError; next: RetryDecision };
}

/** What went wrong, in the app's own terms. */
export async function explained(
  { probeWritable }: TransferDeps,
  job: TransferJob,
  attempt: Attempt,
  cause: unknown,
): Promise<AppError> {
  const error = await inOwnTerms(job, cause);
  if (error.code === 'FOLDER_UNWRITABLE') {
    attempt.isPlaceAlone = await probeWritable(job.destination.folder).then(
      () => true,
      () => false,
    );
  }
  return error;
}

async function inOwnTerms(job: TransferJob, error: unknown): Promise<AppError> {
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
  { links, outages }: TransferDeps,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): RetryDecision {
  const linkFailure = attempt.stage === 'link' ? links.failureOf(job.taken) : undefined;
  if (linkFailure && links.isOld(error)) {
    // What failed a moment ago decides for those it was about, and for nobody else: the service may be back.
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
 * What follows once those who were served have been asked, where nobody has been lately: there may be nobody
 * else left.
 */
async function decideAfterCheck(
  deps: TransferDeps,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): Promise<RetryDecision> {
  const first = decisionOf(deps, job, attempt, error);
  if (!isUnserved(error, attempt.stage) || first.action !== 'pause') return first;
  if (deps.links.isOld(error)) return decideByRunningCheck(deps, job, attempt, first);
  await resting(
    job,
    orStop(deps.outages.checkServing(serverAt(attempt, job), job.taken.dispatch), job.signal),
  );
  return decisionOf(deps, job, attempt, error);
}

/**
 * What follows from a failure of a moment before. Those who were there when it happened may just be asking
 * who else is served: to pause now would end that, and cost the dispatch another round of requests.
 */
async function decideByRunningCheck(
  { outages }: TransferDeps,
  job: TransferJob,
  attempt: Attempt,
  otherwise: RetryDecision,
): Promise<RetryDecision> {
  const check = outages.runningCheck(serverAt(attempt, job), job.taken.dispatch);
  if (!check) return otherwise;
  return (await resting(job, orStop(check, job.signal))) ? { action: 'fail' } : otherwise;
}

/** Waits for the next try; throws the error when there is to be none. */
export async function prepareNext(
  deps: TransferDeps,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): Promise<void> {
  const { clock, links, outages } = deps;
  if (error instanceof NotAsked) {
    // It waits with all others, and none of its attempts is spent.
    attempt.end = { error, next: { action: 'pause', why: 'offline' } };
    throw error;
  }
  if (attempt.stage === 'storage' && isServerResponse(error)) outages.recordServed(serverAt(attempt, job));
  if (error.code === 'LINK_EXPIRED' || error.code === 'STORAGE_REFUSED') attempt.rejections++;
  attempt.failures++;
  // What is not counted there, such as a list beyond bounds, is counted here: else it would be asked again
  // without end, and without a wait.
  const isCounted = countsAsAttempt(error) || links.isOld(error);
  const linkFailure = attempt.stage === 'link' && isCounted ? links.failureOf(job.taken) : undefined;
  if (linkFailure) {
    // Its requests are those of all documents of its dispatch.
    attempt.failures = linkFailure.attempts;
    attempt.lastFailureAt = linkFailure.since;
  }
  const next = await decideAfterCheck(deps, job, attempt, error);
  const { action: act } = next;
  if (act === 'fail' && linkFailure) links.blame(job.taken);
  if (act !== 'renew' && act !== 'retry') {
    attempt.end = { error, next };
    throw error;
  }
  attempt.lastFailureAt = clock.elapsed();
  await setPartAside(job, attempt);
  if (act === 'retry') {
    const wait = linkFailure
      ? linkFailure.retryAt - clock.elapsed()
      : backOff(attempt.failures, deps.random());
    if (!linkFailure) await noteAttempt(deps, job, attempt.failures, wait, error);
    await resting(job, clock.sleep(Math.max(0, wait), job.signal));
    return;
  }
  attempt.failures--;
  // Not since now: those who are refused at the same time share one renewal.
  attempt.linksSince = attempt.linkTakenAt;
  links.refuse(job.taken, attempt.linksSince);
}

/** Writes down that an attempt has failed, before the wait that follows: a new start goes on counting. */
async function noteAttempt(
  { ledger, clock }: TransferDeps,
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
    // What could not be counted is tried all the same.
    if (isAppError(cause, 'BATCH_OWNED_ELSEWHERE')) throw cause;
  }
}

/** A wait during which others may have their turn. */
export async function resting<T>({ watcher }: TransferJob, wait: Promise<T>): Promise<T> {
  watcher.onResting(true);
  try {
    return await wait;
  } finally {
    watcher.onResting(false);
  }
}

/**
 * Keeps a part that can be continued, removes any other; what another program holds stays noted, and goes
 * before the next try.
 */
export async function setPartAside({ taken, watcher }: TransferJob, attempt: Attempt): Promise<void> {
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
    await part.settle();
    return true;
  } catch (error) {
    // What the disk did not take is fetched again; why it did not is told by the error that brought us here.
    if (isAppError(error)) throw error;
    return false;
  }
}

/** Ends a document's way after an error that no further try mends, and writes down what that means. */
export async function abandon(
  deps: TransferDeps,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): Promise<TransferOutcome> {
  // What has been decided is not decided again: others may have been served since.
  const next = attempt.end?.error === error ? attempt.end.next : decisionOf(deps, job, attempt, error);
  const { action: act, ...rest } = next;
  try {
    if (act === 'leave') return await leave(attempt);
    if (act === 'stop' || act === 'pause') {
      // What held up everybody was no fault of this one: it has two tries left when it goes on.
      const attempts = Math.min(attempt.failures, maxAttempts - 2);
      if (act === 'pause' && attempt.stage === 'storage') await noteAttempt(deps, job, attempts, 0, error);
      await giveBack(deps, job, attempt);
      if (!('why' in rest)) return { kind: 'returned' };
      return { kind: 'held-up', why: rest.why, error, server: serverAt(attempt, job) };
    }
    return await fail(deps, job, attempt, error);
  } catch (cause) {
    const second = await explained(deps, job, attempt, cause);
    if (second.code === 'BATCH_OWNED_ELSEWHERE') return leave(attempt);
    return {
      kind: 'held-up',
      why: whyUnwritten(cause, second),
      error: second,
      server: serverAt(attempt, job),
    };
  }
}

/**
 * Why nothing could be written down, not even an end: no room, the folder, or else the ledger itself, for
 * which everything waits.
 */
export function whyUnwritten(error: unknown, { code }: AppError): PauseReason {
  if (code === 'DISK_FULL') return 'disk-full';
  return code === 'FOLDER_GONE' || !isAppError(error) ? 'folder-gone' : 'store-unwritable';
}

async function leave(attempt: Attempt): Promise<TransferOutcome> {
  await attempt.fetch.part?.leave().catch(() => undefined);
  return { kind: 'lost' };
}

async function giveBack(deps: TransferDeps, job: TransferJob, attempt: Attempt): Promise<void> {
  const { batch, taken, watcher } = job;
  const { fetch } = attempt;
  try {
    await setPartAside(job, attempt);
    await fetch.part?.leave();
  } catch {
    // A drive that is gone takes its files along; what is left there is looked for when it is back.
    taken.hasPartFile = true;
  }
  watcher.onProgress(0);
  taken.hasPartFile ||= fetch.part !== undefined;
  // Whoever waits can be taken anew at once, and would be under way again before it is paused or cancelled.
  if (job.isStopRequested()) return;
  const { id, hasPartFile } = taken;
  await deps.ledger.write({ batch, id, kind: 'returned', state: 'waiting', hasPartFile });
}

async function fail(
  deps: TransferDeps,
  job: TransferJob,
  attempt: Attempt,
  error: AppError,
): Promise<TransferOutcome> {
  const { batch, taken } = job;
  attempt.fetch.begun = undefined;
  await setPartAside(job, attempt);
  if (taken.hasPartFile) {
    const removing = removePart(deps.disk, partPathOf(job));
    // The verdict does not wait for what another program holds, nor for a folder that cannot be written.
    taken.hasPartFile = !(await isRemoved(removing, attempt.isPlaceAlone));
  }
  const state = verdictOf(error);
  const at = new Date(deps.clock.now()).toISOString();
  const data = toErrorData(error);
  const { id, hasPartFile } = taken;
  await deps.ledger.write({ batch, id, kind: 'ended', state, error: data, hasPartFile, at });
  return { kind: 'verdict', state, error: data };
}

/**
 * Whether a file has gone; false where another program holds it, or where it may stay. Rejects with what else
 * the disk says.
 */
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
