import { expect, test } from 'vitest';
import type { Store } from '../../../../electron/database/index.ts';
import { startWorker, systemClock } from '../../../../electron/platform/terminal/index.ts';
import { countText } from '../../../../electron/text/count-text.ts';
import { findText } from '../../../../electron/text/find-text.ts';
import { createReadFileTexts } from '../../../../electron/text/index.ts';
import { WaitingScans } from '../../../../electron/text/ocr/recognize-when-idle.ts';
import { TextIndexer } from '../../../../electron/text/text-indexer.ts';
import type { SearchQuery } from '../../../../shared/model/search-query.ts';
import type { TextFilter } from '../../../../shared/model/text-search.ts';
import { temporaryStore } from '../../../support/database/store.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { acme, document, octoberInvoices } from '../../../support/samples/documents.ts';
import { pdfWith, storeFiles, textConnection } from '../../../support/samples/text-files.ts';

test('a search that ends before the last page tells that there may be more', async () => {
  // More pages than a test stores, none of a document that the filter lets through.
  const store = {
    findTextPages: async (_: string, before: number, limit: number) =>
      Array.from({ length: limit }, (_, index) => ({
        connectionId: 'agency',
        id: 'd',
        page: 1,
        isPaged: true,
        isAttached: false,
        row: before - 1 - index,
      })),
    listTextDocuments: async () => ({ documents: [], unreadable: [] }),
  } as Partial<Store> as Store;
  const found = await findText(store, { text: 'puerto', filter: { types: ['DIN'] }, limit: 50, offset: 0 });
  expect(found).toEqual({ hits: [], hasMore: true, hasWords: true, unused: [], unreadable: 0 });
});

const dispatches: SearchQuery = {
  kind: 'dispatches',
  connectionIds: [textConnection],
  dispatches: [{ number: '123456', ruts: [acme] }],
};

/** Reads every file of a store into the index. */
async function readAll(store: Store): Promise<void> {
  const when = () => 'never' as const;
  const readScans = async () => undefined;
  const indexer = new TextIndexer({
    scans: new WaitingScans({
      store,
      clock: systemClock,
      readScans,
      when,
      isIdle: () => false,
      reportError: () => undefined,
    }),
    store,
    clock: systemClock,
    readFileTexts: createReadFileTexts(startWorker),
    isOn: () => true,
    isPaused: () => false,
    isBusy: () => false,
    onStatus: () => undefined,
    reportError: () => undefined,
  });
  await indexer.readAll(new AbortController().signal, () => undefined);
}

test('the documents of one result set are found alone', async () => {
  const { store, remove } = await temporaryStore();
  try {
    await storeFiles(store, temporaryFolder(), { d1: 'puerto', d2: 'puerto', d3: 'puerto' });
    const at = '2026-11-20T12:00:00.000Z';
    await store.createResultSet('r1', dispatches, at);
    await store.upsertPage({
      connectionId: textConnection,
      rut: acme,
      query: { ...octoberInvoices, rut: acme },
      at,
      documents: [document({ id: 'd2' })],
      member: { resultSetId: 'r1', taskId: 0 },
    });
    await readAll(store);
    const filter = { resultSetId: 'r1' };
    const { hits } = await findText(store, { text: 'puerto', filter, limit: 50, offset: 0 });
    expect(hits.map(({ document: { id } }) => id)).toEqual(['d2']);
    expect((await findText(store, { text: 'puerto', filter: {}, limit: 2, offset: 0 })).hasMore).toBe(true);
  } finally {
    await remove();
  }
});

test('every word of a pasted line counts, up to as many as a text has', async () => {
  const { store, remove } = await temporaryStore();
  try {
    const line = Array.from({ length: 30 }, (_, index) => `palabra${index}`);
    const words = Array.from({ length: 500 }, (_, index) => `w${index}`);
    await storeFiles(store, temporaryFolder(), {
      whole: line.join(' '),
      // Beside the last one: another word in the place of the seventeenth is another line.
      other: line.toSpliced(16, 1).join(' '),
      apart: line.toReversed().join(` ${'x '.repeat(50)}`),
      long: words.join(' '),
    });
    await readAll(store);
    const find = (text: string) => findText(store, { text, filter: {}, limit: 50, offset: 0 });
    const { hits, unused } = await find(line.join(' '));
    expect(hits.map(({ document: { id }, isNear }) => [id, isNear])).toEqual([
      ['whole', true],
      ['apart', false],
    ]);
    expect(unused).toEqual([]);
    const all = await find(`${words.join(' ')} ${'z'.repeat(41)}`);
    expect(all.hits.map(({ document: { id }, isNear }) => [id, isNear])).toEqual([['long', true]]);
    expect(all.unused).toEqual(['z'.repeat(41)]);
    expect((await find(`${words.slice(0, 499).join(' ')} palabra0`)).hits).toEqual([]);
  } finally {
    await remove();
  }
});

