import type { IncomingMessage, ServerResponse } from 'node:http';
import { happensTo } from '../data/random.ts';
import type { PracticeDocument } from '../data/records.ts';
import type { World } from '../data/world.ts';
import type { FaultInjector } from '../fault-injector.ts';
import type { FileCache } from '../files/file-cache.ts';
import type { Chunks, PracticeFile } from '../files/practice-file.ts';
import { type Loopback, listen } from '../loopback.ts';
import { cut } from '../named-faults.ts';
import type { RequestObserver } from '../options.ts';
import { type ErrorPage, errorXml, expiredPage, sendPage } from './error-pages.ts';
import type { FileRequest } from './file-request.ts';
import { rangeOf } from './range.ts';
import type { Signer, Verdict } from './signature.ts';

interface StorageOptions {
  /** The document at an object's path, with the agency's data that it belongs to. */
  find(documentId: string): { document: PracticeDocument; world: World } | undefined;
  files: FileCache;
  signer: Signer;
  faults: FaultInjector;
  observer: RequestObserver | undefined;
  now(): number;
  sleep(ms: number): Promise<void>;
  seed: string;
  latencyMs: number;
  /** Percentage of transfers that break. */
  cutPercent: number;
  port: number;
}

const bucket = 'agencia-practica-documentos';

/** The path of a document's object. */
export function objectPath(documentId: string): string {
  return `/${bucket}/papeles/${documentId}`;
}

/**
 * Starts the storage port: signed links, ranges, ETags and hashes; its errors are XML of its own, never the
 * API's.
 */
export function startStorage(options: StorageOptions): Promise<Loopback> {
  /** How often each file was requested: whether a transfer breaks depends on it. */
  const requested = new Map<string, number>();
  return listen(options.port, async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://storage');
    const documentId = url.pathname.slice(objectPath('').length);
    const number = (requested.get(documentId) ?? 0) + 1;
    requested.set(documentId, number);
    options.observer?.onFileRequest(documentId, response);
    response.sendDate = false;
    response.setHeader('Date', new Date(options.now()).toUTCString());
    const target = { document: documentId, range: request.headers.range };
    const wait = options.latencyMs + options.faults.delayMs('fileDelayMs', target);
    if (wait > 0) await options.sleep(wait);
    if (!response.destroyed) await respond(options, { request, response, url, documentId }, number);
  });
}

interface StorageRequest {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  documentId: string;
}

async function respond(options: StorageOptions, asked: StorageRequest, number: number): Promise<void> {
  const { request, response, url, documentId } = asked;
  const verdict = options.signer.judge({
    method: request.method ?? 'GET',
    host: request.headers.host ?? '',
    path: url.pathname,
    query: url.searchParams,
    now: options.now(),
  });
  const rejection = rejectionOf(verdict);
  if (rejection !== undefined) return sendPage(response, ...rejection);
  const found = options.find(documentId);
  const sent: FileRequest = {
    request,
    response,
    documentId,
    world: found?.world,
    file: async () => found && options.files.file(found.document, found.world.revision(documentId)),
    headers: {},
    now: options.now,
  };
  const target = { document: documentId, range: request.headers.range };
  for (const respondsItself of options.faults.acting('onFile', target))
    if (await respondsItself(sent)) return;
  const file = await sent.file();
  if (found === undefined || file === undefined)
    return sendPage(response, 404, errorXml('NoSuchKey', 'The specified key does not exist.'));
  await sendFile(options, sent, { file, document: found.document, number });
}

function rejectionOf(verdict: Verdict): [status: number, page: ErrorPage] | undefined {
  switch (verdict.is) {
    case 'good':
      return undefined;
    case 'unsigned':
      return [403, errorXml('AccessDenied', 'Access denied.', 'Anonymous caller does not have access.')];
    case 'forged': {
      const details = 'The request signature does not match the signature provided.';
      return [403, errorXml('SignatureDoesNotMatch', 'Access denied.', details)];
    }
    case 'expired':
      return [400, expiredPage(verdict.expiredAt)];
  }
}

interface Sending {
  file: PracticeFile;
  document: PracticeDocument;
  /** The number of this request for the file. */
  number: number;
}

