import { compositeKey } from '../../../shared/composite-key.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DispatchStatus } from '../../../shared/model/document.ts';
import { isObject, type JsonObject } from '../../../shared/model/json.ts';
import { incompleteReasonOf, judgeList, judgeObject, readRows } from '../envelope.ts';
import type { ApiResponse } from '../request-with-retry.ts';
import {
  amountAt,
  at,
  checkAbout,
  type ExpectedSubject,
  sanitizeItem,
  textAt,
  textUnder,
  unreadable,
} from '../tolerant-fields.ts';

/** The fields that distinguish a status from other objects (names.md); an `id` alone does not. */
const ownMarks = [
  'recordType',
  'EstadoDIN',
  'EstadoDUS',
  'isCompleted',
  'createdDate',
  'lastModifiedDate',
  'fechaEta',
  'fechaLegalizacion',
  'dueStatus',
  'priority',
  'allowEdit',
];
const marks = ['numeroDespacho', 'nroDespacho', ...ownMarks];

/** The status of one dispatch. Throws `RESPONSE_UNREADABLE`, also where it belongs to another dispatch. */
export function readStatus(
  response: ApiResponse,
  expected: ExpectedSubject & { dispatch: string },
): DispatchStatus {
  const { item, envelope } = judgeObject(response.content(), marks);
  checkAbout(expected, item);
  // The dispatch id in the envelope is ignored: it may be the id of the item, or of something else.
  const { dispatch, ...about } = envelope;
  checkAbout(expected, about);
  if (isObject(dispatch)) checkAbout(expected, { numeroDespacho: textUnder(dispatch, 'numeroDespacho') });
  return readDispatch(sanitizeItem(item, response), expected.dispatch);
}

/**
 * One response of `GET /dispatch/status`, and the maximum rows that it could hold. Rejects with
 * `RESPONSE_UNREADABLE`.
 */
export async function readStatusList(
  response: ApiResponse,
  expected: ExpectedSubject & { maxRows: number },
): Promise<{ dispatches: DispatchStatus[]; ceiling: number; incompleteReason?: AppError }> {
  const judged = judgeList(response, ownMarks);
  for (const object of [judged.envelope, ...judged.items]) checkAbout(expected, object);
  const { rows: dispatches, list } = await readRows(response, judged, (came) => {
    const item = sanitizeItem(came, response);
    const dispatch = readDispatch(item, textAt(item, 'id'));
    if (dispatch.dispatchNumber === '') throw unreadable('a dispatch without number', came);
    return dispatch;
  });
  const limit = amountAt(list.envelope, 'limit');
  const ceiling = limit !== undefined && limit > 0 ? Math.min(limit, expected.maxRows) : expected.maxRows;
  // A full list may be truncated: the query is narrowed instead.
  const incompleteReason = dispatches.length < ceiling ? incompleteReasonOf(list) : undefined;
  return {
    dispatches,
    ceiling,
    ...(incompleteReason && { incompleteReason: response.withExchange(incompleteReason) }),
  };
}

function readDispatch(item: JsonObject, otherwise: string): DispatchStatus {
  const isCompleted = at(item, 'isCompleted');
  return {
    dispatchNumber: textUnder(item, 'numeroDespacho') || otherwise,
    recordType: textUnder(item, 'recordType'),
    state: stateOf(item),
    ...(typeof isCompleted === 'boolean' && { isCompleted }),
    lastModified: textUnder(item, 'lastModifiedDate'),
    item,
  };
}

/**
 * An export's state is in `EstadoDUS`, an import's in `EstadoDIN`; if that one is empty, the other counts.
 */
function stateOf(item: JsonObject): string {
  const [din, dus] = [textUnder(item, 'EstadoDIN'), textUnder(item, 'EstadoDUS')];
  return textUnder(item, 'recordType').toLowerCase() === 'dus' ? dus || din : din || dus;
}

/** The filters of `GET /dispatch/status` (names.md). */
interface Narrowing {
  recordType?: 'din' | 'dus' | 'smda';
  isCompleted?: boolean;
}

/** Requests one end of a list: the newest or the oldest rows. */
type AskList = (
  narrowing: Narrowing,
  direction: 'desc' | 'asc',
) => Promise<{ dispatches: DispatchStatus[]; ceiling: number; incompleteReason?: AppError }>;

interface DispatchList {
  dispatches: DispatchStatus[];
  /** Whether some dispatches may be out of reach. */
  mayBeTruncated: boolean;
  /** Set where the response contradicts the dispatches that it returned. */
  incompleteReason?: AppError;
}

/**
 * Every dispatch of a list without cursor that can be reached, each once. The list is read from both ends,
 * and narrowed where the ends do not meet (names.md, GET /dispatch/status).
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

  const lists: DispatchList[] = [];
  for (const part of narrower) lists.push(await reachDispatches(ask, part));
  return {
    dispatches: once([...both, ...lists.flatMap((part) => part.dispatches)]),
    // A dispatch of an unknown record type fits no part.
    mayBeTruncated:
      lists.some((part) => part.mayBeTruncated) || both.some((dispatch) => !fitsOneOf(narrower, dispatch)),
    ...firstIncompleteReason(lists),
  };
}

function firstIncompleteReason(lists: readonly { incompleteReason?: AppError }[]): {
  incompleteReason?: AppError;
} {
  const incompleteReason = lists.find((list) => list.incompleteReason)?.incompleteReason;
  return incompleteReason ? { incompleteReason } : {};
}

/** The parts of a query that is too wide; undefined when no filter is left. */
function narrow(narrowing: Narrowing): Narrowing[] | undefined {
  if (narrowing.recordType === undefined) {
    return (['din', 'dus', 'smda'] as const).map((recordType) => ({ ...narrowing, recordType }));
  }
  if (narrowing.isCompleted === undefined) {
    return [true, false].map((isCompleted) => ({ ...narrowing, isCompleted }));
  }
  return undefined;
}

function fitsOneOf(narrowings: readonly Narrowing[], dispatch: DispatchStatus): boolean {
  return narrowings.some(
    (part) =>
      part.recordType === dispatch.recordType.toLowerCase() &&
      (part.isCompleted === undefined || part.isCompleted === dispatch.isCompleted),
  );
}

/**
 * Whether the two ends overlap: the last rows of one are the last rows of the other, reversed. Without that
 * check, dispatches of the same moment could have the same order at both ends and hide the middle.
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
