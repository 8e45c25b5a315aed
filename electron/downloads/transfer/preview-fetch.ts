import { AppError, isAppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { SignedLink } from '../../api/index.ts';
import type { Store } from '../../database/index.ts';
import type { Clock } from '../../host.ts';
import { backoffMs } from '../../jobs/index.ts';
import { detectionBytes } from '../files/index.ts';
import { type LinkSource, reasonFor } from '../signed-links/index.ts';
import { type FetchContext, type FetchJob, fetchDocument } from './fetch-file.ts';
import { decideRetry, isLinkRejection } from './retry-or-pause.ts';

/** Options for reading a document without saving it. */
export interface UnsavedOptions {
  /** Maximum number of bytes. */
  limit: number;
  /** Receives the first bytes; returns whether to read the rest. */
  wants(beginning: Uint8Array): boolean;
  signal: AbortSignal;
}

/** A document in memory, or the reason against it: unwanted first bytes, or at least `bytes` long. */
export type Unsaved =
  | { kind: 'whole'; content: Uint8Array }
  | { kind: 'unwanted' }
  | { kind: 'too-large'; bytes: number };

interface ReadContext extends FetchContext {
  store: Store;
  links: LinkSource;
  clock: Clock;
  random(): number;
}

/**
 * Reads a document into memory without saving it. Verified like a download: length, announced hash, no error
 * page. The user waits, so it bypasses the queue. Rejects with the codes of `fetchDocument` and of the
 * service, and with `DOCUMENT_GONE`, `DOCUMENT_WITHOUT_FILE` or `DOCUMENT_UNSIGNED`.
 */
export async function readUnsaved(
  context: ReadContext,
  key: DocumentKey,
  options: UnsavedOptions,
): Promise<Unsaved> {
  const { store, links, clock } = context;
  const stored = await store.selectDocument(key);
  if (!stored) throw new AppError('DOCUMENT_GONE', 'the document is not known');
  const request = { ...stored, documentId: stored.id, dispatch: stored.dispatchNumber };
  const tries = { rejections: 0, failures: 0, isServing: true, isDestinationWritable: false };
  for (let since = 0; ; ) {
    options.signal.throwIfAborted();
    const result = await links.linkFor(request, since, { isUrgent: true });
    if (result.kind !== 'link') throw reasonFor(result.kind);
    try {
      return await readOnce(context, result.link, options);
    } catch (error) {
      if (!isAppError(error)) throw error;
      if (isLinkRejection(error)) tries.rejections++;
      tries.failures++;
      const { action } = decideRetry(error, 'storage', tries);
      if (action === 'renew') tries.failures--;
      // The user gets the error sooner than a queue gives up.
      const isLongEnough = tries.failures >= maxFailures || error.code === 'TRANSFER_STALLED';
      if ((action !== 'renew' && action !== 'retry') || isLongEnough) throw error;
      if (action === 'retry') await clock.sleep(backoffMs(1, context.random()), options.signal);
      links.dropRejected(request);
      since = clock.elapsed();
    }
  }
}

const maxFailures = 3;

/** Fetches a document as a batch does, but keeps it in memory. */
async function readOnce(
  context: ReadContext,
  { url, nearestZone }: SignedLink,
  { limit, wants, signal }: UnsavedOptions,
): Promise<Unsaved> {
  let announced = 0;
  let isOfUse = false;
  let refused: Unsaved | undefined;

  /** What speaks against a document of which so many bytes have come, and this is the beginning. */
  function judge(bytes: number, beginning: Uint8Array): Unsaved | undefined {
    if (!isOfUse && !wants(beginning)) return { kind: 'unwanted' };
    isOfUse = true;
    const size = Math.max(bytes, announced);
    return size > limit ? { kind: 'too-large', bytes: size } : undefined;
  }

  const job: FetchJob = {
    url,
    nearestZone,
    partPath: '',
    staysInMemory: true,
    onBegun: async () => undefined,
    onResponse: (size = 0) => {
      announced = size;
    },
    onProgress(bytes) {
      const beginning = job.part?.body(bytes).beginning ?? new Uint8Array();
      if (beginning.length >= detectionBytes || bytes > limit) refused = judge(bytes, beginning);
      if (refused) throw new AppError('CANCELLED', 'the rest is not read');
    },
  };
  try {
    const fetched = await fetchDocument({ ...context, largest: () => Number.POSITIVE_INFINITY }, job, signal);
    if (fetched.kind !== 'whole' || fetched.content.kind !== 'memory')
      throw new AppError('UNEXPECTED', 'a document is not in memory');
    const content = Buffer.concat(fetched.content.chunks);
    return judge(content.length, content) ?? { kind: 'whole', content };
  } catch (error) {
    if (refused) return refused;
    throw error;
  }
}
