/**
 * A process of its own that is agency and storage of the measurements: `/agency/v1/dispatch/{n}/files` gives
 * ten documents with links, `/papers/{bytes}/{id}` the bytes of each. Prints its address. `--hashes`
 * announces MD5 and CRC-32C, as real storage does.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32c } from '../../../electron/lib/hashes.ts';

const hasHashes = process.argv.includes('--hashes');
const files = new Map<number, { body: Buffer; headers: Record<string, string> }>();

function file(bytes: number) {
  const stored = files.get(bytes);
  if (stored) return stored;
  // Not to be compressed by a file system; filled from one block, because a random gigabyte takes a while.
  const block = randomBytes(Math.min(bytes, 1 << 20));
  const body = Buffer.alloc(bytes, block);
  body.write('%PDF-1.7\n1 0 obj\n');
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32c(body));
  const md5 = createHash('md5').update(body).digest('base64');
  const headers = {
    'content-type': 'application/pdf',
    'content-length': String(bytes),
    etag: `"${md5}"`,
    ...(hasHashes && { 'x-goog-hash': `crc32c=${crc.toString('base64')},md5=${md5}` }),
  };
  const made = { body, headers };
  files.set(bytes, made);
  return made;
}

function sendLinks(response: ServerResponse, dispatch: string, bytes: string, host: string): void {
  const data = Array.from({ length: 10 }, (_, index) => {
    const id = `d${dispatch}-${index}`;
    return {
      id,
      isActive: true,
      name: 'FACTURA TERCEROS',
      numeroDespacho: dispatch,
      infoDoc: { document: { number: `${dispatch}${index}` } },
      dispatch: { id: dispatch, referencia: `REF-${dispatch}`, fechaApertura: '2026-10-05T00:00:00.000Z' },
      url: `http://${host}/papers/${bytes}/${id}`,
    };
  });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ date: new Date().toISOString(), data }));
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const [, kind = '', second = '', , number = ''] = (request.url ?? '').split(/[/?]/);
  if (kind === 'papers') {
    const { body, headers } = file(Number(second));
    response.writeHead(200, headers);
    response.end(body);
  } else sendLinks(response, number, kind, request.headers.host ?? '');
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
