import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError, type ServiceErrorCode } from './service-error.ts';

/**
 * The operations of the API by their path after the version, `*` for the number of a dispatch, in the order
 * in which a person uses them. Not every deployment has `GET /dispatch/status` (names.md).
 */
const paths = {
  'file-types': 'master/file-types',
  dispatches: 'dispatch/status',
  files: 'files',
  'dispatch-files': 'dispatch/*/files',
  'dispatch-status': 'dispatch/*/status',
  disbursements: 'dispatch/*/desembolsos',
} as const;

export type Endpoint = keyof typeof paths;
export const endpoints = Object.keys(paths) as Endpoint[];

/** A parsed path. `agency` and `dispatch` are decoded and trimmed, and `''` when they are missing. */
export interface Route {
  endpoint: Endpoint;
  agency: string;
  dispatch: string;
}

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

/**
 * The request id in a client's header, or a fresh UUID where the header breaks a rule (api.md, Request
 * identifier).
 */
function requestIdFrom(header: string | undefined): string {
  const trimmed = header?.trim() ?? '';
  return /^[A-Za-z0-9_.:@+~/=-]{1,128}$/.test(trimmed) ? trimmed : randomUUID();
}

/** Parses the path of a request, still encoded; undefined when the API has no such path. */
function routeOf(path: string): Route | undefined {
  const segments = path.split('/').slice(1).map(decoded);
  const [agency = '', version] = segments;
  const route = version === 'v1' ? operationOf(agency, segments.slice(2)) : undefined;
  if (route !== undefined || agency !== 'v1') return route;
  // `/v1/files`: the agency is missing, which is not an unknown path (PROJECT_ID_UNDEFINED).
  return operationOf('', segments.slice(1));
}

function operationOf(agency: string, segments: readonly string[]): Route | undefined {
  const [first, dispatch = '', last] = segments;
  const isOfOne = first === 'dispatch' && segments.length === 3;
  const path = isOfOne ? `dispatch/*/${last}` : segments.join('/');
  const endpoint = endpoints.find((one) => paths[one] === path);
  return endpoint && { endpoint, agency, dispatch: isOfOne ? dispatch : '' };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).trim();
  } catch {
    // An invalid percent sign is no error: the segment is taken literally.
    return segment.trim();
  }
}

/** The query of a request, decoded. A parameter repeated with the same value counts once. */
export class Query extends URLSearchParams {
  /**
   * The value of a parameter, `''` when it is missing. Throws this code when it is repeated with different
   * values.
   */
  one(name: string, code: ServiceErrorCode): string {
    const [value = '', ...others] = new Set(this.getAll(name));
    if (others.length > 0) throw new ServiceError(code);
    return value;
  }

  /** Every parameter except the key, for the request log. */
  withoutKey(): Record<string, string> {
    return Object.fromEntries([...this].filter(([name]) => name !== 'key'));
  }
}
