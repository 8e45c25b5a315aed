import type { AppError } from '../../../shared/errors.ts';
import type { DispatchStatus } from '../../../shared/model/document.ts';
import { isObject, type JsonObject } from '../../../shared/model/json.ts';
import { incompleteReasonOf, judgeList, judgeObject, readEach } from '../envelope.ts';
import {
  amountAt,
  at,
  checkAbout,
  type ExpectedSubject,
  sanitizeItem,
  textAt,
  textUnder,
  unreadable,
} from '../fields.ts';
import type { ApiResponse } from '../request.ts';

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
  const list = judgeList(response, ownMarks);
  checkAbout(expected, list.envelope);
  const dispatches = await readEach(response, list.items, (came) => {
    checkAbout(expected, came);
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
