import { compositeKey } from '../../../shared/composite-key.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DispatchStatus } from '../../../shared/model/document.ts';

/** What `GET /dispatch/status` can be narrowed by (names.md). */
export interface Narrowing {
  recordType?: 'din' | 'dus' | 'smda';
  isCompleted?: boolean;
}

/** Asks once for the ends of a list: the newest or the oldest first. */
export type AskList = (
  narrowing: Narrowing,
  direction: 'desc' | 'asc',
) => Promise<{ dispatches: DispatchStatus[]; ceiling: number; incompleteReason?: AppError }>;

export interface DispatchList {
  dispatches: DispatchStatus[];
  /** Whether there may be dispatches that could not be reached. */
  mayBeTruncated: boolean;
  /** What a response said that does not fit the dispatches it gave. */
  incompleteReason?: AppError;
}

/**
 * Every dispatch of a list without cursor that can be reached: read from both ends, and narrowed where the
 * ends do not meet (names.md, GET /dispatch/status). Each dispatch comes once.
 */
export async function reachDispatches(ask: AskList, narrowing: Narrowing = {}): Promise<DispatchList> {
  const newest = await ask(narrowing, 'desc');
  if (newest.dispatches.length < newest.ceiling) {
    return { dispatches: once(newest.dispatches), mayBeTruncated: false, ...firstIncompleteReason([newest]) };
  }
  const oldest = await ask(narrowing, 'asc');
  const both = once([...newest.dispatches, ...oldest.dispatches]);
  if (oldest.dispatches.length < oldest.ceiling || doMeet(newest.dispatches, oldest.dispatches)) {
    return { dispatches: both, mayBeTruncated: false, ...firstIncompleteReason([oldest]) };
  }
  const narrower = narrow(narrowing);
  if (!narrower) return { dispatches: both, mayBeTruncated: true };

  const parts: DispatchList[] = [];
  for (const part of narrower) parts.push(await reachDispatches(ask, part));
  return {
    dispatches: once([...both, ...parts.flatMap((part) => part.dispatches)]),
    // What has a kind that cannot be asked for stands in no part.
    mayBeTruncated:
      parts.some((part) => part.mayBeTruncated) || both.some((dispatch) => !fitsOneOf(narrower, dispatch)),
    ...firstIncompleteReason(parts),
  };
}

function firstIncompleteReason(lists: readonly { incompleteReason?: AppError }[]): {
  incompleteReason?: AppError;
} {
  const incompleteReason = lists.find((list) => list.incompleteReason)?.incompleteReason;
  return incompleteReason ? { incompleteReason } : {};
}

/** The parts of a query that is too wide, or undefined when it can be narrowed no further. */
function narrow(narrowing: Narrowing): Narrowing[] | undefined {
  if (narrowing.recordType === undefined) {
    return (['din', 'dus', 'smda'] as const).map((recordType) => ({ ...narrowing, recordType }));
  }
  if (narrowing.isCompleted === undefined) {
    return [true, false].map((isCompleted) => ({ ...narrowing, isCompleted }));
  }
  return undefined;
}

function fitsOneOf(parts: readonly Narrowing[], dispatch: DispatchStatus): boolean {
  return parts.some(
    (part) =>
      part.recordType === dispatch.recordType.toLowerCase() &&
      (part.isCompleted === undefined || part.isCompleted === dispatch.isCompleted),
  );
}

/**
 * Whether two ends of one order overlap: what ends one of them ends the other, the other way round. Without
 * that, dispatches of the same moment could come in the same order from both ends and hide the middle.
 */
function doMeet(newest: readonly DispatchStatus[], oldest: readonly DispatchStatus[]): boolean {
  const inNewest = new Set(newest.map(statusKey));
  const shared = oldest.filter((dispatch) => inNewest.has(statusKey(dispatch))).length;
  if (shared === 0) return false;
  const newestTail = newest.slice(-shared).map(statusKey).reverse();
  const oldestTail = oldest.slice(-shared).map(statusKey);
  return newestTail.every((key, position) => key === oldestTail[position]);
}

function once(dispatches: readonly DispatchStatus[]): DispatchStatus[] {
  return [...new Map(dispatches.map((dispatch) => [statusKey(dispatch), dispatch])).values()];
}

function statusKey({ dispatchNumber, recordType, item }: DispatchStatus): string {
  return typeof item['id'] === 'string' ? item['id'] : compositeKey(recordType, dispatchNumber);
}
