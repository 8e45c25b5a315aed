import type { AgencyData } from '../../../../electron/practice/data/agency-data.ts';
import type {
  Fault,
  FaultTarget,
  FileRequest,
  Sending,
} from '../../../../electron/practice/fault-injector.ts';
import type { Chunks, PracticeFile } from '../../../../electron/practice/files/file-cache.ts';
import * as known from '../../../../electron/practice/named-faults.ts';
import type { Exchange } from '../../../../electron/practice/service/exchange.ts';
import type { OperationResult } from '../../../../electron/practice/service/operations.ts';
import { type ErrorPage, errorXml, htmlPage } from '../../../../electron/practice/storage/error-pages.ts';
import { deleteDocument } from './changes.ts';
import type { FaultyBody, FaultyFile, InjectedFault } from './injected-fault-types.ts';

/** An injected fault as the practice agency acts it, for its endpoint or documents, so often. */
export function faultOf(injected: InjectedFault): Fault {
  const { kind, times, skip = 0 } = injected;
  const fault = actionsOf(injected);
  let count = 0;
  return {
    ...fault,
    kind,
    ...(times !== undefined && { times }),
    concerns: (target) =>
      isConcerned(injected, target) && fault.concerns?.(target) !== false && ++count > skip,
  };
}

function isConcerned(injected: InjectedFault, { endpoint, document }: FaultTarget): boolean {
  if ('endpoint' in injected && injected.endpoint !== undefined) return injected.endpoint === endpoint;
  if ('documents' in injected && injected.documents !== undefined)
    return document !== undefined && injected.documents.includes(document);
  return true;
}

function actionsOf(injected: InjectedFault): Omit<Fault, 'kind'> {
  switch (injected.kind) {
    case 'answer':
      return known.apiError(injected.code, injected.status);
    case 'in-between':
      return known.fromProxy(injected.status, injected.retryAfter);
    case 'slow':
      return { apiDelayMs: injected.ms };
    case 'hang':
      return known.hang;
    case 'close':
      return known.close(injected.where);
    case 'redirect':
      return known.redirect(injected.status, injected.to);
    case 'body':
      return injected.body === 'huge' ? { onCall: sendEndlessly } : known.foreignBody(bodies[injected.body]);
    case 'dialect':
      return known.dialect;
    case 'total-off':
      return { concerns: hasTotal, onResult: (result) => withTotalOff(result, injected.by) };
    case 'echo':
      return { onResult: echoed };
    case 'delete-during-walk':
      return {
        concerns: ({ body }) => body !== undefined && 'nextToken' in body && 'data' in body,
        onResult: (result, exchange, agencyData) => deleteOne(injected.which, result, exchange, agencyData),
      };
    case 'unsigned':
      return known.unsigned(injected.percent);
    case 'replace-paper':
      return known.replaced;
    default:
      return storageActionsOf(injected);
  }
}

function storageActionsOf(
  injected: Extract<InjectedFault, { kind: `storage-${string}` }>,
): Omit<Fault, 'kind'> {
  switch (injected.kind) {
    case 'storage-cut':
      return known.cut(injected.after);
    case 'storage-stall':
      return known.stall(injected.after);
    case 'storage-corrupt':
      return known.corrupt;
    case 'storage-half':
      return known.half(injected.after);
    case 'storage-expires':
      return known.expired;
    case 'storage-answer':
      return known.filePage(
        injected.status,
        faultyPage(injected.page, injected.code ?? 'InternalError'),
        injected.retryAfter === undefined ? {} : { 'Retry-After': String(injected.retryAfter) },
      );
    case 'storage-redirect':
      return known.filePage(302, faultyPage('empty', ''), {
        Location: injected.to ?? 'http://127.0.0.1:9/elsewhere',
      });
    case 'storage-slow':
      return { fileDelayMs: injected.ms };
    case 'storage-trickle':
      return { onBody: (chunks, { sleep }) => trickled(chunks, injected.bytesPerSecond, sleep) };
    case 'storage-hash':
      return { onFile: (sent) => tag(sent, 'X-Goog-Hash', ({ hash }) => hashes[injected.hash](hash)) };
    case 'storage-etag':
      return {
        onFile: (sent) => tag(sent, 'ETag', ({ etag }) => (injected.etag === 'none' ? null : `W/${etag}`)),
      };
    case 'storage-echo':
      return { onFile: (sent) => echoLink(sent, injected.what) };
    default:
      return { onFile: rangeActions[injected.kind], concerns: ofRanges(injected.kind) };
  }
}

const json = (body: string): ErrorPage => ({ contentType: 'application/json', body });

const bodies: Readonly<Record<Exclude<FaultyBody, 'huge'>, ErrorPage>> = {
  html: known.loginPage,
  'half-json': json('{"date":"2026-11-20T14:51:00.000Z","data":[{"id":"a1","isAct'),
  empty: json(''),
  text: { contentType: 'text/plain', body: 'OK' },
  null: json('null'),
  array: json('[]'),
  'no-items': json('{"date":"2026-11-20T14:51:00.000Z","estado":"ok"}'),
};

/** Continues until the client disconnects. */
function sendEndlessly({ response }: Exchange): boolean {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('{"data":[');
  const filling = Buffer.alloc(2 ** 20, '{"id":"x","isActive":true,"dispatch":{},"infoDoc":{}},');
  const fill = async () => {
    while (!response.destroyed) {
      if (response.write(filling)) continue;
      await new Promise((resolve) => response.once('drain', resolve).once('close', resolve));
    }
  };
  void fill();
  return true;
}

