import type { ErrorData } from '../../../shared/errors.ts';
import { AppError, isAppError } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { SealedFile, TakenTransfer } from '../../database/index.ts';
import { waitOf } from '../../jobs/index.ts';
import type { Destination, ProbeWritable } from '../files/index.ts';
import {
  type CommitDeps,
  commitFile,
  type Disk,
  hasCode,
  type Landed,
  partPathOf,
  pathIn,
  recoverFile,
  removePart,
  verifyExisting,
} from '../files/index.ts';
import type { IndexWatch } from '../folder-index/index.ts';
import type { OutageDetector, Server } from '../signed-links/index.ts';
import {
  isUnserved,
  type LinkSource,
  maxBackOffMs,
  orStop,
  reasonFor,
  serverAt,
} from '../signed-links/index.ts';
import { type Attempt, abandon, explained, prepareNext, resting, setPartAside } from './failed-attempt.ts';
import { claimPart, type FetchDeps, type Fetched, fetchDocument, untilFree } from './fetch-file.ts';
import type { Slot, Slots } from './transfer-slots.ts';

/** What carrying documents needs of the app. */
export interface TransferDeps extends CommitDeps, FetchDeps {
  links: LinkSource;
  slots: Slots;
  probeWritable: ProbeWritable;
  /** 0 to 1. */
  random(): number;
  outages: OutageDetector;
  /** Where a document stands that another computer has brought since it was taken. */
  findAddedFile: IndexWatch['findAddedFile'];
}

/** One document on its way. */
export interface TransferJob {
  batch: string;
  destination: Destination;
  /** How files of the batch are named. */
  template: string;
  taken: TakenTransfer;
  /** Fetch what is here already again, to see whether the agency has replaced it. */
  force: boolean;
  /** Nobody waits for it. */
  isBackground: boolean;
  signal: AbortSignal;
  /** Whether a person wants something of it once it has stopped: it stays taken until that is done. */
  isStopRequested(): boolean;
  watcher: TransferWatcher;
}

/** Hears how a document fares. */
export interface TransferWatcher {
  /** It has got a slot, or its try has failed. */
  onTransferring(isTransferring: boolean): void;
  /** It waits for its next try, or goes on. */
  onResting(isResting: boolean): void;
  onSize(size: number | undefined): void;
  /** So many bytes of it have come by now. */
  onProgress(bytes: number): void;
}

/** How a document's way ended. */
export type TransferOutcome =
  | ({ kind: 'landed' } & Landed)
  | { kind: 'verdict'; state: 'failed' | 'no-file' | 'unsigned'; error: ErrorData }
  /** Nothing has been decided: it waits again, or for what a person wants of it. */
  | { kind: 'returned' }
  /** It waits again, and so does everything that the reason stops. */
  | { kind: 'held-up'; why: PauseReason; error: AppError; server: Server }
  /** Another process owns its batch. */
  | { kind: 'lost' };

/**
 * Carries one document from the queue to its place, whatever happens on the way: finds what is there already,
 * gets a link, fetches, tries again as long as that may help, and writes the verdict down. Never rejects.
 */
export async function runTransfer(deps: TransferDeps, job: TransferJob): Promise<TransferOutcome> {
  const attempt = newAttempt(deps, job);
  try {
    await untilItsTime(deps, job);
    for (;;) {
      try {
        return (await alreadyThere(deps, job)) ?? (await fetchAndCommit(deps, job, attempt));
      } catch (error) {
        if (hasCode(error, 'EEXIST')) {
          // Somebody else's transfer stands where ours would begin.
          delete job.taken.sealed;
          await setPartAside(job, attempt);
          attempt.isNoted = false;
          await notePartFile(deps, job, false);
          await resting(job, untilFree(deps, attempt.fetch.partPath, job.signal));
        } else await prepareNext(deps, job, attempt, await explained(deps, job, attempt, error));
      }
    }
  } catch (error) {
    return abandon(deps, job, attempt, await explained(deps, job, attempt, error));
  }
}

/**
 * Writes down whether what stands at the place of the `.part` may be ours: a process that ends now leaves the
 * next one to judge by it.
 */
