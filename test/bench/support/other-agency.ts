/**
 * A second agency with its storage, written apart from the practice agency: other identifiers, names and
 * order of fields, links signed as S3 signs them, a dozen documents a dispatch. It knows one key and one
 * client.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherAgencyOptions {
  key: string;
  documents: number;
  bytes: number;
  documentsPerDispatch: number;
  /** Whether the links of a list have expired already; those of one dispatch work. */
  hasExpiredLinks: boolean;
}

export interface RunningAgency {
  baseUrl: string;
  agency: string;
  close(): void;
}

const kinds: readonly string[] = ['Factura comercial', 'Guía aérea (AWB)', 'Póliza de seguro'];
const pageSize = 100;
const opened = Date.UTC(2026, 7, 3);

/** Starts it on a free port of this machine. */
export async function startOtherAgency(options: OtherAgencyOptions): Promise<RunningAgency> {
  const body = Buffer.alloc(options.bytes, randomBytes(Math.min(options.bytes, 1 << 20)));
  // With an object: behind the header alone, random bytes begin as markup once in a thousand times.
  body.write('%PDF-1.6\n1 0 obj\n');
  const etag = `"${createHash('md5').update(body).digest('hex')}"`;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
    if (url.pathname.startsWith('/cajon/')) return sendFile(url, response, body, etag);
    if (url.searchParams.get('key') !== options.key)
      return sendError(request, response, 403, 'API_KEY_INVALID');
    const result = answerOf(url, options);
    if (result) sendJson(request, response, 200, result);
    else sendError(request, response, 404, 'DISPATCH_NOT_FOUND');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { baseUrl: `http://127.0.0.1:${port}/puente`, agency: 'andes-norte', close };
}

function answerOf(url: URL, options: OtherAgencyOptions): object | undefined {
  const [, , , , kind = '', number = '', what = ''] = url.pathname.split('/');
  if (kind === 'master') {
    const tipos = kinds.map((name, index) => ({
      name,
      tipoOperacion: 'IMP',
      id: `t-${index}`,
      responsableDoc: null,
    }));
    return { tipos };
  }
  if (kind === 'files') return listOf(url, options);
  if (kind !== 'dispatch' || what !== 'files') return undefined;
  const dispatch = Number(decodeURIComponent(number).replace(/^\D+/, '')) - 700_000;
  const first = dispatch * options.documentsPerDispatch;
  const count = Math.min(options.documentsPerDispatch, options.documents - first);
  if (!(dispatch >= 0) || count <= 0) return undefined;
  return {
    registros: Array.from({ length: count }, (_, index) => documentOf(first + index, url, options, false)),
  };
}

/** The documents of one kind, a page from behind the one that the continuation names. */
function listOf(url: URL, options: OtherAgencyOptions): object {
  const kind = kinds.indexOf(url.searchParams.get('fileTypeName')?.trim() ?? '');
  const token = url.searchParams.get('nextToken');
  const from = token ? Number.parseInt(token.slice(2), 36) + kinds.length : kind;
  const registros = [];
  let position = from;
  for (; kind >= 0 && position < options.documents && registros.length < pageSize; position += kinds.length)
    registros.push(documentOf(position, url, options, options.hasExpiredLinks));
  const isFull = registros.length === pageSize;
  return { ...(isFull && { siguienteToken: identifier(position - kinds.length) }), registros };
}

const identifier = (index: number) => `p-${index.toString(36)}`;

function documentOf(
  index: number,
  url: URL,
  { documentsPerDispatch }: OtherAgencyOptions,
  isExpired: boolean,
): object {
  const dispatch = Math.floor(index / documentsPerDispatch);
  const id = identifier(index);
  const at = isExpired ? Date.now() - 7_200_000 : Date.now();
  const date = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  const query = new URLSearchParams({
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `AKIA0OTHER/${date.slice(0, 8)}/sa-east-1/s3/aws4_request`,
    'X-Amz-Date': date,
    'X-Amz-Expires': '3600',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': createHash('sha256').update(`${id} ${date}`).digest('hex'),
  });
  return {
    url: `${url.origin}/cajon/${id}?${query}`,
    infoDoc: {
      issuer: { id: '96.591.760-8', name: 'Naviera del Estrecho S.A.' },
      document: {
        number: String(88_000 + index),
        issueDate: new Date(opened + (index % 60) * 86_400_000).toISOString(),
      },
    },
    dispatch: {
      id: `exp-${dispatch}`,
      referencia: `OC ${dispatch} & hijos`,
      puertoDesembarque: 'San Antonio',
      valorCif: null,
    },
    numeroDespacho: String(700_000 + dispatch),
    isActive: true,
    name: kinds[index % kinds.length],
    id,
  };
}

function sendFile(url: URL, response: ServerResponse, body: Buffer, etag: string): void {
  const date = url.searchParams.get('X-Amz-Date') ?? '';
  const made = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Date.now() - made < 3_600_000)) {
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>');
    return;
  }
  response.writeHead(200, {
    etag,
    'content-length': String(body.length),
    'content-type': 'application/pdf',
    'x-amz-request-id': etag.slice(1, 17).toUpperCase(),
    'last-modified': new Date(opened).toUTCString(),
    'content-disposition': `attachment; filename="documento ${url.pathname.split('/').at(-1)} de la carpeta del despacho.pdf"`,
    // Longer than a signature, as S3 has it.
    'x-amz-id-2': createHash('sha384').update(url.pathname).digest('base64').padEnd(76, '+'),
  });
  response.end(body);
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, content: object): void {
  const id = request.headers['x-request-id'];
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': typeof id === 'string' ? id : 'none',
  });
  response.end(JSON.stringify(content));
}

function sendError(request: IncomingMessage, response: ServerResponse, status: number, code: string): void {
  const requestId = String(request.headers['x-request-id'] ?? 'none');
  sendJson(request, response, status, { requestId, message: code.toLowerCase(), code, status });
}
