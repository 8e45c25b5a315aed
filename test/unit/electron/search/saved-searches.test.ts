import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../../shared/errors.ts';
import type { Rut } from '../../../../shared/model/rut.ts';
import type { SearchQuery } from '../../../../shared/model/search-query.ts';
import { kinds, savedSearches, wordsDraft } from '../../../support/app/saved-searches.ts';
import { openSearchFixture, rangeQuery, type SearchFixture } from '../../../support/app/search-fixture.ts';

let fixture: SearchFixture;
let rut: Rut;
beforeEach(async () => {
  fixture = await openSearchFixture({ practice: { documents: 200, clients: 2 } });
  rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
});
afterEach(() => fixture.close());

const { types, query, draft, saved, find, someDocument } = savedSearches(() => ({ fixture, rut }));

test('a saved search tells what its last refresh could not ask, and nothing once that is answered', async () => {
  const { id } = await saved();
  const incomplete = async () => (await fixture.search.saved.list()).find((one) => one.id === id)?.incomplete;
  expect(await incomplete()).toBeUndefined();
  const stop = fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  await Promise.allSettled([fixture.search.saved.refresh(id)]);
  const emitted = await incomplete();
  expect(emitted?.tasks).toBeGreaterThan(0);
  expect(emitted?.error?.code).toBeDefined();
  stop();
  await fixture.search.saved.refresh(id, { isUrgent: true });
  expect(await incomplete()).toBeUndefined();
});

describe('days that move on', () => {
  const at = (day: string) => Date.parse(`${day}T15:00:00Z`);
  const setWallClock = (now: number) => {
    if ('setWallClock' in fixture.clock && typeof fixture.clock.setWallClock === 'function')
      fixture.clock.setWallClock(now);
  };
  const filed = (one: { id: string }) => fixture.agency.data.document(one.id)?.filedAt ?? 0;

  /**
   * Documents of the last 300 days, the oldest first, and in how many days half of them are older than that.
   */
  async function requestedLately() {
    setWallClock(at('2026-11-20'));
    const { id, resultSetId } = await saved({}, { kind: 'last-days', days: 300 });
    const before = await fixture.documents(resultSetId);
    const inOrder = before.toSorted((a, b) => filed(a) - filed(b));
    const middle = inOrder[Math.floor(inOrder.length / 2)] ?? inOrder[0];
    const days = middle ? Math.ceil((filed(middle) - at('2026-01-25')) / 86_400_000) + 1 : 1;
    return { id, resultSetId, before, inOrder, days };
  }

  test.each([
    ['a refresh in between failed', () => 0],
    [
      'the service could not tell of the days that were left behind',
      () => fixture.agency.requests.count('files'),
    ],
  ])('tell nothing as deleted that only grew older, though %s', async (_, skip) => {
    const { id, resultSetId, before, days } = await requestedLately();
    const stop = fixture.agency.faults.add({
      kind: 'answer',
      code: 'INTERNAL_ERROR',
      endpoint: 'files',
      skip: skip(),
    });
    setWallClock(at('2026-11-20') + days * 86_400_000);
    await Promise.allSettled([fixture.search.saved.refresh(id)]);
    stop();
    setWallClock(at('2026-11-20') + (days + 1) * 86_400_000);
    await fixture.search.saved.refresh(id, { isUrgent: true });
    expect(kinds(await fixture.search.saved.changes())).toEqual([]);
    expect((await fixture.documents(resultSetId)).length).toBeLessThan(before.length);
  });

  test('leave no dispatch behind without a document, though a client is not known to the agency', async () => {
    setWallClock(at('2026-11-20'));
    const ruts = [rut, fixture.agency.inactiveClient.rut];
    const { id, resultSetId } = await saved({
      question: { ...query({ kind: 'last-days', days: 300 }), kind: 'range', ruts } as SearchQuery,
    });
    const dispatches = async () => {
      const window = { list: 'dispatches' as const, offset: 0, limit: 100, sort: [], group: 'none' as const };
      return (await fixture.search.rows.page({ ...window, resultSetId, filter: '' })).rows;
    };
    expect((await dispatches()).length).toBeGreaterThan(0);
    setWallClock(at('2026-11-20') + 400 * 86_400_000);
    await fixture.search.saved.refresh(id);
    expect(await fixture.documents(resultSetId)).toEqual([]);
    expect(await dispatches()).toEqual([]);
  });

  test('take what is older out without a word, and tell what was deleted', async () => {
    const { id, resultSetId, before, inOrder, days } = await requestedLately();
    const [older, younger] = [inOrder[0], inOrder.at(-1)];
    fixture.agency.changes.delete(older?.id ?? '');
    fixture.agency.changes.delete(younger?.id ?? '');
    setWallClock(at('2026-11-20') + days * 86_400_000);
    await fixture.search.saved.refresh(id);
    const after = await fixture.documents(resultSetId);
    expect(after.length).toBeLessThan(before.length);
    expect(kinds(await fixture.search.saved.changes())).toEqual(['gone', 'gone']);
    const removed = after.filter(({ removedAt }) => removedAt !== undefined).map((one) => one.id);
    expect(removed.sort()).toEqual([older?.id, younger?.id].sort());
  });
});

