import { maxAttempts } from '../../../shared/error-codes.ts';
import { type AppError, isAppError, toErrorData } from '../../../shared/errors.ts';
import { backoffMs, storableError } from '../../jobs/index.ts';
import { orCancelled } from '../../lib/async.ts';
import { isLocked, partPathOf, removePart } from '../files/index.ts';
import { type DocumentEvent, type ServerFacts, type StateOf, verdictOf } from './document-state.ts';
import { type FetchJob, untilFree } from './fetch-file.ts';
import type { Stage } from './retry-or-pause.ts';
import { notePartFile, type TransferContext, type TransferJob } from './transfer-job.ts';

/** A `.part` that is not ours has the document's path: waits until it is gone. */
export async function waitUntilFree(context: TransferContext, job: TransferJob): Promise<DocumentEvent> {
  delete job.taken.sealed;
  await storeOrRemovePart(job);
  job.taken.hasPartFile = false;
  await notePartFile(context, job, false);
  await job.rest(untilFree(context, job.fetch.partPath, job.signal));
  return { kind: 'done' };
}

/** Has the server asked for other documents, or joins the check of another document of the dispatch. */
export async function checkServer(
  context: TransferContext,
  job: TransferJob,
  { failure: { error, stage, server } }: StateOf<'checking'>,
): Promise<DocumentEvent> {
  const check = context.outages.checkServing(server, job.taken.dispatch);
  const isServing = await job.rest(orCancelled(check, job.signal));
  return { kind: 'checked', isServing, facts: factsOf(context, job, stage, error) };
}

/** What is known of the server of a failure. */
export function factsOf(
  { clock, links, outages }: Pick<TransferContext, 'clock' | 'links' | 'outages'>,
  job: TransferJob,
  stage: Stage,
  error: AppError,
): ServerFacts {
  const server = job.serverAt(stage);
  return {
    now: clock.elapsed(),
    server,
    servedAt: outages.breakerOf(server).servedAt,
    linkFailure: stage === 'link' ? links.failureOf(job.taken) : undefined,
    isStored: links.isStoredFailure(error),
  };
}

/** Waits for the next try. */
export async function rest(
  context: TransferContext,
  job: TransferJob,
  { history: { failures }, failure: { error, linkFailure } }: StateOf<'resting'>,
): Promise<DocumentEvent> {
  const { clock } = context;
  await storeOrRemovePart(job);
  const wait = linkFailure ? linkFailure.retryAt - clock.elapsed() : backoffMs(failures, context.random());
  if (!linkFailure) await noteAttempt(context, job, failures, wait, error);
  await job.rest(clock.sleep(Math.max(0, wait), job.signal));
  return { kind: 'done' };
}

/** Stores a failed attempt before the following wait, so that a restart continues the count. */
async function noteAttempt(
  { ledger, clock }: TransferContext,
  { batch, taken: { id } }: TransferJob,
  attempts: number,
  wait: number,
  error: AppError,
): Promise<void> {
  const retryAfter = Math.round(clock.now() + wait);
  try {
    await ledger.write({ kind: 'tried', batch, id, attempts, retryAfter, error: storableError(error) });
  } catch (cause) {
    // An attempt that cannot be stored is made anyway.
    if (isAppError(cause, 'BATCH_OWNED_ELSEWHERE')) throw cause;
  }
}

/** Drops a rejected link. */
export async function dropLink({ links }: TransferContext, job: TransferJob): Promise<DocumentEvent> {
  await storeOrRemovePart(job);
  // Not the current time: documents rejected together share one renewal.
  job.linksSince = job.linkTakenAt;
  links.dropRejected(job.taken, job.linksSince);
  return { kind: 'done' };
}

/** Stores that a document waits again. */
export async function returnToQueue(
  context: TransferContext,
  job: TransferJob,
  { history, failure: { error, stage }, why }: StateOf<'returning'>,
): Promise<DocumentEvent> {
  const { batch, fetch, taken } = job;
  // An outage is not the document's fault: at least two attempts remain when it resumes.
  const attempts = Math.min(history.failures, maxAttempts - 2);
  if (why && stage === 'storage') await noteAttempt(context, job, attempts, 0, error);
  try {
    await storeOrRemovePart(job);
    await fetch.part?.close();
  } catch {
    // The drive is absent; its `.part` is handled when it is back.
    taken.hasPartFile = true;
  }
  job.showBytes(0);
  taken.hasPartFile ||= fetch.part !== undefined;
  const { id, hasPartFile } = taken;
  // A waiting document could be taken at once, before the pause or cancellation is applied.
  if (!job.stopReason) {
    await context.ledger.write({ batch, id, kind: 'returned', state: 'waiting', hasPartFile });
  }
  return { kind: 'done' };
}

/** Stores why a document fails. */
export async function writeVerdict(
  context: TransferContext,
  job: TransferJob,
  { history, failure: { error, linkFailure } }: StateOf<'failing'>,
): Promise<DocumentEvent> {
  const { batch, fetch, taken } = job;
  if (linkFailure) context.links.markAsSpecific(taken);
  fetch.begun = undefined;
  await storeOrRemovePart(job);
  if (taken.hasPartFile) {
    const removing = removePart(context.disk, partPathOf(job));
    // A locked file or an unwritable folder does not delay the verdict.
    taken.hasPartFile = !(await isRemoved(removing, history.isDestinationWritable));
  }
  const at = new Date(context.clock.now()).toISOString();
  const { id, hasPartFile } = taken;
  const verdict = { state: verdictOf(error), error: toErrorData(error) };
  await context.ledger.write({ batch, id, kind: 'ended', ...verdict, hasPartFile, at });
  return { kind: 'done' };
}

/** Closes the `.part` and writes nothing. */
export async function leave({ fetch }: TransferJob): Promise<DocumentEvent> {
  await fetch.part?.close().catch(() => undefined);
  return { kind: 'done' };
}

/** Keeps a resumable `.part` and removes any other; a locked one stays recorded until the next try. */
async function storeOrRemovePart(job: TransferJob): Promise<void> {
  const { fetch, taken } = job;
  const { part } = fetch;
  if (!part) return;
  if (fetch.begun && (await isFlushed(part))) return;
  fetch.part = undefined;
  fetch.begun = undefined;
  taken.hasPartFile = true;
  taken.hasPartFile = !(await isRemoved(part.discard()));
  job.showBytes(0);
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