test('further documents come behind an offset, and every one is counted by its type', async () => {
  const { store, remove } = await temporaryStore();
  try {
    const ids = ['d1', 'd2', 'd3', 'd4', 'd5'];
    const files = ids.map((id) => [id, id === 'd2' ? 'puerto de Arica' : `puerto ${'x '.repeat(50)} Arica`]);
    await storeFiles(store, temporaryFolder(), Object.fromEntries(files));
    await readAll(store);
    const find = async (offset: number) => {
      const { hits, hasMore } = await findText(store, {
        text: 'puerto arica',
        filter: {},
        limit: 2,
        offset,
      });
      return [hits.map(({ document: { id } }) => id), hasMore];
    };
    expect(await find(0)).toEqual([['d2', 'd5'], true]);
    expect(await find(2)).toEqual([['d4', 'd3'], true]);
    expect(await find(4)).toEqual([['d1'], false]);
    const { signal } = new AbortController();
    const count = (filter: TextFilter) => countText(store, { text: 'puerto arica', filter }, signal);
    expect(await count({})).toEqual({ 'FACTURA TERCEROS': 5 });
    expect(await count({ from: '2026-10-05', to: '2026-10-05' })).toEqual({ 'FACTURA TERCEROS': 5 });
    expect(await count({ from: '2026-10-06' })).toEqual({});
    expect(await count({ types: ['DIN'] })).toEqual({});
    await expect(countText(store, { text: 'puerto', filter: {} }, AbortSignal.abort())).rejects.toMatchObject(
      {
        code: 'CANCELLED',
      },
    );
  } finally {
    await remove();
  }
});

test('a hit in an attached file is told, unless the pages of its document have the words, too', async () => {
  const { store, remove } = await temporaryStore();
  try {
    await storeFiles(store, temporaryFolder(), {
      both: await pdfWith({ 'nota.txt': 'Seguro' }, { page: 'Seguro y flete' }),
      attached: await pdfWith({ 'nota.txt': 'Seguro' }, { page: 'Flete' }),
    });
    await readAll(store);
    const { hits } = await findText(store, { text: 'seguro', filter: {}, limit: 9, offset: 0 });
    const found = hits.map(({ document: { id }, ...hit }) => ({ id, ...hit }));
    expect(found).toMatchObject([
      { id: 'attached', pages: [3], isPaged: false, isAttached: true },
      { id: 'both', pages: [1], isPaged: true, isAttached: false },
    ]);
  } finally {
    await remove();
  }
});

test('the own pages of a document are told though very many of its attached files have the words', async () => {
  const { store, remove } = await temporaryStore();
  try {
    const notes = Array.from({ length: 70 }, (_, at) => [`${at}.txt`, 'Seguro y flete'] as const);
    await storeFiles(store, temporaryFolder(), {
      many: await pdfWith(Object.fromEntries(notes), { page: 'Seguro y flete' }),
      apart: await pdfWith({ 'nota.txt': 'Seguro y flete' }, { page: `Seguro ${'x '.repeat(50)} flete` }),
    });
    await readAll(store);
    const { hits } = await findText(store, { text: 'seguro flete', filter: {}, limit: 2, offset: 0 });
    const found = hits.map(({ document: { id }, pages, isAttached, isNear }) => ({
      id,
      pages,
      isAttached,
      isNear,
    }));
    expect(found).toEqual([
      { id: 'apart', pages: [1], isAttached: false, isNear: true },
      { id: 'many', pages: [1], isAttached: false, isNear: true },
    ]);
  } finally {
    await remove();
  }
});
