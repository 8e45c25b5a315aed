import { AppError, isAppError } from '../../../shared/errors.ts';
import type { SealedFile, TakenTransfer } from '../../database/index.ts';
import { requestBackoff, waitOf } from '../../jobs/index.ts';
import {
  commitFile,
  type Disk,
  hasCode,
  partPathOf,
  pathIn,
  recoverFile,
  removePart,
  verifyExisting,
} from '../files/index.ts';
import { isUnserved, orCancelled, reasonFor, serverAt } from '../signed-links/index.ts';
import { abandon, prepareNext, storeOrRemovePart, toTransferError, whileWaiting } from './failed-attempt.ts';
import type { Slot } from './fair-transfer-queue.ts';
import { claimPart, type FetchResult, fetchDocument, untilFree } from './fetch-file.ts';
import type { Attempt, TransferContext, TransferJob, TransferOutcome } from './transfer-job.ts';

/**
 * Transfers one document: finds an existing file, or requests a link, fetches and commits. Retries while that
 * may help, and stores the verdict. Never rejects.
 */
export async function runTransfer(context: TransferContext, job: TransferJob): Promise<TransferOutcome> {
  const attempt = newAttempt(context, job);
  try {
    await waitUntilDue(context, job);
    for (;;) {
      try {
        return (await findExisting(context, job)) ?? (await fetchAndCommit(context, job, attempt));
      } catch (error) {
        if (hasCode(error, 'EEXIST')) {
          // The path has a foreign `.part`.
          delete job.taken.sealed;
          await storeOrRemovePart(job, attempt);
          attempt.isNoted = false;
          await notePartFile(context, job, false);
          await whileWaiting(job, untilFree(context, attempt.fetch.partPath, job.signal));
        } else await prepareNext(context, job, attempt, await toTransferError(context, job, attempt, error));
      }
    }
  } catch (error) {
    return abandon(context, job, attempt, await toTransferError(context, job, attempt, error));
  }
}

/** Stores whether the `.part` may be ours, for recovery after a crash. */
async function notePartFile(
  { ledger }: TransferContext,
  job: TransferJob,
  hasPartFile: boolean,
): Promise<void> {
  const { batch, taken } = job;
  if (!hasPartFile) taken.hasPartFile = false;
  await ledger.write({ batch, id: taken.id, kind: 'returned', state: 'transferring', hasPartFile });
}

/** An earlier process may have stopped during the wait between two attempts. */
async function waitUntilDue({ clock }: TransferContext, job: TransferJob): Promise<void> {
  const wait = waitOf(job.taken, clock.now(), requestBackoff.maxMs);
  if (wait) await whileWaiting(job, clock.sleep(wait, job.signal));
}

function newAttempt({ ledger, outages, clock }: TransferContext, job: TransferJob): Attempt {
  const { batch, taken, watcher } = job;
  const attempt: Attempt = {
    stage: 'folder',
    host: '',
    linksSince: 0,
    linkTakenAt: 0,
    rejections: 0,
    failures: taken.attempts,
    // Successes before this restart say nothing about the server now.
    lastFailureAt: taken.attempts > 0 ? clock.elapsed() : 0,
    isDestinationWritable: false,
    isNoted: false,
    fetch: {
      url: '',
      partPath: partPathOf(job),
      async onBegun(begun) {
        attempt.isNoted = false;
        await ledger.write({ batch, id: taken.id, kind: 'begun', ...begun });
      },
      onResponse(size) {
        outages.recordServed(serverAt(attempt, job));
        watcher.onSize(size);
      },
      onProgress: watcher.onProgress,
    },
  };
  return attempt;
}

/** A file that an earlier attempt hashed, or that the ledger or another computer's index lists. */
async function findExisting(
  context: TransferContext,
  job: TransferJob,
): Promise<TransferOutcome | undefined> {
  const { destination, taken, force } = job;
  if (taken.sealed) {
    await destination.ensureFolder(taken.folder);
    const recovered = await recoverFile(context, job);
    if (recovered) return { kind: 'landed', ...recovered };
    delete taken.sealed;
    taken.hasPartFile = true;
  }
  if (!taken.existing) return undefined;
  const existing = await verifyExisting(context.disk, destination, taken.existing, job.signal);
  if (existing) taken.existing = existing;
  else {
    delete taken.existing;
    // The whole destination may have disappeared.
    await destination.check();
  }
  return existing && !force && !taken.isChanged ? recordExisting(context, job, existing) : undefined;
}

/** A file that another computer added while the document waited. */
async function findAdded(context: TransferContext, job: TransferJob): Promise<TransferOutcome | undefined> {
  const { destination, taken, template } = job;
  if (taken.existing) return undefined;
  const key = { connectionId: taken.connectionId, id: taken.documentId };
  const existing = await context.findAddedFile(destination.folder, template, key);
  if (!existing) return undefined;
  taken.existing = existing;
  return findExisting(context, job);
}

async function recordExisting(
  { ledger, disk }: TransferContext,
  job: TransferJob,
  existing: NonNullable<TakenTransfer['existing']>,
): Promise<TransferOutcome> {
  const { batch, taken } = job;
  // The `.part` of an earlier attempt is no longer needed.
  if (taken.hasPartFile) await removePart(disk, partPathOf(job));
  const { connectionId: _connection, id: _document, ...facts } = existing;
  await ledger.write({ batch, id: taken.id, kind: 'landed', state: 'here', ...facts });
  return { kind: 'landed', state: 'here', path: existing.path, size: existing.size, sha256: existing.sha256 };
}

