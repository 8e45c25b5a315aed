import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { realDisk } from '../../../electron/downloads/index.ts';
import { createBandwidth } from '../../../electron/downloads/transfer/bandwidth-limit.ts';
import { fetchDocument } from '../../../electron/downloads/transfer/fetch-file.ts';
import { createStallWatch } from '../../../electron/downloads/transfer/stall-watch.ts';
import { createHttpClient, systemClock } from '../../../electron/platform/terminal/index.ts';
import { type AppError, isAppError } from '../../../shared/errors.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

/**
 * What the storage of these tests writes to its socket, whatever it is asked for; then the connection ends.
 */
let written: { head: readonly string[]; body: Buffer };
const storage = http.createServer(({ socket }) => {
  socket.write(`HTTP/1.1 200 OK\r\n${['Connection: close', ...written.head].join('\r\n')}\r\n\r\n`);
  socket.end(written.body);
});
const network = createHttpClient();
let address = '';
/** The error of the last fetch that failed. */
let failed: AppError | undefined;

beforeAll(async () => {
  await new Promise<void>((done) => storage.listen(0, '127.0.0.1', done));
  const bound = storage.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  address = `http://127.0.0.1:${bound.port}/o/papel`;
});
afterAll(() => {
  network.close();
  storage.close();
});

/** What a fetch of such an answer ends with: the file's hash, or the code of its error. */
async function fetched(body: Buffer, ...head: string[]): Promise<string> {
  written = { head, body };
  const partPath = join(temporaryFolder(), 'a.part');
  try {
    const found = await fetchDocument(
      {
        httpGet: network.httpGet,
        disk: realDisk,
        bandwidth: createBandwidth(() => 0, systemClock),
        stalls: createStallWatch(systemClock, 30_000),
        largest: () => 16 * 1_048_576,
      },
      {
        url: address,
        partPath,
        onBegun: () => Promise.resolve(),
        onResponse: () => undefined,
        onProgress: () => undefined,
      },
      new AbortController().signal,
    );
    if (found.kind !== 'whole') return found.kind;
    const { content } = found;
    if (content.kind === 'memory') return hashOf(Buffer.concat(content.chunks));
    await content.file.close();
    return hashOf(readFileSync(partPath));
  } catch (error) {
    if (!isAppError(error)) throw error;
    failed = error;
    return error.code;
  }
}

