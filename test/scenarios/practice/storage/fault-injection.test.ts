import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AgencyResponse, ask, askLink } from '../../../support/agency/ask.ts';
import { type PracticeAgency, startPractice } from '../../../support/agency/practice-agency.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

/** What takes longer takes it of this clock. */
const clock = createFakeClock({ passes: () => true });
let practice: PracticeAgency;
/** Two documents with a link each. */
let links: { id: string; url: string }[];
let whole: AgencyResponse;
beforeAll(async () => {
  practice = await startPractice({ documents: 300, today: '2026-11-20', fileBytes: 200_000, clock });
  const { number, client } = practice.data.planted.complete;
  const reply = await ask(practice, `/dispatch/${number}/files`, { rut: client.rut });
  links = (reply.json()['data'] as { id: string; url: string }[]).filter(({ url }) => url !== undefined);
  whole = await fetched();
});
afterAll(() => practice.close());
afterEach(() => practice.faults.clear());

const fetched = (headers: Record<string, string> = {}, nth = 0) =>
  askLink(links[nth]?.url ?? '', { headers });

/** What arrives before the transfer ends, well or not. */
async function arriving(): Promise<{ bytes: number; end: 'whole' | 'broken' }> {
  const response = await fetch(links[0]?.url ?? '');
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return { bytes, end: 'whole' };
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return { bytes, end: 'broken' };
  }
}

