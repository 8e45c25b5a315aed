import { maxAttempts } from '../../../shared/error-codes.ts';
import { type AppError, type ErrorData, isAppError, toErrorData } from '../../../shared/errors.ts';
import type { PauseReason } from '../../../shared/model/download.ts';
import type { SealedFile } from '../../database/index.ts';
import { CircuitOpenError } from '../../jobs/index.ts';
import { type Content, hasCode, type Landed } from '../files/index.ts';
import { countsAsAttempt, type LinkFailure, type Server } from '../signed-links/index.ts';
import {
  decideRetry,
  type FailureCounts,
  isLinkRejection,
  isUnserved,
  pauseReasonOf,
  type RetryDecision,
  type Stage,
} from './retry-or-pause.ts';

/** The result of a transfer. */
export type TransferOutcome =
  | ({ kind: 'landed' } & Landed)
  | { kind: 'verdict'; state: 'failed' | 'no-file' | 'unsigned'; error: ErrorData }
  /** Undecided: it waits again, or for the user's pause or cancellation. */
  | { kind: 'returned' }
  /** It waits again, with everything that the same reason affects. */
  | { kind: 'held-up'; why: PauseReason; error: AppError; server: Server }
  /** Another process owns its batch. */
  | { kind: 'lost' };

/** `lastFailureAt` is monotonic ms; 0 before the first failure. */
type FailureHistory = FailureCounts & { lastFailureAt: number };

/** A failure, and where it happened. */
export interface Failure {
  error: AppError;
  stage: Stage;
  server: Server;
  /** The failed link requests of its dispatch, which count for all of its documents. */
  linkFailure?: LinkFailure | undefined;
}

/** What a document does now. `Transfer` performs it and reports the event that ends it. */
export type DocumentState = { history: FailureHistory } & (
  | { kind: 'due' }
  | { kind: 'finding' }
  | { kind: 'queued' }
  | { kind: 'linking' }
  | { kind: 'preparing' }
  | { kind: 'fetching' }
  /** Without `file`, storage has the same bytes as the file on disk. */
  | { kind: 'committing'; file?: FetchedFile | undefined }
  /** A `.part` that is not ours has its path. */
  | { kind: 'blocked' }
  /** Nothing shows whether the server serves other documents. */
  | { kind: 'checking'; failure: Failure }
  | { kind: 'resting'; failure: Failure }
  /** Its link was rejected. */
  | { kind: 'renewing'; failure: Failure }
  /** Goes back to the ledger; `why` pauses everything that the failure affects. */
  | { kind: 'returning'; failure: Failure; why?: PauseReason }
  | { kind: 'failing'; failure: Failure }
  /** Another process owns its batch: nothing is written. */
  | { kind: 'leaving' }
  | { kind: 'over'; outcome: TransferOutcome }
);

/** A document in that state. */
export type StateOf<Kind extends DocumentState['kind']> = Extract<DocumentState, { kind: Kind }>;

/** A fetched file that waits for its final name. */
export interface FetchedFile {
  content: Content;
  sealed: SealedFile;
}

/** What is known of a failed server. Times are monotonic ms. */
export interface ServerFacts {
  now: number;
  server: Server;
  /** When it last served any document. */
  servedAt: number;
  /** While a link is requested: the failed requests of its dispatch. */
  linkFailure: LinkFailure | undefined;
  /** The error is that of an earlier request: no new one was made. */
  isStored: boolean;
}

/** What ended a state. */
export type DocumentEvent =
  /** It did what it consists of, and the next one follows. */
  | { kind: 'done' }
  | { kind: 'unlinked'; error: AppError; server: Server }
  | { kind: 'fetched'; file?: FetchedFile | undefined }
  | { kind: 'landed'; landed: Landed }
  | FailedEvent
  /** The check of the server has ended. */
  | { kind: 'checked'; isServing: boolean; facts: ServerFacts };

interface FailedEvent {
  kind: 'failed';
  error: AppError;
  /** What was thrown. */
  cause: unknown;
  facts: ServerFacts;
  /** Another document of its dispatch has the server checked. */
  isBeingChecked: boolean;
  /** For `FOLDER_UNWRITABLE`. */
  isDestinationWritable?: boolean;
}

