import { AppError, isAppError } from '../../../shared/errors.ts';
import type { DownloadedFile, SealedFile } from '../../database/index.ts';
import { requestBackoff, waitOf } from '../../jobs/index.ts';
import { orCancelled } from '../../lib/async.ts';
import {
  commitFile,
  type Disk,
  partPathOf,
  pathIn,
  recoverFile,
  removePart,
  verifyExisting,
} from '../files/index.ts';
import { reasonFor } from '../signed-links/index.ts';
import type { DocumentEvent, DocumentState, FetchedFile, StateOf } from './document-state.ts';
import {
  checkServer,
  dropLink,
  leave,
  rest,
  returnToQueue,
  waitUntilFree,
  writeVerdict,
} from './failure-effects.ts';
import { claimPart, type FetchResult, fetchDocument } from './fetch-file.ts';
import { isUnserved } from './retry-or-pause.ts';
import { notePartFile, type TransferContext, type TransferJob } from './transfer-job.ts';

/**
 * Does what a state of a document consists of, and returns the event that ends it. Rejects with any error,
 * also of disk and network.
 */
export function perform(
  context: TransferContext,
  job: TransferJob,
  state: DocumentState,
): Promise<DocumentEvent> {
  switch (state.kind) {
    case 'due':
      return waitUntilDue(context, job);
    case 'finding':
      return find(context, job);
    case 'queued':
      return takeSlot(context, job);
    case 'linking':
      return requestLink(context, job);
    case 'preparing':
      return preparePart(context, job);
    case 'fetching':
      return fetchFile(context, job);
    case 'committing':
      return commit(context, job, state);
    case 'blocked':
      return waitUntilFree(context, job);
    case 'checking':
      return checkServer(context, job, state);
    case 'resting':
      return rest(context, job, state);
    case 'renewing':
      return dropLink(context, job);
    case 'returning':
      return returnToQueue(context, job, state);
    case 'failing':
      return writeVerdict(context, job, state);
    case 'leaving':
    case 'over':
      return leave(job);
  }
}

/** An earlier process may have stopped during the wait between two attempts. */
async function waitUntilDue({ clock }: TransferContext, job: TransferJob): Promise<DocumentEvent> {
  const wait = waitOf(job.taken, clock.now(), requestBackoff.maxMs);
  if (wait) await job.rest(clock.sleep(wait, job.signal));
  return { kind: 'done' };
}

/** Looks for a file that an earlier attempt hashed, or that the ledger lists. */
async function find(context: TransferContext, job: TransferJob): Promise<DocumentEvent> {
  const { destination, taken } = job;
  if (taken.sealed) {
    await destination.ensureFolder(taken.folder);
    const recovered = await recoverFile(context, job);
    if (recovered) return { kind: 'landed', landed: recovered };
    delete taken.sealed;
    taken.hasPartFile = true;
  }
  return (await findExisting(context, job)) ?? { kind: 'done' };
}

async function findExisting(context: TransferContext, job: TransferJob): Promise<DocumentEvent | undefined> {
  const { destination, taken, settings, signal } = job;
  if (!taken.existing) return undefined;
  const existing = await verifyExisting(context.disk, destination, taken.existing, signal);
  if (existing) taken.existing = existing;
  else {
    delete taken.existing;
    // The whole destination may have disappeared.
    await destination.check();
  }
  return existing && !settings.force && !taken.isChanged ? recordExisting(context, job, existing) : undefined;
}

async function recordExisting(
  { ledger, disk }: TransferContext,
  job: TransferJob,
  existing: DownloadedFile,
): Promise<DocumentEvent> {
  const { batch, taken } = job;
  // The `.part` of an earlier attempt is no longer needed.
  if (taken.hasPartFile) await removePart(disk, partPathOf(job));
  const { connectionId: _connection, id: _document, ...facts } = existing;
  await ledger.write({ batch, id: taken.id, kind: 'landed', state: 'here', ...facts });
  const { path, size, sha256 } = existing;
  return { kind: 'landed', landed: { state: 'here', path, size, sha256 } };
}

/** Waits for a slot. Meanwhile another computer may have added the file. */
async function takeSlot(context: TransferContext, job: TransferJob): Promise<DocumentEvent> {
  const { batch, destination, taken, settings } = job;
  const { connectionId, documentId: id } = taken;
  const request = { connectionId, batch, isBackground: settings.isOfRefresh };
  job.slot = await context.transferQueue.takeSlot(request, job.signal);
  job.showTransferring(true);
  if (taken.existing) return { kind: 'done' };
  const added = await context.findAddedFile(destination.folder, settings.template, { connectionId, id });
  if (!added) return { kind: 'done' };
  taken.existing = added;
  return (await findExisting(context, job)) ?? { kind: 'done' };
}