async function notePartFile({ ledger }: TransferDeps, job: TransferJob, hasPartFile: boolean): Promise<void> {
  const { batch, taken } = job;
  if (!hasPartFile) taken.hasPartFile = false;
  await ledger.write({ batch, id: taken.id, kind: 'returned', state: 'transferring', hasPartFile });
}

/** An earlier process may have ended while a document waited for its next attempt. */
async function untilItsTime({ clock }: TransferDeps, job: TransferJob): Promise<void> {
  const wait = waitOf(job.taken, clock.now(), maxBackOffMs);
  if (wait) await resting(job, clock.sleep(wait, job.signal));
}

function newAttempt({ ledger, outages, clock }: TransferDeps, job: TransferJob): Attempt {
  const { batch, taken, watcher } = job;
  const attempt: Attempt = {
    stage: 'place',
    host: '',
    linksSince: 0,
    linkTakenAt: 0,
    rejections: 0,
    failures: taken.attempts,
    // Who served others before this went on says nothing of now.
    lastFailureAt: taken.attempts > 0 ? clock.elapsed() : 0,
    isPlaceAlone: false,
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

/** What an earlier attempt had proven, or what the ledger, or another computer's index, knows to be here. */
async function alreadyThere(deps: TransferDeps, job: TransferJob): Promise<TransferOutcome | undefined> {
  const { destination, taken, force } = job;
  if (taken.sealed) {
    await destination.ready(taken.folder);
    const recovered = await recoverFile(deps, job);
    if (recovered) return { kind: 'landed', ...recovered };
    delete taken.sealed;
    taken.hasPartFile = true;
  }
  if (!taken.existing) return undefined;
  const existing = await verifyExisting(deps.disk, destination, taken.existing, job.signal);
  if (existing) taken.existing = existing;
  else {
    delete taken.existing;
    // With the file its whole destination may be gone.
    await destination.check();
  }
  return existing && !force && !taken.isChanged ? remainsHere(deps, job, existing) : undefined;
}

/** What another computer has brought while the document waited for its turn. */
async function nowThere(deps: TransferDeps, job: TransferJob): Promise<TransferOutcome | undefined> {
  const { destination, taken, template } = job;
  if (taken.existing) return undefined;
  const key = { connectionId: taken.connectionId, id: taken.documentId };
  const existing = await deps.findAddedFile(destination.folder, template, key);
  if (!existing) return undefined;
  taken.existing = existing;
  return alreadyThere(deps, job);
}

async function remainsHere(
  { ledger, disk }: TransferDeps,
  job: TransferJob,
  existing: NonNullable<TakenTransfer['existing']>,
): Promise<TransferOutcome> {
  const { batch, taken } = job;
  // What an earlier attempt had begun is not needed any more.
  if (taken.hasPartFile) await removePart(disk, partPathOf(job));
  const { connectionId: _connection, id: _document, ...facts } = existing;
  await ledger.write({ batch, id: taken.id, kind: 'landed', state: 'here', ...facts });
  return { kind: 'landed', state: 'here', path: existing.path, size: existing.size, sha256: existing.sha256 };
}

async function fetchAndCommit(
  deps: TransferDeps,
  job: TransferJob,
  attempt: Attempt,
): Promise<TransferOutcome> {
  const { taken } = job;
  const fetched = await fetchOnce(deps, job, attempt);
  attempt.stage = 'place';
  if (fetched.kind === 'here') return fetched.outcome;
  if (fetched.kind === 'whole') {
    taken.sealed = sealedFrom(taken, fetched);
    taken.hasPartFile = true;
    attempt.fetch.part = undefined;
    attempt.fetch.begun = undefined;
    return { kind: 'landed', ...(await commitFile(deps, job, fetched.content, taken.sealed)) };
  }
  if (fetched.kind === 'unchanged') {
    // As new as what storage holds now: it is not asked about again until its document changes once more.
    const at = new Date(deps.clock.now()).toISOString();
    if (taken.existing) return remainsHere(deps, job, { ...taken.existing, at });
    throw new AppError('STORAGE_REFUSED', 'storage spoke of a file that is not here', { status: 304 });
  }
  return abandon(deps, job, attempt, fetched.why);
}

function sealedFrom(
  { folder, stem }: TakenTransfer,
  { size, digests, extension, head, requestId }: Extract<Fetched, { kind: 'whole' }> & { requestId: string },
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
  | (Fetched & { requestId: string })
  | { kind: 'without-file'; why: AppError }
  | { kind: 'here'; outcome: TransferOutcome };

/** One try, in a slot of its own. */
async function fetchOnce(deps: TransferDeps, job: TransferJob, attempt: Attempt): Promise<FetchedOnce> {
  const { batch, destination, isBackground, taken, signal, watcher } = job;
  const slot = await deps.slots.take({ connectionId: taken.connectionId, batch, isBackground }, signal);
  watcher.onTransferring(true);
  try {
    attempt.stage = 'place';
    const outcome = await nowThere(deps, job);
    if (outcome) return { kind: 'here', outcome };
    attempt.stage = 'link';
    if (!deps.links.isAtHand(taken, attempt.linksSince)) refuseWhileAway(deps, job, attempt);
    const link = await orStop(deps.links.linkFor(taken, attempt.linksSince), signal);
    deps.outages.recordServed(serverAt(attempt, job), link.kind === 'link' ? link.at : undefined);
    if (link.kind !== 'link') return { kind: 'without-file', why: reasonFor(link.kind) };
    attempt.linkTakenAt = deps.clock.elapsed();
    attempt.stage = 'place';
    await destination.ready(taken.folder);
    attempt.fetch.partPath = partPathOf(job);
    const claimed = await claimPart(deps, attempt.fetch, taken, attempt.isNoted);
    attempt.isNoted = claimed === 'noted';
    // Beside the request, and before the file: a process that ends now leaves the next one to judge by it.
    const noted = claimed === 'free' ? noteFree(deps, job, attempt) : Promise.resolve();
    noted.catch(() => undefined);
    attempt.stage = 'storage';
    attempt.fetch.url = link.link.url;
    attempt.host = URL.parse(link.link.url)?.host ?? '';
    attempt.fetch.nearestZone = link.link.nearestZone;
    attempt.fetch.existing = taken.existing;
    const server = serverAt(attempt, job);
    const breaker = deps.outages.breakerOf(server);
    breaker.admit(attempt);
    try {
      // What has begun to come shows that storage is back: the others need not wait for its end.
      const disk = creatingAfter(destination.disk, async () => {
        await noted;
        // What was continued has been given up since.
        if (!attempt.isNoted) await noteFree(deps, job, attempt);
      });
      const onServed = () => breaker.leave(attempt, true);
      const fetched = await fetchMeasured({ ...deps, disk }, job, attempt, slot, onServed);
      deps.outages.recordServed(server);
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

/** Writes down that the `.part` is ours from now on, and that what was known of an earlier one is over. */
async function noteFree(deps: TransferDeps, job: TransferJob, attempt: Attempt): Promise<void> {
  await notePartFile(deps, job, true);
  attempt.isNoted = true;
}

/** A disk on which no file is made before something has been written down. */
function creatingAfter(disk: Disk, note: () => Promise<void>): Disk {
  return {
    ...disk,
    async create(path) {
      await note();
      return disk.create(path);
    },
  };
}

/** Throws `NotAsked` instead of asking who is known to be away. */
function refuseWhileAway({ outages }: TransferDeps, job: TransferJob, attempt: Attempt): void {
  const { rejection } = outages.breakerOf(serverAt(attempt, job));
  if (rejection) throw rejection;
}

/** Fetches a document; how that goes decides how many transfers its host gets at once. */
async function fetchMeasured(
  deps: TransferDeps,
  { watcher, signal }: TransferJob,
  { fetch, host }: Attempt,
  slot: Slot,
  onServed: () => void,
): Promise<Fetched> {
  const transfer = slot.measure(host, deps.httpGet, fetch.part?.bytes ?? 0);
  fetch.onProgress = (bytes) => {
    onServed();
    transfer.onProgress(bytes);
    watcher.onProgress(bytes);
  };
  try {
    const fetched = await fetchDocument({ ...deps, httpGet: transfer.httpGet }, fetch, signal);
    transfer.ended('good');
    return fetched;
  } catch (error) {
    const isOfHost = isAppError(error) && isUnserved(error, 'storage');
    transfer.ended(isOfHost ? 'error' : 'neither');
    throw error;
  }
}