describe('storage with an injected fault', () => {
  it.each([0, 0.3, 0.99])('drops the transfer after a share of %d', async (after) => {
    practice.faults.add({ kind: 'storage-cut', after, times: 1 });
    expect(await arriving()).toEqual({ bytes: Math.floor(200_000 * after), end: 'broken' });
    expect(await arriving()).toEqual({ bytes: 200_000, end: 'whole' });
  });

  it('stands still in the middle, the connection left open', async () => {
    practice.faults.add({ kind: 'storage-stall', after: 0.25, times: 1 });
    const stop = new AbortController();
    const response = await fetch(links[0]?.url ?? '', { signal: stop.signal });
    const reader = response.body?.getReader();
    for (let bytes = 0; bytes < 50_000; ) bytes += (await reader?.read())?.value?.length ?? 50_000;
    const next = reader?.read().then(
      () => 'more',
      () => 'closed',
    );
    // Others are served meanwhile.
    expect((await fetched({}, 1)).status).toBe(200);
    expect(await Promise.race([next, Promise.resolve('still')])).toBe('still');
    stop.abort();
    expect(await next).toBe('closed');
  });

  it('corrupts one byte under the headers of the right file', async () => {
    practice.faults.add({ kind: 'storage-corrupt', times: 1 });
    const reply = await fetched();
    expect(reply.headers['x-goog-hash']).toBe(whole.headers['x-goog-hash']);
    expect(reply.bytes.length).toBe(whole.bytes.length);
    expect([...reply.bytes].filter((byte, index) => byte !== whole.bytes[index])).toHaveLength(1);
  });

  it('changes the file between two ranges', async () => {
    const id = links[1]?.id ?? '';
    const before = await fetched({}, 1);
    practice.faults.add({ kind: 'storage-changes', documents: [id], times: 1 });
    const rest = await fetched({ range: 'bytes=1000-' }, 1);
    expect(rest.status).toBe(206);
    expect(rest.headers['etag']).not.toBe(before.headers['etag']);
    const conditional = await fetched({ range: 'bytes=1000-', 'if-range': before.headers['etag'] ?? '' }, 1);
    expect(conditional.status).toBe(200);
  });

  it('ignores Range', async () => {
    practice.faults.add({ kind: 'storage-ignores-range', times: 1 });
    const reply = await fetched({ range: 'bytes=1000-' });
    expect([reply.status, reply.bytes.length]).toEqual([200, 200_000]);
    expect(reply.headers).not.toHaveProperty('accept-ranges');
  });

  it('refuses every range', async () => {
    practice.faults.add({ kind: 'storage-refuses-range', times: 1 });
    expect((await fetched()).status).toBe(200);
    expect((await fetched({ range: 'bytes=1000-' })).status).toBe(416);
  });

  it('sends another range than the asked one', async () => {
    practice.faults.add({ kind: 'storage-wrong-range', times: 1 });
    const reply = await fetched({ range: 'bytes=1000-' });
    expect(reply.headers['content-range']).toBe('bytes 999-199999/200000');
    expect(reply.bytes.length).toBe(199_001);
  });

  it('sends no length', async () => {
    practice.faults.add({ kind: 'storage-no-length', times: 1 });
    const reply = await fetched();
    expect(reply.headers).not.toHaveProperty('content-length');
    expect(reply.bytes.equals(whole.bytes)).toBe(true);
  });

  it('sends half a file, and nothing that tells so', async () => {
    practice.faults.add({ kind: 'storage-half', after: 0.5, times: 1 });
    const reply = await fetched();
    expect(reply.status).toBe(200);
    for (const header of ['content-length', 'transfer-encoding', 'x-goog-hash'])
      expect(reply.headers).not.toHaveProperty(header);
    expect(reply.bytes.equals(whole.bytes.subarray(0, 100_000))).toBe(true);
  });

  it('says that every link has expired', async () => {
    practice.faults.add({ kind: 'storage-expires', times: 1 });
    const reply = await fetched();
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('<Code>ExpiredToken</Code>');
  });

  it.each([
    [200, 'html', 'text/html; charset=utf-8'],
    [200, 'empty', 'application/octet-stream'],
    [200, 'json', 'application/json; charset=UTF-8'],
    [403, 'xml', 'application/xml; charset=UTF-8'],
    [503, 'xml', 'application/xml; charset=UTF-8'],
  ] as const)('answers %d with a page that is %s', async (status, page, contentType) => {
    practice.faults.add({
      kind: 'storage-answer',
      status,
      page,
      code: 'SlowDown',
      retryAfter: 3,
      times: 1,
    });
    const reply = await fetched();
    expect([reply.status, reply.headers['content-type'], reply.headers['retry-after']]).toEqual([
      status,
      contentType,
      '3',
    ]);
    if (page === 'xml') expect(reply.text).toContain('<Code>SlowDown</Code>');
  });

  it('redirects', async () => {
    practice.faults.add({ kind: 'storage-redirect', to: 'http://127.0.0.1:9/', times: 1 });
    const reply = await fetched();
    expect([reply.status, reply.headers['location']]).toEqual([302, 'http://127.0.0.1:9/']);
  });

  it('repeats the link or its signature in headers', async () => {
    practice.faults.add({ kind: 'storage-echo', what: 'link', times: 1 });
    expect((await fetched()).headers['x-guploader-uploadid']).toContain('X-Goog-Signature=');
    practice.faults.add({ kind: 'storage-echo', what: 'signature', times: 1 });
    expect((await fetched()).headers['etag']).toMatch(/^"[0-9a-f]{64,}"$/);
  });

  it.each([
    ['none', undefined],
    ['wrong', 'crc32c=AAAAAA==,md5=AAAAAAAAAAAAAAAAAAAAAA=='],
    ['md5-only', /^md5=[^,]+$/],
    ['crc32c-only', /^crc32c=[^,]+$/],
  ] as const)('tells its hash as: %s', async (hash, form) => {
    practice.faults.add({ kind: 'storage-hash', hash, times: 1 });
    const reply = (await fetched()).headers['x-goog-hash'];
    if (form instanceof RegExp) expect(reply).toMatch(form);
    else expect(reply).toBe(form);
  });

  it('has a weak ETag, which no If-Range can rely on, or none', async () => {
    practice.faults.add({ kind: 'storage-etag', etag: 'weak' });
    const weak = (await fetched()).headers['etag'] ?? '';
    expect(weak).toBe(`W/${whole.headers['etag']}`);
    expect((await fetched({ range: 'bytes=5-', 'if-range': weak })).status).toBe(200);
    practice.faults.clear();
    practice.faults.add({ kind: 'storage-etag', etag: 'none' });
    expect((await fetched()).headers).not.toHaveProperty('etag');
  });

  it('trickles', async () => {
    practice.faults.add({ kind: 'storage-trickle', bytesPerSecond: 2_000_000, times: 1 });
    const before = clock.elapsed();
    expect((await fetched()).bytes.equals(whole.bytes)).toBe(true);
    // 200,000 bytes; the pause after the last of them is nobody's.
    expect(clock.elapsed() - before).toBeCloseTo(100, -1);
  });

  it('takes longer to begin', async () => {
    practice.faults.add({ kind: 'storage-slow', ms: 40, times: 1 });
    await fetched();
    expect(clock.slept).toContain(40);
  });

  it('leaves other documents alone where it is told whom to meet', async () => {
    practice.faults.add({
      kind: 'storage-answer',
      status: 404,
      page: 'xml',
      documents: [links[1]?.id ?? ''],
    });
    expect((await fetched()).status).toBe(200);
    expect((await fetched({}, 1)).status).toBe(404);
  });

  it('replaces a file from its next link on', async () => {
    const dispatch = practice.data.document(links[2]?.id ?? '')?.dispatch;
    const before = await fetched({}, 2);
    practice.faults.add({ kind: 'replace-paper', documents: [links[2]?.id ?? ''], times: 1 });
    expect((await fetched({}, 2)).headers['etag']).toBe(before.headers['etag']);
    await ask(practice, `/dispatch/${dispatch?.number}/files`, { rut: dispatch?.client.rut });
    expect((await fetched({}, 2)).headers['etag']).not.toBe(before.headers['etag']);
  });
});

describe('transfers cut for a share', () => {
  it('break in that share, and hold when they are tried again', async () => {
    const other = await startPractice({
      documents: 120,
      today: '2026-11-20',
      cutPercent: 40,
      fileBytes: 5000,
    });
    let [cut, tried] = [0, 0];
    for (const { number, client } of other.data.dispatches) {
      const reply = await ask(other, `/dispatch/${number}/files`, { rut: client.rut });
      for (const { url } of reply.json()['data'] as { url?: string }[]) {
        if (url === undefined) continue;
        for (let attempt = 0; attempt < 15; attempt++) {
          tried += 1;
          const isWhole = await askLink(url).then(
            () => true,
            () => false,
          );
          if (isWhole) break;
          cut += 1;
        }
      }
    }
    expect(cut / tried).toBeGreaterThan(0.25);
    expect(cut / tried).toBeLessThan(0.55);
    const withFile = [...other.data.documents()].filter(({ file, dispatch }) => file && dispatch).length;
    expect(other.requests.files()).toEqual({ requested: tried, served: withFile });
    await other.close();
  });
});