/** The first state. A document that failed before a restart needs a success since then. */
export function firstState(failures: number, now: number): DocumentState {
  const lastFailureAt = failures > 0 ? now : 0;
  return {
    kind: 'due',
    history: { rejections: 0, failures, lastFailureAt, isDestinationWritable: false },
  };
}

/** Where a state's failures happen. */
export function stageOf(state: DocumentState): Stage {
  if ('failure' in state) return state.failure.stage;
  if (state.kind === 'linking') return 'link';
  return state.kind === 'fetching' ? 'storage' : 'folder';
}

/** The step of a try that follows one that is done. */
const nextSteps = {
  finding: 'queued',
  queued: 'linking',
  linking: 'preparing',
  preparing: 'fetching',
} as const;

/** The state that follows an event. Pure; a state that cannot end by the event stays. */
export function next(state: DocumentState, event: DocumentEvent): DocumentState {
  const { history } = state;
  switch (state.kind) {
    case 'due':
    case 'blocked':
    case 'resting':
    case 'renewing':
      if (event.kind === 'done') return { kind: 'finding', history };
      return event.kind === 'failed' ? giveUp(state, event) : state;
    case 'finding':
    case 'queued':
    case 'linking':
    case 'preparing':
      return event.kind === 'done' ? { kind: nextSteps[state.kind], history } : nextOfTry(state, event);
    case 'fetching':
    case 'committing':
      return nextOfTry(state, event);
    case 'checking':
      if (event.kind === 'checked') return nextOfCheck(state, event);
      return event.kind === 'failed' ? giveUp(state, event) : state;
    case 'returning':
    case 'failing':
      if (event.kind === 'done') return { kind: 'over', history, outcome: outcomeOf(state) };
      return event.kind === 'failed' ? unwritten(state, event) : state;
    case 'leaving':
      return event.kind === 'done' ? { kind: 'over', history, outcome: { kind: 'lost' } } : state;
    case 'over':
      return state;
  }
}

/** A try gets no link, gets its file, lands, meets a foreign `.part`, or fails. */
function nextOfTry(state: DocumentState, event: DocumentEvent): DocumentState {
  const { history } = state;
  switch (event.kind) {
    case 'unlinked': {
      const failure: Failure = { error: event.error, stage: 'folder', server: event.server };
      return state.kind === 'linking' ? { kind: 'failing', history, failure } : state;
    }
    case 'fetched':
      return state.kind === 'fetching' ? { kind: 'committing', history, file: event.file } : state;
    case 'landed':
      return { kind: 'over', history, outcome: { kind: 'landed', ...event.landed } };
    case 'failed':
      // A `.part` that is not ours has the path.
      return hasCode(event.cause, 'EEXIST') ? { kind: 'blocked', history } : nextOfFailure(state, event);
    default:
      return state;
  }
}

function nextOfFailure(state: DocumentState, event: FailedEvent): DocumentState {
  const { error, facts } = event;
  const stage = stageOf(state);
  const { server, isStored } = facts;
  const before = withProbe(state, event);
  if (error instanceof CircuitOpenError) {
    // Waits with all other documents; uses no attempt.
    return { kind: 'returning', history: before, failure: { error, stage, server }, why: 'offline' };
  }
  // Errors that are not counted per dispatch, such as an oversized list, are counted here. Otherwise they
  // would be retried endlessly without delay.
  const linkFailure = countsAsAttempt(error) || isStored ? facts.linkFailure : undefined;
  const history = {
    ...before,
    rejections: before.rejections + (isLinkRejection(error) ? 1 : 0),
    failures: linkFailure?.attempts ?? before.failures + 1,
    lastFailureAt: linkFailure?.since ?? before.lastFailureAt,
  };
  const failure: Failure = { error, stage, server, linkFailure };
  const decision = decide(failure, history, facts);
  // This document may be the only one left. A stored failure joins a check; it begins none.
  const isUnproven = decision.action === 'pause' && isUnserved(error, stage);
  if (isUnproven && (!isStored || event.isBeingChecked)) return { kind: 'checking', history, failure };
  return follow(decision, history, failure, facts.now);
}

