import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { AgencyData } from '../data/agency-data.ts';
import { eachTime, happensTo } from '../data/random.ts';
import { type Loopback, listen } from '../loopback.ts';
import type { PortContext } from '../options.ts';
import type { SignFor } from '../storage/signed-links.ts';
import { type Endpoint, type Exchange, exchangeOf, type Query } from './exchange.ts';
import { type OperationResult, operations } from './operations.ts';
import { ServiceError } from './service-error.ts';

interface ApiServerOptions extends PortContext {
  /** The agencies that each key opens. */
  access: ReadonlyMap<string, ReadonlySet<string>>;
  /** An agency's data; undefined where its configuration cannot be resolved. */
  dataOf(agency: string): AgencyData | undefined;
  signFor: SignFor;
}

/** Starts the API's port. */
export function startService(options: ApiServerOptions): Promise<Loopback> {
  const isFailing = eachTime(options.settings.internalErrorPercent);
  return listen(
    options.settings.port,
    async (request, response) => {
      const exchange = exchangeOf(request, response, options.settings.hasDispatchList);
      const { requestId, route } = exchange;
      response.sendDate = false;
      response.setHeader('Date', new Date(options.now()).toUTCString());
      response.setHeader('X-Request-Id', requestId);
      const recordStatus = options.observer?.onCall(exchange);
      const wait =
        options.settings.latencyMs + (route === undefined ? 0 : options.faults.delayMs('apiDelayMs', route));
      if (wait > 0) await options.sleep(wait);
      if (!response.destroyed) respond({ ...options, isFailing }, exchange);
      if (response.headersSent) recordStatus?.(response.statusCode);
    },
    rawResponse,
  );
}

/** What a response needs; whether it fails by chance is counted by query. */
type Responder = ApiServerOptions & { isFailing: ReturnType<typeof eachTime> };

/** Responds as the API does, unless a fault is active; an error gets the four fields. */
function respond(options: Responder, exchange: Exchange): void {
  const { response, route, requestId } = exchange;
  try {
    if (route !== undefined)
      for (const respondsItself of options.faults.acting('onCall', route))
        if (respondsItself(exchange)) return;
    send(exchange, 200, operation(options, exchange));
  } catch (error) {
    const serviceError = toServiceError(error, route?.endpoint);
    if (serviceError.code === 'METHOD_NOT_ALLOWED') response.setHeader('Allow', 'GET');
    send(exchange, serviceError.status, { body: serviceError.body(requestId) });
  }
}

/**
 * Checks in the order of the API: path, method, key, agency, its configuration, parameters, account,
 * dispatch.
 */
function operation(options: Responder, exchange: Exchange): OperationResult {
  const { request, route, query } = exchange;
  if (route === undefined) throw new ServiceError('NOT_FOUND');
  if (request.method !== 'GET') throw new ServiceError('METHOD_NOT_ALLOWED');
  const { endpoint } = route;
  const agencyData = enter(options, route.agency, query);
  // The same query fails at the same attempts, whatever other requests arrive in between.
  const path = request.url?.split('?')[0];
  const asked = `${endpoint}/${path} ${JSON.stringify(query.withoutKey())}`;
  const failed = options.isFailing(`${options.settings.seed}/${asked}`);
  // One in three comes from the data layer, with a code of its own.
  const isOfLayer = failed !== undefined && happensTo(`${failed}/layer`, 33);
  if (failed) throw new ServiceError({ code: isOfLayer ? 'DATA_SOURCE_UNAVAILABLE' : 'INTERNAL_ERROR' });
  let result = operations[endpoint]({
    route,
    query,
    agencyData,
    now: options.now(),
    pageSize: options.settings.pageSize,
    sign: options.signFor(agencyData),
  });
  for (const change of options.faults.acting('onResult', { endpoint, body: result.body }))
    result = change(result, exchange, agencyData);
  return result;
}

/** The data of the agency, after the checks of the API in their order (api.md, Authentication). */
function enter({ access, dataOf }: ApiServerOptions, agency: string, query: Query): AgencyData {
  if (agency === '') throw new ServiceError('PROJECT_ID_UNDEFINED');
  const opened = access.get(query.one('key', 'API_KEY_INVALID'));
  if (opened === undefined) throw new ServiceError('API_KEY_INVALID');
  if (!opened.has(agency)) throw new ServiceError('PROJECT_ID_UNAUTHORIZED');
  const agencyData = dataOf(agency);
  if (agencyData === undefined) throw new ServiceError('TENANT_UNRESOLVED');
  return agencyData;
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

function send(
  { response, isCutShort }: Exchange,
  status: number,
  { body, headers }: Pick<OperationResult, 'body' | 'headers'>,
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ...headers,
  });
  if (isCutShort) response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
  else response.end(bytes);
}

/**
 * The whole response to an unreadable request, or to one without a path: the same four fields, then the
 * connection closes.
 */
function rawResponse(why: 'unreadable' | 'connect'): string {
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
