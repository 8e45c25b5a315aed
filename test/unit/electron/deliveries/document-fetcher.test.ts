import { expect, it, test } from 'vitest';
import {
  DocumentFetcher,
  type DocumentFetcherOptions,
  type FetchProgress,
} from '../../../../electron/deliveries/document-fetcher.ts';
import { AppError, toErrorData } from '../../../../shared/errors.ts';
import type { Batch, BatchDocument, PauseReason } from '../../../../shared/model/download.ts';
import type { Rut } from '../../../../shared/model/rut.ts';

import { errorOf } from '../../../support/agency/client.ts';

function paused(
  transferring: number,
  done: number,
  why: PauseReason = 'connection-refused',
  code = 'API_KEY_INVALID',
): Batch {
  const none = { waiting: 0, transferring: 0, paused: 0, here: 0, failed: 0, unsigned: 0, cancelled: 0 };
  return {
    id: 'batch-1',
    name: 'PDF',
    folder: '/carpetas',
    template: '',
    startedAt: '2026-11-02T12:00:00Z',
    state: { kind: 'paused', why, error: toErrorData(new AppError(code, 'as the test says')) },
    counts: { ...none, 'no-file': 0, waiting: 1, transferring, done },
    documents: 2,
    leftOut: 0,
    bytes: 1,
    bytesPerSecond: 0,
    isElsewhere: false,
  };
}

function document(documentId: string, state: BatchDocument['state']): BatchDocument {
  return {
    batchId: 'batch-1',
    connectionId: 'a',
    documentId,
    dispatchNumber: '123457',
    rut: '76086428-5' as Rut,
    type: 'DIN',
    folio: '5',
    state,
    path: '',
    bytes: 0,
  };
}

const keysOf = (...ids: string[]) => ids.map((id) => ({ connectionId: 'a', id }));
const chosen = { folder: '/carpetas', template: '{type}' };

/**
 * A fetcher over downloads that do nothing of their own: `tell` says how the batch stands, once it is
 * followed.
 */
function fetching(overrides: Partial<DocumentFetcherOptions['downloads']> = {}, settings = chosen) {
  const [followed, left] = [Promise.withResolvers<(batch: Batch | undefined) => void>(), { isLeft: false }];
  const stopping = new AbortController();
  const documents = new DocumentFetcher({
    downloads: {
      list: async () => [],
      split: async (request) => [request],
      start: async () => ({ batchId: 'batch-1' }),
      follow: (_batchId, listener) => {
        followed.resolve(listener);
        return () => {
          left.isLeft = true;
        };
      },
      documents: async () => ({ rows: [document('one', 'waiting')], total: 1 }),
      control: async () => undefined,
      ...overrides,
    },
    settings: () => settings,
    userData: '/home/ana/carpeta',
    ownFolder: '/home/ana/carpeta/papeles',
  });
  const fetch = (request: Partial<Parameters<typeof documents.fetch>[0]> = {}) =>
    documents.fetch(
      { documents: keysOf('one', 'other'), name: 'PDF', ...request },
      { signal: stopping.signal, onProgress: () => undefined },
    );
  const tell = async (batch: Batch | undefined) => (await followed.promise)(batch);
  return { cancel: (batchId: string) => documents.cancel(batchId), fetch, tell, stopping, left };
}

it('a document that is being put in its place when the key is refused beside it has come', async () => {
  let landing: BatchDocument['state'] = 'transferring';
  const { fetch, tell } = fetching({
    documents: async () => ({ rows: [document('landing', landing), document('other', 'waiting')], total: 2 }),
  });
  const fetched = fetch({ documents: keysOf('landing', 'other') });
  await tell(paused(1, 0));
  // Whoever reads the documents at that moment reads them in the turns that follow.
  await new Promise((resolve) => setImmediate(resolve));
  landing = 'done';
  await tell(paused(0, 1));
  const codeOf = await fetched;
  expect(codeOf({ connectionId: 'a', id: 'landing' })).toBe(undefined);
  expect(codeOf({ connectionId: 'a', id: 'other' })).toBe('API_KEY_INVALID');
});

test.each([
  ['connection-refused', 'API_KEY_INVALID'],
  ['store-unwritable', 'STORE_DAMAGED'],
] as const)('a batch that stands still as %s brings nothing more, and says why', async (why, code) => {
  const { fetch, tell } = fetching();
  const fetched = fetch();
  await tell(paused(0, 1, why, code));
  expect((await fetched)({ connectionId: 'a', id: 'one' })).toBe(code);
});

