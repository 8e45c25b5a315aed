import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Rut } from '../../../../shared/model/rut.ts';
import type { SavedSearch } from '../../../../shared/model/search.ts';
import { openSearchFixture, rangeQuery, type SearchFixture } from '../../../support/app/search-fixture.ts';

const many = 12;
/** Answers that are asked again at once, as the design has it. */
const atOnce = 3;

let fixture: SearchFixture;
let saved: SavedSearch[];
/** What requests for documents wait for. */
let gate: PromiseWithResolvers<void>;

beforeEach(async () => {
  gate = Promise.withResolvers();
  fixture = await openSearchFixture({
    practice: { documents: 100, clients: 2 },
    through: (api) => ({
      ...api,
      files: async (options) => {
        await gate.promise;
        return api.files(options);
      },
    }),
  });
  const rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
  saved = [];
  for (let index = 0; index < many; index++) saved.push(await save(`Búsqueda ${index}`, rut));
});
afterEach(async () => {
  gate.resolve();
  await fixture.close();
});

function save(name: string, rut: Rut): Promise<SavedSearch> {
  const query = rangeQuery([rut], { types: { kind: 'some', names: ['FACTURA TERCEROS'] } });
  return fixture.search.saved.create(
    {
      name,
      question: query,
      folder: '',
      template: '',
      refresh: { kind: 'by-hand' },
      downloadsNew: false,
      takesPapers: false,
      view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
    },
    undefined,
  );
}

/** Begins to refresh all; resolves when as many as may are at work. */
async function refreshAll(): Promise<Promise<void>[]> {
  const refreshes = saved.map(({ id }) => fixture.search.saved.refresh(id));
  await expect.poll(async () => (await locations()).filter((where) => where === 'here').length).toBe(atOnce);
  return refreshes;
}

/** Where the refresh of each is, in the order in which they were asked. */
async function locations(): Promise<string[]> {
  const all = await Promise.all(saved.map(({ resultSetId }) => fixture.search.runner.progress(resultSetId)));
  return all.map(({ state, location: where = 'here' }) => (state === 'running' ? where : state));
}

const waiting = (count: number) => Array.from({ length: count }, () => 'queue');

test('many refreshes at once wait for their turn, say so, and all come to their end', async () => {
  const refreshes = await refreshAll();
  expect(await locations()).toEqual([
    ...Array.from({ length: atOnce }, () => 'here'),
    ...waiting(many - atOnce),
  ]);
  await expect
    .poll(
      () =>
        new Set(
          fixture.events.filter(({ location: where }) => where === 'queue').map((one) => one.resultSetId),
        ).size,
    )
    .toBe(many - atOnce);
  gate.resolve();
  await Promise.all(refreshes);
  for (const { resultSetId } of saved) {
    expect(fixture.events.findLast((one) => one.resultSetId === resultSetId)).toMatchObject({
      state: 'done',
    });
    expect(fixture.events.findLast((one) => one.resultSetId === resultSetId)?.location).toBeUndefined();
    expect((await fixture.documents(resultSetId)).length).toBeGreaterThan(0);
  }
});

test('one that waits can be cancelled: it is asked nothing, and keeps its place to nobody', async () => {
  const refreshes = await refreshAll();
  const [cancelled, other] = [saved[5], saved[6]];
  await fixture.search.runner.cancel(cancelled?.resultSetId ?? '');
  await refreshes[5];
  const expected = [...Array.from({ length: atOnce }, () => 'here'), ...waiting(many - atOnce)];
  expect(await locations()).toEqual(expected.with(5, 'done'));
  expect(fixture.events.findLast(({ resultSetId }) => resultSetId === cancelled?.resultSetId)?.state).toBe(
    'done',
  );
  gate.resolve();
  await Promise.all(refreshes);
  expect(await fixture.documents(cancelled?.resultSetId ?? '')).toEqual([]);
  expect((await fixture.documents(other?.resultSetId ?? '')).length).toBeGreaterThan(0);
  // Refreshed again it is asked like any other.
  await fixture.search.saved.refresh(cancelled?.id ?? '');
  expect((await fixture.documents(cancelled?.resultSetId ?? '')).length).toBeGreaterThan(0);
});

test('one that is at work can be cancelled: the next has its turn', async () => {
  await refreshAll();
  const cancelling = fixture.search.runner.cancel(saved[0]?.resultSetId ?? '');
  gate.resolve();
  await cancelling;
  await expect.poll(async () => (await locations()).includes('queue')).toBe(false);
});

test('a query of a person waits for no refresh, one that is removed while it waits is gone, and closing ends all', async () => {
  const refreshes = await refreshAll();
  const rut = fixture.agency.clients[1]?.rut ?? fixture.agency.inactiveClient.rut;
  const resultSetId = await fixture.search.runner.start(rangeQuery([rut]));
  expect(await fixture.search.runner.progress(resultSetId)).toMatchObject({ state: 'running' });
  expect((await fixture.search.runner.progress(resultSetId)).location).toBeUndefined();
  const last = saved.at(-1);
  await fixture.search.saved.remove(last?.id ?? '');
  await refreshes.at(-1);
  expect((await fixture.search.saved.list()).length).toBe(many - 1);
  const closed = fixture.search.close();
  gate.resolve();
  await closed;
  await Promise.all(refreshes);
});

test('one that another process has taken when its turn comes is refused, and does not read as waiting', async () => {
  const refreshes = await refreshAll();
  const [taken] = saved.slice(-1);
  const resultSetId = taken?.resultSetId ?? '';
  const refused = expect(refreshes.at(-1)).rejects.toMatchObject({ code: 'SEARCH_OWNED_ELSEWHERE' });
  const latest = () => fixture.events.findLast((one) => one.resultSetId === resultSetId);
  await expect.poll(() => latest()?.location).toBe('queue');
  const { owner } = await fixture.store.readResultSet(resultSetId);
  const lease = { owner: 'elsewhere/7/x', leaseUntil: fixture.clock.now() + 20_000 };
  expect(await fixture.store.claimResultSet(resultSetId, owner, lease)).toBe(true);
  gate.resolve();
  await refused;
  await Promise.all(refreshes.slice(0, -1));
  await expect.poll(() => latest()?.location).toBeUndefined();
});
