import { AppError, isAppError } from '../../../shared/errors.ts';
import type { TakenTransfer } from '../../database/index.ts';
import type { Clock, HttpGet, HttpResponse, NetworkZone } from '../../host.ts';
import type { FinishedDigests } from '../../lib/hashes.ts';
import {
  type Content,
  createPartFile,
  createTail,
  type Disk,
  detectionBytes,
  documentExtension,
  hasEndMark,
  type PartFile,
  removePart,
  reopenPartFile,
  type Tail,
} from '../files/index.ts';
import {
  type Begun,
  classifyResponse,
  type ExistingFile,
  hashText,
  readHashes,
  readHead,
  refuseInsecure,
  type StorageHead,
  toRejection,
  unpackGzipBody,
} from '../signed-links/index.ts';
import type { Bandwidth } from './bandwidth-limit.ts';
import type { StallWatch, TransferWatch } from './stall-watch.ts';
import { onBlocked, withStallWatch } from './stall-watch.ts';

/** What fetching needs. */
export interface FetchContext {
  httpGet: HttpGet;
  disk: Disk;
  bandwidth: Bandwidth;
  stalls: StallWatch;
  /** Maximum size of a document, bytes: an endless body would fill the disk. */
  largest(): number;
}

/** One fetch of a document. After a failure, `part` and `begun` remain for the next. */
export interface FetchJob {
  url: string;
  /** The nearest network zone that the address may resolve to. */
  nearestZone?: NetworkZone | undefined;
  /** Absolute path of the `.part`. */
  partPath: string;
  /** No `.part` is made. */
  staysInMemory?: boolean;
  part?: PartFile | undefined;
  begun?: Begun | undefined;
  /** A file on disk: a response with the same bytes is not read. */
  existing?: ExistingFile | undefined;
  /** Stores what a later resume needs, before the first byte is on disk. */
  onBegun(begun: Begun): Promise<void>;
  /** The response arrived; with its size, if announced. */
  onResponse(size: number | undefined): void;
  /** Total bytes of the document so far. */
  onProgress(bytes: number): void;
}

export type FetchResult =
  | { kind: 'unchanged' }
  | {
      kind: 'whole';
      content: Content;
      size: number;
      digests: FinishedDigests;
      extension: string;
      head: StorageHead;
    };

/** Smaller files restart after a failure instead of resuming, bytes. */
export const continuedFrom = 8 * 1024 * 1024;

/**
 * Fetches a document into its `.part`. Rejects with an `AppError`: `LINK_INSECURE`; `LINK_EXPIRED` or
 * `STORAGE_REFUSED` (with status) from storage; `FILE_TOO_LARGE`; `RESPONSE_UNREADABLE` for an unsupported
 * encoding. Also `REDIRECTED`, `NOT_A_DOCUMENT`, `EMPTY_FILE`, `FILE_UNPROVEN`, `LENGTH_MISMATCH`,
 * `HASH_MISMATCH`, `TRANSFER_BROKEN`, `TRANSFER_STALLED`. Errors of `httpGet` and of the disk pass unchanged.
 */
export async function fetchDocument(
  context: FetchContext,
  job: FetchJob,
  signal: AbortSignal,
): Promise<FetchResult> {
  refuseInsecure(job.url);
  return withStallWatch(context.stalls, signal, (watched, ending) => ask(context, job, watched, ending));
}

async function ask(
  context: FetchContext,
  job: FetchJob,
  watched: TransferWatch,
  signal: AbortSignal,
): Promise<FetchResult> {
  for (;;) {
    const { url, nearestZone } = job;
    const response = await context
      .httpGet(url, { headers: headersFor(job), signal, nearestZone, onBlocked: onBlocked(watched) })
      .catch(throwAsStorage);
    watched.touch();
    const head = readHead(response);
    const kind = classifyResponse(head, job);
    switch (kind) {
      case 'whole':
        await discard(job);
        return receive(context, job, response, head, watched, signal);
      case 'rest':
        return receive(context, job, response, head, watched, signal);
      case 'complete':
        response.cancel();
        return finish(job, head);
      case 'unchanged':
        response.cancel();
        await discard(job);
        return { kind: 'unchanged' };
      case 'start-over':
        response.cancel();
        await discard(job);
        break;
      default:
        throw await toRejection(response, kind.refused, head);
    }
  }
}

