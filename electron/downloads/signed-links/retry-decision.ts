import type { AppError } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import { isServiceError, maxAttempts, ruleOf } from '../../../shared/retry-table.ts';

/** Where a document's way broke off. */
export type Stage = 'link' | 'storage' | 'place';

/** How often a document has failed so far, this time included. */
export interface Tries {
  /** Answers that a fresh link may mend. */
  rejections: number;
  /** Everything else that may pass. */
  failures: number;
  /** Whether who failed has served anybody since this document failed before. */
  isServing: boolean;
  /** The destination can be written, and the document's place in it cannot; false where left out. */
  isPlaceAlone?: boolean;
}

/** What is done after a failure. */
export type RetryDecision =
  | { action: 'stop' }
  /** Another process owns the batch now. */
  | { action: 'leave' }
  /** Nothing that is wrong with this document: it waits, with all others, until the reason has gone. */
  | { action: 'pause'; why: PauseReason }
  /** Ask for a new link and go on at once. */
  | { action: 'renew' }
  /** Try again after a while. */
  | { action: 'retry' }
  | { action: 'fail' };

const maxRejections = 3;
const failuresBeforeOffline = 3;
const maxFailuresAtPlace = 3;

/** What follows from an error on a document's way. Pure: the same input, the same decision. */
export function decideRetry(error: AppError, stage: Stage, tries: Tries): RetryDecision {
  const { code, status = 0 } = error;
  const { follows, concerns } = ruleOf(code);
  if (code === 'CANCELLED') return { action: 'stop' };
  if (code === 'BATCH_OWNED_ELSEWHERE' || code === 'BATCH_GONE') return { action: 'leave' };
  if (follows === 'wait' && concerns === 'everything') return { action: 'pause', why: 'disk-full' };
  if (follows === 'wait' && concerns === 'store') return { action: 'pause', why: 'store-unwritable' };
  if (code === 'FOLDER_UNWRITABLE' && tries.isPlaceAlone) {
    return tries.failures < maxFailuresAtPlace ? { action: 'retry' } : { action: 'fail' };
  }
  if (follows === 'wait' && concerns === 'folder') return { action: 'pause', why: 'folder-gone' };
  if (stage === 'link' && ((follows === 'block' && concerns === 'connection') || status === 403)) {
    return { action: 'pause', why: 'connection-refused' };
  }
  if (follows === 'block' && concerns === 'way') return { action: 'pause', why: 'offline' };
  if (isUnserved(error, stage)) return unserved(code, tries);
  // The service's client has tried for long enough already.
  if (follows === 'wait') return { action: 'pause', why: 'offline' };
  if (code === 'LINK_EXPIRED' || (code === 'STORAGE_REFUSED' && isAboutTheLink(status))) {
    // Storage has lost the file itself: one newer link is worth a try.
    const max = status === 404 || status === 410 ? 1 : maxRejections;
    return tries.rejections <= max ? { action: 'renew' } : { action: 'fail' };
  }
  if (follows === 'retry') return tries.failures < maxAttempts ? { action: 'retry' } : { action: 'fail' };
  return { action: 'fail' };
}

/** Whether the service or storage has not served a document, which may as well be an outage of all of it. */
export function isUnserved(error: AppError, stage: Stage): boolean {
  const { code, status = 0 } = error;
  const { follows, concerns } = ruleOf(code);
  if (stage === 'link') return follows === 'retry' && isServiceError(error);
  if (stage === 'place') return false;
  return (
    concerns === 'storage' ||
    (follows === 'wait' && isServiceError(error)) ||
    (code === 'STORAGE_REFUSED' && isTransient(status))
  );
}

/**
 * Whether a service that was asked for links has failed at that, and is to be asked no more than so often; a
 * network that is away asks nobody.
 */
export function countsAsAttempt({ code }: AppError): boolean {
  return ruleOf(code).concerns === 'service' || code === 'REDIRECTED';
}

/** Whether storage has answered, though not with the document: it is not away. */
export function isServerResponse({ code, status = 0 }: AppError): boolean {
  return code === 'LINK_EXPIRED' || (code === 'STORAGE_REFUSED' && !isTransient(status));
}

function unserved(code: string, { failures, isServing }: Tries): RetryDecision {
  // A server that is there is given as long as one document is.
  const max = ruleOf(code).follows === 'wait' && !isServing ? failuresBeforeOffline : maxAttempts;
  if (failures < max) return { action: 'retry' };
  return isServing ? { action: 'fail' } : { action: 'pause', why: 'offline' };
}

function isAboutTheLink(status: number): boolean {
  return [400, 401, 403, 404, 410].includes(status);
}

/** Whether a status of storage may pass. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500;
}

/** The longest wait before another try, ms. */
export const maxBackOffMs = 30_000;

/**
 * How long to wait before the next try, ms: doubling from a second, capped at thirty, 30 percent either way.
 * `random` is 0 to 1.
 */
export function backOff(failures: number, random: number): number {
  return Math.min(maxBackOffMs, 1_000 * 2 ** (failures - 1) * (0.7 + 0.6 * random));
}