async function fetchAndCommit(
  context: TransferContext,
  job: TransferJob,
  attempt: Attempt,
): Promise<TransferOutcome> {
  const { taken } = job;
  const fetched = await fetchOnce(context, job, attempt);
  attempt.stage = 'folder';
  if (fetched.kind === 'here') return fetched.outcome;
  if (fetched.kind === 'whole') {
    taken.sealed = sealedFrom(taken, fetched);
    taken.hasPartFile = true;
    attempt.fetch.part = undefined;
    attempt.fetch.begun = undefined;
    return { kind: 'landed', ...(await commitFile(context, job, fetched.content, taken.sealed)) };
  }
  if (fetched.kind === 'unchanged') {
    // Stored as current: it is not checked again until the document changes.
    const at = new Date(context.clock.now()).toISOString();
    if (taken.existing) return recordExisting(context, job, { ...taken.existing, at });
    throw new AppError('STORAGE_REFUSED', 'storage spoke of a file that is not here', { status: 304 });
  }
  return abandon(context, job, attempt, fetched.why);
}

function sealedFrom(
  { folder, stem }: TakenTransfer,
  {
    size,
    digests,
    extension,
    head,
    requestId,
  }: Extract<FetchResult, { kind: 'whole' }> & { requestId: string },
): SealedFile {
  return {
    path: pathIn(folder, `${stem}.${extension}`),
    size,
    sha256: digests.sha256,
    requestId,
    ...(digests.md5 !== undefined && { md5: digests.md5 }),
    ...(head.etag !== undefined && { etag: head.etag }),
  };
}

type FetchedOnce =
  | (FetchResult & { requestId: string })
  | { kind: 'without-file'; why: AppError }
  | { kind: 'here'; outcome: TransferOutcome };

/** One try, in one slot. */
async function fetchOnce(context: TransferContext, job: TransferJob, attempt: Attempt): Promise<FetchedOnce> {
  const { batch, destination, isBackground, taken, signal, watcher } = job;
  const slot = await context.transferQueue.takeSlot(
    { connectionId: taken.connectionId, batch, isBackground },
    signal,
  );
  watcher.onTransferring(true);
  try {
    attempt.stage = 'folder';
    const outcome = await findAdded(context, job);
    if (outcome) return { kind: 'here', outcome };
    attempt.stage = 'link';
    if (!context.links.hasCachedLink(taken, attempt.linksSince)) refuseWhileAway(context, job, attempt);
    const link = await orCancelled(context.links.linkFor(taken, attempt.linksSince), signal);
    context.outages.recordServed(serverAt(attempt, job), link.kind === 'link' ? link.at : undefined);
    if (link.kind !== 'link') return { kind: 'without-file', why: reasonFor(link.kind) };
    attempt.linkTakenAt = context.clock.elapsed();
    attempt.stage = 'folder';
    await destination.ensureFolder(taken.folder);
    attempt.fetch.partPath = partPathOf(job);
    const claimed = await claimPart(context, attempt.fetch, taken, attempt.isNoted);
    attempt.isNoted = claimed === 'noted';
    // Parallel to the request but before the file is created, for recovery after a crash.
    const noted = claimed === 'free' ? noteOwnPart(context, job, attempt) : Promise.resolve();
    noted.catch(() => undefined);
    attempt.stage = 'storage';
    attempt.fetch.url = link.link.url;
    attempt.host = URL.parse(link.link.url)?.host ?? '';
    attempt.fetch.nearestZone = link.link.nearestZone;
    attempt.fetch.existing = taken.existing;
    const server = serverAt(attempt, job);
    const breaker = context.outages.breakerOf(server);
    breaker.admit(attempt);
    try {
      // The first bytes prove that storage is back: other transfers need not wait for the last.
      const disk = createAfter(destination.disk, async () => {
        await noted;
        // The resumed part was discarded meanwhile.
        if (!attempt.isNoted) await noteOwnPart(context, job, attempt);
      });
      const onServed = () => breaker.leave(attempt, true);
      const fetched = await fetchMeasured({ ...context, disk }, job, attempt, slot, onServed);
      context.outages.recordServed(server);
      await noted;
      return { ...fetched, requestId: link.link.requestId };
    } finally {
      breaker.leave(attempt, false);
    }
  } catch (error) {
    watcher.onTransferring(false);
    throw error;
  } finally {
    slot.release();
  }
}

/** Records that the `.part` is ours; details of an earlier one are dropped. */
async function noteOwnPart(context: TransferContext, job: TransferJob, attempt: Attempt): Promise<void> {
  await notePartFile(context, job, true);
  attempt.isNoted = true;
}

/** A disk that awaits `note` before it creates a file. */
function createAfter(disk: Disk, note: () => Promise<void>): Disk {
  return {
    ...disk,
    async create(path) {
      await note();
      return disk.create(path);
    },
  };
}

/** Throws `CircuitOpenError` without a request if the server is known to be unreachable. */
function refuseWhileAway({ outages }: TransferContext, job: TransferJob, attempt: Attempt): void {
  const { rejection } = outages.breakerOf(serverAt(attempt, job));
  if (rejection) throw rejection;
}

/** Fetches a document and measures it for its host's limit. */
async function fetchMeasured(
  context: TransferContext,
  { watcher, signal }: TransferJob,
  { fetch, host }: Attempt,
  slot: Slot,
  onServed: () => void,
): Promise<FetchResult> {
  const transfer = slot.measure(host, context.httpGet, fetch.part?.bytes ?? 0);
  fetch.onProgress = (bytes) => {
    onServed();
    transfer.onProgress(bytes);
    watcher.onProgress(bytes);
  };
  try {
    const fetched = await fetchDocument({ ...context, httpGet: transfer.httpGet }, fetch, signal);
    transfer.onEnd('good');
    return fetched;
  } catch (error) {
    const isOfHost = isAppError(error) && isUnserved(error, 'storage');
    transfer.onEnd(isOfHost ? 'error' : 'neither');
    throw error;
  }
}
