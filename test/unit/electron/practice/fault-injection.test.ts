import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AgencyResponse, ask } from '../../../support/agency/ask.ts';
import {
  type Endpoint,
  endpoints,
  type InjectedFault,
  namedFaults,
  type PracticeAgency,
  type PracticeDispatch,
  startPractice,
} from '../../../support/agency/practice-agency.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

/** Answers that take longer take it of this clock. */
const clock = createFakeClock({ passes: () => true });
let practice: PracticeAgency;
let dispatch: PracticeDispatch;
beforeAll(async () => {
  practice = await startPractice({ documents: 400, today: '2026-11-20', clock });
  dispatch = practice.data.planted.complete;
});
afterAll(() => practice.close());
afterEach(() => practice.faults.clear());

/** One good query per operation. */
function query(endpoint: Endpoint): Promise<AgencyResponse> {
  const { number, client } = dispatch;
  const { rut } = client;
  switch (endpoint) {
    case 'file-types':
      return ask(practice, '/master/file-types');
    case 'dispatches':
      return ask(practice, '/dispatch/status', { rut });
    case 'files':
      return ask(practice, '/files', {
        rut,
        startDate: '2024-01-01',
        endDate: '2026-12-31',
        fileTypeName: 'FACTURA AGENCIA',
      });
    case 'dispatch-files':
      return ask(practice, `/dispatch/${number}/files`, { rut });
    case 'dispatch-status':
      return ask(practice, `/dispatch/${number}/status`, { rut });
    case 'disbursements':
      return ask(practice, `/dispatch/${number}/desembolsos`, { rut });
  }
}