test('it opens without a network, and a refresh that finds none costs nothing kept', async () => {
  const { id, resultSetId } = await saved();
  const before = await fixture.documents(resultSetId);
  await fixture.agency.close();
  await expect(fixture.search.saved.refresh(id)).rejects.toMatchObject({ code: 'NO_NETWORK' });
  expect(await fixture.documents(resultSetId)).toEqual(before);
  expect((await fixture.search.runner.progress(resultSetId)).problems[0]?.error.code).toBe('NO_NETWORK');
  expect((await fixture.search.typeCatalogues.list('practice')).types).not.toEqual([]);
});

test('it opens as it was left, from the beginning that was kept, and from the rows as soon as they change', async () => {
  const sort = [{ column: 'folio', descending: true }];
  const view = { list: 'documents' as const, columns: [], sort, filter: '', group: 'type' as const };
  const { id, resultSetId } = await saved({ view });
  const query = {
    resultSetId,
    list: 'documents' as const,
    offset: 0,
    sort,
    filter: '',
    group: 'type' as const,
  };
  const before = await fixture.search.rows.page({ ...query, limit: 100 });
  expect(before.groups?.length).toBeGreaterThan(1);
  fixture = await fixture.restarted();
  expect(await fixture.search.rows.page({ ...query, limit: 100 })).toEqual(before);
  expect((await fixture.search.rows.page({ ...query, limit: 500 })).rows.slice(0, 100)).toEqual(before.rows);
  fixture.agency.changes.delete(before.rows[0] && 'id' in before.rows[0] ? before.rows[0].id : '');
  await fixture.search.saved.refresh(id);
  fixture = await fixture.restarted();
  const after = await fixture.search.rows.page({ ...query, limit: 100 });
  expect(after.rows[0]).toMatchObject({ removedAt: expect.any(String) });
  await fixture.search.saved.markSeen(id);
  expect((await fixture.search.rows.page({ ...query, limit: 100 })).total).toBe((before.total ?? 0) - 1);
});

test('its data are as of the last asking that came to its end, not of one that was cut off', async () => {
  const { id, resultSetId, asOf } = await saved();
  const dateOf = async () => (await fixture.search.runner.progress(resultSetId)).asOf;
  await fixture.clock.sleep(20_000, new AbortController().signal);
  const stop = fixture.agency.faults.add({
    kind: 'answer',
    code: 'API_KEY_INVALID',
    endpoint: 'files',
    skip: 2,
  });
  await expect(fixture.search.saved.refresh(id)).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  expect(await dateOf()).toBe(asOf);
  expect(fixture.events.at(-1)?.asOf).toBe(asOf);
  stop();
  await fixture.search.runner.repeat(resultSetId);
  expect((await fixture.ended(resultSetId)).asOf > asOf).toBe(true);
  expect((await find(id)).asOf).toBe(await dateOf());
});

