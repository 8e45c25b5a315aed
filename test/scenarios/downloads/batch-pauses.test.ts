import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ApiClient, paginate } from '../../../electron/api/index.ts';
import { type Disk, realDisk } from '../../../electron/downloads/index.ts';
import type { HttpGet } from '../../../electron/host.ts';
import { createHttpClient } from '../../../electron/platform/terminal/index.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { shareAgency } from '../../support/agency/shared-agency.ts';
import {
  apiClientAt,
  type DownloadsFixture,
  isEnded,
  openFixture,
} from '../../support/app/downloads-fixture.ts';

describe('what pauses a batch', () => {
  let agency: PracticeAgency;
  let fixture: DownloadsFixture;

  shareAgency(
    (started) => {
      agency = started;
    },
    () => fixture,
  );

  const halfADay = 12 * 3_600_000;
  /** No transfer is given up for standing still. */
  const patient = { stallsAfter: 2 * halfADay };
  /** Documents that take so long to come, ms. */
  function slowly(documents: DocumentKey[], ms: number): DocumentKey[] {
    agency.faults.add({ kind: 'storage-slow', ms, documents: documents.map(({ id }) => id) });
    return documents;
  }

  describe('a connection that is refused', () => {
    const refused = new Set<string>();
    let rejection: AppError;
    let wasRefused: PromiseWithResolvers<void>;
    /** What each document waits for. */
    let gate: PromiseWithResolvers<void> | undefined;
    let api: ApiClient;
    let http: ReturnType<typeof createHttpClient>;

    beforeEach(async () => {
      refused.clear();
      rejection = new AppError('API_KEY_INVALID', 'refused', { status: 403 });
      wasRefused = Promise.withResolvers();
      gate = undefined;
      http = createHttpClient();
      api = apiClientAt(agency, { httpGet: http.httpGet, random: () => 0.5 });
      const getApiClient = (connectionId: string) => {
        if (!refused.has(connectionId)) return Promise.resolve(api);
        wasRefused.resolve();
        return Promise.reject(rejection);
      };
      const httpGet: HttpGet = async (url, options) => {
        await gate?.promise;
        options.signal?.throwIfAborted();
        return http.httpGet(url, options);
      };
      const overrides = { ...patient, getApiClient, httpGet };
      fixture = await openFixture({ agency, settings: { transfersAtOnce: 16 }, overrides });
    });
    afterEach(() => http.close());

    /** The documents of two dispatches, as those of a connection; nobody has a link of theirs. */
    async function find(connectionId: string): Promise<[DocumentKey[], DocumentKey[]]> {
      const rut = agency.clients[0]?.rut;
      if (!rut) throw new Error('the agency has no clients');
      const ownDocuments = [...agency.data.documents()].filter((one) => one.client.rut === rut && one.file);
      const numbers = [...new Set(ownDocuments.flatMap(({ dispatch }) => dispatch?.number ?? []))];
      const found: DocumentKey[][] = [];
      for (const dispatch of numbers.slice(0, 2)) {
        const query = { kind: 'dispatch', rut, dispatch } as const;
        const keys: DocumentKey[] = [];
        for await (const { documents } of paginate(api, query)) {
          const at = new Date().toISOString();
          await fixture.store.upsertPage({ connectionId, rut, query, documents, at });
          keys.push(...documents.filter(({ isActive }) => isActive).map(({ id }) => ({ connectionId, id })));
        }
        found.push(keys);
      }
      const [one = [], two = []] = found;
      return [one, two];
    }
    const isRefused = { kind: 'paused', why: 'connection-refused' };
    const into = (name: string) => ({ folder: join(fixture.home, name) });

    test('holds up every batch that has documents of it, also one that has all its links', async () => {
      const [some, more] = await find('one');
      const linked = await fixture.start(slowly(some, halfADay), into('linked'));
      await fixture.until(linked, ({ counts }) => counts.transferring > 0);
      refused.add('one');
      const linkless = await fixture.start(more, into('linkless'));
      for (const id of [linkless, linked]) expect((await fixture.until(id)).state).toMatchObject(isRefused);
      refused.clear();
      agency.faults.clear();
      await fixture.downloads.resumeConnection('one');
      for (const id of [linkless, linked]) expect((await fixture.until(id)).state.kind).toBe('ended');
    });

    test.each([
      [
        'that does not accept the key',
        new AppError('API_KEY_INVALID', 'refused', { status: 403 }),
        isRefused,
      ],
      ['that is away', new AppError('NO_NETWORK', 'away'), { kind: 'paused', why: 'offline' }],
    ])(
      '%s stops no document of another in the same batch, which is paused once nothing else is left of it',
      async (_, error, why) => {
        const [[ofOne], [found]] = [(await find('one'))[0], await find('other')];
        const some = found.filter(({ id }) => agency.data.document(id)?.file).slice(0, 3);
        if (!ofOne) throw new Error('no paper');
        rejection = error;
        refused.add('one');
        gate = Promise.withResolvers<void>();
        const both = await fixture.start([...some, ofOne], into('both'));
        await wasRefused.promise;
        await fixture.until(both, ({ state, counts }) => {
          return state.kind === 'paused' || counts.transferring === some.length;
        });
        gate.resolve();
        const paused = await fixture.until(both);
        expect(paused.state).toMatchObject(why);
        expect(paused.counts).toMatchObject({ done: some.length, waiting: 1 });
        refused.clear();
        await fixture.downloads.resumeConnection('one');
        fixture.downloads.online();
        expect((await fixture.until(both, isEnded)).counts.done).toBe(some.length + 1);
      },
    );

    test('holds up no batch of another, though a third has documents of both', async () => {
      const [[ofOne], [some, more]] = [await find('one'), await find('other')];
      const others = await fixture.start(slowly(some, 1_500), into('others'));
      await fixture.until(others, ({ counts }) => counts.transferring > 0);
      refused.add('one');
      const both = await fixture.start([...more, ...ofOne], into('both'));
      expect((await fixture.until(both)).state).toMatchObject(isRefused);
      expect((await fixture.until(others)).state.kind).toBe('ended');
      refused.clear();
      await fixture.downloads.resumeConnection('one');
      expect((await fixture.until(both)).state.kind).toBe('ended');
    });
  });

  test('a full disk holds up the whole queue, also what goes into other folders', async () => {
    let isFull = false;
    const disk: Disk = {
      ...realDisk,
      create: (path) =>
        isFull && path.includes('first') && !path.includes('.carpeta')
          ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
          : realDisk.create(path),
      freeBytes: async () => (isFull ? 0 : 2 ** 40),
    };
    fixture = await openFixture({
      agency,
      settings: { transfersAtOnce: 16 },
      overrides: { ...patient, disk },
    });
    const documents = await fixture.find({ atMost: 20 });
    const [one, other] = [join(fixture.home, 'first'), join(fixture.home, 'second')];
    const second = await fixture.start(slowly(documents.slice(10), halfADay), { folder: other });
    await fixture.until(second, ({ counts }) => counts.transferring > 0);
    isFull = true;
    const first = await fixture.start(documents.slice(0, 10), { folder: one });
    for (const id of [first, second]) {
      const paused = await fixture.until(id, ({ waits }) => waits !== undefined);
      expect(paused.state).toMatchObject({ kind: 'paused', why: 'disk-full' });
      expect(paused.waits).toMatchObject({ for: 'disk', until: expect.stringMatching(/^\d{4}-.*Z$/) });
    }
    agency.faults.clear();
    isFull = false;
    for (const id of [first, second]) {
      await fixture.until(id, isEnded);
    }
  });

  test('a restart holds up what was going, where the person is to be asked, until they say so', async () => {
    fixture = await openFixture({ agency, settings: { transfersAtOnce: 16 }, overrides: patient });
    const documents = slowly(await fixture.find({ atMost: 20 }), halfADay);
    const going = await fixture.start(documents.slice(0, 10));
    const byHand = await fixture.start(documents.slice(10), { folder: join(fixture.home, 'by-hand') });
    await fixture.until(going, ({ counts }) => counts.transferring > 0);
    await fixture.downloads.control({ action: 'pause', batchId: byHand });
    await fixture.close();
    agency.faults.clear();

    const asked: string[] = [];
    const http = createHttpClient();
    onTestFinished(() => http.close());
    const httpGet: HttpGet = (url, options) => {
      asked.push(url);
      return http.httpGet(url, options);
    };
    fixture = await fixture.another({ settings: { afterRestart: 'ask' }, overrides: { httpGet } });
    const asks = await fixture.until(going, ({ state }) => state.kind === 'paused');
    expect(asks.state).toEqual({ kind: 'paused', why: 'restart' });
    expect((await fixture.until(byHand)).state).toEqual({ kind: 'paused', why: 'person' });
    expect(asked).toEqual([]);
    await fixture.downloads.control({ action: 'resume', batchId: going });
    const ended = await fixture.until(going, isEnded);
    expect(ended.counts).toMatchObject({ waiting: 0, transferring: 0, failed: 0 });
    expect(asked.length).toBeGreaterThan(0);
    expect((await fixture.until(byHand)).state).toEqual({ kind: 'paused', why: 'person' });
  });
});
