import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { crc32c, crc32cInBase64 } from '../../../../electron/lib/hashes.ts';
import { ask, askLink } from '../../../support/agency/ask.ts';
import {
  type PracticeAgency,
  type PracticeDocument,
  startPractice,
} from '../../../support/agency/practice-agency.ts';

const clock = { at: Date.parse('2026-11-20T14:51:00.250Z'), now: () => clock.at };
let practice: PracticeAgency;
let document: PracticeDocument;
let link: string;

async function linkOf(document: PracticeDocument): Promise<string> {
  const response = await ask(practice, `/dispatch/${document.dispatch?.number}/files`, {
    rut: document.client.rut,
  });
  const items = response.json()['data'] as { id: string; url?: string }[];
  return items.find(({ id }) => id === document.id)?.url ?? '';
}

beforeAll(async () => {
  practice = await startPractice({ documents: 300, today: '2026-11-20', clock, urlLifetimeSeconds: 3600 });
  document = practice.data.planted.byFileKind.pdf;
});
afterAll(() => practice.close());
beforeEach(async () => {
  clock.at = Date.parse('2026-11-20T14:51:00.250Z');
  practice.faults.clear();
  link = await linkOf(document);
});

describe('a link', () => {
  it('carries a V4 signature with its date and lifetime, and no key', () => {
    const query = new URL(link).searchParams;
    expect([...query.keys()]).toEqual([
      'X-Goog-Algorithm',
      'X-Goog-Credential',
      'X-Goog-Date',
      'X-Goog-Expires',
      'X-Goog-SignedHeaders',
      'X-Goog-Signature',
    ]);
    expect(query.get('X-Goog-Date')).toBe('20261120T145100Z');
    expect(query.get('X-Goog-Expires')).toBe('3600');
    expect(link).not.toContain(practice.key);
    expect(new URL(link).origin).toBe(practice.storageUrl);
    expect(practice.storageUrl).not.toBe(practice.baseUrl);
  });

  it('works to the last second of its lifetime', async () => {
    clock.at = Date.parse('2026-11-20T15:51:00.999Z');
    expect((await askLink(link)).status).toBe(200);
  });

  it('then answers as storage does, never as the service does', async () => {
    clock.at = Date.parse('2026-11-20T15:51:01.000Z');
    const response = await askLink(link);
    expect(response.status).toBe(400);
    expect(response.headers['content-type']).toMatch(/^application\/xml/);
    expect(response.text).toMatch(/^<\?xml .*<Code>ExpiredToken<\/Code>/);
    expect(response.headers).not.toHaveProperty('x-request-id');
    expect(() => response.json()).toThrow();
  });

  it.each([
    ['its signature', (url: URL) => url.searchParams.set('X-Goog-Signature', '0'.repeat(64))],
    [
      'one character of its signature',
      (url: URL) =>
        url.searchParams.set('X-Goog-Signature', swapped(url.searchParams.get('X-Goog-Signature'))),
    ],
    ['a shorter signature', (url: URL) => url.searchParams.set('X-Goog-Signature', 'ab')],
    ['its lifetime', (url: URL) => url.searchParams.set('X-Goog-Expires', '999999')],
    ['its date', (url: URL) => url.searchParams.set('X-Goog-Date', '20261121T145100Z')],
    [
      'its path',
      (url: URL) => {
        url.pathname = `${url.pathname}x`;
      },
    ],
    ['a parameter more', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
  ])('that is changed answers 403 with XML: %s', async (_row, change) => {
    const url = new URL(link);
    change(url);
    const response = await askLink(url.href);
    expect(response.status).toBe(403);
    expect(response.text).toContain('<Code>SignatureDoesNotMatch</Code>');
  });

  it('that is changed answers 403 even when it has expired as well', async () => {
    clock.at += 7_200_000;
    const url = new URL(link);
    url.searchParams.set('X-Goog-Signature', '0'.repeat(64));
    expect((await askLink(url.href)).status).toBe(403);
  });

  it('without any signature answers 403', async () => {
    const url = new URL(link);
    url.search = '';
    expect((await askLink(url.href)).status).toBe(403);
  });

  it.each(['HEAD', 'POST', 'PUT', 'DELETE'])('is signed for GET: %s answers 403', async (method) => {
    expect((await askLink(link, { method })).status).toBe(403);
  });

  it('to a document that has been deleted answers 404 with XML', async () => {
    const other = practice.data.planted.byFileKind.png;
    const lost = await linkOf(other);
    practice.changes.delete(other.id);
    const response = await askLink(lost);
    expect(response.status).toBe(404);
    expect(response.text).toContain('<Code>NoSuchKey</Code>');
  });
});

function swapped(signature: string | null): string {
  return `${signature?.slice(0, -1)}${signature?.endsWith('0') ? '1' : '0'}`;
}

describe('a file on its way', () => {
  it('comes with its length, a strong ETag, and hashes that hold', async () => {
    const { status, headers, bytes } = await askLink(link);
    expect(status).toBe(200);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(headers['accept-ranges']).toBe('bytes');
    expect(headers['etag']).toMatch(/^"[0-9a-f]{32}"$/);
    const md5 = createHash('md5').update(bytes).digest('base64');
    expect(headers['x-goog-hash']).toBe(`crc32c=${crc32cInBase64(crc32c(bytes))},md5=${md5}`);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('has the same bytes and ETag under every link', async () => {
    const first = await askLink(link);
    clock.at += 60_000;
    const second = await askLink(await linkOf(document));
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(second.headers['etag']).toBe(first.headers['etag']);
  });

  it('comes in parts that make the whole', async () => {
    const whole = await askLink(link);
    const first = await askLink(link, { headers: { range: 'bytes=0-999' } });
    const rest = await askLink(link, {
      headers: { range: 'bytes=1000-', 'if-range': whole.headers['etag'] ?? '' },
    });
    expect([first.status, rest.status]).toEqual([206, 206]);
    expect(first.headers['content-range']).toBe(`bytes 0-999/${whole.bytes.length}`);
    expect(rest.headers['content-range']).toBe(`bytes 1000-${whole.bytes.length - 1}/${whole.bytes.length}`);
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(whole.bytes)).toBe(true);
    expect(rest.headers['x-goog-hash']).toBe(whole.headers['x-goog-hash']);
  });

  it('comes whole when If-Range names another file', async () => {
    const response = await askLink(link, { headers: { range: 'bytes=1000-', 'if-range': '"other"' } });
    expect(response.status).toBe(200);
    expect(response.headers).not.toHaveProperty('content-range');
  });

  it('answers 416 with its length when a part lies beyond it', async () => {
    const { bytes } = await askLink(link);
    const response = await askLink(link, { headers: { range: `bytes=${bytes.length}-` } });
    expect(response.status).toBe(416);
    expect(response.headers['content-range']).toBe(`bytes */${bytes.length}`);
  });

  it('answers 304 to whoever has it', async () => {
    const { headers } = await askLink(link);
    const response = await askLink(link, { headers: { 'if-none-match': headers['etag'] ?? '' } });
    expect([response.status, response.bytes.length]).toEqual([304, 0]);
  });

  it('has other bytes, hash and ETag once it has been replaced, under the link that was given before', async () => {
    const before = await askLink(link);
    practice.changes.replaceFile(document.id);
    const after = await askLink(link);
    expect(after.status).toBe(200);
    expect(after.bytes.equals(before.bytes)).toBe(false);
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect(after.headers['x-goog-hash']).not.toBe(before.headers['x-goog-hash']);
  });
});

describe('the practice storage', () => {
  it('counts what was asked of it and what went out', async () => {
    practice.requests.forget();
    await askLink(link);
    await askLink(link, { headers: { range: 'bytes=0-0' } });
    practice.faults.add({ kind: 'storage-cut', after: 0.5, times: 1 });
    await expect(askLink(link)).rejects.toThrow();
    expect(practice.requests.file(document.id)).toEqual({ requested: 3, served: 2 });
    expect(practice.requests.files()).toEqual({ requested: 3, served: 2 });
  });
});

describe('links for a share of documents', () => {
  it('are not signed where the share says so, counted on their page, and may be signed when asked again', async () => {
    const other = await startPractice({ documents: 300, today: '2026-11-20', unsignedPercent: 30 });
    let missing = 0;
    let counted = 0;
    const recovered = new Set<string>();
    const undelivered = new Set<string>();
    for (let round = 0; round < 4; round++) {
      for (const dispatch of other.data.dispatches) {
        const response = (
          await ask(other, `/dispatch/${dispatch.number}/files`, { rut: dispatch.client.rut })
        ).json();
        const items = response['data'] as { id: string; url?: string }[];
        const unsigned = items.filter(
          (item) => item.url === undefined && other.data.document(item.id)?.file !== undefined,
        );
        expect(response['unsignedCount']).toBe(unsigned.length === 0 ? undefined : unsigned.length);
        missing += unsigned.length;
        counted += items.length;
        for (const { id } of unsigned) undelivered.add(id);
        for (const { id, url } of items) if (url !== undefined && undelivered.has(id)) recovered.add(id);
      }
    }
    expect(missing / counted).toBeGreaterThan(0.2);
    expect(missing / counted).toBeLessThan(0.4);
    expect(recovered.size).toBeGreaterThan(undelivered.size / 2);
    await other.close();
  });
});