describe.each(endpoints)('with an injected fault, %s', (endpoint) => {
  it('answers a given code so many times, with the status of the catalogue, then as it should', async () => {
    practice.faults.add({ kind: 'answer', endpoint, code: 'ACCOUNT_NOT_FOUND', times: 2 });
    const reply = [await query(endpoint), await query(endpoint), await query(endpoint)];
    expect(reply.map(({ status }) => status)).toEqual([404, 404, 200]);
    expect(reply[0]?.json()).toMatchObject({
      status: 404,
      code: 'ACCOUNT_NOT_FOUND',
      requestId: reply[0]?.headers['x-request-id'],
    });
  });

  it('answers as it should first where it is to skip', async () => {
    practice.faults.add({ kind: 'answer', endpoint, code: 'INTERNAL_ERROR', skip: 1, times: 1 });
    const reply = [await query(endpoint), await query(endpoint), await query(endpoint)];
    expect(reply.map(({ status }) => status)).toEqual([200, 500, 200]);
  });

  it('leaves the other operations alone', async () => {
    practice.faults.add({ kind: 'answer', endpoint, code: 'INTERNAL_ERROR' });
    const others = endpoints.filter((one) => one !== endpoint);
    const reply = await Promise.all(others.map(query));
    expect(reply.map(({ status }) => status)).toEqual(others.map(() => 200));
  });

  it.each([407, 429, 502, 503, 504, 401, 511] as const)(
    'is answered %d by what stands in between, which knows no request id',
    async (status) => {
      practice.faults.add({ kind: 'in-between', endpoint, status, retryAfter: 7, times: 1 });
      const reply = await query(endpoint);
      expect(reply.status).toBe(status);
      expect(reply.headers['retry-after']).toBe('7');
      expect(reply.headers).not.toHaveProperty('x-request-id');
      expect(reply.headers['content-type']).toBe('text/html');
      expect(() => reply.json()).toThrow();
    },
  );

  it('closes the connection before its answer, or in the middle of it', async () => {
    practice.faults.add({ kind: 'close', endpoint, where: 'before', times: 1 });
    await expect(query(endpoint)).rejects.toThrow();
    practice.faults.add({ kind: 'close', endpoint, where: 'middle', times: 1 });
    await expect(query(endpoint)).rejects.toThrow();
    expect((await query(endpoint)).status).toBe(200);
  });

  it('redirects', async () => {
    practice.faults.add({ kind: 'redirect', endpoint, status: 307, to: 'http://127.0.0.1:9/x', times: 1 });
    const reply = await query(endpoint);
    expect([reply.status, reply.headers['location']]).toEqual([307, 'http://127.0.0.1:9/x']);
  });

  it.each([
    ['html', /^<!DOCTYPE html>/],
    ['half-json', /^\{"date"/],
    ['empty', /^$/],
    ['text', /^OK$/],
    ['null', /^null$/],
    ['array', /^\[\]$/],
    ['no-items', /^\{"date".*\}$/],
  ] as const)('sends a body that is %s', async (body, form) => {
    practice.faults.add({ kind: 'body', endpoint, body, times: 1 });
    const reply = await query(endpoint);
    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(form);
  });

  it('takes longer', async () => {
    practice.faults.add({ kind: 'slow', endpoint, ms: 40, times: 1 });
    const before = clock.elapsed();
    expect((await query(endpoint)).status).toBe(200);
    expect(clock.elapsed() - before).toBe(40);
  });

  it('never answers', async () => {
    practice.faults.add({ kind: 'hang', endpoint, times: 1 });
    const result = query(endpoint).then(
      () => 'answered',
      () => 'closed',
    );
    const other = await query(endpoint);
    expect(other.status).toBe(200);
    expect(await Promise.race([result, Promise.resolve('waiting')])).toBe('waiting');
  });
});

describe('the second dialect', () => {
  it.each(endpoints.filter((endpoint) => endpoint !== 'dispatch-status'))(
    'has the same items under another name: %s',
    async (endpoint) => {
      const usual = (await query(endpoint)).json();
      practice.faults.add({ kind: 'dialect' });
      const reply = (await query(endpoint)).json();
      const ids = (items: unknown) => (items as { id: string }[]).map(({ id }) => id);
      expect(reply).not.toHaveProperty('data');
      expect(reply).not.toHaveProperty('total');
      expect(ids(reply['items'])).toEqual(ids(usual['data']));
      expect(ids(reply['items']).length).toBeGreaterThan(0);
    },
  );

  it('has another name for the continuation, which works as before', async () => {
    const paged = await startPractice({ documents: 400, today: '2026-11-20', pageSize: 5 });
    paged.faults.add({ kind: 'dialect' });
    const { number, client } = dispatch;
    const first = (await ask(paged, `/dispatch/${number}/files`, { rut: client.rut })).json();
    expect(first).not.toHaveProperty('nextToken');
    const nextToken = String(first['pageCursor']);
    const second = (await ask(paged, `/dispatch/${number}/files`, { rut: client.rut, nextToken })).json();
    expect((second['items'] as { id: string }[])[0]?.id).toBe(dispatch.documents[5]?.id);
    await paged.close();
  });

  it('has a document’s number in its dispatch alone', async () => {
    practice.faults.add({ kind: 'dialect' });
    const [item] = (await query('dispatch-files')).json()['items'] as Record<string, unknown>[];
    expect(item).not.toHaveProperty('numeroDespacho');
    expect(item?.['dispatch']).toMatchObject({ numeroDespacho: dispatch.number });
  });
});

describe('with an injected fault', () => {
  it('gives a total that differs from its rows', async () => {
    practice.faults.add({ kind: 'total-off', by: 3, times: 1 });
    await query('dispatch-files');
    const reply = (await query('disbursements')).json();
    expect(reply['total']).toBe((reply['data'] as unknown[]).length + 3);
  });

  it('answers 500 with INTERNAL_ERROR on disbursements and file types, whatever the data layer says', async () => {
    practice.faults.add({ kind: 'answer', code: 'DATA_SOURCE_UNAVAILABLE' });
    const codes = await Promise.all(
      endpoints.map(async (endpoint) => [endpoint, (await query(endpoint)).json()['code']]),
    );
    expect(Object.fromEntries(codes)).toEqual({
      'file-types': 'INTERNAL_ERROR',
      disbursements: 'INTERNAL_ERROR',
      dispatches: 'DATA_SOURCE_UNAVAILABLE',
      files: 'DATA_SOURCE_UNAVAILABLE',
      'dispatch-files': 'DATA_SOURCE_UNAVAILABLE',
      'dispatch-status': 'DATA_SOURCE_UNAVAILABLE',
    });
  });

  it('signs nothing for a while, and counts it', async () => {
    practice.faults.add({ kind: 'unsigned', times: 1 });
    await query('dispatch-status');
    const reply = (await query('dispatch-files')).json();
    const withFile = dispatch.documents.filter(({ file }) => file !== undefined).length;
    expect(reply['unsignedCount']).toBe(withFile);
    expect((reply['data'] as object[]).some((item) => 'url' in item)).toBe(false);
    expect((await query('dispatch-files')).json()).not.toHaveProperty('unsignedCount');
  });

  it.each(['anchor', 'next', 'seen'] as const)(
    'deletes a document while pages are read: %s',
    async (which) => {
      const paged = await startPractice({ documents: 400, today: '2026-11-20', pageSize: 5 });
      const before = paged.data.dispatch(dispatch.number)?.documents.map(({ id }) => id) ?? [];
      paged.faults.add({ kind: 'delete-during-walk', which, times: 1 });
      await ask(paged, `/dispatch/${dispatch.number}/files`, { rut: dispatch.client.rut });
      const removed = before.filter((id) => paged.data.document(id) === undefined);
      expect(removed).toEqual([before[{ anchor: 4, next: 5, seen: 0 }[which]]]);
      await paged.close();
    },
  );

  it('does several things at once, and stops each when it is taken away', async () => {
    const takeAway = practice.faults.add({ kind: 'dialect' });
    practice.faults.add({ kind: 'total-off', by: 1 });
    practice.faults.add({ kind: 'unsigned' });
    const reply = (await query('dispatch-files')).json();
    expect([Object.hasOwn(reply, 'items'), Number(reply['unsignedCount']) > 0]).toEqual([true, true]);
    takeAway();
    expect((await query('disbursements')).json()).toMatchObject({ total: dispatch.charges.length + 1 });
    practice.faults.clear();
    expect(practice.faults.active()).toEqual([]);
    expect((await query('disbursements')).json()).toMatchObject({ total: dispatch.charges.length });
  });

  it('repeats the address that was asked, key and all, in items and headers', async () => {
    practice.faults.add({ kind: 'echo' });
    const reply = await query('dispatch-files');
    const [item] = reply.json()['data'] as Record<string, unknown>[];
    expect(item?.['self']).toContain(`key=${encodeURIComponent(practice.key)}`);
    expect(item?.['decoded']).toContain(`key=${practice.key}`);
    expect(reply.headers['x-request-id']).toBe(item?.['self']);
  });

  it('lists what holds until it has run out', async () => {
    const once: InjectedFault = { kind: 'answer', code: 'INTERNAL_ERROR', times: 1 };
    const forEver: InjectedFault = { kind: 'slow', ms: 0 };
    practice.faults.add(once);
    practice.faults.add(forEver);
    expect(practice.faults.active()).toEqual([once, forEver]);
    await query('file-types');
    expect(practice.faults.active()).toEqual([forEver]);
  });

  it('sends without end until whoever asked has had enough', async () => {
    practice.faults.add({ kind: 'body', body: 'huge', times: 1 });
    const response = await fetch(
      `${practice.baseUrl}/${practice.agency}/v1/master/file-types?key=${practice.key}`,
    );
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > 5_000_000) break;
    }
    expect(bytes).toBeGreaterThan(5_000_000);
    expect((await query('file-types')).status).toBe(200);
  });

  it('knows a menu of names, each of a kind of its own making', () => {
    for (const injectedFault of Object.values(namedFaults)) practice.faults.add(injectedFault);
    expect(practice.faults.active()).toHaveLength(Object.keys(namedFaults).length);
  });
});

