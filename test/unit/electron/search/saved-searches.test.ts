import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Rut } from '../../../../shared/model/rut.ts';
import { kinds, savedSearches } from '../../../support/app/saved-searches.ts';
import { openSearchDesk, rangeQuery, type SearchDesk } from '../../../support/app/search-desk.ts';

let desk: SearchDesk;
let rut: Rut;
beforeEach(async () => {
  desk = await openSearchDesk({ practice: { documents: 200, clients: 2 } });
  rut = desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut;
});
afterEach(() => desk.close());

const { types, draft, saved, find, someDocument } = savedSearches(() => ({ desk, rut }));

test('a saved search tells what its last refresh could not ask, and nothing once that is answered', async () => {
  const { id } = await saved();
  const unasked = async () => (await desk.search.saved.list()).find((one) => one.id === id)?.unasked;
  expect(await unasked()).toBeUndefined();
  const stop = desk.agency.misbehave.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files' });
  await Promise.allSettled([desk.search.saved.refresh(id)]);
  const told = await unasked();
  expect(told?.parts).toBeGreaterThan(0);
  expect(told?.error?.code).toBeDefined();
  stop();
  await desk.search.saved.refresh(id, { isUrgent: true });
  expect(await unasked()).toBeUndefined();
});

describe('days that move on', () => {
  const at = (day: string) => Date.parse(`${day}T15:00:00Z`);
  const setWallClock = (now: number) => {
    if ('setWallClock' in desk.clock && typeof desk.clock.setWallClock === 'function')
      desk.clock.setWallClock(now);
  };
  const filed = (one: { id: string }) => desk.agency.data.document(one.id)?.filedAt ?? 0;

  /** Documents of the last 300 days, the oldest first, and in how many days half of them are older than that. */
  async function askedLately() {
    setWallClock(at('2026-11-20'));
    const { id, resultSetId } = await saved({}, { kind: 'last-days', days: 300 });
    const before = await desk.documents(resultSetId);
    const inOrder = before.toSorted((a, b) => filed(a) - filed(b));
    const middle = inOrder[Math.floor(inOrder.length / 2)] ?? inOrder[0];
    const days = middle ? Math.ceil((filed(middle) - at('2026-01-25')) / 86_400_000) + 1 : 1;
    return { id, resultSetId, before, inOrder, days };
  }

  test.each([
    ['a refresh in between failed', () => 0],
    [
      'the service could not tell of the days that were left behind',
      () => desk.agency.requests.count('files'),
    ],
  ])('tell nothing as deleted that only grew older, though %s', async (_, skip) => {
    const { id, resultSetId, before, days } = await askedLately();
    const stop = desk.agency.misbehave.add({
      ...{ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'files', skip: skip() },
    });
    setWallClock(at('2026-11-20') + days * 86_400_000);
    await Promise.allSettled([desk.search.saved.refresh(id)]);
    stop();
    setWallClock(at('2026-11-20') + (days + 1) * 86_400_000);
    await desk.search.saved.refresh(id, { isUrgent: true });
    expect(kinds(await desk.search.saved.news())).toEqual([]);
    expect((await desk.documents(resultSetId)).length).toBeLessThan(before.length);
  });

  test('leave no dispatch behind without a document, though a client is not known to the agency', async () => {
    setWallClock(at('2026-11-20'));
    const { question: query } = draft({}, { kind: 'last-days', days: 300 });
    const ruts = [rut, desk.agency.inactiveClient.rut];
    const { id, resultSetId } = await saved({
      question: { ...query, kind: 'range', ruts } as typeof query,
    });
    const dispatches = async () => {
      const window = { list: 'dispatches' as const, offset: 0, limit: 100, sort: [], group: 'none' as const };
      return (await desk.search.rows.window({ ...window, resultSetId, filter: '' })).rows;
    };
    expect((await dispatches()).length).toBeGreaterThan(0);
    setWallClock(at('2026-11-20') + 400 * 86_400_000);
    await desk.search.saved.refresh(id);
    expect(await desk.documents(resultSetId)).toEqual([]);
    expect(await dispatches()).toEqual([]);
  });

  test('take what is older out without a word, and tell what was deleted', async () => {
    const { id, resultSetId, before, inOrder, days } = await askedLately();
    const [older, younger] = [inOrder[0], inOrder.at(-1)];
    desk.agency.changes.delete(older?.id ?? '');
    desk.agency.changes.delete(younger?.id ?? '');
    setWallClock(at('2026-11-20') + days * 86_400_000);
    await desk.search.saved.refresh(id);
    const after = await desk.documents(resultSetId);
    expect(after.length).toBeLessThan(before.length);
    expect(kinds(await desk.search.saved.news())).toEqual(['gone', 'gone']);
    const removed = after.filter(({ removedAt }) => removedAt !== undefined).map((one) => one.id);
    expect(removed.sort()).toEqual([older?.id, younger?.id].sort());
  });
});

test('it opens without a network, and a refresh that finds none costs nothing kept', async () => {
  const { id, resultSetId } = await saved();
  const before = await desk.documents(resultSetId);
  await desk.agency.close();
  await expect(desk.search.saved.refresh(id)).rejects.toMatchObject({ code: 'NO_NETWORK' });
  expect(await desk.documents(resultSetId)).toEqual(before);
  expect((await desk.search.runner.progress(resultSetId)).problems[0]?.error.code).toBe('NO_NETWORK');
  expect((await desk.search.types('practice')).types).not.toEqual([]);
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
  const before = await desk.search.rows.window({ ...query, limit: 100 });
  expect(before.groups?.length).toBeGreaterThan(1);
  desk = await desk.restarted();
  expect(await desk.search.rows.window({ ...query, limit: 100 })).toEqual(before);
  expect((await desk.search.rows.window({ ...query, limit: 500 })).rows.slice(0, 100)).toEqual(before.rows);
  desk.agency.changes.delete(before.rows[0] && 'id' in before.rows[0] ? before.rows[0].id : '');
  await desk.search.saved.refresh(id);
  desk = await desk.restarted();
  const after = await desk.search.rows.window({ ...query, limit: 100 });
  expect(after.rows[0]).toMatchObject({ removedAt: expect.any(String) });
  await desk.search.saved.markSeen(id);
  expect((await desk.search.rows.window({ ...query, limit: 100 })).total).toBe((before.total ?? 0) - 1);
});