test('it keeps its rows over a restart', async () => {
  const { id, resultSetId } = await saved();
  const before = await fixture.documents(resultSetId);
  fixture = await fixture.restarted();
  expect((await find(id)).resultSetId).toBe(resultSetId);
  expect(await fixture.documents(resultSetId)).toEqual(before);
});

test('an answer that is on the screen can be saved as it is, twice too', async () => {
  const { resultSetId } = await fixture.ask(query());
  const first = await fixture.search.saved.create(draft(), resultSetId);
  const second = await fixture.search.saved.create(draft({ name: 'Otra' }), resultSetId);
  expect(first.resultSetId).toBe(resultSetId);
  expect(second.resultSetId).not.toBe(resultSetId);
  expect(await fixture.documents(second.resultSetId)).toEqual(await fixture.documents(resultSetId));
  expect(second.asOf).toBe(first.asOf);
  await fixture.search.saved.refresh(second.id);
  expect((await find(second.id)).news).toBe(0);
});

test('it can be renamed, duplicated with its rows, asked another query, removed', async () => {
  const { id, resultSetId } = await saved();
  expect(await fixture.search.saved.change(id, { name: 'Otro nombre' })).toMatchObject({
    name: 'Otro nombre',
    resultSetId,
  });
  const copy = await fixture.search.saved.duplicate(id, 'Copia');
  expect(await fixture.documents(copy.resultSetId)).toEqual(await fixture.documents(resultSetId));
  const changed = await fixture.search.saved.change(id, { question: rangeQuery([rut], { complete: true }) });
  expect(changed).toMatchObject({ asOf: '', news: 0 });
  expect(await fixture.documents(changed.resultSetId)).toEqual([]);
  await fixture.search.saved.remove(id);
  expect((await fixture.search.saved.list()).map(({ name }) => name)).toEqual(['Copia']);
  await expect(fixture.search.saved.change(id, { name: 'x' })).rejects.toMatchObject({
    code: 'SAVED_SEARCH_GONE',
  });
  expect(fixture.savedEvents.at(-1)?.saved.map(({ name }) => name)).toEqual(['Copia']);
});

describe('a search for words', () => {
  const { question } = wordsDraft();

  test('is listed with its words and filters over a restart, renamed, given a folder, duplicated, removed', async () => {
    const { id } = await fixture.search.saved.create(wordsDraft(), undefined);
    fixture = await fixture.restarted();
    expect(await find(id)).toMatchObject({ name: 'Fletes de Shenzhen', question, asOf: '', news: 0 });
    expect(await fixture.search.saved.change(id, { name: 'Fletes', folder: '/f' })).toMatchObject({
      name: 'Fletes',
      folder: '/f',
      question,
    });
    const words = { ...question, text: 'ningbo' };
    expect(await fixture.search.saved.change(id, { question: words })).toMatchObject({ question: words });
    expect(await fixture.search.saved.duplicate(id, 'Copia')).toMatchObject({ question: words });
    await fixture.search.saved.remove(id);
    expect((await fixture.search.saved.list()).map(({ name }) => name)).toEqual(['Copia']);
    expect(fixture.savedEvents.at(-1)?.saved.map(({ name }) => name)).toEqual(['Copia']);
  });

  test('asks no agency when it is refreshed, and has neither changes nor new documents', async () => {
    const { id } = await fixture.search.saved.create(wordsDraft({ takesPapers: true }), undefined);
    const before = fixture.agency.requests.count();
    await fixture.search.saved.refresh(id, { isUrgent: true });
    await fixture.search.saved.poll();
    await fixture.search.saved.markSeen(undefined);
    expect(fixture.agency.requests.count()).toBe(before);
    expect(await fixture.search.saved.changes()).toEqual([]);
    expect(await fixture.search.saved.newDocuments(id)).toEqual([]);
    expect(await find(id)).toMatchObject({ asOf: '', news: 0 });
    expect((await find(id)).incomplete).toBeUndefined();
    expect(fixture.downloads).toEqual([]);
  });

  test('is no recent search, though it has an empty result set', async () => {
    const { id } = await fixture.search.saved.create(wordsDraft(), undefined);
    expect(await fixture.search.recent()).toEqual([]);
    await fixture.search.saved.remove(id);
    expect([await fixture.search.recent(), await fixture.search.unreadable()]).toEqual([[], 0]);
  });
});

