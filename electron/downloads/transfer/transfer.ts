import { AppError, fromErrorData, isAppError, toErrorData } from '../../../shared/errors.ts';
import { succeeds } from '../../lib/async.ts';
import { toDiskError } from '../../lib/fs-errors.ts';
import { hasCode } from '../files/index.ts';
import {
  type DocumentEvent,
  type DocumentState,
  firstState,
  next,
  stageOf,
  type TransferOutcome,
} from './document-state.ts';
import { factsOf } from './failure-effects.ts';
import { perform } from './perform-state.ts';
import { isServerResponse } from './retry-or-pause.ts';
import type { TransferContext, TransferJob } from './transfer-job.ts';

/**
 * Transfers one document: performs each of its states until it is over. Retries while that may help, and
 * stores the verdict. Never rejects.
 */
export async function runTransfer(context: TransferContext, job: TransferJob): Promise<TransferOutcome> {
  let state = firstState(job.taken.attempts, context.clock.elapsed());
  while (state.kind !== 'over') state = next(state, await eventOf(context, job, state));
  return state.outcome;
}

async function eventOf(
  context: TransferContext,
  job: TransferJob,
  state: DocumentState,
): Promise<DocumentEvent> {
  try {
    const event = await perform(context, job, state);
    // A file that is here needs no slot, nor does one that waits for its name.
    if (event.kind === 'fetched' || event.kind === 'landed' || event.kind === 'unlinked') releaseSlot(job);
    return event;
  } catch (cause) {
    if (job.slot) job.showTransferring(false);
    releaseSlot(job);
    return failedEvent(context, job, state, cause);
  }
}

function releaseSlot(job: TransferJob): void {
  const { slot } = job;
  job.slot = undefined;
  slot?.release();
}

async function failedEvent(
  context: TransferContext,
  job: TransferJob,
  state: DocumentState,
  cause: unknown,
): Promise<DocumentEvent> {
  const { outages, probeWritable } = context;
  const error = await toTransferError(job, cause);
  const stage = stageOf(state);
  const server = job.serverAt(stage);
  const isWritable =
    error.code === 'FOLDER_UNWRITABLE' ? await succeeds(probeWritable(job.destination.folder)) : undefined;
  if (state.kind === 'fetching' && isServerResponse(error)) outages.recordServed(server);
  return {
    kind: 'failed',
    error,
    cause,
    facts: factsOf(context, job, stage, error),
    isBeingChecked: outages.runningCheck(server, job.taken.dispatch) !== undefined,
    ...(isWritable !== undefined && { isDestinationWritable: isWritable }),
  };
}

async function toTransferError(
  { destination, signal, taken }: TransferJob,
  cause: unknown,
): Promise<AppError> {
  if (isAppError(cause)) return cause;
  if (signal.aborted) return new AppError('CANCELLED', 'cancelled');
  if (hasCode(cause, 'ENOENT')) {
    destination.invalidate();
    try {
      await destination.check();
    } catch (error) {
      if (isAppError(error)) return error;
    }
    return new AppError('TRANSFER_BROKEN', 'a folder vanished on the way', { cause });
  }
  const error = toDiskError(cause, destination.at(taken.folder));
  return isAppError(error) ? error : fromErrorData(toErrorData(error));
}
