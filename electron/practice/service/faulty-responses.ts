import { setTimeout as pause } from 'node:timers/promises';
import type { World } from '../data/world.ts';
import type { FaultInjector, FaultOf } from '../fault-injector.ts';
import type { FaultyBody } from '../injected-faults.ts';
import type { Exchange } from './exchange.ts';
import type { OperationResult } from './operations.ts';
import type { Endpoint } from './route.ts';
import { ServiceError, statusOf } from './service-error.ts';

/** Sends a faulty response where such a fault is active; false where none is. An API error is thrown. */
export function sendFaultyResponse(faults: FaultInjector, endpoint: Endpoint, exchange: Exchange): boolean {
  const fault = faults.use({ endpoint }, 'answer', 'in-between', 'hang', 'redirect', 'body');
  if (fault === undefined) return false;
  sendFault(fault, exchange);
  return true;
}

function sendFault(
  fault: FaultOf<'answer' | 'in-between' | 'hang' | 'redirect' | 'body'>,
  { response }: Exchange,
): void {
  switch (fault.kind) {
    case 'answer':
      throw new ServiceError({ status: fault.status ?? statusOf(fault.code), code: fault.code });
    case 'in-between':
      sendFromProxy(fault, response);
      return;
    case 'hang':
      return;
    case 'redirect':
      response.writeHead(fault.status ?? 302, { Location: fault.to ?? 'http://127.0.0.1:9/login' }).end();
      return;
    case 'body':
      void sendBody(fault.body, response);
      return;
  }
}

/** An intermediary knows neither the four fields nor request ids. */
function sendFromProxy(fault: FaultOf<'in-between'>, response: Exchange['response']): void {
  response.removeHeader('X-Request-Id');
  const body = `<html><head><title>${fault.status}</title></head><body><center><h1>${fault.status}</h1></center><hr>proxy</body></html>`;
  response.writeHead(fault.status, {
    'Content-Type': 'text/html',
    'Content-Length': Buffer.byteLength(body),
    ...(fault.retryAfter !== undefined && { 'Retry-After': String(fault.retryAfter) }),
    ...(fault.status === 407 && { 'Proxy-Authenticate': 'Basic realm="proxy"' }),
    ...(fault.status === 401 && { 'WWW-Authenticate': 'Basic realm="proxy"' }),
  });
  response.end(body);
}

const bodies: Record<Exclude<FaultyBody, 'huge'>, readonly [contentType: string, body: string]> = {
  html: [
    'text/html; charset=utf-8',
    '<!DOCTYPE html><html><body><h1>Bienvenido a la red de invitados</h1></body></html>',
  ],
  'half-json': ['application/json', '{"date":"2026-11-20T14:51:00.000Z","data":[{"id":"a1","isAct'],
  empty: ['application/json', ''],
  text: ['text/plain', 'OK'],
  null: ['application/json', 'null'],
  array: ['application/json', '[]'],
  'no-items': ['application/json', '{"date":"2026-11-20T14:51:00.000Z","estado":"ok"}'],
};

async function sendBody(body: FaultyBody, response: Exchange['response']): Promise<void> {
  if (body !== 'huge') {
    const [contentType, text] = bodies[body];
    response
      .writeHead(200, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(text) })
      .end(text);
    return;
  }
  // Continues until the client disconnects.
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"data":[');
  const filling = Buffer.alloc(2 ** 20, '{"id":"x","isActive":true,"dispatch":{},"infoDoc":{}},');
  while (!response.destroyed) {
    if (!response.write(filling))
      await Promise.race([new Promise((resolve) => response.once('drain', resolve)), pause(1000)]);
  }
}

/** A body in the second dialect, or with another total, where that fault is active. */
export function changed(faults: FaultInjector, endpoint: Endpoint, body: object): object {
  const changedBody = withTotalOff(body, endpoint, () => faults.use({ endpoint }, 'total-off')?.by ?? 0);
  return faults.use({ endpoint }, 'dialect') === undefined ? changedBody : inSecondDialect(changedBody);
}

/** The catalogue has no total: it gets one where the fault changes the total. */
function withTotalOff(body: object, endpoint: Endpoint, by: () => number): object {
  if ('total' in body && typeof body.total === 'number') return { ...body, total: body.total + by() };
  if (endpoint !== 'file-types' || !('data' in body) || !Array.isArray(body.data)) return body;
  const off = by();
  return off === 0 ? body : { ...body, total: body.data.length + off };
}

/** A body whose items repeat the request's URL, where that fault is active; so does the request id header. */
export function echoed(
  faults: FaultInjector,
  endpoint: Endpoint,
  { request, response }: Exchange,
  body: object,
): object {
  if (faults.use({ endpoint }, 'echo') === undefined) return body;
  const raw = `http://${request.headers.host}${request.url}`;
  const decoded = decodeURIComponent(raw);
  response.setHeader('X-Request-Id', raw);
  const { data, ...others }: Record<string, unknown> = { ...body };
  if (!Array.isArray(data)) return { ...others, self: raw, data: withEcho(data, raw, decoded) };
  return { ...others, self: raw, data: data.map((item) => withEcho(item, raw, decoded)) };
}

function withEcho(item: unknown, raw: string, decoded: string): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const link = 'url' in item ? { enlace: item.url } : {};
  const echo = { self: raw, decoded, [raw]: 'self', ...link };
  if (!('infoDoc' in item)) return { ...item, ...echo };
  const infoDoc = { document: { number: raw, type: decoded }, issuer: { name: decoded, id: raw } };
  return { ...item, ...echo, infoDoc };
}

/**
 * Other names for the same content: `items`, `pageCursor`, no `total`; a document's number is only in its
 * dispatch.
 */
function inSecondDialect(body: object): object {
  const { data, nextToken, total: _total, date, ...others }: Record<string, unknown> = { ...body };
  if (!Array.isArray(data)) return body;
  return {
    ...(date !== undefined && { generado: date }),
    items: data.map(withNumberInDispatch),
    ...(nextToken !== undefined && { pageCursor: nextToken }),
    ...others,
  };
}

function withNumberInDispatch(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('dispatch' in item) || !('numeroDespacho' in item))
    return item;
  const { numeroDespacho, dispatch, ...others } = item;
  if (typeof dispatch !== 'object') return item;
  return { ...others, dispatch: { ...dispatch, numeroDespacho } };
}

/** Deletes a document after a page with a successor, where that fault is active. */
export function goesAway(
  faults: FaultInjector,
  endpoint: Endpoint,
  world: World,
  { body, page }: OperationResult,
): void {
  if (page === undefined || !('nextToken' in body)) return;
  const fault = faults.use({ endpoint }, 'delete-during-walk');
  if (fault === undefined) return;
  const [anchor, first] = [page.at(-1), page.at(0)];
  switch (fault.which) {
    case 'anchor':
      if (anchor !== undefined) world.delete(anchor.id);
      return;
    case 'seen':
      if (first !== undefined) world.delete(first.id);
      return;
    case 'next': {
      if (anchor === undefined) return;
      const next = world.after(anchor, endpoint === 'files' ? 'type' : 'dispatch');
      if (next !== undefined) world.delete(next.id);
    }
  }
}
