import type { IncomingMessage, ServerResponse } from 'node:http';
import { happensTo } from '../data/random.ts';
import type { PracticeDocument } from '../data/records.ts';
import type { World } from '../data/world.ts';
import type { FaultInjector } from '../fault-injector.ts';
import type { FileCache } from '../files/file-cache.ts';
import type { PracticeFile } from '../files/practice-file.ts';
import { type Loopback, listen } from '../loopback.ts';
import type { RequestLog } from '../requests.ts';
import { type ErrorPage, errorXml, faultyPage } from './pages.ts';
import { type Part, rangeOf } from './range.ts';
import type { Signer, Verdict } from './signature.ts';
import { transfer, type Way } from './transfer.ts';

export interface StorageOptions {
  /** The document at an object's path, with the agency's data that it belongs to. */
  find(documentId: string): { document: PracticeDocument; world: World } | undefined;
  files: FileCache;
  signer: Signer;
  faults: FaultInjector;
  requests: RequestLog;
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
  return listen(options.port, (request, response) => respond(options, request, response));
}

async function respond(
  options: StorageOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://storage');
  const documentId = url.pathname.slice(objectPath('').length);
  const target = { document: documentId };
  const number = options.requests.fileRequested(documentId);
  options.requests.begin('files', response);
  response.sendDate = false;
  response.setHeader('Date', new Date(options.now()).toUTCString());
  const slow = options.faults.use(target, 'storage-slow');
  const wait = options.latencyMs + (slow?.ms ?? 0);
  if (wait > 0) await options.sleep(wait);
  if (response.destroyed) return;

  const verdict = options.signer.judge({
    method: request.method ?? 'GET',
    host: request.headers.host ?? '',
    path: url.pathname,
    query: url.searchParams,
    now: options.now(),
  });
  const rejection = rejectionOf(verdict) ?? faultyResponse(options, documentId, response);
  if (rejection !== undefined) return sendPage(response, rejection.status, rejection.page);
  const found = options.find(documentId);
  if (found === undefined)
    return sendPage(response, 404, errorXml('NoSuchKey', 'The specified key does not exist.'));
  if (request.headers.range !== undefined && options.faults.use(target, 'storage-changes')) {
    found.world.replaceFile(documentId);
  }
  const file = await options.files.file(found.document, found.world.revision(documentId));
  if (file === undefined)
    return sendPage(response, 404, errorXml('NoSuchKey', 'The specified key does not exist.'));
  await sendFile(options, { request, response, file, document: found.document, number });
}

interface Refused {
  status: number;
  page: ErrorPage;
}

function rejectionOf(verdict: Verdict): Refused | undefined {
  switch (verdict.is) {
    case 'good':
      return undefined;
    case 'unsigned':
      return {
        status: 403,
        page: errorXml('AccessDenied', 'Access denied.', 'Anonymous caller does not have access.'),
      };
    case 'forged':
      return {
        status: 403,
        page: errorXml(
          'SignatureDoesNotMatch',
          'Access denied.',
          'The request signature does not match the signature provided.',
        ),
      };
    case 'expired':
      return { status: 400, page: expired(verdict.expiredAt) };
  }
}

function expired(at: number): ErrorPage {
  const details = `Request signature expired at: ${new Date(at).toISOString()}`;
  return errorXml('ExpiredToken', 'The provided token has expired.', details);
}

function faultyResponse(
  options: StorageOptions,
  documentId: string,
  response: ServerResponse,
): Refused | undefined {
  const fault = options.faults.use(
    { document: documentId },
    'storage-expires',
    'storage-answer',
    'storage-redirect',
  );
  switch (fault?.kind) {
    case undefined:
      return undefined;
    case 'storage-expires':
      return { status: 400, page: expired(options.now() - 1000) };
    case 'storage-redirect':
      response.setHeader('Location', fault.to ?? 'http://127.0.0.1:9/elsewhere');
      return { status: 302, page: faultyPage('empty', 'Found') };
    case 'storage-answer':
      if (fault.retryAfter !== undefined) response.setHeader('Retry-After', String(fault.retryAfter));
      return { status: fault.status, page: faultyPage(fault.page, fault.code ?? 'InternalError') };
  }
}

function sendPage(response: ServerResponse, status: number, { contentType, body }: ErrorPage): void {
  response
    .writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) })
    .end(body);
}

interface Sending {
  request: IncomingMessage;
  response: ServerResponse;
  file: PracticeFile;
  document: PracticeDocument;
  /** The number of this request for the file. */
  number: number;
}

