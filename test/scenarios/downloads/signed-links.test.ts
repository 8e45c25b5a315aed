import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ApiClient, createSignedLinkCache, type DocumentPage } from '../../../electron/api/index.ts';
import { createLinkFailures } from '../../../electron/downloads/signed-links/link-attempts.ts';
import { LinkSource } from '../../../electron/downloads/signed-links/link-source.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { startLoopback } from '../../support/agency/loopback.ts';
import { type PracticeAgency, startPractice } from '../../support/agency/practice-agency.ts';
import {
  type AgencyOptions,
  apiClientAt,
  type DownloadsFixture,
  type FixtureOptions,
  isEnded,
  openFixture,
  practice,
  removeHome,
} from '../../support/app/downloads-fixture.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import { createIdleClock } from '../../support/app/idle-clock.ts';
import { acme, document, octoberInvoices } from '../../support/samples/documents.ts';

/** A ledger that knows of no failed attempt, and keeps none. */
const emptyLedger = {
  listLinkFailures: async () => [],
  saveLinkFailure: async () => undefined,
  deleteLinkFailure: async () => undefined,
  deleteLinkFailures: async () => undefined,
};

describe('links', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;
  async function open(options: AgencyOptions = {}, more: Partial<FixtureOptions> = {}): Promise<void> {
    agency = await practice(options);
    fixture = await openFixture({ agency, ...more });
  }
  afterEach(async () => {
    await fixture.close();
    await agency.close();
    removeHome(fixture);
  });

  test('of a dispatch are renewed by one query, all pages of it, for all who wait', async () => {
    await open();
    const documents = await fixture.find({ atMost: 40 });
    fixture.links.forget('practice');
    agency.requests.forget();
    const id = await fixture.start(documents);
    await fixture.until(id);
    const dispatches = new Set((await fixture.verdicts(id)).map(({ dispatchNumber }) => dispatchNumber));
    expect(agency.requests.count('dispatch-files')).toBe(dispatches.size);
  });

  test('that storage refuses with 400 ExpiredToken or 403 are renewed, and a document costs one query', async () => {
    await open();
    const documents = await fixture.find({ atMost: 8 });
    agency.requests.forget();
    agency.faults.add({ kind: 'storage-expires', times: 4 });
    agency.faults.add({ kind: 'storage-answer', status: 403, page: 'xml', times: 2, skip: 4 });
    const batch = await fixture.until(await fixture.start(documents));
    expect(batch.counts.failed).toBe(0);
    expect(agency.requests.files().served).toBe(batch.counts.done);
  });

  test('that storage refuses at the same time, or that cannot be signed, are renewed together', async () => {
    await open({}, { settings: { transfersAtOnce: 16 } });
    const found = await fixture.find({ atMost: 40 });
    const of = new Map<string, DocumentKey[]>();
    for (const key of found) {
      const document = agency.data.document(key.id);
      const dispatch = document?.file && document.dispatch?.number;
      if (dispatch) of.set(dispatch, [...(of.get(dispatch) ?? []), key]);
    }
    const documents = [...of.values()]
      .reduce((longest, one) => (one.length > longest.length ? one : longest))
      .slice(0, 8);
    expect(documents.length).toBeGreaterThan(3);
    agency.requests.forget();
    agency.faults.add({ kind: 'storage-expires', times: documents.length });
    const renewed = await fixture.until(await fixture.start(documents));
    expect(renewed.counts.done).toBe(documents.length);
    // One whose second try came before another's first is refused again.
    expect(agency.requests.count('dispatch-files')).toBeLessThanOrEqual(3);

    fixture.links.forget('practice');
    agency.requests.forget();
    agency.faults.add({ kind: 'unsigned' });
    const unsigned = await fixture.until(
      await fixture.start(documents, { force: true, folder: `${fixture.folder}-2` }),
    );
    expect(unsigned.counts.unsigned).toBe(documents.length);
    expect(agency.requests.count('dispatch-files')).toBeLessThanOrEqual(3);
  });

  test('do not depend on clocks that are hours apart', async () => {
    const clock = createIdleClock();
    const behind = { ...clock, now: () => clock.now() - 5 * 3_600_000 };
    await open({ clock: behind, urlLifetimeSeconds: 900 }, { clock });
    const documents = await fixture.find({ atMost: 10 });
    const batch = await fixture.until(await fixture.start(documents));
    expect(batch.counts.failed).toBe(0);
    expect(batch.counts.done).toBeGreaterThan(0);
  });

  test('of documents that are gone, or have lost their file, become that verdict', async () => {
    await open();
    const documents = await fixture.find({ atMost: 12 });
    const withFile = documents.filter(({ id }) => agency.data.document(id)?.file);
    agency.changes.delete(withFile[0]?.id ?? '');
    fixture.links.forget('practice');
    const id = await fixture.start(documents);
    const batch = await fixture.until(id);
    const verdicts = await fixture.verdicts(id);
    expect(verdicts.find(({ documentId }) => documentId === withFile[0]?.id)).toMatchObject({
      state: 'failed',
      error: { code: 'DOCUMENT_GONE' },
    });
    expect(batch.counts['no-file']).toBe(documents.length - withFile.length);
  });

  test('that cannot be signed now are asked for again, and then read unsigned', async () => {
    await open();
    const documents = await fixture.find({ atMost: 4 });
    fixture.links.forget('practice');
    agency.faults.add({ kind: 'unsigned', times: 1 });
    const healed = await fixture.until(await fixture.start(documents));
    expect(healed.counts.unsigned).toBe(0);
    fixture.links.forget('practice');
    agency.faults.add({ kind: 'unsigned' });
    const id = await fixture.start(documents, { force: true, folder: `${fixture.folder}-2` });
    const batch = await fixture.until(id);
    expect(batch.counts.unsigned).toBe(4);
    expect((await fixture.verdicts(id))[0]?.error?.code).toBe('DOCUMENT_UNSIGNED');
  });

  test.each([
    ['API_KEY_INVALID', 403],
    ['TENANT_UNRESOLVED', 500],
  ])('that the connection may not ask for (%s) pause its batches; a new key resumes them', async (code) => {
    await open();
    const documents = await fixture.find({ atMost: 20 });
    fixture.links.forget('practice');
    const stop = agency.faults.add({ kind: 'answer', code });
    const id = await fixture.start(documents);
    const paused = await fixture.until(id);
    expect(paused.state).toMatchObject({ kind: 'paused', why: 'connection-refused', error: { code } });
    expect(paused.counts.failed).toBe(0);
    stop();
    await fixture.downloads.resumeConnection('practice');
    const ended = await fixture.until(id, isEnded);
    expect(ended.counts.failed).toBe(0);
  });

  test('that a quota refuses fail with its code, and leave the batch and its connection going', async () => {
    await open();
    const documents = await fixture.find({ atMost: 20 });
    fixture.links.forget('practice');
    agency.faults.add({ kind: 'answer', code: 'QUOTA_EXCEEDED', status: 403, times: 1 });
    const id = await fixture.start(documents);
    const { state, counts } = await fixture.until(id);
    expect(state.kind).toBe('ended');
    expect([counts.failed > 0, counts.done > 0]).toEqual([true, true]);
    const failed = (await fixture.verdicts(id)).filter((one) => one.state === 'failed');
    expect(new Set(failed.map(({ error }) => error?.code))).toEqual(new Set(['QUOTA_EXCEEDED']));
  });

  test('that were refused with the old key, told only after the new one came, pause nothing', async () => {
    agency = await practice({});
    const { httpGet, close } = createHttpClient();
    const api = apiClientAt(agency, { httpGet });
    const [asked, completed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isOld = true;
    const getApiClient = async () => {
      if (!isOld) return api;
      asked.resolve();
      await completed.promise;
      throw new AppError('API_KEY_INVALID', 'refused', { status: 403 });
    };
    fixture = await openFixture({ agency, overrides: { getApiClient } });
    const documents = await fixture.find({ atMost: 20 });
    fixture.links.forget('practice');
    const batchId = await fixture.start(documents);
    await asked.promise;
    isOld = false;
    await fixture.downloads.resumeConnection('practice');
    completed.resolve();
    const { state, counts } = await fixture.until(batchId);
    close();
    expect([state.kind, counts.failed]).toEqual(['ended', 0]);
  });

  test('cannot be asked for without a network: the batch waits, and goes on by itself', async () => {
    await open();
    const documents = await fixture.find({ atMost: 10 });
    fixture.links.forget('practice');
    const stop = agency.faults.add({ kind: 'close', where: 'before' });
    const id = await fixture.start(documents);
    expect((await fixture.until(id)).state).toMatchObject({ kind: 'paused', why: 'offline' });
    stop();
    const ended = await fixture.until(id, isEnded);
    expect(ended.counts.failed).toBe(0);
  });
});

