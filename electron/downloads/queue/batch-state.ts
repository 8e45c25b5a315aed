import type { ErrorData } from '../../../shared/errors.ts';
import type { BatchState, PauseReason } from '../../../shared/model/download.ts';

/** `resuming`: it runs, and the ledger is being told; if that fails, `from` holds again. */
type Open = BatchState | { kind: 'resuming'; from: BatchState };
/** `ending`: no document is left, and the ledger is being told; until then `within` holds. */
type Owned = Open | { kind: 'ending'; within: Open };

/** What a batch of this process does. */
export type RunState =
  | Owned
  /** A cancel, a move or a removal has it alone: `within` is shown, and no document starts. */
  | { kind: 'reserved'; within: Owned }
  /** It ended, was removed, or has another owner. */
  | { kind: 'dropped'; last: BatchState };

/** What happens to a batch. */
export type BatchEvent =
  | { kind: 'pause'; why: PauseReason; error?: ErrorData }
  | { kind: 'resume' }
  /** The ledger has the resume. */
  | { kind: 'stored' }
  | { kind: 'unstored' }
  /** All documents have a verdict. */
  | { kind: 'complete' }
  /** It cannot end: documents wait again, or the ledger cannot be written. */
  | { kind: 'reopened' }
  /** The ledger has its end, perhaps from another process. */
  | { kind: 'ended'; at: string }
  | { kind: 'reserve' }
  | { kind: 'free' }
  | { kind: 'drop' };

/** The state that follows an event. Pure; a state that the event does not concern stays. */
export function next(state: RunState, event: BatchEvent): RunState {
  if (state.kind === 'dropped') return state;
  if (event.kind === 'drop') return { kind: 'dropped', last: shownState(state) };
  if (state.kind !== 'reserved') {
    return event.kind === 'reserve' ? { kind: 'reserved', within: state } : nextOwned(state, event);
  }
  return event.kind === 'free' ? state.within : { kind: 'reserved', within: nextOwned(state.within, event) };
}

function nextOwned(state: Owned, event: BatchEvent): Owned {
  if (state.kind !== 'ending') {
    return event.kind === 'complete' ? { kind: 'ending', within: state } : nextOpen(state, event);
  }
  if (event.kind === 'reopened') return state.within;
  const within = nextOpen(state.within, event);
  return event.kind === 'ended' ? within : { kind: 'ending', within };
}

function nextOpen(state: Open, event: BatchEvent): Open {
  switch (event.kind) {
    case 'pause': {
      if (state.kind === 'ended') return state;
      const { why, error } = event;
      return { kind: 'paused', why, ...(error && { error }) };
    }
    case 'resume':
      return { kind: 'resuming', from: shownState(state) };
    case 'stored':
      return state.kind === 'resuming' ? running : state;
    case 'unstored':
      return state.kind === 'resuming' ? state.from : state;
    case 'ended':
      return { kind: 'ended', at: event.at };
    default:
      return state;
  }
}

const running: BatchState = { kind: 'running' };

/** The state that lists show and the ledger has. The same object until it changes. */
export function shownState(state: RunState): BatchState {
  switch (state.kind) {
    case 'running':
    case 'paused':
    case 'ended':
      return state;
    case 'resuming':
      return running;
    case 'ending':
    case 'reserved':
      return shownState(state.within);
    case 'dropped':
      return state.last;
  }
}

/** Whether documents may start. Before the ledger has a resume, only those of a batch that ran already. */
export function mayStart(state: RunState): boolean {
  if (state.kind === 'resuming') return mayStart(state.from);
  return state.kind === 'ending' ? mayStart(state.within) : state.kind === 'running';
}

/** Whether the ledger may have its end already, by this process. */
export function isEnding(state: RunState): boolean {
  return state.kind === 'ending' || (state.kind === 'reserved' && isEnding(state.within));
}
