import { AppError, isAppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { SignedLink } from '../../api/index.ts';
import type { Store } from '../../database/index.ts';
import type { Clock, HttpGet } from '../../host.ts';
import { backoffMs } from '../../jobs/index.ts';
import { createDigests } from '../../lib/hashes.ts';
import { createOpening, detectionBytes, documentExtension, hasEndMark } from '../files/index.ts';
import {
  classifyResponse,
  hashText,
  type LinkSource,
  readHead,
  reasonFor,
  refuseInsecure,
  toRejection,
  unpackGzipBody,
} from '../signed-links/index.ts';
import type { Bandwidth } from './bandwidth-limit.ts';
import { unprovenEnd } from './fetch-file.ts';
import { decideRetry, isLinkRejection } from './retry-or-pause.ts';
import type { StallWatch, TransferWatch } from './stall-watch.ts';
import { onBlocked, withStallWatch } from './stall-watch.ts';

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

interface ReadContext {
  store: Store;
  links: LinkSource;
  httpGet: HttpGet;
  clock: Clock;
  random(): number;
  bandwidth: Bandwidth;
  stalls: StallWatch;
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

function readOnce(context: ReadContext, link: SignedLink, options: UnsavedOptions): Promise<Unsaved> {
  refuseInsecure(link.url);
  return withStallWatch(context.stalls, options.signal, (watched, signal) =>
    receive(context, link, { ...options, signal }, watched),
  );
}

async function receive(
  { httpGet, bandwidth }: ReadContext,
  { url, nearestZone }: SignedLink,
  { limit, wants, signal }: UnsavedOptions,
  watched: TransferWatch,
): Promise<Unsaved> {
  const response = await httpGet(url, {
    headers: { 'accept-encoding': 'identity' },
    signal,
    nearestZone,
    onBlocked: onBlocked(watched),
  });
  watched.touch();
  const head = readHead(response);
  const kind = classifyResponse(head, {});
  if (typeof kind === 'object') throw await toRejection(response, kind.refused, head);
  const chunks: Uint8Array[] = [];
  const digests = createDigests(head.hashes);
  const opening = createOpening();
  const hasProof = hashText(head.hashes) !== '';
  let came = 0;
  let isJudged = false;
  let isOpenEnded = head.isOpenEnded && !hasProof;
  const onWhole = () => {
    isOpenEnded = false;
  };
  try {
    for await (const chunk of head.packed
      ? unpackGzipBody(response.body, head.packed, onWhole)
      : response.body) {
      watched.touch(chunk.length);
      chunks.push(chunk);
      digests.add(chunk);
      opening.add(chunk);
      came += chunk.length;
      if (!isJudged && came >= detectionBytes) {
        const beginning = Buffer.concat(chunks);
        const body = { beginning, opening, size: Number.POSITIVE_INFINITY };
        documentExtension(body, head.contentType, url, hasProof);
        if (!wants(beginning)) return { kind: 'unwanted' };
        isJudged = true;
        if ((head.length ?? 0) > limit) break;
      }
      if (came > limit) break;
      const wait = bandwidth.take(chunk.length, signal);
      if (wait) {
        watched.suspend();
        await wait;
        watched.touch();
      }
    }
  } finally {
    response.cancel();
  }
  const size = Math.max(came, head.length ?? 0);
  if (size > limit) return { kind: 'too-large', bytes: size };
  if (came === 0) throw new AppError('EMPTY_FILE', 'the file is empty');
  if (came !== size) {
    throw new AppError('LENGTH_MISMATCH', `${came} bytes came instead of ${size}`, {
      values: { expected: size, received: came },
    });
  }
  const content = Buffer.concat(chunks);
  const { match } = digests.finish();
  const body = { beginning: content, opening, size };
  const extension = documentExtension(body, head.contentType, url, match && hasProof);
  if (!isJudged && !wants(content)) return { kind: 'unwanted' };
  if (!match) throw new AppError('HASH_MISMATCH', 'the hash is not the one that storage announced');
  if (isOpenEnded && !hasEndMark(extension, body, content)) throw unprovenEnd(extension);
  return { kind: 'whole', content };
}
