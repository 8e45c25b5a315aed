import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  openSearchFixture,
  practiceConnection,
  type SearchFixture,
} from '../../../support/app/search-fixture.ts';

let fixture: SearchFixture;
beforeEach(async () => {
  fixture = await openSearchFixture({ practice: { documents: 200, clients: 2 } });
});
afterEach(() => fixture.close());

/** A dispatch of the first client that has documents. */
function dispatch() {
  const rut = fixture.agency.clients[0]?.rut;
  for (const document of fixture.agency.data.documents()) {
    if (document.client.rut === rut && document.dispatch) return document.dispatch;
  }
  throw new Error('no dispatch has papers');
}
const documentsOf = (number: string) =>
  [...fixture.agency.data.documents()]
    .filter((document) => document.dispatch?.number === number)
    .map(({ id }) => id);

function view(ask: boolean, options: { number?: string } = {}) {
  const { number, client } = dispatch();
  return fixture.search.view({ connectionId: practiceConnection, number, rut: client.rut, ask, ...options });
}

test('asked, it shows documents, status and disbursements, and keeps them', async () => {
  const asked = await view(true);
  const { number, status } = dispatch();
  expect(asked.documents.map(({ id }) => id).sort()).toEqual(documentsOf(number).sort());
  expect(asked.isComplete).toBe(true);
  expect(asked.status?.dispatchNumber).toBe(number);
  expect(asked.status?.state.toLowerCase()).toBe((status.EstadoDIN ?? status.EstadoDUS ?? '').toLowerCase());
  expect(asked).not.toHaveProperty('statusError');
  expect(await view(false)).toEqual(asked);
});

test('not asked, nothing is requested, and a dispatch that is not kept is empty', async () => {
  expect(await view(false)).toMatchObject({ documents: [], disbursements: [], isComplete: false, asOf: '' });
  expect(fixture.agency.requests.count()).toBe(0);
});

test('a document that was deleted is marked when the dispatch is asked again', async () => {
  const { documents } = await view(true);
  fixture.agency.changes.delete(documents[0]?.id ?? '');
  const again = await view(true);
  expect(again.documents.find(({ id }) => id === documents[0]?.id)?.removedAt).toBeDefined();
  expect(again.documents.filter(({ removedAt }) => removedAt !== undefined)).toHaveLength(1);
});

test('what could not be asked says so beside what could', async () => {
  fixture.agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'disbursements' });
  const shown = await view(true);
  expect(shown.documents.length).toBeGreaterThan(0);
  expect(shown.disbursementsError?.code).toBe('INTERNAL_ERROR');
  expect(shown.status).toBeDefined();
});

test('a 404 that does not speak of the dispatch says that status and disbursements were not asked, either', async () => {
  await view(true);
  fixture.agency.faults.add({ kind: 'answer', code: 'PATH_NOT_FOUND', status: 404 });
  const error = { code: 'PATH_NOT_FOUND' };
  expect(await view(true)).toMatchObject({
    documentsError: error,
    statusError: error,
    disbursementsError: error,
  });
});

test('disbursements whose total says another number are kept, with the reason', async () => {
  fixture.agency.faults.add({ kind: 'total-off', by: 2, endpoint: 'disbursements' });
  const shown = await view(true);
  expect(shown.disbursementsError?.code).toBe('WALK_INCOMPLETE');
});

test('without a network it shows what is kept, and why nothing could be asked', async () => {
  const stored = await view(true);
  const closed = dispatch();
  await fixture.agency.close();
  const shown = await fixture.search.view({
    connectionId: practiceConnection,
    number: closed.number,
    rut: closed.client.rut,
    ask: true,
  });
  expect(shown.documents).toEqual(stored.documents);
  expect(shown.documentsError?.code).toBe('NO_NETWORK');
});

test('a dispatch that is not found rejects with the service’s code, and nothing is kept of it', async () => {
  await expect(view(true, { number: '99999999' })).rejects.toMatchObject({ code: 'DISPATCH_NOT_FOUND' });
  expect(await view(false, { number: '99999999' })).toMatchObject({ asOf: '' });
});
