import type { DispatchStatus } from '../../shared/model/document.ts';
import type { JsonObject } from '../../shared/model/json.ts';
import type { Heard } from './conversation.ts';
import { itemsOf, objectBody, objectOf } from './envelope.ts';
import { amountAt, at, keptItem, textAt } from './fields.ts';
import { parseBody, unreadable } from './json-body.ts';

/** The status of one dispatch. Throws `RESPONSE_UNREADABLE`. */
export function readStatus(heard: Heard, dispatch: string): DispatchStatus {
  return readDispatch(objectOf(parseBody(heard.text), 'numeroDespacho'), dispatch);
}

/** One answer of `GET /dispatch/status`, and how many it could have held at the most. Throws `RESPONSE_UNREADABLE`. */
export function readStatusList(
  heard: Heard,
  asked: number,
): { dispatches: DispatchStatus[]; ceiling: number } {
  const body = parseBody(heard.text);
  const dispatches = itemsOf(body).map((item) => {
    const dispatch = readDispatch(item, textAt(item, 'id'));
    if (dispatch.dispatchNumber === '') throw unreadable('a dispatch without number', item);
    return dispatch;
  });
  const limit = amountAt(objectBody(body), 'limit');
  return { dispatches, ceiling: limit !== undefined && limit > 0 ? Math.min(limit, asked) : asked };
}

function readDispatch(item: JsonObject, otherwise: string): DispatchStatus {
  const isCompleted = at(item, 'isCompleted');
  return {
    dispatchNumber: textAt(item, 'numeroDespacho') || otherwise,
    recordType: textAt(item, 'recordType'),
    state: stateOf(item),
    ...(typeof isCompleted === 'boolean' && { isCompleted }),
    lastModified: textAt(item, 'lastModifiedDate'),
    item: keptItem(item),
  };
}

/** An export's state is in `EstadoDUS`, an import's in `EstadoDIN`; where only the other has a value, that one. */
function stateOf(item: JsonObject): string {
  const [din, dus] = [textAt(item, 'EstadoDIN'), textAt(item, 'EstadoDUS')];
  return textAt(item, 'recordType').toLowerCase() === 'dus' ? dus || din : din || dus;
}