test('a service whose clock runs ahead costs no document, and no query more', async () => {
  const inner = await startPractice({ documents: 60, clients: 1, seed: 'ahead', today: '2026-11-20' });
  const { origin } = new URL(inner.baseUrl);
  await using service = await startLoopback((request, response) => {
    fetch(`${origin}${request.url}`).then(async (reply) => {
      const date = Date.parse(reply.headers.get('date') ?? '') + 1.75 * 3_600_000;
      const headers = { 'content-type': 'application/json', date: new Date(date).toUTCString() };
      response.writeHead(reply.status, headers).end(await reply.text());
    });
  });
  const agency = { ...inner, baseUrl: inner.baseUrl.replace(origin, service.baseUrl) };
  const fixture = await openFixture({ agency });
  try {
    const documents = await fixture.find({ atMost: 12 });
    fixture.links.forget('practice');
    inner.requests.forget();
    const id = await fixture.start(documents);
    const { counts } = await fixture.until(id);
    expect([counts.failed, counts.done]).toEqual([0, documents.length - counts['no-file']]);
    const dispatches = new Set((await fixture.verdicts(id)).map(({ dispatchNumber }) => dispatchNumber));
    expect(inner.requests.count('dispatch-files')).toBe(dispatches.size);
  } finally {
    await fixture.close();
    await inner.close();
    removeHome(fixture);
  }
});

