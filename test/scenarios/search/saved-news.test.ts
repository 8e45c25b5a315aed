import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchHandlers } from '../../../electron/search/index.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { News, SavedSearchDraft } from '../../../shared/model/search.ts';
import { kinds, savedSearches } from '../../support/app/saved-searches.ts';
import { openSearchDesk, type SearchDesk } from '../../support/app/search-desk.ts';

let desk: SearchDesk;
let rut: Rut;
beforeEach(async () => {
  desk = await openSearchDesk({ practice: { documents: 200, clients: 2 } });
  rut = desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut;
});
afterEach(() => desk.close());

const { types, draft, saved, find, someDocument } = savedSearches(() => ({ desk, rut }));

test('what the first asking finds is no news', async () => {
  const { news, asOf, resultSetId } = await saved();
  expect(news).toBe(0);
  expect(asOf).not.toBe('');
  expect((await desk.documents(resultSetId)).length).toBeGreaterThan(0);
});

test('what is found after a first asking that failed is no news, and nothing of it is fetched', async () => {
  const { id } = await desk.search.saved.create(
    draft({ downloadsNew: true, folder: '/carpetas' }),
    undefined,
  );
  const stop = desk.agency.misbehave.add({ kind: 'answer', code: 'API_KEY_INVALID', endpoint: 'files' });
  await expect(desk.search.saved.refresh(id)).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  stop();
  await desk.search.saved.refresh(id);
  expect(await desk.search.saved.news()).toEqual([]);
  expect((await find(id)).news).toBe(0);
  expect(desk.downloads).toEqual([]);
  desk.agency.changes.arrive({ dispatch: someDocument().dispatch?.number ?? '', type: types()[0] ?? '' });
  await desk.search.saved.refresh(id);
  expect(kinds(await desk.search.saved.news())).toEqual(['new']);
});

test('what the first asking finds is no news though all was marked as seen before', async () => {
  const { id } = await desk.search.saved.create(draft(), undefined);
  await desk.search.saved.markSeen(undefined);
  await desk.search.saved.markSeen(id);
  await desk.search.saved.refresh(id);
  expect(await desk.search.saved.news()).toEqual([]);
  expect((await find(id)).news).toBe(0);
});

test('what still comes to an answer that was saved while it came is no news', async () => {
  await desk.close();
  const rest = Promise.withResolvers<void>();
  let asked = 0;
  desk = await openSearchDesk({
    practice: { documents: 400, clients: 2 },
    settings: { requestsAtOnce: 1 },
    through: (api) => ({
      ...api,
      files: async (options) => {
        if (++asked > 3) await rest.promise;
        return api.files(options);
      },
    }),
  });
  rut = desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut;
  const resultSetId = await desk.search.runner.start(draft().question);
  await expect
    .poll(async () => (await desk.search.runner.progress(resultSetId)).documents, { interval: 2 })
    .toBeGreaterThan(0);
  const { id } = await desk.search.saved.create(draft(), resultSetId);
  const { length } = await desk.documents(resultSetId);
  rest.resolve();
  await desk.ended(resultSetId);
  expect((await desk.documents(resultSetId)).length).toBeGreaterThan(length);
  expect(await desk.search.saved.news()).toEqual([]);
  expect((await find(id)).news).toBe(0);
});

test('new, gone and changed documents are news until they are marked as seen, however often it is refreshed', async () => {
  const { id, resultSetId } = await saved();
  const removed = someDocument();
  desk.agency.changes.delete(removed.id);
  const changed = someDocument();
  changed.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
  const arrived = desk.agency.changes.arrive({
    dispatch: changed.dispatch?.number ?? '',
    type: types()[0] ?? '',
  });
  for (let times = 0; times < 2; times++) {
    await desk.search.saved.refresh(id);
    const news = await desk.search.saved.news();
    expect(kinds(news)).toEqual(['changed', 'gone', 'new']);
    expect((await find(id)).news).toBe(3);
    const of = (kind: News['kind']) => news.find((one) => one.kind === kind);
    expect(of('new')?.document?.id).toBe(arrived.id);
    expect(of('gone')?.document).toMatchObject({ id: removed.id, removedAt: expect.any(String) });
    expect(of('changed')?.after).toContain('999111');
    expect(of('changed')?.before).not.toContain('999111');
  }
  expect((await desk.documents(resultSetId)).some((one) => one.id === removed.id)).toBe(true);
  await desk.search.saved.markSeen(id);
  expect(await desk.search.saved.news()).toEqual([]);
  expect((await find(id)).news).toBe(0);
  expect((await desk.documents(resultSetId)).some((one) => one.id === removed.id)).toBe(false);
  await desk.search.saved.refresh(id);
  expect(await desk.search.saved.news()).toEqual([]);
});