async function requestLink(context: TransferContext, job: TransferJob): Promise<DocumentEvent> {
  const { clock, links, outages } = context;
  const { taken, linksSince } = job;
  const server = job.serverAt('link');
  const { rejection } = outages.breakerOf(server);
  // No request is made of a server that is known to be unreachable.
  if (rejection && !links.hasCachedLink(taken, linksSince)) throw rejection;
  const found = await orCancelled(links.linkFor(taken, linksSince), job.signal);
  outages.recordServed(server, found.kind === 'link' ? found.at : undefined);
  if (found.kind !== 'link') {
    return { kind: 'unlinked', error: reasonFor(found.kind), server: job.serverAt('folder') };
  }
  const { url, nearestZone, requestId } = found.link;
  job.linkTakenAt = clock.elapsed();
  job.requestId = requestId;
  job.host = URL.parse(url)?.host ?? '';
  Object.assign(job.fetch, { url, nearestZone });
  return { kind: 'done' };
}

async function preparePart(context: TransferContext, job: TransferJob): Promise<DocumentEvent> {
  const { destination, taken, fetch } = job;
  await destination.ensureFolder(taken.folder);
  fetch.partPath = partPathOf(job);
  fetch.existing = taken.existing;
  const claimed = await claimPart(context, fetch, taken, job.isNoted);
  job.isNoted = claimed === 'noted';
  // Parallel to the request but before the file is created, for recovery after a crash.
  job.noted = claimed === 'free' ? notePartFile(context, job, true) : Promise.resolve();
  job.noted.catch(() => undefined);
  return { kind: 'done' };
}

/** Fetches a document and measures it for its host's limit. */
async function fetchFile(context: TransferContext, job: TransferJob): Promise<DocumentEvent> {
  const { destination, fetch, host, signal, slot } = job;
  if (!slot) throw new AppError('UNEXPECTED', 'a document is fetched without a slot');
  const server = job.serverAt('storage');
  const breaker = context.outages.breakerOf(server);
  breaker.admit(job);
  const transfer = slot.measure(host, context.httpGet, fetch.part?.bytes ?? 0);
  fetch.onProgress = (bytes) => {
    // The first bytes prove that storage is back: other transfers need not wait for the last.
    breaker.leave(job, true);
    transfer.onProgress(bytes);
    job.showBytes(bytes);
  };
  const disk: Disk = {
    ...destination.disk,
    async create(path) {
      await job.noted;
      // The resumed part was discarded meanwhile.
      if (!job.isNoted) await notePartFile(context, job, true);
      return destination.disk.create(path);
    },
  };
  const onFailed = (error: unknown) => {
    const isOfHost = isAppError(error) && isUnserved(error, 'storage');
    transfer.onEnd(isOfHost ? 'error' : 'neither');
    throw error;
  };
  try {
    const fetchContext = { ...context, httpGet: transfer.httpGet, disk };
    const fetched = await fetchDocument(fetchContext, fetch, signal).catch(onFailed);
    transfer.onEnd('good');
    context.outages.recordServed(server);
    await job.noted;
    return { kind: 'fetched', file: fetched.kind === 'whole' ? fileOf(job, fetched) : undefined };
  } finally {
    breaker.leave(job, false);
  }
}

function fileOf(
  { taken: { folder, stem }, requestId }: TransferJob,
  { content, size, digests, extension, head }: Extract<FetchResult, { kind: 'whole' }>,
): FetchedFile {
  const sealed: SealedFile = {
    path: pathIn(folder, `${stem}.${extension}`),
    size,
    sha256: digests.sha256,
    requestId,
    ...(digests.md5 !== undefined && { md5: digests.md5 }),
    ...(head.etag !== undefined && { etag: head.etag }),
  };
  return { content, sealed };
}

async function commit(
  context: TransferContext,
  job: TransferJob,
  { file }: StateOf<'committing'>,
): Promise<DocumentEvent> {
  const { taken, fetch } = job;
  if (file) {
    taken.sealed = file.sealed;
    taken.hasPartFile = true;
    fetch.part = undefined;
    fetch.begun = undefined;
    return { kind: 'landed', landed: await commitFile(context, job, file.content, file.sealed) };
  }
  // Stored as current: it is not checked again until the document changes.
  const at = new Date(context.clock.now()).toISOString();
  if (taken.existing) return recordExisting(context, job, { ...taken.existing, at });
  throw new AppError('STORAGE_REFUSED', 'storage spoke of a file that is not here', { status: 304 });
}
