import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClientDirectoryTrial } from '../../../electron/search/find-client.ts';
import type { Client } from '../../../shared/model/connection.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { checkDigit } from '../../../shared/model/rut.ts';
import type { SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { createFakeClock } from '../../support/app/fake-clock.ts';
import {
  openSearchFixture,
  practiceConnection,
  rangeQuery,
  type SearchFixture,
  today,
} from '../../support/app/search-fixture.ts';

/** Clients of whom the agency knows none. */
const strangers = Array.from({ length: 60 }, (_, index): Client => {
  const body = String(50_000_000 + index);
  return { rut: `${body}-${checkDigit(body)}` as Rut, name: `Ajeno ${index}`, email: '', folder: '' };
});
const own = ({ clients }: PracticeAgency): Client[] =>
  clients.map(({ rut, name }) => ({ rut, name, email: '', folder: '' }));

let fixture: SearchFixture;
let book: Client[] = [];
beforeEach(async () => {
  const clock = createFakeClock({ passes: (ms) => ms <= 30_000 });
  fixture = await openSearchFixture({
    practice: { documents: 200, clients: 4 },
    clock,
    settings: { requestsAtOnce: 4 },
    overrides: { clients: () => book },
  });
  book = [...strangers, ...own(fixture.agency)];
});
afterEach(() => fixture.close());

const asks = (...numbers: string[]): SearchQuery => ({
  kind: 'dispatches',
  connectionIds: [practiceConnection],
  dispatches: numbers.map((number) => ({ number, ruts: [] })),
});
/** Dispatches of a client that have documents. */
const dispatchesOf = (rut: Rut | undefined) =>
  fixture.agency.data.dispatches.filter(
    ({ client, documents }) => client.rut === rut && documents.length > 0,
  );
const lastClient = () => fixture.agency.clients.at(-1)?.rut;
const firstOfLast = () => dispatchesOf(lastClient())[0]?.number ?? '';

async function requestsOf(query: SearchQuery): Promise<{ progress: SearchProgress; requests: number }> {
  const progress = await fixture.ask(query);
  return { progress, requests: progress.requests };
}

describe('a dispatch of which no client is known', () => {
  test('is asked for as all of the book, more than fifty, until one has it', async () => {
    const { progress } = await requestsOf(asks(firstOfLast()));
    expect(progress).toMatchObject({ state: 'done', problemsTotal: 0 });
    expect(progress.documents).toBe(dispatchesOf(lastClient())[0]?.documents.length);
    const counts = fixture.events.flatMap(({ trying }) => (trying ? [trying] : []));
    expect(counts[0]).toMatchObject({ number: firstOfLast(), of: 64 });
    expect(progress.trying).toBeUndefined();
  });

  test('is asked for first as clients of whom dispatches are kept, and as nobody after its owner', async () => {
    const [one, another] = dispatchesOf(lastClient());
    await fixture.ask(asks(one?.number ?? ''));
    const { requests } = await requestsOf(asks(another?.number ?? ''));
    // Its client is the only one with stored dispatches: its documents, its state and its disbursements, and
    // who was asked as beside.
    expect(requests).toBeLessThanOrEqual(6);
  });

  test('of a list is asked for as the owner of the one before', async () => {
    const numbers = dispatchesOf(lastClient()).map(({ number }) => number);
    const { progress, requests } = await requestsOf(asks(...numbers));
    expect(progress.documents).toBeGreaterThan(0);
    expect(requests).toBeLessThan(4 * 64 + numbers.length * 4);
  });

  test('that none had this morning is asked of everybody again when it is typed again, after a restart too', async () => {
    const first = await requestsOf(asks('999001'));
    expect(first.progress.problems).toMatchObject([{ error: { code: 'DISPATCH_NOT_FOUND' } }]);
    expect(first.requests).toBe(64);
    expect((await requestsOf(asks('999001'))).requests).toBe(64);
    fixture = await fixture.restarted();
    expect((await requestsOf(asks('999001'))).requests).toBe(64);
  });

  test('is asked within a day first of who has not refused it, and once the day has passed in the order of the book', async () => {
    await fixture.ask(asks('999001'));
    const body = '51000000';
    const late = { rut: `${body}-${checkDigit(body)}` as Rut, name: 'Nuevo', email: '', folder: '' };
    book = [...book, late];
    const trial = () =>
      createClientDirectoryTrial({ store: fixture.store, clients: () => book, now: fixture.clock.now });
    const first = async () => (await trial().candidates(practiceConnection, '999001')).groups.flat();
    expect((await first())[0]).toBe(late.rut);
    expect(new Set(await first())).toEqual(new Set(book.map(({ rut }) => rut)));
    const later = fixture.clock.now() + 86_400_001;
    fixture.clock.now = () => later;
    expect((await first())[0]).not.toBe(late.rut);
  });

  test('is not tried any more once a person stops it, and who refused it by then is remembered', async () => {
    const resultSetId = await fixture.search.runner.start(asks('999001'));
    await fixture.search.runner.cancel(resultSetId);
    const stopped = await fixture.ended(resultSetId);
    expect(stopped.state).toBe('cancelled');
    const { requests } = await requestsOf(asks('999001'));
    expect(requests).toBeLessThanOrEqual(64);
  });

  test('needs a client directory', async () => {
    book = [];
    const { progress } = await requestsOf(asks('999001'));
    expect(progress.problems).toMatchObject([{ error: { code: 'CLIENT_REQUIRED' } }]);
  });

  test('is weighed as if the last client had it', async () => {
    expect(await fixture.search.estimate(asks('1', '2'))).toEqual({ tasks: 2, requests: 2 * 64 + 4 });
  });
});

test('what is kept of a dispatch is there before it is asked for, as of when it was seen', async () => {
  const number = firstOfLast();
  const first = await fixture.ask(asks(number));
  const at = Date.parse(first.asOf) + 3_600_000;
  fixture.clock.now = () => at;
  const resultSetId = await fixture.search.runner.start(asks(number));
  const ended = await fixture.ended(resultSetId);
  const begun = fixture.events.find((progress) => progress.resultSetId === resultSetId);
  expect(begun).toMatchObject({ state: 'running', documents: first.documents });
  // As of its own page, which came before the search that brought it had ended.
  expect((begun?.asOf ?? '') <= first.asOf).toBe(true);
  expect(begun?.asOf).not.toBe('');
  expect(ended).toMatchObject({ state: 'done', documents: first.documents });
  expect(Date.parse(ended.asOf)).toBeGreaterThanOrEqual(at);
  expect(await fixture.documents(resultSetId)).toHaveLength(first.documents);
});

test('a search of several clients names those of whom it found nothing', async () => {
  const ruts = own(fixture.agency).map(({ rut }) => rut);
  const invoices = { kind: 'some' as const, names: ['CERTIFICADO DE SEGURO'] };
  const range = { kind: 'days' as const, start: '2026-11-01', end: today };
  const { resultSetId } = await fixture.ask(rangeQuery(ruts, { types: invoices, range }));
  const found = new Set((await fixture.documents(resultSetId)).map(({ rut }) => rut));
  const without = await fixture.search.clientsWithout(resultSetId);
  expect(without).toEqual(ruts.filter((rut) => !found.has(rut)));
  expect(without.length).toBeGreaterThan(0);
  const nobody = { kind: 'some' as const, names: ['NO HAY'] };
  const { resultSetId: empty } = await fixture.ask(rangeQuery(ruts, { types: nobody, range }));
  expect(await fixture.search.clientsWithout(empty)).toEqual(ruts);
});

test('a client that is forgotten leaves no trace of having been tried', async () => {
  await fixture.ask(asks('999001'));
  await fixture.search.purge({ rut: strangers[0]?.rut as Rut });
  expect(
    await fixture.store.refusedClients(practiceConnection, '999001', { since: '', until: '9999' }),
  ).toEqual([]);
});

describe('a dispatch that was asked for as some of the clients', () => {
  const names = () => own(fixture.agency).map(({ rut }) => rut);
  const asksAs = (ruts: Rut[], ...numbers: string[]): SearchQuery => ({
    kind: 'dispatches',
    connectionIds: [practiceConnection],
    dispatches: numbers.map((number) => ({ number, ruts })),
  });

  test('and not found says of how many, and how many were not asked', async () => {
    const known = names().slice(0, 2);
    const { resultSetId } = await fixture.ask(asksAs([...known, strangers[0]?.rut as Rut], '999001'));
    const [outcome] = await fixture.search.outcomes(resultSetId);
    expect(outcome).toMatchObject({ outcome: 'not-found', inVain: { tried: 3, unknown: 1, unasked: 61 } });
  });

  test('is asked for as the rest alone, found among them, and belongs to everybody from then on', async () => {
    const [first] = names();
    const { resultSetId } = await fixture.ask(asksAs([first as Rut], firstOfLast(), '999001'));
    const before = (await fixture.search.runner.progress(resultSetId)).requests;
    await fixture.search.runner.tryRemainingClients(resultSetId);
    const { requests } = await fixture.ended(resultSetId);
    const outcomes = await fixture.search.outcomes(resultSetId);
    expect(outcomes.map(({ number, outcome }) => [number, outcome])).toEqual([
      [firstOfLast(), 'found'],
      ['999001', 'not-found'],
    ]);
    expect(outcomes[1]?.inVain).toEqual({ tried: 64, unknown: 60, unasked: 0 });
    // At most 63 for each number, the state and disbursements of the one that is found.
    expect(requests - before).toBeLessThanOrEqual(2 * 63 + 2);
    const query = await fixture.search.query(resultSetId);
    expect(query).toMatchObject({ dispatches: [{ ruts: [] }, { ruts: [] }] });
  });

  test('and as all of the book leaves nobody, until the book has another', async () => {
    const { resultSetId } = await fixture.ask(asks('999001'));
    const inVain = async () => (await fixture.search.outcomes(resultSetId))[0]?.inVain;
    expect(await inVain()).toEqual({ tried: 64, unknown: 60, unasked: 0 });
    const body = '51000000';
    book = [...book, { rut: `${body}-${checkDigit(body)}` as Rut, name: 'Nuevo', email: '', folder: '' }];
    expect(await inVain()).toMatchObject({ unasked: 1 });
    await fixture.search.runner.tryRemainingClients(resultSetId);
    await fixture.ended(resultSetId);
    expect(await inVain()).toEqual({ tried: 65, unknown: 61, unasked: 0 });
  });
});