async function sendFile(
  options: StorageOptions,
  { request, response, headers: changed }: FileRequest,
  { file, document, number }: Sending,
): Promise<void> {
  const lastModified = new Date(document.filedAt).toUTCString();
  const headers = {
    'Content-Type': file.contentType,
    'Cache-Control': 'private, max-age=0',
    'Last-Modified': lastModified,
    ...(file.etag !== '' && { ETag: file.etag }),
    ...(file.hash !== '' && { 'X-Goog-Hash': file.hash }),
    'Accept-Ranges': 'bytes',
  };
  if (file.etag !== '' && request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, present({ ...headers, ...changed })).end();
    return;
  }
  const { range, 'if-range': ifRange } = request.headers;
  const isSame = [undefined, lastModified, file.etag.startsWith('"') ? file.etag : undefined].includes(
    Array.isArray(ifRange) ? '' : ifRange,
  );
  const part = isSame ? rangeOf(range, file.length) : undefined;
  if (part === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${file.length}`);
    return sendPage(response, 416, errorXml('InvalidRange', 'The requested range cannot be satisfied.'));
  }
  const { start, end } = part ?? { start: 0, end: file.length };
  const length = end - start;
  const ranged = {
    ...(part !== undefined && { 'Content-Range': `bytes ${start}-${end - 1}/${file.length}` }),
    'Content-Length': String(length),
  };
  response.writeHead(part === undefined ? 200 : 206, present({ ...headers, ...ranged, ...changed }));
  const bytes = file.chunks(start, end);
  const altered = alteredBody(options, response, bytes, { length, document, number });
  const isWhole = await (altered === bytes
    ? transfer(response, bytes, length)
    : transferAltered(response, altered));
  if (isWhole) options.observer?.onFileServed(document.id);
}

/** The bytes as faults have them; the same chunks where there is no fault. */
function alteredBody(
  { faults, seed, sleep, cutPercent }: StorageOptions,
  response: ServerResponse,
  chunks: Chunks,
  { length, document: { id }, number }: Omit<Sending, 'file'> & { length: number },
): Chunks {
  const sending = { response, length, sleep };
  let altered = chunks;
  for (const alter of faults.acting('onBody', { document: id })) altered = alter(altered, sending);
  if (happensTo(`${seed}/cut/${id}/${number}`, cutPercent))
    altered = cut(0.5).onBody?.(altered, sending) ?? altered;
  return altered;
}

function present(headers: Record<string, string | null>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return Object.fromEntries(entries);
}

/** Maximum number of bytes that are sent in one write: the storage must not be what a benchmark measures. */
const sentAtOnce = 2 ** 20;

/** Sends the `length` bytes of a file's part; resolves to whether all of them have been sent. */
async function transfer(
  response: ServerResponse,
  chunks: Iterable<Uint8Array>,
  length: number,
): Promise<boolean> {
  if (length <= sentAtOnce) return ended(response, Buffer.concat([...chunks]));
  response.flushHeaders();
  for (const chunk of chunks) {
    // Resolves when the buffer has space again.
    if (!response.write(chunk) && !response.destroyed) await nextOf(response, 'drain');
    if (response.destroyed) return false;
  }
  return ended(response, Buffer.alloc(0));
}

/**
 * Sends bytes that faults have altered. Each chunk has left this process before the next one, so that the
 * client gets it before the connection breaks.
 */
async function transferAltered(response: ServerResponse, chunks: Chunks): Promise<boolean> {
  response.flushHeaders();
  for await (const chunk of chunks) {
    await new Promise<void>((resolve) => {
      response.once('close', resolve);
      response.write(chunk, () => {
        response.off('close', resolve);
        resolve();
      });
    });
    if (response.destroyed) return false;
  }
  return !response.destroyed && ended(response, Buffer.alloc(0));
}

async function nextOf(response: ServerResponse, event: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = () => {
      response.off(event, finish).off('close', finish);
      resolve();
    };
    response.once(event, finish).once('close', finish);
  });
}

async function ended(response: ServerResponse, last: Buffer): Promise<boolean> {
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    response.end(last, resolve);
  });
  return response.writableFinished;
}
