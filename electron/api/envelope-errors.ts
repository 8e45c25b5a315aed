import type { Json, JsonObject } from '../../shared/model/json.ts';
import { deepFactsOf, numberIn, saysSomething, textOf } from './envelope-facts.ts';
import { isErrorText, memoizeByName, plainName, statusName, successName, unreadable } from './fields.ts';

const failed =
  /^(?:error|errors|fail|failed|failure|fault|ko|nok|fallo|fallido|forbidden|unauthorized|denied|unavailable|maintenance)$/i;

/**
 * Objects that hold the response or describe it; others may have their own codes, such as those of an agency
 * or a customs office.
 */
const responseObjectName =
  /^(?:data|meta|metadata|result|resultado|response|respuesta|status|estado|header|cabecera|body|cuerpo)$/i;

/**
 * An error of the service has a status of 400 or more (api.md, Errors); an error under another status comes
 * from elsewhere.
 */
export function refuseErrors(envelope: JsonObject): void {
  for (const [name, value] of deepFactsOf(envelope, responseObjectName)) {
    if (isErrorMark(plainName(name), value))
      throw unreadable(`the answer tells an error under ${name.slice(0, 60)}`, envelope);
  }
}

/** Whether an object reports an error, by a text under the name of one. */
export function reportsError(
  item: JsonObject,
  isError = (name: string, value: Json) => isErrorText(name) && saysSomething(value),
): boolean {
  return Object.entries(item).some(([name, value]) => isError(plainName(name), value));
}

/** Whether a field says that the response, or an item, failed. `name` is plain. */
export function isErrorMark(name: string, value: Json): boolean {
  switch (meaningOf(name)) {
    case 'error':
      return saysSomething(value);
    case 'failed':
      // A number of failures is no error of the response.
      return value === true || (typeof value === 'string' && saysSomething(value));
    case 'success':
      return value === false || value === 0 || /^(?:false|no|0)$/i.test(textOf(value));
    case 'status':
      return isErrorStatus(value) || failed.test(textOf(value)) || isErrorCode(textOf(value));
    default:
      return false;
  }
}

/** Which part of an outcome a name describes. */
const meaningOf = memoizeByName((name) => {
  if (isErrorText(name)) return 'error';
  if (/^(?:failed|failure)$/.test(name)) return 'failed';
  if (successName.test(name)) return 'success';
  return statusName.test(name) ? 'status' : 'nothing';
});

/** An HTTP status, also with its reason (`403 Forbidden`), and no other number under such a name. */
function isErrorStatus(value: Json): boolean {
  const code = typeof value === 'string' ? /^(\d{3})(?: [a-z ]+)?$/i.exec(value)?.[1] : value;
  const number = numberIn(code ?? null);
  return Number.isInteger(number) && number >= 400 && number <= 599;
}

/** `API_KEY_INVALID`: the endings of the service's codes (api.md, Errors); `AG_770` is an agency's own. */
function isErrorCode(text: string): boolean {
  return /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:ERROR|INVALID|REQUIRED|UNAUTHORIZED|UNDEFINED|UNRESOLVED|NOT_FOUND|DENIED|FORBIDDEN|EXPIRED|FAILED|UNAVAILABLE|SUSPENDED|DISABLED|BLOCKED|EXCEEDED|TIMEOUT)$/.test(
    text,
  );
}
