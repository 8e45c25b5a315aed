import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../../electron/database/open-database.ts';
import { createReads, createWrites } from '../../../../../electron/database/worker-queries.ts';
import { acme, document, octoberInvoices } from '../../../../support/samples/documents.ts';

const at = '2026-11-20T13:00:00.000Z';
const dispatch = { connectionId: 'agency', number: '100001', rut: acme };

function openStored() {
  const { database } = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const store = { ...createWrites(database), ...createReads(database) };
  store.upsertPage({
    connectionId: 'agency',
    rut: acme,
    query: octoberInvoices,
    at,
    documents: [
      document({ id: 'one', dispatchNumber: '100001' }),
      document({ id: 'two', dispatchNumber: '100002' }),
    ],
  });
  return store;
}

it('a note is kept with its dispatch until it is emptied', () => {
  const store = openStored();
  expect(store.getDispatchNote(dispatch)).toBe('');
  store.setDispatchNote(dispatch, 'Esperar al camión', at);
  store.setDispatchNote(dispatch, 'Esperar al camión de Ñuñoa', at);
  expect(store.getDispatchNote(dispatch)).toBe('Esperar al camión de Ñuñoa');
  expect(store.getDispatchNote({ connectionId: 'other', number: '100001' })).toBe('');
  store.setDispatchNote(dispatch, '', at);
  expect(store.getDispatchNote(dispatch)).toBe('');
});

it('the words of a note find its dispatch, whatever their order, accents and capitals', () => {
  const store = openStored();
  store.setDispatchNote(dispatch, 'Esperar al camión de Ñuñoa, 50% listo', at);
  const found = (text: string) => store.findDocuments(text, 10).rows.map(({ id }) => id);
  expect(found('NUNOA camion')).toEqual(['one']);
  // A sign that means anything in a pattern is a sign here.
  expect(found('50%')).toEqual(['one']);
  expect(found('camión_de')).toEqual([]);
});

it('clients and dispatches are pinned apart, once each', () => {
  const store = openStored();
  const pinned = { rut: acme, dispatch: { connectionId: 'agency', number: '100001' } };
  store.setPin(pinned, true, at);
  store.setPin({ rut: acme }, true, '2026-11-20T13:00:01.000Z');
  store.setPin(pinned, true, '2026-11-20T13:00:02.000Z');
  expect(store.listPins()).toEqual([pinned, { rut: acme }]);
  expect(store.readHome({ today: '2026-11-20', since: at, connectionIds: [] }).pins).toEqual([
    pinned,
    { rut: acme },
  ]);
  store.setPin(pinned, false, at);
  expect(store.listPins()).toEqual([{ rut: acme }]);
});

it('notes and pins of a client go with what is deleted of it', () => {
  const store = openStored();
  store.setDispatchNote(dispatch, 'nota', at);
  store.setPin({ rut: acme, dispatch: { connectionId: 'agency', number: '100001' } }, true, at);
  store.setPin({ rut: acme }, true, at);
  store.purgeDossiers('agency', acme);
  store.purgeRest({ connectionId: 'agency', rut: acme });
  expect([store.getDispatchNote(dispatch), store.listPins()]).toEqual(['', []]);
});

it('a client that another agency has stays pinned when one agency is rid of it', () => {
  const store = openStored();
  store.upsertPage({
    connectionId: 'other',
    rut: acme,
    query: octoberInvoices,
    at,
    documents: [document({ id: 'three', dispatchNumber: '200001' })],
  });
  store.setPin({ rut: acme }, true, at);
  store.purgeDossiers('agency', acme);
  store.purgeRest({ connectionId: 'agency', rut: acme });
  expect(store.listPins()).toEqual([{ rut: acme }]);
  for (const connectionId of ['agency', 'other']) store.purgeDossiers(connectionId, acme);
  store.purgeRest({ rut: acme });
  expect(store.listPins()).toEqual([]);
});
