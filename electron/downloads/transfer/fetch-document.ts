import { CarpetaError } from '../../../shared/errors.ts';
import type { NetworkPlace, Open, Opened } from '../../host.ts';
import { contentKind, tellingBytes } from '../destination/content-kind.ts';
import type { FinishedDigests } from '../destination/digests.ts';
import type { Disk } from '../destination/disk.ts';
import { type Content, createPartFile, type PartFile } from '../destination/part-file.ts';
import { type Begun, type HeldFile, judgeAnswer } from '../links/judge-answer.ts';
import { refusal, refuseInsecure } from '../links/refusal.ts';
import { hashText, readHead, type StorageHead } from '../links/storage-answer.ts';
import type { Bandwidth } from './bandwidth.ts';
import type { StallWatch, Watched } from './stall-watch.ts';
import { onHold, underWatch } from './under-watch.ts';

/** What a fetch needs of the app. */
export interface FetchMeans {
  open: Open;
  disk: Disk;
  bandwidth: Bandwidth;
  stalls: StallWatch;
  /** How many bytes a document may have: storage without end would fill the disk. */
  largest(): number;
}

/** One fetch of one document. What outlives it, when it breaks, stands in `part` and `begun`. */
export interface FetchJob {
  url: string;
  /** The nearest place that the address may lead to. */
  nearest?: NetworkPlace | undefined;
  /** Absolute path of the `.part`. */
  partPath: string;
  part?: PartFile | undefined;
  begun?: Begun | undefined;
  /** What stands on disk already: an answer about the same bytes is not read. */
  held?: HeldFile | undefined;
  /** Writes down what must be known to continue later, before its first byte is on disk. */
  onBegun(begun: Begun): Promise<void>;
  /** The answer has come; its size, where it says so. */
  onAnswer(size: number | undefined): void;
  /** So many bytes of the document have come by now. */
  onProgress(bytes: number): void;
}

export type Fetched =
  | { kind: 'unchanged' }
  | {
      kind: 'whole';
      content: Content;
      size: number;
      digests: FinishedDigests;
      extension: string;
      head: StorageHead;
    };

/** From here on a broken transfer is continued rather than begun again, in bytes. */
export const continuedFrom = 8 * 1024 * 1024;

/**
 * Fetches a document into its `.part`. Rejects with a `CarpetaError`: `LINK_INSECURE`; `LINK_EXPIRED` and `STORAGE_REFUSED` (with its
 * status) as storage says; `FILE_TOO_LARGE` past the ceiling; `RESPONSE_UNREADABLE` for a body that is coded all the same; `REDIRECTED`, `NOT_A_DOCUMENT`, `EMPTY_FILE`,
 * `LENGTH_MISMATCH`, `HASH_MISMATCH`, `TRANSFER_BROKEN`, `TRANSFER_STALLED`; those of `open`; and with what the disk said, as it is.
 */
export async function fetchDocument(means: FetchMeans, job: FetchJob, signal: AbortSignal): Promise<Fetched> {
  refuseInsecure(job.url);
  return underWatch(means.stalls, signal, (watched, ending) => ask(means, job, watched, ending));
}

async function ask(
  means: FetchMeans,
  job: FetchJob,
  watched: Watched,
  signal: AbortSignal,
): Promise<Fetched> {
  for (;;) {
    const { url, nearest } = job;
    const opened = await means.open(url, {
      headers: headersFor(job),
      signal,
      nearest,
      onHold: onHold(watched),
    });
    watched.touch();
    const head = readHead(opened);
    const answer = judgeAnswer(head, job);
    switch (answer) {
      case 'whole':
        await discard(job);
        return receive(means, job, opened, head, watched, signal);
      case 'rest':
        return receive(means, job, opened, head, watched, signal);
      case 'complete':
        opened.cancel();
        return finish(job, head);
      case 'unchanged':
        opened.cancel();
        await discard(job);
        return { kind: 'unchanged' };
      case 'start-over':
        opened.cancel();
        await discard(job);
        break;
      default:
        throw await refusal(opened, answer.refused, head);
    }
  }
}

