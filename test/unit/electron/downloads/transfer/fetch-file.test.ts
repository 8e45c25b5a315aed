import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { localHeader } from '../../../../../electron/deliveries/zip/zip-headers.ts';
import { fileIdentity } from '../../../../../electron/downloads/files/disk.ts';
import { reopenPartFile } from '../../../../../electron/downloads/files/part-file.ts';
import { type Disk, realDisk } from '../../../../../electron/downloads/index.ts';
import { createBandwidth } from '../../../../../electron/downloads/transfer/bandwidth-limit.ts';
import {
  continuedFrom,
  type FetchJob,
  fetchDocument,
} from '../../../../../electron/downloads/transfer/fetch-file.ts';
import { createStallWatch } from '../../../../../electron/downloads/transfer/stall-watch.ts';
import type { HttpGet, HttpResponse } from '../../../../../electron/host.ts';
import { systemClock } from '../../../../../electron/platform/terminal/index.ts';
import { createIdleClock } from '../../../../support/app/idle-clock.ts';
import { temporaryFolder } from '../../../../support/disk/temporary-folder.ts';

/** An answer of storage. */
function respond(
  status: number,
  headers: Record<string, string>,
  chunks: readonly Uint8Array[] = [],
): HttpResponse {
  async function* body() {
    yield* chunks;
  }
  return { status, headers, body: body(), cancel: () => undefined, zone: 'elsewhere' as const };
}

/** The head of a file of Word: its second entry begins at 2,000 bytes. */
function officeFile(length: number): Buffer {
  const entry = { start: 0, checksum: 0, end: 0, changed: new Date(0), mode: 0, isLarge: false };
  const types = localHeader({ ...entry, name: '[Content_Types].xml', size: 1951 });
  const body = localHeader({ ...entry, name: 'word/document.xml', size: length });
  return Buffer.concat([types, Buffer.alloc(1951, 1), body, Buffer.alloc(length, 1)], length);
}

/** What the fetches of these tests take at most, in bytes. */
const ceiling = 16 * 1_048_576;

/** An answer whose body never ends, and how many bytes of it were read. */
function endlessAnswer(headers: Record<string, string>) {
  let sent = 0;
  async function* body() {
    for (;;) {
      sent += 50_000;
      yield Buffer.alloc(50_000, 65);
      if (sent > 20 * ceiling) throw new RangeError('nobody ended it');
    }
  }
  const response: HttpResponse = {
    status: 200,
    headers,
    body: body(),
    cancel: () => undefined,
    zone: 'elsewhere' as const,
  };
  return { response, sent: () => sent };
}

/** A fetch whose `.part`, when it is given, stands there already. */
async function jobOf(part?: Uint8Array): Promise<FetchJob> {
  const partPath = join(temporaryFolder(), 'a.part');
  if (part) writeFileSync(partPath, part);
  const identity = fileIdentity(await realDisk.stat(partPath));
  return {
    url: 'https://storage.example/o/papel',
    partPath,
    part: part && (await reopenPartFile(realDisk, partPath, {}, identity)),
    begun: part && { etag: '"e"', contentType: 'text/csv', proof: '', size: part.length, part: identity },
    onBegun: () => Promise.resolve(),
    onResponse: () => undefined,
    onProgress: () => undefined,
  };
}

function fetched(job: FetchJob, ...results: HttpResponse[]) {
  return fetchedOnto(realDisk, job, ...results);
}

function fetchedOnto(disk: Disk, job: FetchJob, ...results: HttpResponse[]) {
  const means = {
    httpGet: () => Promise.resolve(results.shift() ?? respond(500, {})),
    disk,
    bandwidth: createBandwidth(() => 0, systemClock),
    stalls: createStallWatch(systemClock, 30_000),
    largest: () => ceiling,
  };
  return fetchDocument(means, job, new AbortController().signal);
}

test.each([500, 1023, 1100, 4096, 65_536])(
  'what a document is does not depend on how it comes: its first piece has %i bytes',
  async (first) => {
    const office = officeFile(100_000);
    const chunks = [Buffer.from(office.subarray(0, first)), Buffer.from(office.subarray(first))];
    const job = await jobOf();
    const got = await fetched(job, respond(200, { 'content-length': String(office.length) }, chunks));
    expect(got).toMatchObject({ kind: 'whole', extension: 'docx' });
    await job.part?.close();
  },
);

test('a body that goes on past the length that storage announced is ended there', async () => {
  const job = await jobOf();
  const endless = endlessAnswer({ 'content-length': '5000' });
  await expect(fetched(job, endless.response)).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' });
  expect(endless.sent()).toBeLessThan(100_000);
  await job.part?.close();
});

