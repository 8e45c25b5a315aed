import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Query } from './query.ts';
import { type Route, routeOf } from './route.ts';

/** One request and its response. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  route: Route | undefined;
  query: Query;
  requestId: string;
  /** Whether the connection closes in the middle of the body, as a fault may want it. */
  isCutShort: boolean;
}

/** A path that the API does not have gets no route. */
export function exchangeOf(
  request: IncomingMessage,
  response: ServerResponse,
  hasDispatchList: boolean,
): Exchange {
  // Not a URL parser: it would normalise the path, and an empty segment is significant here.
  const [path = '', ...rest] = (request.url ?? '').split('?');
  const route = routeOf(path);
  return {
    request,
    response,
    route: route?.endpoint === 'dispatches' && !hasDispatchList ? undefined : route,
    query: new Query(rest.join('?')),
    requestId: requestIdFrom(singleHeader(request.headers['x-request-id'])),
    isCutShort: false,
  };
}

/** A header sent more than once is no valid id. */
export function singleHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

const requestIdForm = /^[A-Za-z0-9_.:@+~/=-]{1,128}$/;

/**
 * The request id in a client's header, or a fresh UUID where the header breaks a rule (api.md, Request
 * identifier).
 */
function requestIdFrom(header: string | undefined): string {
  const trimmed = header?.trim() ?? '';
  return requestIdForm.test(trimmed) ? trimmed : randomUUID();
}