describe('a source of links', () => {
  const clock = createFakeClock();
  let asked: string[];
  let pages: DocumentPage[];
  const page = (ids: readonly string[]): DocumentPage => ({
    documents: ids.map((id) => document({ id })),
    links: new Map(
      ids.map((id) => [
        id,
        {
          url: `https://s.example/${id}`,
          expiresAt: 0,
          livesForMs: 3_600_000,
          requestId: 'r',
          nearestZone: 'elsewhere',
        },
      ]),
    ),
    unsignedCount: 0,
    requestId: 'r',
    clockOffset: 0,
  });
  const api = {
    files: async ({ type }: { type: string }) => {
      asked.push(`files ${type}`);
      return pages.shift() ?? page([]);
    },
    dispatchFiles: async ({ dispatch }: { dispatch: string }) => {
      asked.push(`dispatch ${dispatch}`);
      return pages.shift() ?? page([]);
    },
  } as unknown as ApiClient;
  const source = (linkCache = createSignedLinkCache(clock)) =>
    new LinkSource({
      linkCache,
      getApiClient: async () => api,
      clock,
      failures: createLinkFailures({ store: emptyLedger, clock, random: () => 0.5 }),
    });
  const request = (documentId: string, dispatch = '123456') => ({
    connectionId: 'c',
    documentId,
    dispatch,
    rut: acme,
    foundBy: octoberInvoices,
  });
  beforeEach(() => {
    asked = [];
    pages = [];
  });

  test('asks by the query that found a document when its dispatch is not known', async () => {
    pages = [page(['a'])];
    expect(await source().linkFor(request('a', ''), 0)).toMatchObject({ kind: 'link' });
    expect(asked).toEqual(['files FACTURA TERCEROS']);
  });

  test('asks once for all who wait at the same time, and for those who come a moment later', async () => {
    pages = [page(['a', 'b', 'c'])];
    const links = source();
    const results = await Promise.all(['a', 'b', 'zz'].map((id) => links.linkFor(request(id), 0)));
    expect(results.map(({ kind }) => kind)).toEqual(['link', 'link', 'gone']);
    expect((await links.linkFor(request('c'), 0)).kind).toBe('link');
    expect((await links.linkFor(request('yy'), 0)).kind).toBe('gone');
    expect(asked).toEqual(['dispatch 123456']);
  });

  const hundreds = (from: number, to: number) =>
    Array.from({ length: (to - from) / 100 }, (_, page) =>
      Array.from({ length: 100 }, (_, index) => `n${from + page * 100 + index}`),
    );

  test('has the link in hand where a query finds more of them than the book holds', async () => {
    const all = hundreds(0, 5_200);
    pages = all.map((ids, at) => ({ ...page(ids), ...(at < all.length - 1 && { nextToken: `t${at}` }) }));
    const links = source();
    const requested = ['n0', 'n99', 'n5199'];
    const results = await Promise.all(requested.map((id) => links.linkFor(request(id, ''), 0)));
    expect(results.map((result) => result.kind === 'link' && result.link.url)).toEqual(
      requested.map((id) => `https://s.example/${id}`),
    );
    expect(asked).toHaveLength(all.length);
  });

  test('keeps no link beside the book: one that the book forgot is asked for again', async () => {
    pages = [page(['a', 'b']), page(['a', 'b'])];
    const linkCache = createSignedLinkCache(clock);
    const links = source(linkCache);
    await links.linkFor(request('a'), 0);
    linkCache.forget('c');
    await clock.advance(10);
    expect((await links.linkFor(request('b'), 0)).kind).toBe('link');
    expect(asked).toHaveLength(2);
  });

  test('gives a link that has just come to whoever waits for it, however little it is thought to live', async () => {
    const come = page(['a', 'b']);
    const links = new Map([...come.links].map(([id, link]) => [id, { ...link, livesForMs: 0 }]));
    pages = [{ ...come, links }];
    expect(await source().linkFor(request('a'), 0)).toMatchObject({ kind: 'link' });
    expect(asked).toHaveLength(1);
  });

  const typed = (
    types: Readonly<Record<string, string>>,
    sharedIds: Readonly<Record<string, string>> = {},
  ) => {
    const come = page(Object.keys(types));
    const links = [...come.links].map(([id, link]) => [id, { ...link, type: types[id] ?? '' }] as const);
    return { ...come, links: new Map(links), sharedIds: new Map(Object.entries(sharedIds)) };
  };

  test('gives the link of a document whose type the agency has renamed, by one query for all', async () => {
    pages = [typed({ a: 'NEW', b: 'NEW' })];
    const links = source();
    const result = await links.linkFor({ ...request('a'), type: 'OLD' }, 0);
    expect(result).toMatchObject({ kind: 'link', link: { url: 'https://s.example/a' } });
    expect((await links.linkFor({ ...request('b'), type: 'OLD' }, 0)).kind).toBe('link');
    expect(asked).toHaveLength(1);
  });

  test('asks before it believes a link that a search kept for a document of another type', async () => {
    pages = [typed({ a: 'OLD' })];
    const linkCache = createSignedLinkCache(clock);
    linkCache.add('c', new Map([...typed({ a: 'OTHER' }).links]));
    const result = await source(linkCache).linkFor({ ...request('a'), type: 'OLD' }, 0);
    expect(result).toMatchObject({ kind: 'link', link: { type: 'OLD' } });
  });

  describe('of a document that was found alone under an id that its dispatch has twice', () => {
    const both = (types: readonly [string, string], documents = ['a~1', 'a~2'] as const) => {
      const [one, other] = documents;
      return typed({ [one]: types[0], [other]: types[1] }, { [one]: 'a', [other]: 'a' });
    };
    const linkOf = async (type: string) => {
      const result = await source().linkFor({ ...request('a'), type }, 0);
      return result.kind === 'link' ? result.link.url : result.kind;
    };

    test('gives that of the document of its type', async () => {
      pages = [both(['INVOICE', 'NOTE'])];
      expect(await linkOf('NOTE')).toBe('https://s.example/a~2');
    });

    test('gives none where both, or neither, are of its type', async () => {
      pages = [both(['NOTE', 'NOTE'])];
      await expect(linkOf('NOTE')).rejects.toMatchObject({ code: 'WALK_INCOMPLETE' });
      pages = [both(['INVOICE', 'NOTE'])];
      await expect(linkOf('DIN')).rejects.toMatchObject({ code: 'WALK_INCOMPLETE' });
    });

    test('gives none of the other document that came on an earlier page', async () => {
      const one = { ...page(['a']), documents: [document({ id: 'a', type: 'INVOICE' })] };
      const other = { ...page(['a']), documents: [document({ id: 'a', type: 'NOTE' })] };
      const read = (of: DocumentPage, type: string, url: string, more = {}): DocumentPage => ({
        ...of,
        ...more,
        links: new Map([...of.links].map(([id, link]) => [id, { ...link, url, type }])),
      });
      const pass = [
        read(one, 'INVOICE', 'https://s.example/invoice', { nextToken: 't' }),
        read(other, 'NOTE', 'https://s.example/note'),
      ];
      pages = [...pass, ...pass];
      expect(await linkOf('NOTE')).toBe('https://s.example/note');
    });
  });

  test('asks anew for a link that was refused after it came', async () => {
    pages = [page(['a', 'b']), page(['a', 'b'])];
    const links = source();
    await links.linkFor(request('a'), 0);
    await clock.advance(10);
    links.dropRejected(request('a'));
    expect((await links.linkFor(request('a'), clock.elapsed())).kind).toBe('link');
    // What stands beside it came with the same answer, and is as good.
    expect((await links.linkFor(request('b'), 0)).kind).toBe('link');
    expect(asked).toHaveLength(2);
  });
});

test('a link that is not https is refused, on any machine but this one', async () => {
  const agency = await startPractice({ documents: 60, clients: 1, seed: 'insecure', today: '2026-11-20' });
  const fixture = await openFixture({ agency });
  try {
    const [one] = await fixture.find({ atMost: 5 });
    const documents = one ? [one] : [];
    fixture.links.add(
      'practice',
      new Map(
        documents.map(({ id }) => [
          id,
          {
            url: 'http://storage.example/a',
            expiresAt: 0,
            livesForMs: 3_600_000,
            requestId: 'r',
            nearestZone: 'elsewhere',
          },
        ]),
      ),
    );
    const id = await fixture.start(documents);
    await fixture.until(id);
    expect((await fixture.verdicts(id))[0]).toMatchObject({
      state: 'failed',
      error: { code: 'LINK_INSECURE' },
    });
  } finally {
    await fixture.close();
    await agency.close();
    removeHome(fixture);
  }
});