test('a body without end or length is ended at the ceiling, and one that announces more is not read at all', async () => {
  const job = await jobOf();
  const endless = endlessAnswer({});
  await expect(fetched(job, endless.response)).rejects.toMatchObject({
    code: 'FILE_TOO_LARGE',
    values: { limit: ceiling },
  });
  expect(endless.sent()).toBeLessThan(ceiling + 100_000);
  await job.part?.close();
  const announced = endlessAnswer({ 'content-length': String(ceiling + 1) });
  await expect(fetched(await jobOf(), announced.response)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  expect(announced.sent()).toBe(0);
});

test('a body of a byte every ten seconds is ended after minutes, though it is never silent', async () => {
  const clock = createIdleClock();
  const stalls = createStallWatch(clock, 30_000);
  const begun = clock.elapsed();
  async function* drops(signal: AbortSignal | undefined) {
    for (;;) {
      await clock.sleep(10_000, signal);
      yield new Uint8Array([65]);
    }
  }
  const httpGet: HttpGet = async (_url, { signal } = {}) => ({
    status: 200,
    headers: {},
    body: drops(signal),
    cancel: () => undefined,
    zone: 'elsewhere' as const,
  });
  const means = {
    httpGet,
    disk: realDisk,
    stalls,
    bandwidth: createBandwidth(() => 0, clock),
    largest: () => ceiling,
  };
  const fetching = fetchDocument(means, await jobOf(), new AbortController().signal);
  await expect(fetching).rejects.toMatchObject({ code: 'TRANSFER_STALLED' });
  expect(clock.elapsed() - begun).toBeLessThan(7 * 60_000);
  stalls.close();
});

test('nor on whether it was begun earlier', async () => {
  const office = officeFile(8192);
  const job = await jobOf(office);
  const got = await fetched(job, respond(416, { 'content-range': `bytes */${office.length}` }));
  expect(got).toMatchObject({ kind: 'whole', extension: 'docx' });
  await job.part?.close();
});

test.each(['application/xml; charset=UTF-8', 'text/html'])(
  'that nothing more is to come, said as %s, says nothing of the document',
  async (type) => {
    const text = Buffer.from('a;b;c\n'.repeat(100));
    const job = await jobOf(text);
    const headers = { 'content-type': type, 'content-range': `bytes */${text.length}`, etag: '"none"' };
    const got = await fetched(job, respond(416, headers, [Buffer.from('<?xml version="1.0"?><Error/>')]));
    expect(got).toMatchObject({ kind: 'whole', extension: 'csv', size: text.length, head: { etag: '"e"' } });
    await job.part?.close();
  },
);

test('what had been begun of a document that turns out to be here goes', async () => {
  const job = await jobOf(Buffer.from('half'));
  job.existing = { etag: '"now"' };
  expect(await fetched(job, respond(200, { etag: '"now"' }))).toEqual({ kind: 'unchanged' });
  expect(job.part).toBeUndefined();
  expect(existsSync(job.partPath)).toBe(false);
});

/** What storage says of a document that can be gone on with. */
function headersOf(document: Uint8Array): Record<string, string> {
  return {
    etag: '"e"',
    'content-length': String(document.length),
    'x-goog-hash': `md5=${createHash('md5').update(document).digest('base64')}`,
  };
}

test('what must be known to go on with a document is written down before its first byte is on disk', async () => {
  const operations: string[] = [];
  const disk: Disk = {
    ...realDisk,
    async create(path) {
      const file = await realDisk.create(path);
      const write: typeof file.write = (chunks) => {
        operations.push('written');
        return file.write(chunks);
      };
      return { ...file, write };
    },
  };
  const document = Buffer.alloc(continuedFrom, 'a');
  const job = await jobOf();
  job.onBegun = async () => {
    // Long enough for whoever does not wait.
    for (let rounds = 0; rounds < 100; rounds++) await yieldToEventLoop();
    operations.push('begun');
  };
  const got = await fetchedOnto(
    disk,
    job,
    respond(200, headersOf(document), [document.subarray(0, 2 ** 20), document.subarray(2 ** 20)]),
  );
  expect(got).toMatchObject({ kind: 'whole', size: document.length });
  expect(operations.slice(0, 2)).toEqual(['begun', 'written']);
  await job.part?.close();
});

test('nothing is written down of a document whose .part cannot be told from another later', async () => {
  const disk: Disk = {
    ...realDisk,
    async create(path) {
      const file = await realDisk.create(path);
      return { ...file, stat: async () => ({ ...(await file.stat()), born: 0 }) };
    },
  };
  const job = await jobOf();
  let isWritten = false;
  job.onBegun = async () => {
    isWritten = true;
  };
  const document = Buffer.alloc(continuedFrom, 'a');
  const broken = fetchedOnto(disk, job, respond(200, headersOf(document), [Buffer.from('half')]));
  await expect(broken).rejects.toMatchObject({ code: 'LENGTH_MISMATCH' });
  expect(isWritten).toBe(false);
  expect(job.begun).toMatchObject({ size: document.length });
  await job.part?.close();
});
