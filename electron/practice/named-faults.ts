import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { happensTo } from './data/random.ts';
import type { Fault } from './fault-injector.ts';
import { ServiceError } from './service/service-error.ts';
import { type ErrorPage, expiredPage, htmlPage, sendPage } from './storage/error-pages.ts';

/** The API's own error, with the status of its code by default. */
export function apiError(code: string, status?: number): Fault {
  return {
    kind: 'answer',
    onCall() {
      throw new ServiceError({ code, status });
    },
  };
}

/** The end of a response: this page instead of what was asked for. */
function sends(status: number, page: ErrorPage, headers?: Readonly<Record<string, string>>) {
  return ({ response }: { response: ServerResponse }): boolean => {
    sendPage(response, status, page, headers);
    return true;
  };
}

const challenges: Readonly<Record<number, string>> = { 401: 'WWW-Authenticate', 407: 'Proxy-Authenticate' };

/**
 * An intermediary responds: it knows neither the four fields nor request ids. `retryAfter` in seconds or as a
 * date.
 */
export function fromProxy(status: number, retryAfter?: number | string): Fault {
  const body = `<html><head><title>${status}</title></head><body><center><h1>${status}</h1></center><hr>proxy</body></html>`;
  const challenge = challenges[status];
  const respond = sends(
    status,
    { contentType: 'text/html', body },
    {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(challenge !== undefined && { [challenge]: 'Basic realm="proxy"' }),
    },
  );
  return {
    kind: 'in-between',
    onCall(exchange) {
      exchange.response.removeHeader('X-Request-Id');
      return respond(exchange);
    },
  };
}

/** The response never comes. */
export const hang: Fault = { kind: 'hang', onCall: () => true };

/** The connection closes: before the response, or in the middle of its body. */
export function close(where: 'before' | 'middle'): Fault {
  return {
    kind: 'close',
    onCall(exchange) {
      if (where === 'before') exchange.response.destroy();
      else exchange.isCutShort = true;
      return where === 'before';
    },
  };
}

export function redirect(status = 302, to = 'http://127.0.0.1:9/login'): Fault {
  return { kind: 'redirect', onCall: sends(status, emptyPage, { Location: to }) };
}

const emptyPage: ErrorPage = { contentType: 'text/plain', body: '' };

/** A 200 with a body that the API never sends. */
export function foreignBody(page: ErrorPage): Fault {
  return { kind: 'body', onCall: sends(200, page) };
}

/** The login page of a network for guests. */
export const loginPage: ErrorPage = {
  contentType: 'text/html; charset=utf-8',
  body: '<!DOCTYPE html><html><body><h1>Bienvenido a la red de invitados</h1></body></html>',
};

/**
 * Other names for the same content: `items`, `pageCursor`, no `total`; a document's number is only in its
 * dispatch.
 */
export const dialect: Fault = {
  kind: 'dialect',
  isLast: true,
  onResult(result) {
    const { data, nextToken, total: _total, date, ...others }: Record<string, unknown> = { ...result.body };
    if (!Array.isArray(data)) return result;
    const body = {
      ...(date !== undefined && { generado: date }),
      items: data.map(withNumberInDispatch),
      ...(nextToken !== undefined && { pageCursor: nextToken }),
      ...others,
    };
    return { ...result, body };
  },
};

function withNumberInDispatch(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('dispatch' in item) || !('numeroDespacho' in item))
    return item;
  const { numeroDespacho, dispatch, ...others } = item;
  if (typeof dispatch !== 'object') return item;
  return { ...others, dispatch: { ...dispatch, numeroDespacho } };
}

/** Links of this percentage of documents cannot be signed. */
export function unsigned(percent = 100): Fault {
  return {
    kind: 'unsigned',
    concerns: ({ endpoint }) => endpoint === 'files' || endpoint === 'dispatch-files',
    onResult(result) {
      const { data, unsignedCount = 0, ...others }: Record<string, unknown> = { ...result.body };
      if (!Array.isArray(data)) return result;
      let count = Number(unsignedCount);
      const items = data.map((item: { id?: unknown; url?: unknown }) => {
        if (item.url === undefined || !happensTo(`unsigned/${item.id}`, percent)) return item;
        count += 1;
        const { url: _url, ...withoutLink } = item;
        return withoutLink;
      });
      return { ...result, body: { ...others, data: items, ...(count > 0 && { unsignedCount: count }) } };
    },
  };
}

