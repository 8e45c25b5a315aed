import type { ServerResponse } from 'node:http';
import type { AgencyData } from '../data/agency-data.ts';
import { eachTime } from '../data/random.ts';
import type { PracticeDocument } from '../data/records.ts';
import type { FileRequest } from '../fault-injector.ts';
import type { Chunks, PracticeFile, ReadFile } from '../files/file-cache.ts';
import { type Loopback, listen } from '../loopback.ts';
import { cut } from '../named-faults.ts';
import type { PortContext } from '../options.ts';
import { singleHeader } from '../service/exchange.ts';
import { errorXml, sendPage } from './error-pages.ts';
import { createLinks, objectPath, Signer, type SignFor } from './signed-links.ts';

/**
 * Starts the storage port: signed links, ranges, ETags and hashes; its errors are XML of its own, never the
 * API's. `find` returns the document at an object's path, with the agency's data that it belongs to.
 */
export async function startStorage(
  context: PortContext,
  find: (documentId: string) => { document: PracticeDocument; agencyData: AgencyData } | undefined,
  readFile: ReadFile,
): Promise<Loopback & { signFor: SignFor }> {
  const { settings, faults, observer, now } = context;
  const signer = new Signer();
  const isCutBy = eachTime(settings.cutPercent);
  const port = await listen(settings.storagePort, async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://storage');
    const documentId = path.slice(objectPath('').length);
    const isCut = isCutBy(`${settings.seed}/cut/${documentId}`) !== undefined;
    observer?.onFileRequest(documentId, response);
    response.sendDate = false;
    response.setHeader('Date', new Date(now()).toUTCString());
    const target = { document: documentId, range: request.headers.range };
    const wait = settings.latencyMs + faults.delayMs('fileDelayMs', target);
    if (wait > 0) await context.sleep(wait);
    if (response.destroyed) return;
    const { method = 'GET', headers } = request;
    const rejection = signer.rejection({ method, host: headers.host ?? '', path, query }, now());
    if (rejection !== undefined) return sendPage(response, ...rejection);
    const found = find(documentId);
    const sent: FileRequest = {
      request,
      response,
      documentId,
      agencyData: found?.agencyData,
      file: async () => found && readFile(found.document, found.agencyData.revision(documentId)),
      headers: {},
      now,
    };
    for (const respondsItself of faults.acting('onFile', target)) if (await respondsItself(sent)) return;
    const file = await sent.file();
    if (found === undefined || file === undefined)
      return sendPage(response, 404, errorXml('NoSuchKey', 'The specified key does not exist.'));
    await sendFile(context, sent, { file, document: found.document, isCut });
  });
  return { ...port, signFor: createLinks(context, signer, port.origin) };
}

/** Sends a file, or the part of it that is asked for; `isCut`: the transfer breaks. */
async function sendFile(
  { faults, observer, sleep }: PortContext,
  { request, response, headers: changed }: FileRequest,
  { file, document, isCut }: { file: PracticeFile; document: PracticeDocument; isCut: boolean },
): Promise<void> {
  const lastModified = new Date(document.filedAt).toUTCString();
  const headers = {
    'Content-Type': file.contentType,
    'Cache-Control': 'private, max-age=0',
    'Last-Modified': lastModified,
    ETag: file.etag,
    'X-Goog-Hash': file.hash,
    'Accept-Ranges': 'bytes',
  };
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
  if (ifNoneMatch === file.etag) {
    response.writeHead(304, present({ ...headers, ...changed })).end();
    return;
  }
  const isSame = [undefined, lastModified, file.etag].includes(singleHeader(ifRange));
  const part = isSame ? rangeOf(range, file.length) : undefined;
  if (part === 'unsatisfiable') {
    response.setHeader('Content-Range', `bytes */${file.length}`);
    return sendPage(response, 416, errorXml('InvalidRange', 'The requested range cannot be satisfied.'));
  }
  const { start, end } = part ?? { start: 0, end: file.length };
  const ranged = {
    ...(part !== undefined && { 'Content-Range': `bytes ${start}-${end - 1}/${file.length}` }),
    'Content-Length': String(end - start),
  };
  response.writeHead(part === undefined ? 200 : 206, present({ ...headers, ...ranged, ...changed }));
  const { id } = document;
  const sending = { response, length: end - start, sleep };
  let chunks: Chunks = file.chunks(start, end);
  for (const alter of faults.acting('onBody', { document: id })) chunks = alter(chunks, sending);
  if (isCut) chunks = cut(0.5).onBody?.(chunks, sending) ?? chunks;
  if (await transfer(response, chunks, sending.length)) observer?.onFileServed(id);
}

function present(headers: Record<string, string | null>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return Object.fromEntries(entries);
}

/** Maximum number of bytes that are sent in one write: the storage must not be what a benchmark measures. */
const sentAtOnce = 2 ** 20;

/**
 * Sends `length` bytes; resolves to whether all of them have been sent. Each chunk has left this process
 * before the next one, so that the client gets it before a fault breaks the connection.
 */
async function transfer(response: ServerResponse, chunks: Chunks, length: number): Promise<boolean> {
  if (Symbol.iterator in chunks && length <= sentAtOnce) return ended(response, Buffer.concat([...chunks]));
  response.flushHeaders();
  for await (const chunk of chunks) {
    await writtenOrClosed(response, (done) => response.write(chunk, done));
    if (response.destroyed) return false;
  }
  return !response.destroyed && ended(response);
}

async function ended(response: ServerResponse, last?: Uint8Array): Promise<boolean> {
  await writtenOrClosed(response, (done) => response.end(last, done));
  return response.writableFinished;
}

/** Runs a write; resolves when it is done or the connection has closed. */
async function writtenOrClosed(response: ServerResponse, write: (done: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = () => {
      response.off('close', finish);
      resolve();
    };
    response.once('close', finish);
    write(finish);
  });
}

/** A part of a file: `start` included, `end` excluded. */
interface Part {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header: one part, `'unsatisfiable'`, or undefined for the whole file (no header, another
 * unit, several parts, or an invalid form).
 */
export function rangeOf(header: string | undefined, length: number): Part | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const last = Number(to);
    return last === 0 || length === 0 ? 'unsatisfiable' : { start: Math.max(0, length - last), end: length };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return undefined;
  if (start >= length) return 'unsatisfiable';
  return { start, end: to === '' ? length : Math.min(Number(to) + 1, length) };
}