test.each([
  ['offline', 'NO_NETWORK'],
  ['offline', 'TLS_FAILED'],
  ['disk-full', 'DISK_FULL'],
  ['folder-gone', 'FOLDER_GONE'],
  ['store-unwritable', 'STORE_BUSY'],
] as const)('a batch that is paused as %s (%s) resumes by itself, and is waited for', async (why, code) => {
  const { fetch, tell } = fetching();
  const fetched = fetch();
  await tell(paused(0, 1, why, code));
  await tell(paused(0, 1));
  expect((await fetched)({ connectionId: 'a', id: 'one' })).toBe('API_KEY_INVALID');
});

test('each of more documents than are read at once has its own reason', async () => {
  const rows = Array.from({ length: 1_001 }, (_, n) => document(`d${n}`, n === 1_000 ? 'no-file' : 'done'));
  const { fetch, tell } = fetching({
    documents: async ({ offset, limit }) => ({
      rows: rows.slice(offset, offset + limit),
      total: rows.length,
    }),
  });
  const fetched = fetch();
  await tell(paused(0, 1));
  const codeOf = await fetched;
  expect(keysOf('d0', 'd999', 'd1000').map(codeOf)).toEqual([undefined, undefined, 'DOCUMENT_WITHOUT_FILE']);
});

test.each([
  ['FOLDER_GONE', 'FOLDER_GONE'],
  ['FOLDER_UNWRITABLE', 'FOLDER_UNWRITABLE'],
  ['PATH_TOO_LONG', 'PATH_TOO_LONG'],
  ['DISK_FULL', 'DISK_FULL'],
  ['NOTHING_SELECTED', 'DOCUMENT_GONE'],
])('where no batch can be begun for %s, that is why no document came: %s', async (error, code) => {
  const { fetch } = fetching({ start: () => Promise.reject(new AppError(error, 'as the test says')) });
  expect((await fetch())({ connectionId: 'a', id: 'one' })).toBe(code);
});

test('what has nothing to do with the place is told to whoever fetches', async () => {
  const { fetch } = fetching({
    start: () => Promise.reject(new AppError('STORE_DAMAGED', 'as the test says')),
  });
  expect((await errorOf(fetch())).code).toBe('STORE_DAMAGED');
});

test('documents go where they are asked to, else to the folder of the settings, the last one, the own one', async () => {
  const none = { folder: '', template: '{type}' };
  const last = { ...paused(0, 1), folder: '/anteriores', template: '{dispatch}' };
  const into = { folder: '/paquete', template: '{nn}' };
  const began: unknown[] = [];
  const start: DocumentFetcherOptions['downloads']['start'] = async ({ folder, template }) => {
    began.push({ folder, template });
    throw new AppError('NOTHING_SELECTED', 'as the test says');
  };
  const [one = { connectionId: 'a', id: 'one' }, other = one] = keysOf('one', 'other');
  await fetching({ start }).fetch({ documents: [{ ...one, into }, other] });
  await fetching({ start, list: async () => [last] }).fetch();
  await fetching({ start, list: async () => [last] }, none).fetch();
  await fetching({ start }, none).fetch();
  expect(began).toEqual([
    into,
    chosen,
    chosen,
    { folder: '/anteriores', template: '{dispatch}' },
    { folder: '/home/ana/carpeta/papeles', template: '{type}' },
  ]);
});

test('a batch that is taken off the list was cancelled, and cancelling it then is no fault', async () => {
  const { fetch, tell, cancel } = fetching({
    control: () => Promise.reject(new AppError('BATCH_GONE', 'as the test says')),
  });
  const fetched = fetch();
  await tell(undefined);
  expect((await fetched)({ connectionId: 'a', id: 'one' })).toBe('CANCELLED');
  await cancel('batch-1');
});

test('a batch that cannot be cancelled is told of', async () => {
  const { cancel } = fetching({
    control: () => Promise.reject(new AppError('BATCH_OWNED_ELSEWHERE', 'as the test says')),
  });
  expect((await errorOf(cancel('batch-1'))).code).toBe('BATCH_OWNED_ELSEWHERE');
});

test('whoever waits no longer follows the batch no longer', async () => {
  const { fetch, tell, stopping, left } = fetching();
  const fetched = errorOf(fetch());
  await tell(paused(0, 1, 'offline', 'NO_NETWORK'));
  stopping.abort();
  expect([(await fetched).code, left.isLeft]).toEqual(['CANCELLED', true]);
});

