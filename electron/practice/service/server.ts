import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { happensTo } from '../data/random.ts';
import type { FaultInjector } from '../fault-injector.ts';
import type { SignFor } from '../links.ts';
import { type Loopback, listen } from '../loopback.ts';
import type { RequestLog } from '../requests.ts';
import type { Access } from './access.ts';
import { changed, echoed, goesAway, sendFaultyResponse } from './faulty-responses.ts';
import { type OperationResult, operate } from './operations.ts';
import { Query } from './query.ts';
import { requestIdFrom } from './request-id.ts';
import { type Endpoint, type Route, routeOf } from './route.ts';
import { ServiceError, statusOf } from './service-error.ts';

export interface ServiceParts {
  access: Access;
  faults: FaultInjector;
  requests: RequestLog;
  signFor: SignFor;
  now(): number;
  sleep(ms: number): Promise<void>;
  seed: string;
  latencyMs: number;
  /** Percentage of requests that fail with a 500. */
  internalErrorPercent: number;
  /** Whether this deployment has `GET /dispatch/status`. */
  hasDispatchList: boolean;
  pageSize: number;
  port: number;
}

/** One request and its response. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  route: Route | undefined;
  query: Query;
  requestId: string;
}

/** Starts the API's port. */
export function startService(parts: ServiceParts): Promise<Loopback> {
  const attempts = new Map<string, number>();
  return listen(
    parts.port,
    async (request, response) => {
      const exchange = exchangeOf(request, response, parts.hasDispatchList);
      const { requestId, route } = exchange;
      response.sendDate = false;
      response.setHeader('Date', new Date(parts.now()).toUTCString());
      response.setHeader('X-Request-Id', requestId);
      const noteResponse = noted(parts, exchange);
      const slow = route && parts.faults.use({ endpoint: route.endpoint }, 'slow');
      const wait = parts.latencyMs + (slow?.ms ?? 0);
      if (wait > 0) await parts.sleep(wait);
      if (!response.destroyed) respond(parts, exchange, attempts);
      if (response.headersSent) noteResponse(response.statusCode);
    },
    rawAnswer,
  );
}

function noted({ requests, now }: ServiceParts, { request, response, route, query, requestId }: Exchange) {
  requests.begin('service', response);
  return requests.add({
    endpoint: route?.endpoint,
    method: request.method ?? '',
    agency: route?.agency ?? '',
    dispatch: route?.dispatch ?? '',
    query: query.withoutKey(),
    sentId: singleHeader(request.headers['x-request-id']),
    requestId,
    at: now(),
  });
}

function exchangeOf(request: IncomingMessage, response: ServerResponse, hasDispatchList: boolean): Exchange {
  // Not a URL parser: it would normalise the path, and an empty segment is significant here.
  const [path = '', ...rest] = (request.url ?? '').split('?');
  const route = routeOf(path);
  return {
    request,
    response,
    route: route?.endpoint === 'dispatches' && !hasDispatchList ? undefined : route,
    query: new Query(rest.join('?')),
    requestId: requestIdFrom(singleHeader(request.headers['x-request-id'])),
  };
}

/** A header sent more than once is no valid id. */
function singleHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

/** Responds as the API does, unless a fault is active; an error gets the four fields. */
function respond(parts: ServiceParts, exchange: Exchange, attempts: Map<string, number>): void {
  const { response, route, requestId } = exchange;
  const closes = route && parts.faults.use({ endpoint: route.endpoint }, 'close');
  if (closes?.where === 'before') {
    response.destroy();
    return;
  }
  const isCutShort = closes !== undefined;
  try {
    if (route !== undefined && sendFaultyResponse(parts.faults, route.endpoint, exchange)) return;
    const result = operation(parts, exchange, attempts);
    send(response, 200, result, isCutShort);
  } catch (error) {
    const serviceError = toServiceError(error, route?.endpoint);
    if (serviceError.code === 'METHOD_NOT_ALLOWED') response.setHeader('Allow', 'GET');
    send(response, serviceError.status, { body: serviceError.body(requestId) }, isCutShort);
  }
}

/**
 * Checks in the order of the API: path, method, key, agency, its configuration, parameters, account,
 * dispatch.
 */
function operation(
  parts: ServiceParts,
  exchange: Exchange,
  attempts: Map<string, number>,
): Pick<OperationResult, 'body' | 'headers'> {
  const { request, route, query } = exchange;
  const { faults } = parts;
  if (route === undefined) throw new ServiceError('NOT_FOUND');
  if (request.method !== 'GET') throw new ServiceError('METHOD_NOT_ALLOWED');
  const { endpoint } = route;
  const world = parts.access.enter(route.agency, query);
  failSometimes(parts, exchange, endpoint, attempts);
  const hasLinks = endpoint === 'files' || endpoint === 'dispatch-files';
  const unsigned = hasLinks ? faults.use({ endpoint }, 'unsigned') : undefined;
  const result = operate({
    route,
    query,
    world,
    now: parts.now(),
    pageSize: parts.pageSize,
    sign: parts.signFor(world, unsigned && (unsigned.percent ?? 100)),
  });
  goesAway(faults, endpoint, world, result);
  return {
    ...result,
    body: changed(faults, endpoint, echoed(faults, endpoint, exchange, result.body)),
  };
}

/**
 * The catalogue's rule on 500 applies to every internal error: two operations never return more than
 * `INTERNAL_ERROR` (api.md).
 */
function toServiceError(error: unknown, endpoint: Endpoint | undefined): ServiceError {
  if (!(error instanceof ServiceError)) return new ServiceError('INTERNAL_ERROR');
  const isVeiled = endpoint === 'disbursements' || endpoint === 'file-types';
  const isOther = error.status === 500 && error.code !== 'TENANT_UNRESOLVED';
  return isVeiled && isOther ? new ServiceError('INTERNAL_ERROR') : error;
}

/** The same query fails at the same attempts, whatever other requests arrive in between. */
function failSometimes(
  { internalErrorPercent, seed }: ServiceParts,
  { request, query }: Exchange,
  endpoint: Endpoint,
  attempts: Map<string, number>,
): void {
  if (internalErrorPercent <= 0) return;
  const requestKey = `${request.url?.split('?')[0]} ${JSON.stringify(query.withoutKey())}`;
  const attempt = (attempts.get(requestKey) ?? 0) + 1;
  attempts.set(requestKey, attempt);
  const name = `${seed}/${endpoint}/${requestKey}/${attempt}`;
  if (!happensTo(name, internalErrorPercent)) return;
  // One in three comes from the data layer, with a code of its own.
  const code = happensTo(`${name}/layer`, 33) ? 'DATA_SOURCE_UNAVAILABLE' : 'INTERNAL_ERROR';
  throw new ServiceError({ status: statusOf(code), code });
}

function send(
  response: ServerResponse,
  status: number,
  { body, headers }: OperationResult,
  isCutShort: boolean,
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ...headers,
  });
  if (!isCutShort) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

/**
 * The whole response to an unreadable request, or to one without a path: the same four fields, then the
 * connection closes.
 */
function rawAnswer(why: 'unreadable' | 'connect'): string {
  const requestId = randomUUID();
  const serviceError = new ServiceError(why === 'connect' ? 'METHOD_NOT_ALLOWED' : 'REQUEST_INVALID');
  const body = JSON.stringify(serviceError.body(requestId));
  return [
    `HTTP/1.1 ${serviceError.status} ${STATUS_CODES[serviceError.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
