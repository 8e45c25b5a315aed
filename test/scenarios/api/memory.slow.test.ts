import { execFile } from 'node:child_process';
import http from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BodyOutcome } from '../../support/process/body-process.ts';

const MB = 1_000_000;
const MiB = 1024 * 1024;
/** What the process that reads may have of heap, in MiB: Node ends it where it takes more. */
const heap = 400;

/** The body that is served now, in pieces, under a status; how much of it was taken. */
let [status, sent]: [number, number] = [200, 0];
let body: () => Iterable<Buffer> = () => [];
const server = http.createServer(async (_, response) => {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  for (const chunk of body()) {
    if (response.destroyed) return;
    sent += chunk.length;
    if (!response.write(chunk)) await ready(response);
  }
  response.end();
});

/** Resolves when there is room for more, or nobody who wants it. */
async function ready(response: http.ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  response.once('drain', resolve).once('close', resolve);
  await promise;
  response.off('drain', resolve).off('close', resolve);
}

let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Reads such a body in a process of its own. */
async function read(served: { status?: number; body: () => Iterable<Buffer> }): Promise<BodyOutcome> {
  [status, sent, body] = [served.status ?? 200, 0, served.body];
  const program = fileURLToPath(new URL('../../support/process/body-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [`--max-old-space-size=${heap}`, program], {
    env: { ...process.env, BODY_SERVICE: baseUrl },
  });
  const outcome: BodyOutcome = JSON.parse(stdout);
  return outcome;
}

/** This many bytes of a text, again and again, in an envelope. */
function* envelope(text: string, bytes: number): Generator<Buffer> {
  yield Buffer.from('{"data":[');
  const chunk = Buffer.from(text.repeat(Math.ceil(MiB / text.length)));
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk;
  yield Buffer.from(`${text.slice(0, -1)}]}`);
}

/** A page of documents that differ, of this many bytes together. */
function* honest(items: number, bytes: number): Generator<Buffer> {
  yield Buffer.from('{"data":[');
  for (let number = 0; number < items; number++) {
    const item = {
      id: `documento-${number}`,
      isActive: true,
      numeroDespacho: `${410_000 + number}`,
      name: 'FACTURA',
      dispatch: { id: `${410_000 + number}`, referencia: `OC ${number}`, valorCif: number },
      infoDoc: { document: { number: `${number}` }, issuer: { name: `Proveedor ${number}` } },
      nota: '',
    };
    const rest = Math.floor(bytes / items) - JSON.stringify(item).length - 1;
    item.nota = `${number} `.repeat(rest).slice(0, rest);
    yield Buffer.from(`${number === 0 ? '' : ','}${JSON.stringify(item)}`);
  }
  yield Buffer.from(']}');
}

describe(`a process with ${heap} MiB of heap`, () => {
  it.each([5 * MB, 60 * MB])('refuses %d bytes of empty items after the first of them', async (bytes) => {
    const { code, peakMiB } = await read({ body: () => envelope('{},', bytes) });
    expect(code).toBe('RESPONSE_TOO_LARGE');
    // What the system holds of a connection, on both sides, counts as sent.
    expect(sent).toBeLessThan(20 * MB);
    expect(peakMiB).toBeLessThan(heap);
  });

  it('reads no more than the beginning of a refusal of 60 MB', async () => {
    const { code, peakMiB } = await read({ status: 404, body: () => envelope('{},', 60 * MB) });
    expect(code).toBe('RESPONSE_UNREADABLE');
    expect(sent).toBeLessThan(20 * MB);
    expect(peakMiB).toBeLessThan(heap);
  });

  it.each([
    ['one text', '"'.padEnd(1000, 'x')],
    ['one item of many values', '[0,0,0,0,0,0,0,0,0,0],'],
  ])('refuses %s of 60 MB at its first MiB', async (_, text) => {
    const { code, peakMiB } = await read({ body: () => envelope(`[${text}`, 60 * MB) });
    expect(code).toMatch(/^RESPONSE_(TOO_LARGE|UNREADABLE)$/);
    expect(sent).toBeLessThan(20 * MB);
    expect(peakMiB).toBeLessThan(heap);
  });

  it('takes an honest answer of 50,000 documents in 64 MiB', async () => {
    const { code, documents } = await read({ body: () => honest(50_000, 64 * MiB - 1000) });
    expect([code, documents]).toEqual([undefined, 50_000]);
    expect(sent).toBeGreaterThan(63 * MiB);
  });
});
