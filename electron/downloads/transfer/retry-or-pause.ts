import { type ErrorRule, isServiceError, maxAttempts, ruleOf } from '../../../shared/error-codes.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import { isTransient } from '../signed-links/index.ts';

/** The stage at which a document failed. */
export type Stage = 'link' | 'storage' | 'folder';

/** The failures of a document so far, with the current one. */
export interface FailureCounts {
  /** Rejections that a fresh link may solve. */
  rejections: number;
  /** All other failures that a further try may solve. */
  failures: number;
  /** The destination is writable, but not the document's own folder. */
  isDestinationWritable: boolean;
}

/** `isServing`: the failed server has served any document since this one's last failure. */
type Tries = FailureCounts & { isServing: boolean };

/** The reaction to a failure. */
export type RetryDecision =
  | { action: 'stop' }
  /** Another process owns the batch now. */
  | { action: 'leave' }
  /** Not specific to this document: it waits with all others until the reason is over. */
  | { action: 'pause'; why: PauseReason }
  /** Request a new link and continue at once. */
  | { action: 'renew' }
  /** Try again after a delay. */
  | { action: 'retry' }
  | { action: 'fail' };

const maxRejections = 3;
const failuresBeforeOffline = 3;
const maxFolderFailures = 3;
/** Statuses of storage that concern the link. */
const linkStatuses: readonly number[] = [400, 401, 403, 404, 410];

/** The reaction to an error. Pure: equal input gives an equal decision. */
export function decideRetry(error: AppError, stage: Stage, tries: Tries): RetryDecision {
  const { code, status = 0 } = error;
  const { follows, concerns } = ruleOf(code);
  if (code === 'CANCELLED') return { action: 'stop' };
  if (code === 'BATCH_OWNED_ELSEWHERE' || code === 'BATCH_GONE') return { action: 'leave' };
  const localPause = pauseReasonOf(error);
  if (localPause === 'folder-gone' && code === 'FOLDER_UNWRITABLE' && tries.isDestinationWritable) {
    return tries.failures < maxFolderFailures ? { action: 'retry' } : { action: 'fail' };
  }
  if (localPause) return { action: 'pause', why: localPause };
  if (stage === 'link' && follows === 'block' && concerns === 'connection') {
    return { action: 'pause', why: 'connection-refused' };
  }
  if (follows === 'block' && concerns === 'way') return { action: 'pause', why: 'offline' };
  if (isUnserved(error, stage)) return unserved(code, tries);
  // The API client has already retried long enough.
  if (follows === 'wait') return { action: 'pause', why: 'offline' };
  if (isLinkRejection(error) && (code === 'LINK_EXPIRED' || linkStatuses.includes(status))) {
    // Storage does not have the file: one newer link is worth a try.
    const max = status === 404 || status === 410 ? 1 : maxRejections;
    return tries.rejections <= max ? { action: 'renew' } : { action: 'fail' };
  }
  if (follows === 'retry') return tries.failures < maxAttempts ? { action: 'retry' } : { action: 'fail' };
  return { action: 'fail' };
}

/** Why a batch pauses for an error of its disk, its folder or the ledger; undefined for any other. */
export function pauseReasonOf({ code, values }: AppError): PauseReason | undefined {
  const { follows, concerns } = ruleOf(code);
  if (follows !== 'wait') return undefined;
  // The folder of the app's own data, which has the same codes.
  return values?.['at'] === 'store' ? 'store-unwritable' : localPauses[concerns];
}

const localPauses: { readonly [Concern in ErrorRule['concerns']]?: PauseReason } = {
  everything: 'disk-full',
  store: 'store-unwritable',
  folder: 'folder-gone',
};

/** Whether storage rejected a link, so that a fresh one may be served. */
export function isLinkRejection({ code }: Pick<AppError, 'code'>): boolean {
  return code === 'LINK_EXPIRED' || code === 'STORAGE_REFUSED';
}

/** Whether a server failed to serve a document, which may be an outage of the whole server. */
export function isUnserved(error: AppError, stage: Stage): boolean {
  const { code, status = 0 } = error;
  const { follows, concerns } = ruleOf(code);
  if (stage === 'link') return follows === 'retry' && isServiceError(error);
  if (stage === 'folder') return false;
  return (
    concerns === 'storage' ||
    (follows === 'wait' && isServiceError(error)) ||
    (code === 'STORAGE_REFUSED' && isTransient(status))
  );
}

/** Whether storage responded without the document: it is reachable. */
export function isServerResponse(error: AppError): boolean {
  return isLinkRejection(error) && (error.code === 'LINK_EXPIRED' || !isTransient(error.status ?? 0));
}

function unserved(code: string, { failures, isServing }: Tries): RetryDecision {
  // A reachable server gets as many attempts as one document.
  const max = ruleOf(code).follows === 'wait' && !isServing ? failuresBeforeOffline : maxAttempts;
  if (failures < max) return { action: 'retry' };
  return isServing ? { action: 'fail' } : { action: 'pause', why: 'offline' };
}
