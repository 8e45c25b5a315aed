import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { searchHandlers } from '../../../electron/search/index.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SavedSearchDraft, SearchChange } from '../../../shared/model/search.ts';
import { kinds, savedSearches } from '../../support/app/saved-searches.ts';
import { openSearchFixture, type SearchFixture } from '../../support/app/search-fixture.ts';

let fixture: SearchFixture;
let rut: Rut;
beforeEach(async () => {
  fixture = await openSearchFixture({ practice: { documents: 200, clients: 2 } });
  rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
});
afterEach(() => fixture.close());

const { types, query, draft, saved, find, someDocument } = savedSearches(() => ({ fixture, rut }));

test('what the first asking finds is no news', async () => {
  const { news, asOf, resultSetId } = await saved();
  expect(news).toBe(0);
  expect(asOf).not.toBe('');
  expect((await fixture.documents(resultSetId)).length).toBeGreaterThan(0);
});

test('what is found after a first asking that failed is no news, and nothing of it is fetched', async () => {
  const { id } = await fixture.search.saved.create(
    draft({ downloadsNew: true, folder: '/carpetas' }),
    undefined,
  );
  const stop = fixture.agency.faults.add({ kind: 'answer', code: 'API_KEY_INVALID', endpoint: 'files' });
  await expect(fixture.search.saved.refresh(id)).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  stop();
  await fixture.search.saved.refresh(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
  expect((await find(id)).news).toBe(0);
  expect(fixture.downloads).toEqual([]);
  fixture.agency.changes.arrive({ dispatch: someDocument().dispatch?.number ?? '', type: types()[0] ?? '' });
  await fixture.search.saved.refresh(id);
  expect(kinds(await fixture.search.saved.changes())).toEqual(['new']);
});

test('what the first asking finds is no news though all was marked as seen before', async () => {
  const { id } = await fixture.search.saved.create(draft(), undefined);
  await fixture.search.saved.markSeen(undefined);
  await fixture.search.saved.markSeen(id);
  await fixture.search.saved.refresh(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
  expect((await find(id)).news).toBe(0);
});

test('what still comes to an answer that was saved while it came is no news', async () => {
  await fixture.close();
  const rest = Promise.withResolvers<void>();
  let asked = 0;
  fixture = await openSearchFixture({
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
  rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
  const resultSetId = await fixture.search.runner.start(query());
  await expect
    .poll(async () => (await fixture.search.runner.progress(resultSetId)).documents, { interval: 2 })
    .toBeGreaterThan(0);
  const { id } = await fixture.search.saved.create(draft(), resultSetId);
  const { length } = await fixture.documents(resultSetId);
  rest.resolve();
  await fixture.ended(resultSetId);
  expect((await fixture.documents(resultSetId)).length).toBeGreaterThan(length);
  expect(await fixture.search.saved.changes()).toEqual([]);
  expect((await find(id)).news).toBe(0);
});

test('new, gone and changed documents are news until they are marked as seen, however often it is refreshed', async () => {
  const { id, resultSetId } = await saved();
  const removed = someDocument();
  fixture.agency.changes.delete(removed.id);
  const changed = someDocument();
  changed.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
  const arrived = fixture.agency.changes.arrive({
    dispatch: changed.dispatch?.number ?? '',
    type: types()[0] ?? '',
  });
  for (let times = 0; times < 2; times++) {
    await fixture.search.saved.refresh(id);
    const news = await fixture.search.saved.changes();
    expect(kinds(news)).toEqual(['changed', 'gone', 'new']);
    expect((await find(id)).news).toBe(3);
    const of = (kind: SearchChange['kind']) => news.find((one) => one.kind === kind);
    expect(of('new')?.document?.id).toBe(arrived.id);
    expect(of('gone')?.document).toMatchObject({ id: removed.id, removedAt: expect.any(String) });
    expect(of('changed')?.after).toContain('999111');
    expect(of('changed')?.before).not.toContain('999111');
  }
  expect((await fixture.documents(resultSetId)).some((one) => one.id === removed.id)).toBe(true);
  await fixture.search.saved.markSeen(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
  expect((await find(id)).news).toBe(0);
  expect((await fixture.documents(resultSetId)).some((one) => one.id === removed.id)).toBe(false);
  await fixture.search.saved.refresh(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
});

test('what was marked as seen is news again once that is taken back, also what has left its answer', async () => {
  const { id, resultSetId } = await saved();
  fixture.agency.changes.delete(someDocument().id);
  const changed = someDocument();
  changed.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
  const arrive = () =>
    fixture.agency.changes.arrive({ dispatch: changed.dispatch?.number ?? '', type: types()[0] ?? '' });
  arrive();
  await fixture.search.saved.refresh(id);
  const [before, documents] = [await fixture.search.saved.changes(), await fixture.documents(resultSetId)];
  expect(kinds(before)).toEqual(['changed', 'gone', 'new']);

  const markId = await fixture.search.saved.markSeen(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
  await fixture.search.saved.unmarkSeen(markId);
  expect(await fixture.search.saved.changes()).toEqual(before);
  expect((await find(id)).news).toBe(3);
  expect(await fixture.documents(resultSetId)).toEqual(documents);
  await expect(fixture.search.saved.unmarkSeen(markId)).rejects.toMatchObject({ code: 'UNDO_GONE' });

  const later = await fixture.search.saved.markSeen(undefined);
  arrive();
  await fixture.search.saved.refresh(id);
  expect(kinds(await fixture.search.saved.changes())).toEqual(['new']);
  await fixture.search.saved.unmarkSeen(later);
  expect(kinds(await fixture.search.saved.changes())).toEqual(['changed', 'gone', 'new', 'new']);
  expect((await find(id)).news).toBe(4);

  const last = await fixture.search.saved.markSeen(id);
  await fixture.search.saved.remove(id);
  await expect(fixture.search.saved.unmarkSeen(last)).rejects.toMatchObject({ code: 'UNDO_GONE' });
});

test('what a refresh has found so far is news at its end and is fetched, though all is marked as seen meanwhile', async () => {
  await fixture.close();
  const rest = Promise.withResolvers<void>();
  let left = Number.POSITIVE_INFINITY;
  fixture = await openSearchFixture({
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
  rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
  const { id, resultSetId } = await saved({ downloadsNew: true, folder: '/carpetas' });
  const at = () => fixture.clock.sleep(20_000, new AbortController().signal);
  await at();
  const number = someDocument().dispatch?.number ?? '';
  const before = fixture.agency.changes.arrive({ dispatch: number, type: types()[0] ?? '' }).id;
  await fixture.search.saved.refresh(id);
  await at();
  const arrived = fixture.agency.changes.arrive({ dispatch: number, type: types()[0] ?? '' }).id;
  left = 1;
  const refreshScheduler = fixture.search.saved.refresh(id);
  await expect
    .poll(async () => (await fixture.documents(resultSetId)).some((one) => one.id === arrived))
    .toBe(true);
  await fixture.search.saved.markSeen(undefined);
  rest.resolve();
  await refreshScheduler;
  expect((await fixture.search.saved.changes()).map(({ document }) => document?.id)).toEqual([arrived]);
  expect((await find(id)).news).toBe(1);
  expect(fixture.downloads.map(({ selection }) => selection)).toMatchObject([
    { documents: [{ id: before }] },
    { documents: [{ id: arrived }] },
  ]);
});

test('a document that came and went between two looks is no news', async () => {
  const { id } = await saved();
  const { id: passing } = fixture.agency.changes.arrive({
    dispatch: someDocument().dispatch?.number ?? '',
    type: types()[0] ?? '',
  });
  await fixture.search.saved.refresh(id);
  expect(kinds(await fixture.search.saved.changes())).toEqual(['new']);
  fixture.agency.changes.delete(passing);
  await fixture.search.saved.refresh(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
});

test('a dispatch in another state is news, with its state before and after; letters of another case are none', async () => {
  const { id, resultSetId } = await saved();
  const numbers = new Set((await fixture.documents(resultSetId)).map(({ dispatchNumber }) => dispatchNumber));
  const dispatch = fixture.agency.data.dispatches.find(
    ({ number, recordType }) => numbers.has(number) && recordType === 'din',
  );
  if (!dispatch) throw new Error('no import declaration');
  const before = dispatch.status.EstadoDIN;
  dispatch.status.EstadoDIN = before?.toUpperCase() ?? null;
  await fixture.search.saved.refresh(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
  dispatch.status.EstadoDIN = 'Anulada';
  await fixture.search.saved.refresh(id);
  expect(await fixture.search.saved.changes()).toMatchObject([
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
    const listed = await fixture.search.saved.changes();
    return (await fixture.search.saved.list()).map(({ id, news }) => [
      ...[news, listed.filter(({ savedSearchId }) => savedSearchId === id).length],
    ]);
  }
  const emitted = () => fixture.savedEvents.at(-1)?.saved.map(({ news }) => news);

  test('follows what another search found of the same documents, and is marked as seen for each by itself', async () => {
    const { first, document } = await two();
    document.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
    await fixture.search.saved.refresh(first.id);
    expect(await counts()).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(emitted()).toEqual([1, 1]);
    await fixture.search.saved.markSeen(first.id);
    expect(await counts()).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  test('follows a query that nobody saved', async () => {
    const { document } = await two();
    document.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
    await fixture.ask(query());
    await expect.poll(emitted).toEqual([1, 1]);
    expect(await counts()).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('follows a look at a dispatch of which a document is gone', async () => {
    const { document, number } = await two();
    fixture.agency.changes.delete(document.id);
    await fixture.search.view({ connectionId: 'practice', number, rut, ask: true });
    await expect.poll(emitted).toEqual([1, 1]);
    expect(await counts()).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test('is what is left when what was news is deleted for good', async () => {
    const { first, document } = await two();
    document.infoDoc = { document: { number: '999111', type: '', issueDate: '', dueDate: '' } };
    const other = fixture.agency.clients[1]?.rut ?? rut;
    const both = { ...draft().question, ruts: [rut, other] } as SavedSearchDraft['question'];
    await fixture.search.saved.change(first.id, { question: both });
    await fixture.search.saved.refresh(first.id);
    await fixture.search.saved.markSeen(first.id);
    document.infoDoc = { document: { number: '999222', type: '', issueDate: '', dueDate: '' } };
    await fixture.search.saved.refresh(first.id);
    expect((await counts())[0]).toEqual([1, 1]);
    const configuration = {} as Parameters<typeof searchHandlers>[1];
    await searchHandlers(fixture.search, configuration)['stored.purge']({ rut });
    expect(await counts()).toEqual([[0, 0]]);
    expect(emitted()).toEqual([0]);
  });
});