/** Downloads that the rules of two clients split: a batch of `one`, another of `other`. */
function ofTwoClients(
  start?: DocumentFetcherOptions['downloads']['start'],
  { signal } = new AbortController(),
) {
  const listeners = new Map<string, (batch: Batch | undefined) => void>();
  const progress: FetchProgress[] = [];
  const fetcher = new DocumentFetcher({
    downloads: {
      list: async () => [],
      split: async (request) =>
        ['one', 'other'].map((id) => ({
          ...request,
          folder: `/de/${id}`,
          selection: { kind: 'some', documents: keysOf(id) },
        })),
      start: start ?? (async ({ folder }) => ({ batchId: folder })),
      follow: (batchId, listener) => {
        listeners.set(batchId, listener);
        return () => undefined;
      },
      documents: async ({ batchId }) => ({
        rows: [document(batchId.slice('/de/'.length), batchId === '/de/one' ? 'done' : 'no-file')],
        total: 1,
      }),
      control: async () => undefined,
    },
    settings: () => chosen,
    userData: '/home/ana/carpeta',
    ownFolder: '/home/ana/carpeta/papeles',
  });
  const fetched = fetcher.fetch(
    { documents: keysOf('one', 'other'), name: 'PDF' },
    { signal, onProgress: (now) => progress.push(now) },
  );
  const tell = async (batchId: string, batch: Batch | undefined) => {
    await expect.poll(() => listeners.has(batchId)).toBe(true);
    listeners.get(batchId)?.(batch && { ...batch, id: batchId, documents: 1 });
  };
  return { fetched, tell, progress };
}

const still = (done: number): Batch => ({
  ...paused(0, done),
  counts: { ...paused(0, done).counts, waiting: 1 - done },
});

test('a batch that was taken off the list keeps no pause of another from being told', async () => {
  const { tell, progress } = ofTwoClients();
  await tell('/de/one', undefined);
  await tell('/de/other', paused(0, 1, 'offline', 'NO_NETWORK'));
  expect(progress.at(-1)).toMatchObject({ done: 1, of: 2, pausedWhy: 'offline' });
});

test('no batch is begun after the caller has stopped waiting', async () => {
  const stopping = new AbortController();
  const begun: string[] = [];
  const { fetched, progress } = ofTwoClients(async ({ folder }) => {
    begun.push(folder);
    stopping.abort();
    return { batchId: folder };
  }, stopping);
  expect((await errorOf(fetched)).code).toBe('CANCELLED');
  expect(begun).toEqual(['/de/one']);
  expect(progress).toMatchObject([{ batchIds: ['/de/one'] }]);
});

test('documents of two clients come in a batch each, whose progress is told as one', async () => {
  const { fetched, tell, progress } = ofTwoClients();
  await tell('/de/one', still(1));
  await tell('/de/other', still(0));
  const codeOf = await fetched;
  expect(keysOf('one', 'other').map(codeOf)).toEqual([undefined, 'DOCUMENT_WITHOUT_FILE']);
  const batchIds = ['/de/one', '/de/other'];
  expect(progress).toEqual([
    { batchIds, done: 0, of: 2 },
    { batchIds, done: 1, of: 2 },
    { batchIds, done: 1, of: 2, pausedWhy: 'connection-refused' },
  ]);
});

test('a folder that one client’s batch cannot have costs the other client nothing', async () => {
  const { fetched, tell, progress } = ofTwoClients(async ({ folder }) => {
    if (folder === '/de/other') throw new AppError('FOLDER_GONE', 'as the test says');
    return { batchId: folder };
  });
  await tell('/de/one', still(1));
  const codeOf = await fetched;
  expect(keysOf('one', 'other').map(codeOf)).toEqual([undefined, 'FOLDER_GONE']);
  expect(progress[0]).toEqual({ batchIds: ['/de/one'], done: 0, of: 1 });
});

test('a batch that has begun is waited for, whatever stops the one after it', async () => {
  const { fetched, tell } = ofTwoClients(async ({ folder }) => {
    if (folder === '/de/other') throw new AppError('STORE_BUSY', 'as the test says');
    return { batchId: folder };
  });
  await tell('/de/one', still(1));
  expect(keysOf('one', 'other').map(await fetched)).toEqual([undefined, 'STORE_BUSY']);
});

test('of two batches the one that is taken off the list was cancelled', async () => {
  const { fetched, tell } = ofTwoClients();
  await tell('/de/one', still(1));
  await tell('/de/other', undefined);
  expect(keysOf('one', 'other').map(await fetched)).toEqual([undefined, 'CANCELLED']);
});
