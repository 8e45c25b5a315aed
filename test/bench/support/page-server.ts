import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/**
 * An agency whose every type has exactly so many pages of a hundred documents, each answer a fixed time late.
 */
export interface PageServer {
  address: string;
  requests(): Promise<number>;
  close(): Promise<void>;
}

interface ServedRequest {
  types: number;
  pages: number;
  latencyMs: number;
}

/** Starts it on loopback, in a thread of its own: what it does is no part of what is measured. */
export async function startPageServer(types: number, pages: number, latencyMs: number): Promise<PageServer> {
  const asked: ServedRequest = { types, pages, latencyMs };
  const worker = new Worker(new URL(import.meta.url), { workerData: asked });
  const [address] = (await once(worker, 'message')) as [string];
  return {
    address,
    requests: async () => {
      worker.postMessage('requests');
      const [requests] = (await once(worker, 'message')) as [number];
      return requests;
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

async function serve({ types, pages, latencyMs }: ServedRequest): Promise<void> {
  const names = Array.from({ length: types }, (_, index) => `TIPO ${index + 1}`);
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    const body = answerTo(url, names, pages);
    const status = body === undefined ? 404 : 200;
    const reply = body ?? { status, code: 'NOT_FOUND', message: 'none', requestId: 'none' };
    setTimeout(() => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'bench' });
      response.end(JSON.stringify(reply));
    }, latencyMs);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.on('message', () => parentPort?.postMessage(requests));
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

function answerTo(url: URL, types: readonly string[], pages: number): unknown {
  if (url.pathname.endsWith('/master/file-types')) {
    return {
      data: types.map((name, id) => ({ id: String(id), name, tipoOperacion: 'IMP', responsableDoc: '' })),
    };
  }
  if (!url.pathname.endsWith('/v1/files')) return undefined;
  const type = url.searchParams.get('fileTypeName') ?? '';
  const anchor = url.searchParams.get('nextToken');
  const from = anchor === null ? 0 : Number(anchor.split('/')[1]) + 1;
  const isLast = from >= (pages - 1) * 100;
  // One document less on the last page: a full one would have an empty page after it.
  const data = Array.from({ length: isLast ? 99 : 100 }, (_, offset) => documentAt(type, from + offset));
  return { data, ...(!isLast && { nextToken: data.at(-1)?.id }) };
}

function documentAt(type: string, index: number) {
  const number = String(410_000 + index);
  return {
    id: `${type}/${index}`,
    isActive: true,
    name: type,
    numeroDespacho: number,
    infoDoc: { document: { number: String(index) }, issuer: { id: '96591760-8', name: 'Proveedor Ñandú' } },
    dispatch: { id: number, referencia: `REF-${index}`, estadoDIN: 'ACEPTADA', valorCif: index * 10.5 },
  };
}

if (!isMainThread) await serve(workerData as ServedRequest);