test('its data are as of the last asking that came to its end, not of one that was cut off', async () => {
  const { id, resultSetId, asOf } = await saved();
  const dateOf = async () => (await desk.search.runner.progress(resultSetId)).asOf;
  await desk.clock.sleep(20_000, new AbortController().signal);
  const stop = desk.agency.misbehave.add({
    kind: 'answer',
    code: 'API_KEY_INVALID',
    endpoint: 'files',
    skip: 2,
  });
  await expect(desk.search.saved.refresh(id)).rejects.toMatchObject({ code: 'API_KEY_INVALID' });
  expect(await dateOf()).toBe(asOf);
  expect(desk.told.at(-1)?.asOf).toBe(asOf);
  stop();
  await desk.search.runner.repeat(resultSetId);
  expect((await desk.ended(resultSetId)).asOf > asOf).toBe(true);
  expect((await find(id)).asOf).toBe(await dateOf());
});

test('it keeps its rows over a restart', async () => {
  const { id, resultSetId } = await saved();
  const before = await desk.documents(resultSetId);
  desk = await desk.restarted();
  expect((await find(id)).resultSetId).toBe(resultSetId);
  expect(await desk.documents(resultSetId)).toEqual(before);
});

test('an answer that is on the screen can be saved as it is, twice too', async () => {
  const { resultSetId } = await desk.ask(draft().question);
  const first = await desk.search.saved.create(draft(), resultSetId);
  const second = await desk.search.saved.create(draft({ name: 'Otra' }), resultSetId);
  expect(first.resultSetId).toBe(resultSetId);
  expect(second.resultSetId).not.toBe(resultSetId);
  expect(await desk.documents(second.resultSetId)).toEqual(await desk.documents(resultSetId));
  expect(second.asOf).toBe(first.asOf);
  await desk.search.saved.refresh(second.id);
  expect((await find(second.id)).news).toBe(0);
});

test('it can be renamed, duplicated with its rows, asked another query, removed', async () => {
  const { id, resultSetId } = await saved();
  expect(await desk.search.saved.change(id, { name: 'Otro nombre' })).toMatchObject({
    name: 'Otro nombre',
    resultSetId,
  });
  const copy = await desk.search.saved.duplicate(id, 'Copia');
  expect(await desk.documents(copy.resultSetId)).toEqual(await desk.documents(resultSetId));
  const changed = await desk.search.saved.change(id, { question: rangeQuery([rut], { complete: true }) });
  expect(changed).toMatchObject({ asOf: '', news: 0 });
  expect(await desk.documents(changed.resultSetId)).toEqual([]);
  await desk.search.saved.remove(id);
  expect((await desk.search.saved.list()).map(({ name }) => name)).toEqual(['Copia']);
  await expect(desk.search.saved.change(id, { name: 'x' })).rejects.toMatchObject({
    code: 'SAVED_SEARCH_GONE',
  });
  expect(desk.savedTold.at(-1)?.saved.map(({ name }) => name)).toEqual(['Copia']);
});

describe('documents of a saved search', () => {
  const arrive = () =>
    desk.agency.changes.arrive({ dispatch: someDocument().dispatch?.number ?? '', type: types()[0] ?? '' })
      .id;

  test('are named when they are new, to be downloaded', async () => {
    const { id } = await saved();
    expect(await desk.search.saved.newDocuments(id)).toEqual([]);
    const arrived = arrive();
    await desk.search.saved.refresh(id);
    expect(await desk.search.saved.newDocuments(id)).toEqual([{ connectionId: 'practice', id: arrived }]);
    expect(desk.downloads).toEqual([]);
    await expect(desk.search.saved.newDocuments('none')).rejects.toMatchObject({ code: 'SAVED_SEARCH_GONE' });
  });

  test('are downloaded after a refresh where the person chose so, and only what is new', async () => {
    const { id } = await saved({ downloadsNew: true, folder: '/carpetas', template: '{type}' });
    expect(desk.downloads).toEqual([]);
    const arrived = arrive();
    await desk.search.saved.refresh(id);
    expect(desk.downloads).toMatchObject([
      { folder: '/carpetas', template: '{type}', selection: { documents: [{ id: arrived }] } },
    ]);
  });

  test('that were replaced under the same id are news after a refresh, and fetched like them', async () => {
    await desk.close();
    const replaced = { connectionId: 'practice', id: 'a' };
    let isReplaced = false;
    desk = await openSearchDesk({
      parts: {
        noticeReplaced: async () => (isReplaced ? [replaced] : []),
      },
    });
    const { id } = await saved({ downloadsNew: true, folder: '/carpetas' });
    isReplaced = true;
    await desk.search.saved.refresh(id);
    await expect
      .poll(() => desk.downloads)
      .toMatchObject([{ folder: '/carpetas', selection: { documents: [replaced] }, force: true }]);
  });

  test('are all taken along where the person chose so', async () => {
    await saved({ takesPapers: true });
    expect(desk.downloads).toMatchObject([{ folder: expect.stringContaining('papeles'), isOfRefresh: true }]);
  });
});