/** The file of a document is replaced from its next link on. */
export const replaced: Fault = {
  kind: 'replace-paper',
  onLink: ({ id }, agencyData) => agencyData.replaceFile(id),
};

/** Every link has expired, even a new one. */
export const expired: Fault = {
  kind: 'storage-expires',
  onFile: (sent) => sends(400, expiredPage(sent.now() - 1000))(sent),
};

/** Storage sends another status, or a 200 with a page instead of the file. */
export function filePage(status: number, page: ErrorPage, headers?: Record<string, string>): Fault {
  return { kind: 'storage-answer', onFile: sends(status, page, headers) };
}

/**
 * This share of the file is sent, and nothing shows that it is incomplete: neither length nor chunks nor a
 * hash.
 */
export function half(share: number): Fault {
  return {
    kind: 'storage-half',
    async onFile({ response, file: read }) {
      const file = await read();
      if (file === undefined) return false;
      response.shouldKeepAlive = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { 'Content-Type': file.contentType });
      response.end(Buffer.concat([...file.chunks(0, Math.floor(file.length * share))]));
      return true;
    },
  };
}

/** The transfer breaks after this share of its bytes. */
export function cut(share: number): Fault {
  return interrupted('storage-cut', share, (response) => response.destroy());
}

/** The transfer stops after this share of its bytes and stays open. */
export function stall(share: number): Fault {
  return interrupted('storage-stall', share, (response) => once(response, 'close'));
}

function interrupted(kind: string, share: number, end: (response: ServerResponse) => unknown): Fault {
  return {
    kind,
    async *onBody(chunks, { response, length }) {
      let left = Math.floor(length * share);
      for await (const chunk of chunks) {
        if (left > 0) yield chunk.subarray(0, left);
        left -= chunk.length;
        if (left <= 0) break;
      }
      await end(response);
    },
  };
}

/** One byte is wrong; length, ETag and hash are those of the right file. */
export const corrupt: Fault = {
  kind: 'storage-corrupt',
  async *onBody(chunks, { length }) {
    let index = Math.floor(length / 2);
    for await (const chunk of chunks) {
      const copy = Uint8Array.from(chunk);
      const byte = copy[index];
      if (byte !== undefined) copy[index] = byte ^ 0xff;
      index -= chunk.length;
      yield copy;
    }
  },
};

/** Faults that a person can select from a menu, each under a stable name. */
export const namedFaults = {
  'internal-error': { ...apiError('INTERNAL_ERROR'), times: 2 },
  'internal-error-for-long': apiError('INTERNAL_ERROR'),
  'key-refused': apiError('API_KEY_INVALID'),
  'agency-unresolved': apiError('TENANT_UNRESOLVED'),
  'proxy-login': fromProxy(407),
  'too-many-requests': { ...fromProxy(429, 2), times: 3 },
  'gateway-down': fromProxy(503),
  'no-answer': hang,
  'connection-closed': { ...close('middle'), times: 3 },
  offline: close('before'),
  slow: { kind: 'slow', apiDelayMs: 3000 },
  'login-page': foreignBody(loginPage),
  redirect: redirect(),
  'second-dialect': dialect,
  'nothing-signed': unsigned(),
  'half-signed': unsigned(50),
  'links-expired': { ...expired, times: 20 },
  'transfers-cut': { ...cut(0.5), times: 20 },
  'transfers-stall': { ...stall(0.3), times: 5 },
  'papers-damaged': { ...corrupt, times: 5 },
  'papers-half': { ...half(0.5), times: 5 },
  'papers-replaced': { ...replaced, times: 5 },
  'storage-error-page': { ...filePage(200, htmlPage('InternalError')), times: 5 },
} as const satisfies Record<string, Fault>;

/** Name of a fault in a menu. */
export type InjectedFaultName = keyof typeof namedFaults;