describe('documents of a saved search', () => {
  const arrive = () =>
    fixture.agency.changes.arrive({ dispatch: someDocument().dispatch?.number ?? '', type: types()[0] ?? '' })
      .id;

  test('are named when they are new, to be downloaded', async () => {
    const { id } = await saved();
    expect(await fixture.search.saved.newDocuments(id)).toEqual([]);
    const arrived = arrive();
    await fixture.search.saved.refresh(id);
    expect(await fixture.search.saved.newDocuments(id)).toEqual([{ connectionId: 'practice', id: arrived }]);
    expect(fixture.downloads).toEqual([]);
    await expect(fixture.search.saved.newDocuments('none')).rejects.toMatchObject({
      code: 'SAVED_SEARCH_GONE',
    });
  });

  test('are downloaded after a refresh where the person chose so, and only what is new', async () => {
    const { id } = await saved({ downloadsNew: true, folder: '/carpetas', template: '{type}' });
    expect(fixture.downloads).toEqual([]);
    const arrived = arrive();
    await fixture.search.saved.refresh(id);
    expect(fixture.downloads).toMatchObject([
      { folder: '/carpetas', template: '{type}', selection: { documents: [{ id: arrived }] } },
    ]);
  });

  test('that were replaced under the same id are news after a refresh, and fetched like them', async () => {
    await fixture.close();
    const replaced = { connectionId: 'practice', id: 'a' };
    let isReplaced = false;
    fixture = await openSearchFixture({
      overrides: {
        noticeReplaced: async () => (isReplaced ? [replaced] : []),
      },
    });
    const { id } = await saved({ downloadsNew: true, folder: '/carpetas' });
    isReplaced = true;
    await fixture.search.saved.refresh(id);
    await expect
      .poll(() => fixture.downloads)
      .toMatchObject([{ folder: '/carpetas', selection: { documents: [replaced] }, force: true }]);
  });

  test('that were replaced go to the folder of their client where none is selected for all', async () => {
    const replaced = { connectionId: 'agencia', id: 'changed' };
    await fixture.close();
    let isReplaced = false;
    fixture = await openSearchFixture({
      overrides: {
        noticeReplaced: async () => (isReplaced ? [replaced] : []),
        splitDownload: async (request) => [request, { ...request, folder: '/cliente' }],
      },
    });
    const { id } = await saved({ downloadsNew: true });
    isReplaced = true;
    await fixture.search.saved.refresh(id);
    await expect
      .poll(() => fixture.downloads)
      .toMatchObject([{ folder: '/cliente', selection: { documents: [replaced] }, force: true }]);
  });

  test('of a client whose folder is away do not hold back those of the others', async () => {
    await fixture.close();
    const folders: string[] = [];
    fixture = await openSearchFixture({
      overrides: {
        splitDownload: async (request) => ['/away', '/here'].map((folder) => ({ ...request, folder })),
        startDownload: async ({ folder }) => {
          folders.push(folder);
          if (folder === '/away') throw new AppError('FOLDER_UNWRITABLE', folder);
          return { batchId: 'b' };
        },
      },
    });
    await saved({ takesPapers: true });
    await expect.poll(() => folders.slice(0, 2)).toEqual(['/away', '/here']);
  });

  test('are all taken along where the person chose so', async () => {
    await saved({ takesPapers: true });
    expect(fixture.downloads).toMatchObject([
      { folder: expect.stringContaining('papeles'), isOfRefresh: true },
    ]);
  });
});