describe('internal errors for a share of requests', () => {
  it('come in that share, and go when the same is asked again', async () => {
    const other = await startPractice({
      documents: 1500,
      internalErrorPercent: 30,
      seed: 5,
      today: '2026-11-20',
    });
    const statuses: number[] = [];
    let recovered = 0;
    for (const { number, client } of other.data.dispatches) {
      for (let attempt = 0; attempt < 12; attempt++) {
        const reply = await ask(other, `/dispatch/${number}/status`, { rut: client.rut });
        statuses.push(reply.status);
        if (reply.status === 200) {
          recovered += 1;
          break;
        }
        expect(reply.json()).toMatchObject({ status: 500 });
      }
    }
    const failed = statuses.filter((status) => status === 500).length;
    expect(recovered).toBe(other.data.dispatches.length);
    expect(failed / statuses.length).toBeGreaterThan(0.2);
    expect(failed / statuses.length).toBeLessThan(0.4);
    await other.close();
  });

  it('never hide that a key is refused', async () => {
    const other = await startPractice({ documents: 30, internalErrorPercent: 100 });
    expect((await ask(other, '/master/file-types', { key: 'x' })).json()).toMatchObject({
      code: 'API_KEY_INVALID',
    });
    expect((await ask(other, '/master/file-types')).json()).toMatchObject({ code: 'INTERNAL_ERROR' });
    await other.close();
  });
});