/** What cannot be read is storage's, whose address the agency gave. */
function throwAsStorage(error: unknown): never {
  if (!isAppError(error, 'RESPONSE_UNREADABLE')) throw error;
  throw new AppError(error.code, error.message, {
    values: { ...error.values, from: 'storage' },
    cause: error,
  });
}

function headersFor({ part, begun, existing }: FetchJob): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (part && begun) {
    headers['range'] = `bytes=${part.bytes}-`;
    headers['if-range'] = begun.etag;
  } else if (existing?.etag !== undefined) headers['if-none-match'] = existing.etag;
  return headers;
}

async function discard(job: FetchJob): Promise<void> {
  const { part } = job;
  job.part = undefined;
  job.begun = undefined;
  await part?.discard();
}

async function receive(
  context: FetchContext,
  job: FetchJob,
  response: HttpResponse,
  head: StorageHead,
  watched: TransferWatch,
  signal: AbortSignal,
): Promise<FetchResult> {
  try {
    refuseTooLarge(job.begun?.size ?? head.length ?? 0, context.largest());
    const part = await partFor(context, job, head, watched);
    job.onResponse(job.begun?.size ?? head.length);
    // With a hash, the content is checked at the end instead.
    let isJudged = part.bytes > 0 || hashText(head.hashes) !== '';
    let tail = head.isOpenEnded && !isJudged ? createTail() : undefined;
    const onWhole = () => {
      tail = undefined;
    };
    let came = 0;
    for await (const chunk of head.packed
      ? unpackGzipBody(response.body, head.packed, onWhole)
      : response.body) {
      watched.touch(chunk.length);
      tail?.add(chunk);
      came += chunk.length;
      if (head.length !== undefined && came > head.length) throw otherLength(came, head.length);
      refuseTooLarge(part.bytes + chunk.length, context.largest());
      const written = part.add(chunk);
      const isEnough = job.staysInMemory ? part.bytes >= detectionBytes : part.isDetectable;
      if (!isJudged && isEnough) {
        documentExtension(part.body(Number.POSITIVE_INFINITY), head.contentType, job.url);
        isJudged = true;
      }
      job.onProgress(part.bytes);
      const wait = context.bandwidth.take(chunk.length, signal);
      if (written || wait) {
        watched.suspend();
        await written;
        await wait;
      }
      watched.touch();
    }
    if (head.length !== undefined && came !== head.length) throw otherLength(came, head.length);
    watched.suspend();
    return await finish(job, head, tail);
  } catch (error) {
    response.cancel();
    throw error;
  }
}

function otherLength(received: number, expected: number): AppError {
  return new AppError('LENGTH_MISMATCH', `${received} bytes came instead of ${expected}`, {
    values: { expected, received },
  });
}

function refuseTooLarge(bytes: number, limit: number): void {
  if (bytes <= limit) return;
  throw new AppError('FILE_TOO_LARGE', `more than ${limit} bytes`, {
    values: { limit, megabytes: Math.floor(limit / 1_048_576) },
  });
}

async function partFor(
  context: FetchContext,
  job: FetchJob,
  head: StorageHead,
  watched: TransferWatch,
): Promise<PartFile> {
  if (job.part) return job.part;
  const { staysInMemory, partPath } = job;
  const bufferBytes = staysInMemory ? Number.POSITIVE_INFINITY : undefined;
  const part = createPartFile(context.disk, partPath, head.hashes, bufferBytes);
  job.part = part;
  if (staysInMemory) return part;
  const { etag = '', contentType, length: size } = head;
  const proof = hashText(head.hashes);
  if (size !== undefined && size >= continuedFrom && head.hasStrongTag && proof !== '') {
    watched.suspend();
    const begun = { etag, contentType, proof, size, part: await part.create() };
    // Without an identity only this process can resume the file.
    if (begun.part !== '') await job.onBegun(begun);
    job.begun = begun;
    watched.touch();
  }
  return part;
}