test('what was marked as seen is news again once that is taken back, also what has left its answer', async () => {
  const { id, resultSetId } = await saved();
  desk.agency.changes.delete(someDocument().id);
  const changed = someDocument();
  changed.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
  const arrive = () =>
    desk.agency.changes.arrive({ dispatch: changed.dispatch?.number ?? '', type: types()[0] ?? '' });
  arrive();
  await desk.search.saved.refresh(id);
  const [before, documents] = [await desk.search.saved.news(), await desk.documents(resultSetId)];
  expect(kinds(before)).toEqual(['changed', 'gone', 'new']);

  const markId = await desk.search.saved.markSeen(id);
  expect(await desk.search.saved.news()).toEqual([]);
  await desk.search.saved.unmarkSeen(markId);
  expect(await desk.search.saved.news()).toEqual(before);
  expect((await find(id)).news).toBe(3);
  expect(await desk.documents(resultSetId)).toEqual(documents);
  await expect(desk.search.saved.unmarkSeen(markId)).rejects.toMatchObject({ code: 'UNDO_GONE' });

  const later = await desk.search.saved.markSeen(undefined);
  arrive();
  await desk.search.saved.refresh(id);
  expect(kinds(await desk.search.saved.news())).toEqual(['new']);
  await desk.search.saved.unmarkSeen(later);
  expect(kinds(await desk.search.saved.news())).toEqual(['changed', 'gone', 'new', 'new']);
  expect((await find(id)).news).toBe(4);

  const last = await desk.search.saved.markSeen(id);
  await desk.search.saved.remove(id);
  await expect(desk.search.saved.unmarkSeen(last)).rejects.toMatchObject({ code: 'UNDO_GONE' });
});

test('what a refresh has found so far is news at its end and is fetched, though all is marked as seen meanwhile', async () => {
  await desk.close();
  const rest = Promise.withResolvers<void>();
  let left = Number.POSITIVE_INFINITY;
  desk = await openSearchDesk({
    practice: { documents: 200, clients: 2 },
    settings: { requestsAtOnce: 1 },
    through: (api) => ({
      ...api,
      files: async (options) => {
        if (--left < 0) await rest.promise;
        return api.files(options);
      },
    }),
  });
  rut = desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut;
  const { id, resultSetId } = await saved({ downloadsNew: true, folder: '/carpetas' });
  const at = () => desk.clock.sleep(20_000, new AbortController().signal);
  await at();
  const number = someDocument().dispatch?.number ?? '';
  const before = desk.agency.changes.arrive({ dispatch: number, type: types()[0] ?? '' }).id;
  await desk.search.saved.refresh(id);
  await at();
  const arrived = desk.agency.changes.arrive({ dispatch: number, type: types()[0] ?? '' }).id;
  left = 1;
  const refreshScheduler = desk.search.saved.refresh(id);
  await expect
    .poll(async () => (await desk.documents(resultSetId)).some((one) => one.id === arrived))
    .toBe(true);
  await desk.search.saved.markSeen(undefined);
  rest.resolve();
  await refreshScheduler;
  expect((await desk.search.saved.news()).map(({ document }) => document?.id)).toEqual([arrived]);
  expect((await find(id)).news).toBe(1);
  expect(desk.downloads.map(({ selection }) => selection)).toMatchObject([
    { documents: [{ id: before }] },
    { documents: [{ id: arrived }] },
  ]);
});