function headersFor({ part, begun, held }: FetchJob): Record<string, string> {
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (part && begun) {
    headers['range'] = `bytes=${part.bytes}-`;
    headers['if-range'] = begun.etag;
  } else if (held?.etag !== undefined) headers['if-none-match'] = held.etag;
  return headers;
}

async function discard(job: FetchJob): Promise<void> {
  const { part } = job;
  job.part = undefined;
  job.begun = undefined;
  await part?.discard();
}

async function receive(
  means: FetchMeans,
  job: FetchJob,
  opened: Opened,
  head: StorageHead,
  watched: Watched,
  signal: AbortSignal,
): Promise<Fetched> {
  try {
    refuseTooLarge(job.begun?.size ?? head.length ?? 0, means.largest());
    const part = await partFor(means, job, head, watched);
    job.onAnswer(job.begun?.size ?? head.length);
    let isJudged = part.bytes > 0;
    let came = 0;
    for await (const piece of opened.body) {
      watched.touch(piece.length);
      came += piece.length;
      if (head.length !== undefined && came > head.length) throw otherLength(came, head.length);
      refuseTooLarge(part.bytes + piece.length, means.largest());
      const written = part.add(piece);
      job.onProgress(part.bytes);
      if (!isJudged && part.bytes >= tellingBytes) {
        kindOf(part, head, job.url);
        isJudged = true;
      }
      const turn = means.bandwidth.take(piece.length, signal);
      if (written || turn) {
        watched.hold();
        await written;
        await turn;
      }
      watched.touch();
    }
    if (head.length !== undefined && came !== head.length) throw otherLength(came, head.length);
    watched.hold();
    return await finish(job, head);
  } catch (thrown) {
    opened.cancel();
    throw thrown;
  }
}

function otherLength(received: number, expected: number): CarpetaError {
  return new CarpetaError('LENGTH_MISMATCH', `${received} bytes came instead of ${expected}`, {
    values: { expected, received },
  });
}

function refuseTooLarge(bytes: number, limit: number): void {
  if (bytes <= limit) return;
  throw new CarpetaError('FILE_TOO_LARGE', `more than ${limit} bytes`, {
    values: { limit, megabytes: Math.floor(limit / 1_048_576) },
  });
}

async function partFor(
  means: FetchMeans,
  job: FetchJob,
  head: StorageHead,
  watched: Watched,
): Promise<PartFile> {
  if (job.part) return job.part;
  const part = createPartFile(means.disk, job.partPath, head.hashes);
  job.part = part;
  const { etag = '', contentType, length: size } = head;
  const proof = hashText(head.hashes);
  if (size !== undefined && size >= continuedFrom && head.hasStrongTag && proof !== '') {
    watched.hold();
    const begun = { etag, contentType, proof, size, part: await part.make() };
    // What cannot be told from another file later is continued by this process alone.
    if (begun.part !== '') await job.onBegun(begun);
    job.begun = begun;
    watched.touch();
  }
  return part;
}

/** Everything has come: the whole is proven, or it is none. */
async function finish(job: FetchJob, answered: StorageHead): Promise<Fetched> {
  const { part } = job;
  if (!part) throw new CarpetaError('UNEXPECTED', 'a transfer ended without its file');
  if (part.bytes === 0) throw new CarpetaError('EMPTY_FILE', 'the file is empty');
  const head = headOf(job, answered);
  const extension = kindOf(part, head, job.url);
  const { content, digests } = await part.finish();
  const finished = digests.finish();
  if (!finished.match) {
    job.begun = undefined;
    throw new CarpetaError('HASH_MISMATCH', 'the hash is not the one that storage announced');
  }
  return { kind: 'whole', content, size: part.bytes, digests: finished, extension, head };
}

/** Of the paper as it was begun: that there is nothing more of it is said of no paper. */
function headOf({ begun }: FetchJob, answered: StorageHead): StorageHead {
  return begun ? { ...answered, etag: begun.etag, contentType: begun.contentType } : answered;
}

function kindOf(part: PartFile, head: StorageHead, url: string): string {
  const kind = contentKind(part.beginning, head.contentType, url);
  if (kind.kind === 'document') return kind.extension;
  throw new CarpetaError('NOT_A_DOCUMENT', 'storage sent an error page');
}
