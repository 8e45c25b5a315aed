import type { HttpGet, HttpResponse } from '../../../electron/host.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';

/** One answer of a scripted network. */
export type Step = (request: ScriptedRequest) => Promise<HttpResponse> | HttpResponse;

export interface ScriptedRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal | undefined;
}

/** A network that answers by script and remembers what it was asked. */
export interface ScriptedOpen {
  httpGet: HttpGet;
  readonly requests: readonly ScriptedRequest[];
}

/** A small working network: the steps answer in order, and the last one again for ever. */
export function scriptedOpen(...steps: [Step, ...Step[]]): ScriptedOpen {
  const requests: ScriptedRequest[] = [];
  return {
    requests,
    httpGet: async (url, { headers = {}, signal }) => {
      if (signal?.aborted) throw new AppError('CANCELLED', 'cancelled');
      const request = { url: new URL(url), headers, signal };
      const step = steps[Math.min(requests.length, steps.length - 1)] ?? steps[0];
      requests.push(request);
      return step(request);
    },
  };
}

/** An answer with this body: text and bytes as they are, anything else as JSON. */
export function reply(status: number, body: unknown = '', headers: Record<string, string> = {}): Step {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(text);
  return () => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: (async function* () {
      yield bytes;
    })(),
    cancel: () => undefined,
    zone: 'elsewhere' as const,
  });
}

/** An answer in the form of the service's own errors (api.md, Errors). */
export function errorResponse(status: number, code: string, headers: Record<string, string> = {}): Step {
  const requestId = headers['x-request-id'] ?? 'a-request';
  return reply(
    status,
    { status, code, message: `made-up words for ${code}`, requestId },
    { 'x-request-id': requestId, ...headers },
  );
}

/** A request that never gets an answer. */
export function failure(code: ErrorCode): Step {
  return () => Promise.reject(new AppError(code, `made-up ${code}`));
}

/** A request that waits until somebody ends it. */
export function silence(): Step {
  return ({ signal }) =>
    new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'cancelled')), {
        once: true,
      });
    });
}

/** An answer whose body sends these pieces and then neither ends nor goes on. */
export function stalling(status: number, ...chunks: string[]): Step {
  return ({ signal }) => ({
    status,
    headers: {},
    body: (async function* () {
      for (const chunk of chunks) yield new TextEncoder().encode(chunk);
      await new Promise((_, reject) => {
        const stop = () => reject(new AppError('CANCELLED', 'cancelled'));
        if (signal?.aborted) stop();
        signal?.addEventListener('abort', stop, { once: true });
      });
    })(),
    cancel: () => undefined,
    zone: 'elsewhere' as const,
  });
}

/** An answer whose body breaks after these pieces. */
export function broken(status: number, ...chunks: string[]): Step {
  return () => ({
    status,
    headers: {},
    body: (async function* () {
      for (const chunk of chunks) yield new TextEncoder().encode(chunk);
      throw new AppError('TRANSFER_BROKEN', 'made-up break');
    })(),
    cancel: () => undefined,
    zone: 'elsewhere' as const,
  });
}