/** The catalogue has no total: it gets one. */
function hasTotal({ endpoint, body }: FaultTarget): boolean {
  if (body === undefined) return false;
  return ('total' in body && typeof body.total === 'number') || (endpoint === 'file-types' && 'data' in body);
}

function withTotalOff(result: OperationResult, by: number): OperationResult {
  const { total, data }: { total?: unknown; data?: unknown } = result.body;
  const rows = typeof total === 'number' ? total : Array.isArray(data) ? data.length : 0;
  return { ...result, body: { ...result.body, total: rows + by } };
}

/** Items repeat the request's URL; so does the request id header. */
function echoed(result: OperationResult, { request, response }: Exchange): OperationResult {
  const raw = `http://${request.headers.host}${request.url}`;
  const decoded = decodeURIComponent(raw);
  response.setHeader('X-Request-Id', raw);
  const { data, ...others }: Record<string, unknown> = { ...result.body };
  const echo = (item: unknown) => withEcho(item, raw, decoded);
  return {
    ...result,
    body: { ...others, self: raw, data: Array.isArray(data) ? data.map(echo) : echo(data) },
  };
}

function withEcho(item: unknown, raw: string, decoded: string): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const link = 'url' in item ? { enlace: item.url } : {};
  const echo = { self: raw, decoded, [raw]: 'self', ...link };
  if (!('infoDoc' in item)) return { ...item, ...echo };
  const infoDoc = { document: { number: raw, type: decoded }, issuer: { name: decoded, id: raw } };
  return { ...item, ...echo, infoDoc };
}

/** Deletes a document after a page that has a successor. */
function deleteOne(
  which: 'anchor' | 'next' | 'seen',
  result: OperationResult,
  { route }: Exchange,
  agencyData: AgencyData,
): OperationResult {
  const anchor = result.page?.at(-1);
  if (anchor === undefined) return result;
  const list =
    route?.endpoint === 'files' ? agencyData.filed(anchor.client, anchor.type) : anchor.dispatch?.documents;
  const next = list?.[list.indexOf(anchor) + 1];
  const chosen = { anchor, next, seen: result.page?.at(0) }[which];
  if (chosen !== undefined) deleteDocument(agencyData, chosen.id);
  return result;
}

/** What an intermediary sends instead of a download, in one of its forms. */
function faultyPage(page: FaultyFile, code: string): ErrorPage {
  switch (page) {
    case 'xml':
      return errorXml(code, 'The request could not be completed.');
    case 'html':
      return htmlPage(code);
    case 'json':
      return {
        contentType: 'application/json; charset=UTF-8',
        body: JSON.stringify({ error: { message: code } }),
      };
    case 'empty':
      return { contentType: 'application/octet-stream', body: '' };
  }
}

/** At most a tenth of a second's worth at a time, so that a slow transfer is even. */
async function* trickled(
  chunks: Chunks,
  bytesPerSecond: number,
  sleep: Sending['sleep'],
): AsyncIterable<Uint8Array> {
  const step = Math.max(1, Math.floor(bytesPerSecond / 10));
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += step) {
      const slice = chunk.subarray(at, Math.min(at + step, chunk.length));
      yield slice;
      await sleep((slice.length / bytesPerSecond) * 1000);
    }
  }
}

/** Has a header that is made from the file differ from the right one; `null` leaves it out. */
async function tag(
  { file: read, headers }: FileRequest,
  name: 'ETag' | 'X-Goog-Hash',
  change: (file: PracticeFile) => string | null,
): Promise<boolean> {
  const file = await read();
  if (file !== undefined) headers[name] = change(file);
  return false;
}

type HashFault = 'none' | 'wrong' | 'md5-only' | 'crc32c-only';

const hashes: Readonly<Record<HashFault, (hash: string) => string | null>> = {
  none: () => null,
  wrong: () => 'crc32c=AAAAAA==,md5=AAAAAAAAAAAAAAAAAAAAAA==',
  'md5-only': (hash) => hash.slice(hash.indexOf(',') + 1),
  'crc32c-only': (hash) => hash.slice(0, hash.indexOf(',')),
};

/** Headers repeat parts of the request. */
function echoLink({ request, headers }: FileRequest, what: 'link' | 'signature'): boolean {
  const link = `http://${request.headers.host}${request.url}`;
  const said = what === 'link' ? link : (new URL(link).searchParams.get('X-Goog-Signature') ?? '');
  Object.assign(headers, { ETag: `"${said}"`, 'X-GUploader-UploadID': said });
  return false;
}

type RangeFault =
  | 'storage-changes'
  | 'storage-ignores-range'
  | 'storage-refuses-range'
  | 'storage-wrong-range'
  | 'storage-no-length';

const rangeActions: Readonly<Record<RangeFault, (sent: FileRequest) => boolean>> = {
  'storage-changes': ({ agencyData, documentId }) => {
    agencyData?.replaceFile(documentId);
    return false;
  },
  'storage-ignores-range': ({ request, headers }) => {
    delete request.headers.range;
    headers['Accept-Ranges'] = null;
    return false;
  },
  'storage-refuses-range': ({ request }) => {
    request.headers.range = 'bytes=9007199254740991-';
    return false;
  },
  'storage-wrong-range': ({ request }) => {
    request.headers.range = request.headers.range?.replace(/\d+/, (start) =>
      String(Math.max(0, Number(start) - 1)),
    );
    return false;
  },
  'storage-no-length': ({ headers }) => {
    headers['Content-Length'] = null;
    return false;
  },
};

/** Some act at requests for a range alone. */
function ofRanges(kind: RangeFault): (target: FaultTarget) => boolean {
  const isAlways = kind === 'storage-ignores-range' || kind === 'storage-no-length';
  return ({ range }) => isAlways || range !== undefined;
}