/** Verifies the complete body. */
async function finish(job: FetchJob, received: StorageHead, tail?: Tail): Promise<FetchResult> {
  const { part } = job;
  if (!part) throw new AppError('UNEXPECTED', 'a transfer ended without its file');
  if (part.bytes === 0) throw new AppError('EMPTY_FILE', 'the file is empty');
  const head = headOf(job, received);
  const { content, digests } = await part.finish();
  const finished = digests.finish();
  if (!finished.match) job.begun = undefined;
  const isVouched = finished.match && (job.begun?.proof ?? hashText(head.hashes)) !== '';
  const extension = documentExtension(part.body(part.bytes), head.contentType, job.url, isVouched);
  if (!finished.match) {
    throw new AppError('HASH_MISMATCH', 'the hash is not the one that storage announced');
  }
  if (tail && !hasEndMark(extension, part.body(part.bytes), tail.bytes())) {
    // The body ended with its connection, without the file's end mark.
    throw new AppError('FILE_UNPROVEN', `nothing tells whether the whole .${extension} came`);
  }
  return { kind: 'whole', content, size: part.bytes, digests: finished, extension, head };
}

/** With the tag and type of the first response: a 416 has neither. */
function headOf({ begun }: FetchJob, received: StorageHead): StorageHead {
  return begun ? { ...received, etag: begun.etag, contentType: begun.contentType } : received;
}

/** What claiming a `.part` needs. */
interface ClaimContext {
  disk: Disk;
  clock: Clock;
}

/**
 * State of a `.part`: `continued` means an own one is resumed. Otherwise none exists, and the ledger records
 * a possible one (`noted`) or not (`free`).
 */
type ClaimResult = 'continued' | 'noted' | 'free';

/**
 * Prepares the path of a `.part`. An own earlier one is resumed if it is verifiable, else removed. A foreign
 * file stays, even one that replaced ours: rejects with `EEXIST`.
 */
export async function claimPart(
  { disk }: Pick<ClaimContext, 'disk'>,
  fetch: FetchJob,
  taken: Pick<TakenTransfer, 'hasPartFile' | 'begun'>,
  isNoted = false,
): Promise<ClaimResult> {
  if (fetch.part) return 'continued';
  const { hasPartFile, begun } = taken;
  if (hasPartFile && begun && begun.part !== '') {
    const part = await reopenPartFile(disk, fetch.partPath, readHashes(begun.proof), begun.part);
    // Only now: if opening failed, the next try still knows it.
    delete taken.begun;
    if (part && part.bytes > 0 && part.bytes <= begun.size) {
      fetch.part = part;
      fetch.begun = begun;
      return 'continued';
    }
    await part?.discard();
  } else if (hasPartFile) {
    await removePart(disk, fetch.partPath);
    taken.hasPartFile = false;
    return 'noted';
  } else if (isNoted) return 'noted';
  taken.hasPartFile = false;
  if (await disk.stat(fetch.partPath)) throw Object.assign(new Error('not ours'), { code: 'EEXIST' });
  return 'free';
}

// An active program writes at least this often, ms.
const writeIntervalMs = 60_000;
const pollIntervalMs = 2_000;

/**
 * Waits until a foreign `.part` disappears. Rejects with `FILE_IN_THE_WAY` if nobody writes to it: it may be
 * the user's own and stays.
 */
export async function untilFree(
  { disk, clock }: ClaimContext,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  let last = '';
  let since = clock.elapsed();
  for (;;) {
    const found = await disk.stat(path);
    if (!found) return;
    if (found.kind !== 'file') throw inTheWay(path);
    const now = `${found.size} ${found.modified}`;
    if (now !== last) {
      last = now;
      since = clock.elapsed();
    } else if (clock.elapsed() - since >= writeIntervalMs) {
      throw inTheWay(path);
    }
    await clock.sleep(pollIntervalMs, signal);
  }
}

function inTheWay(path: string): AppError {
  return new AppError('FILE_IN_THE_WAY', 'what stands where the .part would is not known as ours', {
    values: { path },
  });
}