/** A stored failure is decided by the check alone: a pause would cost another round of requests. */
function nextOfCheck(
  { history, failure }: StateOf<'checking'>,
  { isServing, facts }: Extract<DocumentEvent, { kind: 'checked' }>,
): DocumentState {
  const decision: RetryDecision = !facts.isStored
    ? decide(failure, history, facts)
    : isServing
      ? { action: 'fail' }
      : { action: 'pause', why: 'offline' };
  return follow(decision, history, failure, facts.now);
}

/** A failure outside a try is final: what a further try could solve fails. */
function giveUp(state: DocumentState, event: FailedEvent): DocumentState {
  const { error, facts } = event;
  const failure: Failure = { error, stage: stageOf(state), server: facts.server };
  const history = withProbe(state, event);
  const decision = decide(failure, history, facts);
  const isFinal = decision.action !== 'renew' && decision.action !== 'retry';
  return follow(isFinal ? decision : { action: 'fail' }, history, failure, facts.now);
}

function decide(
  { error, stage }: Failure,
  history: FailureHistory,
  { linkFailure, isStored, servedAt }: ServerFacts,
): RetryDecision {
  if (!linkFailure || !isStored) {
    return decideRetry(error, stage, { ...history, isServing: servedAt > history.lastFailureAt });
  }
  // A stored failure decides only for its own dispatch: the service may be back.
  if (linkFailure.attempts < maxAttempts) return { action: 'retry' };
  return linkFailure.isAlone ? { action: 'fail' } : { action: 'pause', why: 'offline' };
}

function follow(
  decision: RetryDecision,
  history: FailureHistory,
  failure: Failure,
  now: number,
): DocumentState {
  switch (decision.action) {
    case 'stop':
      return { kind: 'returning', history, failure };
    case 'pause':
      return { kind: 'returning', history, failure, why: decision.why };
    case 'leave':
      return { kind: 'leaving', history };
    case 'retry':
      return { kind: 'resting', history: { ...history, lastFailureAt: now }, failure };
    case 'renew': {
      const failures = history.failures - 1;
      return { kind: 'renewing', history: { ...history, failures, lastFailureAt: now }, failure };
    }
    case 'fail':
      return { kind: 'failing', history, failure };
  }
}

/** Not even the end could be written: another process owns the batch, or everything waits. */
function unwritten(
  { history, failure }: StateOf<'returning' | 'failing'>,
  { error, cause }: FailedEvent,
): DocumentState {
  if (error.code === 'BATCH_OWNED_ELSEWHERE') return { kind: 'leaving', history };
  const why = whyUnwritten(cause, error);
  return { kind: 'over', history, outcome: { kind: 'held-up', why, error, server: failure.server } };
}

/** The pause reason if not even a verdict can be stored: full disk, absent folder, or the ledger itself. */
export function whyUnwritten(cause: unknown, error: AppError): PauseReason {
  return pauseReasonOf(error) ?? (isAppError(cause) ? 'store-unwritable' : 'folder-gone');
}

function outcomeOf(state: StateOf<'returning' | 'failing'>): TransferOutcome {
  const { error, server } = state.failure;
  if (state.kind === 'failing') {
    return { kind: 'verdict', state: verdictOf(error), error: toErrorData(error) };
  }
  return state.why ? { kind: 'held-up', why: state.why, error, server } : { kind: 'returned' };
}

/** The verdict of an error that ends a document. */
export function verdictOf({ code }: AppError): 'failed' | 'no-file' | 'unsigned' {
  if (code === 'DOCUMENT_WITHOUT_FILE') return 'no-file';
  return code === 'DOCUMENT_UNSIGNED' ? 'unsigned' : 'failed';
}

function withProbe({ history }: DocumentState, { isDestinationWritable }: FailedEvent): FailureHistory {
  return isDestinationWritable === undefined ? history : { ...history, isDestinationWritable };
}
