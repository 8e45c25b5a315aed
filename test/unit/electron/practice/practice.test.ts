import { afterEach, describe, expect, it } from 'vitest';
import { ask, askExactly, askLink } from '../../../support/agency/ask.ts';
import {
  type PracticeAgency,
  type PracticeOptions,
  startPractice,
} from '../../../support/agency/practice-agency.ts';
import { createFakeClock } from '../../../support/app/fake-clock.ts';

const running: PracticeAgency[] = [];
async function start(options: PracticeOptions = {}): Promise<PracticeAgency> {
  const practice = await startPractice({ documents: 200, today: '2026-11-20', ...options });
  running.push(practice);
  return practice;
}
afterEach(() => Promise.all(running.splice(0).map((practice) => practice.close())));

describe('a practice agency', () => {
  it('listens on loopback alone, service and storage on ports of their own', async () => {
    const practice = await start();
    expect(practice.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(practice.storageUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(practice.baseUrl).not.toBe(practice.storageUrl);
  });

  it('takes the port it is given, and says so when that is taken', async () => {
    const practice = await start();
    const port = Number(new URL(practice.baseUrl).port);
    const { port: storagePort } = new URL((await start()).storageUrl);
    await running.pop()?.close();
    const twice = startPractice({ documents: 1, port, storagePort: Number(storagePort) });
    await expect(twice).rejects.toThrow(/EADDRINUSE/);
    // What had begun to listen was closed again.
    await expect(askExactly(`http://127.0.0.1:${storagePort}`, '/')).rejects.toThrow(/ECONNREFUSED/);
    await practice.close();
    expect((await start({ port })).baseUrl).toBe(practice.baseUrl);
  });

  it('has a key of its own each time, long enough to show its ends', async () => {
    const [one, other] = [await start(), await start()];
    expect(one.key).not.toBe(other.key);
    expect(one.key.length).toBeGreaterThanOrEqual(12);
  });

  it('closes at once, with a request and a transfer under way', async () => {
    const practice = await start({ fileBytes: 100_000 });
    practice.faults.add({ kind: 'hang' });
    const waiting = ask(practice, '/master/file-types').then(
      () => 'answered',
      () => 'closed',
    );
    await expect.poll(() => practice.requests.count()).toBe(1);
    await practice.close();
    expect(await waiting).toBe('closed');
    await expect(ask(practice, '/master/file-types')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('answers after its latency, service and storage alike', async () => {
    const clock = createFakeClock({ passes: () => true });
    const practice = await start({ latencyMs: 30, fileBytes: 1000, clock });
    const dispatch = practice.data.dispatches.find(({ documents }) => documents.some(({ file }) => file));
    const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
      const begun = clock.elapsed();
      return [await work(), clock.elapsed() - begun];
    };
    const [response, serviceTook] = await timed(() =>
      ask(practice, `/dispatch/${dispatch?.number}/files`, { rut: dispatch?.client.rut }),
    );
    const { url } =
      (response.json()['data'] as { url?: string }[]).find((item) => item.url !== undefined) ?? {};
    const [, storageTook] = await timed(() => askLink(url ?? ''));
    expect([serviceTook, storageTook]).toEqual([30, 30]);
  });

  it('tells the time of its own clock', async () => {
    const practice = await start({ clock: { now: () => Date.parse('2031-05-06T07:08:09Z') } });
    const response = await ask(practice, '/master/file-types');
    expect(response.headers['date']).toBe('Tue, 06 May 2031 07:08:09 GMT');
    expect(response.json()['date']).toBe('2031-05-06T07:08:09.000Z');
    expect((await askExactly(practice.storageUrl, '/x')).headers['date']).toBe(
      'Tue, 06 May 2031 07:08:09 GMT',
    );
  });

  it('refuses a today that is no day', async () => {
    await expect(startPractice({ today: '2026-02-30' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  });

  it('opens any agency that a key is authorised for, whatever its name', async () => {
    const practice = await start();
    practice.authorise('k', ['a/b ñ?']);
    const response = await askExactly(
      practice.baseUrl,
      `/${encodeURIComponent('a/b ñ?')}/v1/master/file-types?key=k`,
    );
    expect(response.status).toBe(200);
  });
});

describe('what was asked of a practice agency', () => {
  it('is told request by request, without the key', async () => {
    const practice = await start({ clock: { now: () => 1_800_000_000_000 } });
    await ask(practice, '/files', { rut: 'x', fileTypeName: 'A/B (C)' }, { 'x-request-id': 'uno' });
    await ask(practice, '/nada');
    expect(practice.requests.seen()).toEqual([
      {
        endpoint: 'files',
        method: 'GET',
        agency: practice.agency,
        dispatch: '',
        query: { rut: 'x', fileTypeName: 'A/B (C)' },
        sentId: 'uno',
        requestId: 'uno',
        status: 400,
        at: 1_800_000_000_000,
      },
      expect.objectContaining({ endpoint: undefined, status: 404, sentId: undefined }),
    ]);
    expect(JSON.stringify(practice.requests.seen())).not.toContain(practice.key);
    expect([
      practice.requests.count(),
      practice.requests.count('files'),
      practice.requests.count('dispatches'),
    ]).toEqual([2, 1, 0]);
    practice.requests.forget();
    expect([practice.requests.count(), practice.requests.seen()]).toEqual([0, []]);
  });
});

describe('requests under way together', () => {
  it('are counted at their most, of the service and for documents apart', async () => {
    const waiting: (() => void)[] = [];
    const sleep = () => new Promise<void>((resolve) => void waiting.push(resolve));
    const practice = await start({ latencyMs: 20, clock: { now: () => Date.now(), sleep } });
    /** Each is answered only when all of them have arrived. */
    async function together(count: number, work: () => Promise<unknown>): Promise<void> {
      const results = Promise.all(Array.from({ length: count }, work));
      await expect.poll(() => waiting.length).toBe(count);
      for (const respond of waiting.splice(0)) respond();
      await results;
    }
    await together(3, () => ask(practice, '/master/file-types'));
    await together(1, () => ask(practice, '/master/file-types'));
    await together(5, () => askExactly(practice.storageUrl, '/x'));
    expect(practice.requests.peakConcurrency()).toEqual({ service: 3, files: 5 });
  });

  it('are never more than whoever asks has open, one after the other over one connection', async () => {
    const practice = await start();
    const path = `${practice.baseUrl}/${practice.agency}/v1/master/file-types?key=${practice.key}`;
    for (let count = 0; count < 50; count++) await (await fetch(path)).text();
    expect(practice.requests.peakConcurrency()).toEqual({ service: 1, files: 0 });
  });
});

describe('what happens at a practice agency', () => {
  it('is a document that arrives now where one was lacking', async () => {
    const now = Date.parse('2026-11-20T15:00:00Z');
    const practice = await start({ clock: { now: () => now } });
    const before = [...practice.data.documents()].length;
    const arrived = practice.changes.arrive();
    const { dispatch } = arrived;
    expect(dispatch?.documents.filter(({ type }) => type === arrived.type)).toEqual([arrived]);
    expect([...practice.data.documents()].length).toBe(before + 1);
    const query = {
      rut: arrived.client.rut,
      startDate: '2026-11-20',
      endDate: '2026-11-20',
      fileTypeName: arrived.type,
    };
    const found = (await ask(practice, '/files', query)).json()['data'] as { id: string; url: string }[];
    expect(found.map(({ id }) => id)).toEqual([arrived.id]);
    expect((await askLink(found[0]?.url ?? '')).status).toBe(200);
  });

  it('is a document of a chosen type in a chosen dispatch', async () => {
    const practice = await start();
    const [dispatch] = practice.data.dispatches;
    const arrived = practice.changes.arrive({ dispatch: dispatch?.number ?? '', type: 'OTROS ANTECEDENTES' });
    expect([arrived.dispatch, arrived.type]).toEqual([dispatch, 'OTROS ANTECEDENTES']);
    expect(() => practice.changes.arrive({ dispatch: 'nada' })).toThrow(/nada/);
  });

  it('is a dispatch that moves on until it is completed', async () => {
    const practice = await start({ clock: { now: () => Date.parse('2026-11-20T15:00:00Z') } });
    const open = practice.data.dispatches.findLast(
      ({ status, recordType }) => !status.isCompleted && recordType === 'dus',
    );
    const status = async () =>
      (await ask(practice, `/dispatch/${open?.number}/status`, { rut: open?.client.rut })).json()[
        'data'
      ] as Record<string, unknown>;
    for (let step = 0; step < 2; step++) practice.changes.moveOn(open?.number ?? '');
    expect(await status()).toMatchObject({
      isCompleted: true,
      EstadoDUS: 'Legalizada',
      fechaLegalizacion: '2026-11-20T00:00:00.000Z',
      lastModifiedDate: '2026-11-20T15:00:00.000Z',
    });
    expect(() => practice.changes.moveOn('nada')).toThrow(/nada/);
  });

  it('is a document that is deleted: no list and no dispatch has it, and deleting it again does nothing', async () => {
    const practice = await start();
    const document = [...practice.data.documents()].find(
      ({ dispatch, type }) => dispatch !== undefined && type !== '',
    );
    const query = {
      rut: document?.client.rut,
      startDate: '2024-01-01',
      endDate: '2026-12-31',
      fileTypeName: document?.type,
    };
    expect((await ask(practice, '/files', query)).text).toContain(document?.id);
    expect(practice.changes.delete(document?.id ?? '')).toBe(true);
    expect((await ask(practice, '/files', query)).text).not.toContain(document?.id);
    expect((await ask(practice, `/dispatch/${document?.dispatch?.number}/files`, query)).text).not.toContain(
      document?.id,
    );
    expect(practice.changes.delete(document?.id ?? '')).toBe(false);
  });

  it('is a type that leaves the catalogue and comes back, its documents there all the while', async () => {
    const practice = await start();
    const names = async () => (await ask(practice, '/master/file-types')).text;
    practice.changes.setTypeActive('FACTURA COMERCIAL', false);
    expect(await names()).not.toContain('FACTURA COMERCIAL');
    practice.changes.setTypeActive('FACTURA COMERCIAL', true);
    expect(await names()).toContain('FACTURA COMERCIAL');
  });
});

it('has an importer of its own: an active client that imports, with dispatches over two years that have documents', async () => {
  for (const seed of ['1', '2', 'e2e']) {
    const { importer, clients, data } = await start({ documents: 2500, seed });
    expect(clients).toContainEqual(importer);
    const own = data.dispatches.filter(({ client }) => client.rut === importer.rut);
    expect(own.length).toBeGreaterThan(30);
    expect(own.filter(({ documents }) => documents.length > 0).length).toBeGreaterThan(30);
    expect(own.filter(({ recordType }) => recordType === 'din').length).toBeGreaterThan(own.length / 2);
    const [first, last] = [own[0], own.at(-1)];
    expect((last?.openedAt ?? 0) - (first?.openedAt ?? 0)).toBeGreaterThan(600 * 86_400_000);
  }
});