async function sendFile(
  options: StorageOptions,
  { request, response, file, document, number }: Sending,
): Promise<void> {
  const { faults } = options;
  const target = { document: document.id };
  const etag = etagOf(file, faults.use(target, 'storage-etag')?.etag);
  const hash = hashOf(file, faults.use(target, 'storage-hash')?.hash);
  const headers: Record<string, string> = {
    'Content-Type': file.contentType,
    'Cache-Control': 'private, max-age=0',
    'Last-Modified': new Date(document.filedAt).toUTCString(),
    ...(etag !== undefined && { ETag: etag }),
    ...(hash !== undefined && { 'X-Goog-Hash': hash }),
  };
  const echo = faults.use(target, 'storage-echo');
  if (echo !== undefined) Object.assign(headers, headersWith(echo.what, request));
  const ignoresRange = faults.use(target, 'storage-ignores-range') !== undefined;
  if (!ignoresRange) headers['Accept-Ranges'] = 'bytes';
  if (request.headers['if-none-match'] !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const half = faults.use(target, 'storage-half');
  if (half) return sendHalf(response, file, half.after);
  const rangeHeader =
    ignoresRange || !matchesValidator(request.headers['if-range'], etag, headers['Last-Modified'])
      ? undefined
      : request.headers.range;
  let part = rangeOf(rangeHeader, file.length);
  if (rangeHeader !== undefined && faults.use(target, 'storage-refuses-range')) part = 'unsatisfiable';
  if (part === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${file.length}`);
    return sendPage(response, 416, errorXml('InvalidRange', 'The requested range cannot be satisfied.'));
  }
  if (part !== undefined && faults.use(target, 'storage-wrong-range')) {
    part = { start: Math.max(0, part.start - 1), end: part.end };
  }
  const sent = part ?? { start: 0, end: file.length };
  if (part !== undefined) headers['Content-Range'] = `bytes ${sent.start}-${sent.end - 1}/${file.length}`;
  if (!faults.use(target, 'storage-no-length')) headers['Content-Length'] = String(sent.end - sent.start);
  response.writeHead(part === undefined ? 200 : 206, headers);
  const isWhole = await transfer(
    response,
    file,
    sent,
    wayOf(options, document.id, number, sent),
    options.sleep,
  );
  if (isWhole) options.requests.fileServed(document.id);
}

/** Sends the beginning of a file; only the end of the connection ends the body. */
function sendHalf(response: ServerResponse, file: PracticeFile, share: number): void {
  response.shouldKeepAlive = false;
  response.useChunkedEncodingByDefault = false;
  response.writeHead(200, { 'Content-Type': file.contentType });
  response.end(Buffer.concat([...file.chunks(0, Math.floor(file.length * share))]));
}

/** Headers that repeat parts of the request. */
function headersWith(
  what: 'link' | 'signature',
  { url = '/', headers }: IncomingMessage,
): Record<string, string> {
  const link = `http://${headers.host}${url}`;
  const said = what === 'link' ? link : (new URL(link).searchParams.get('X-Goog-Signature') ?? '');
  return { ETag: `"${said}"`, 'X-GUploader-UploadID': said };
}

function wayOf(
  { faults, seed, cutPercent }: StorageOptions,
  document: string,
  number: number,
  part: Part,
): Way {
  const length = part.end - part.start;
  const target = { document };
  const cut = faults.use(target, 'storage-cut');
  const stall = faults.use(target, 'storage-stall');
  const isCut = happensTo(`${seed}/cut/${document}/${number}`, cutPercent);
  const cutShare = cut?.after ?? (isCut ? 0.5 : undefined);
  return {
    cutAfter: cutShare === undefined ? undefined : Math.floor(length * cutShare),
    stallAfter: stall === undefined ? undefined : Math.floor(length * stall.after),
    corruptAt: faults.use(target, 'storage-corrupt') && Math.floor(length / 2),
    bytesPerSecond: faults.use(target, 'storage-trickle')?.bytesPerSecond,
  };
}

/** Whether the file is still the one of `If-Range`: a strong ETag or its modification date. */
function matchesValidator(
  ifRange: string | string[] | undefined,
  etag: string | undefined,
  lastModified: string | undefined,
): boolean {
  return ifRange === undefined || (ifRange === etag && etag?.startsWith('"')) || ifRange === lastModified;
}

function etagOf(file: PracticeFile, fault: 'none' | 'weak' | undefined): string | undefined {
  switch (fault) {
    case 'none':
      return undefined;
    case 'weak':
      return `W/${file.etag}`;
    case undefined:
      return file.etag;
  }
}

function hashOf(
  { crc32c, md5 }: PracticeFile,
  fault: 'none' | 'wrong' | 'md5-only' | 'crc32c-only' | undefined,
): string | undefined {
  switch (fault) {
    case 'none':
      return undefined;
    case 'wrong':
      return 'crc32c=AAAAAA==,md5=AAAAAAAAAAAAAAAAAAAAAA==';
    case 'md5-only':
      return `md5=${md5}`;
    case 'crc32c-only':
      return `crc32c=${crc32c}`;
    case undefined:
      return `crc32c=${crc32c},md5=${md5}`;
  }
}