const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex');
const filler = Buffer.alloc(90_000, 'a paper of a dispatch ');
const joined = (...buffers: (string | Buffer)[]) =>
  Buffer.concat(buffers.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
const bytes = (hex: string) => Buffer.from(hex, 'hex');

/** A ZIP of one stored file, with a comment. */
function zipOf(name: string, comment: string): Buffer {
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(comment.length, 20);
  return joined(local, name, filler, end, comment);
}

function sized(mark: string, rest: string, at: number, beside: number): Buffer {
  const file = joined(mark, Buffer.alloc(4), rest, filler);
  file.writeUInt32LE(file.length - beside, at);
  return file;
}

const bitmap = sized('BM', '\0\0\0\0\x36\0\0\0\x28\0\0\0', 2, 0);
const invoice = joined(
  '<?xml version="1.0"?>\n<!-- DTE -->\n<DTE xmlns="x">',
  filler,
  '<TED/></DTE>\n<!-- end -->\n',
);
const linearized = joined(
  '%PDF-1.4\n1 0 obj\n<< /Linearized 1 /L 180000 /H [1 2] >>\nendobj\n',
  filler,
  '\nstartxref\n0\n%%EOF\n',
  filler,
  '%%EOF\n',
);

const kinds: readonly [string, Buffer, string][] = [
  ['a PDF', joined('%PDF-1.4\n', filler, '\nstartxref\n9\n%%EOF\n'), 'application/pdf'],
  ['a PNG', joined(bytes('89504e470d0a1a0a'), filler, bytes('0000000049454e44ae426082')), 'image/png'],
  ['a JPEG', joined(bytes('ffd8ffe0'), filler, bytes('ffd9'), '\0\0'), 'image/jpeg'],
  ['a GIF', joined('GIF89a', filler, ';'), 'image/gif'],
  ['a ZIP', zipOf('a.txt', 'packed by hand'), 'application/zip'],
  ['a workbook', zipOf('xl/workbook.xml', ''), 'application/octet-stream'],
  ['an XML', invoice, 'application/xml'],
  ['an XML of UTF-16', Buffer.from(`\ufeff${invoice.toString('latin1')}`, 'utf16le'), 'text/xml'],
  ['a WebP', sized('RIFF', 'WEBPVP8 ', 4, 8), 'image/webp'],
  ['a bitmap', bitmap, 'image/bmp'],
  ['an RTF', joined('{\\rtf1 ', filler, '}'), 'application/rtf'],
];

describe('a body that ends with its connection alone', () => {
  test.each(kinds)('is whole where it is %s with its end', async (_, file, type) => {
    expect(await fetched(file, `Content-Type: ${type}`)).toBe(hashOf(file));
  });

  test.each(kinds)('is no file where it is %s without', async (_, file, type) => {
    for (const size of [600, file.length >> 1, file.length - 15]) {
      expect(await fetched(file.subarray(0, size), `Content-Type: ${type}`)).toBe('FILE_UNPROVEN');
    }
  });

  test('is no file where a PDF for the web ends behind its first page', async () => {
    expect(await fetched(linearized, 'Content-Type: application/pdf')).toBe(hashOf(linearized));
    const cut = linearized.subarray(0, linearized.indexOf('%%EOF') + 6);
    expect(await fetched(cut, 'Content-Type: application/pdf')).toBe('FILE_UNPROVEN');
  });

  test('is no file where it ends within what was added to a PDF later', async () => {
    const whole = joined('%PDF-1.4\n', filler, '\nstartxref\n9\n%%EOF\n');
    const added = joined(whole, '7 0 obj\n<< /Type /Annot >>\nendobj\nxref\n0 1\nstartxref\n9\n%%EOF\n');
    expect(await fetched(added, 'Content-Type: application/pdf')).toBe(hashOf(added));
    const cut = added.subarray(0, whole.length + 20);
    expect(await fetched(cut, 'Content-Type: application/pdf')).toBe('FILE_UNPROVEN');
  });

  test('is no file where its kind shows no end', async () => {
    const list = joined('folio;monto\n', filler);
    expect(await fetched(list, 'Content-Type: text/csv')).toBe('FILE_UNPROVEN');
    expect(await fetched(list, 'Content-Type: text/csv', `Content-Length: ${list.length}`)).toBe(
      hashOf(list),
    );
  });

  test('is whole where its hash is the one announced, or its chunks end', async () => {
    const list = joined('folio;monto\n', filler);
    const md5 = createHash('md5').update(list).digest('base64');
    expect(await fetched(list, 'Content-Type: text/csv', `X-Goog-Hash: md5=${md5}`)).toBe(hashOf(list));
    const chunked = joined(`${list.length.toString(16)}\r\n`, list, '\r\n0\r\n\r\n');
    expect(await fetched(chunked, 'Content-Type: text/csv', 'Transfer-Encoding: chunked')).toBe(hashOf(list));
    const cut = chunked.subarray(0, 40_000);
    expect(await fetched(cut, 'Content-Type: text/csv', 'Transfer-Encoding: chunked')).toBe(
      'TRANSFER_BROKEN',
    );
  });
});

describe('a file that storage sends packed by gzip', () => {
  const pdf = joined('%PDF-1.4\n', filler, '\n%%EOF\n');
  const packed = gzipSync(pdf);
  const head = ['Content-Type: application/pdf', 'Content-Encoding: gzip'];
  const md5Of = (file: Buffer) => `X-Goog-Hash: md5=${createHash('md5').update(file).digest('base64')}`;
  const lengthOf = (file: Buffer) => `Content-Length: ${file.length}`;

  test('is unpacked, and checked against the hash of what is stored', async () => {
    expect(await fetched(packed, ...head, lengthOf(packed), md5Of(packed))).toBe(hashOf(pdf));
    const stored = 'X-Goog-Stored-Content-Encoding: gzip';
    expect(await fetched(packed, ...head, lengthOf(packed), md5Of(packed), stored)).toBe(hashOf(pdf));
    const other = gzipSync(joined('%PDF-1.4\n', filler, filler, '\n%%EOF\n'));
    expect(await fetched(other, ...head, lengthOf(other), md5Of(packed))).toBe('HASH_MISMATCH');
  });

  test('is checked against the hash of the plain bytes where those are stored', async () => {
    const stored = 'X-Goog-Stored-Content-Encoding: identity';
    expect(await fetched(packed, ...head, lengthOf(packed), md5Of(pdf), stored)).toBe(hashOf(pdf));
    expect(await fetched(packed, ...head, lengthOf(packed), md5Of(packed), stored)).toBe('HASH_MISMATCH');
  });

  test('is no file where it was cut, and no document where an error is in it', async () => {
    expect(await fetched(packed.subarray(0, packed.length - 9), ...head)).toBe('TRANSFER_BROKEN');
    const page = gzipSync('<html><body>Ingrese a la red</body></html>');
    expect(await fetched(page, ...head, lengthOf(page))).toBe('NOT_A_DOCUMENT');
  });

  test('is whole without a length where its packing has an end, whatever its kind', async () => {
    const list = joined('folio;monto\n', filler);
    const type = 'Content-Type: text/csv';
    const whole = gzipSync(list);
    expect(await fetched(whole, type, 'Content-Encoding: gzip')).toBe(hashOf(list));
    for (const size of [whole.length - 1, whole.length >> 1]) {
      expect(await fetched(whole.subarray(0, size), type, 'Content-Encoding: gzip')).toBe('TRANSFER_BROKEN');
    }
    // What has been unpacked on the way shows no end any more.
    expect(await fetched(list, type, 'Content-Encoding: gzip')).toBe('FILE_UNPROVEN');
  });

  test('and is packed otherwise is not read', async () => {
    const body = deflateSync(pdf);
    expect(await fetched(body, 'Content-Encoding: deflate', lengthOf(body))).toBe('RESPONSE_UNREADABLE');
    expect(failed?.values).toMatchObject({ from: 'storage', coding: 'deflate' });
  });

  test('and is no HTTP is told as what storage sent, not as the agency’s address', async () => {
    expect(await fetched(pdf, 'Content-Length: nine')).toBe('RESPONSE_UNREADABLE');
    expect(failed?.values).toMatchObject({ from: 'storage', reason: 'HPE_INVALID_CONTENT_LENGTH' });
  });
});