test('a document that came and went between two looks is no news', async () => {
  const { id } = await saved();
  const { id: passing } = desk.agency.changes.arrive({
    dispatch: someDocument().dispatch?.number ?? '',
    type: types()[0] ?? '',
  });
  await desk.search.saved.refresh(id);
  expect(kinds(await desk.search.saved.news())).toEqual(['new']);
  desk.agency.changes.delete(passing);
  await desk.search.saved.refresh(id);
  expect(await desk.search.saved.news()).toEqual([]);
});

test('a dispatch in another state is news, with its state before and after; letters of another case are none', async () => {
  const { id, resultSetId } = await saved();
  const numbers = new Set((await desk.documents(resultSetId)).map(({ dispatchNumber }) => dispatchNumber));
  const dispatch = desk.agency.data.dispatches.find(
    ({ number, recordType }) => numbers.has(number) && recordType === 'din',
  );
  if (!dispatch) throw new Error('no import declaration');
  const before = dispatch.status.EstadoDIN;
  dispatch.status.EstadoDIN = before?.toUpperCase() ?? null;
  await desk.search.saved.refresh(id);
  expect(await desk.search.saved.news()).toEqual([]);
  dispatch.status.EstadoDIN = 'Anulada';
  await desk.search.saved.refresh(id);
  expect(await desk.search.saved.news()).toMatchObject([
    {
      kind: 'status',
      dispatchNumber: dispatch.number,
      before: expect.stringMatching(new RegExp(before ?? '', 'i')),
      after: 'Anulada',
    },
  ]);
});

describe('the count of news', () => {
  /** Two saved searches over the same documents, and a dispatch with some of them. */
  async function two() {
    const first = await saved();
    const second = await saved({ name: 'Otra de lo mismo' });
    const document = someDocument();
    return { first, second, document, number: document.dispatch?.number ?? '' };
  }
  /** Of each, what its badge says and how many its list holds. */
  async function counts() {
    const listed = await desk.search.saved.news();
    return (await desk.search.saved.list()).map(({ id, news }) => [
      ...[news, listed.filter(({ savedSearchId }) => savedSearchId === id).length],
    ]);
  }
  const told = () => desk.savedTold.at(-1)?.saved.map(({ news }) => news);

  test('follows what another search found of the same documents, and is marked as seen for each by itself', async () => {
    const { first, document } = await two();
    document.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
    await desk.search.saved.refresh(first.id);
    expect(await counts()).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(told()).toEqual([1, 1]);
    await desk.search.saved.markSeen(first.id);
    expect(await counts()).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test('follows a query that nobody saved', async () => {
    const { document } = await two();
    document.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
    await desk.ask(draft().question);
    await expect.poll(told).toEqual([1, 1]);
    expect(await counts()).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('follows a look at a dispatch of which a document is gone', async () => {
    const { document, number } = await two();
    desk.agency.changes.delete(document.id);
    await desk.search.view({ connectionId: 'practice', number, rut, ask: true });
    await expect.poll(told).toEqual([1, 1]);
    expect(await counts()).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('is what is left when what was news is deleted for good', async () => {
    const { first, document } = await two();
    document.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
    const other = desk.agency.clients[1]?.rut ?? rut;
    const both = { ...draft().question, ruts: [rut, other] } as SavedSearchDraft['question'];
    await desk.search.saved.change(first.id, { question: both });
    await desk.search.saved.refresh(first.id);
    await desk.search.saved.markSeen(first.id);
    document.infoDoc = { document: { number: '999222', type: '', issueDate: '', dueDate: '' } };
    await desk.search.saved.refresh(first.id);
    expect((await counts())[0]).toEqual([1, 1]);
    const configuration = {} as Parameters<typeof searchHandlers>[1];
    await searchHandlers(desk.search, configuration)['kept.purge']({ rut });
    expect(await counts()).toEqual([[0, 0]]);
    expect(told()).toEqual([0]);
  });
});
