import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../../../electron/database/open-database.ts';
import { readHome, saveMissingCounts } from '../../../../../electron/database/queries/home.ts';
import { createReads, createWrites } from '../../../../../electron/database/worker-queries.ts';
import type { Disbursement } from '../../../../../shared/model/document.ts';
import { maxDispatchesPerDay } from '../../../../../shared/model/home.ts';
import type { JsonObject } from '../../../../../shared/model/json.ts';
import { acme, document, octoberInvoices } from '../../../../support/samples/documents.ts';

/** A Friday; its fortnight starts on Monday the 16th and ends on Sunday the 29th. */
const today = '2026-11-20';
const since = '2026-11-19T03:00:00.000Z';
const at = '2026-11-20T13:00:00.000Z';

function openHome() {
  const { database } = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const store = { ...createWrites(database), ...createReads(database) };
  return {
    database,
    store,
    read: (connectionIds = ['agency']) => readHome(database, { today, since, connectionIds }),
    dispatch: (dispatchNumber: string, dispatch: JsonObject, storedAt = at, connectionId = 'agency') =>
      store.upsertPage({
        connectionId,
        rut: acme,
        query: octoberInvoices,
        at: storedAt,
        documents: [document({ id: `document-${dispatchNumber}`, dispatchNumber, dispatch })],
      }),
    pay: (number: string, payments: Partial<Disbursement>[]) =>
      store.saveDisbursements(
        { connectionId: 'agency', number, rut: acme, at },
        payments.map(toDisbursement),
      ),
  };
}

function toDisbursement(values: Partial<Disbursement>, index: number): Disbursement {
  return {
    id: `payment-${index}`,
    dispatchNumber: '100001',
    analysisCode: '01',
    analysisName: 'DERECHOS',
    documentNumber: '1',
    state: '',
    date: '2026-11-05T00:00:00.000Z',
    providerId: '',
    providerName: '',
    item: {},
    ...values,
  };
}

describe('the calendar', () => {
  it('has the days of a dispatch, however the agency writes them', () => {
    const { dispatch, read } = openHome();
    dispatch('100001', { fechaEta: '2026-11-24T00:00:00.000Z', fechaVencimiento: '27/11/2026' });
    dispatch('100002', {
      fechaEta: '2026-11-10T00:00:00.000Z',
      fechaArriboEfectivo: '2026-11-17T02:30:00.000Z',
      fechaRetiro: '2026-11-19T15:00:00.000Z',
      fechaVencimiento: '2026-11-27T00:00:00.000Z',
      fechaPagoDerechos: '2026-11-18T00:00:00.000Z',
    });
    dispatch('100003', { fechaEta: 'pronto', fechaVencimiento: null, fechaRetiro: 7 });
    const { start, events } = read();
    expect(start).toBe('2026-11-16');
    expect(events.map(({ day, kind, count, unpaidCount }) => [day, kind, count, unpaidCount])).toEqual([
      // Half past two in UTC is the evening before in Santiago.
      ['2026-11-16', 'arrival', 1, 0],
      ['2026-11-19', 'withdrawal', 1, 0],
      ['2026-11-24', 'arrival', 1, 1],
      ['2026-11-27', 'due', 2, 1],
    ]);
    expect(events[0]?.dispatches).toEqual([
      {
        connectionId: 'agency',
        number: '100002',
        rut: acme,
        reference: 'REF-01',
        state: 'ACEPTADA',
        isEstimate: false,
        isPaid: true,
      },
    ]);
    expect(events[2]?.dispatches).toMatchObject([{ number: '100001', isEstimate: true, isPaid: false }]);
  });

  it('follows a date that the agency changes', () => {
    const { dispatch, read } = openHome();
    dispatch('100001', { fechaEta: '2026-11-24T00:00:00.000Z' });
    dispatch('100001', { fechaEta: '2026-11-26T00:00:00.000Z' });
    expect(read().events.map(({ day }) => day)).toEqual(['2026-11-26']);
  });

  it('counts every arrival of a day, and lists the first', () => {
    const { dispatch, read } = openHome();
    const count = maxDispatchesPerDay + 3;
    for (let number = 100_000; number < 100_000 + count; number++) {
      dispatch(String(number), { fechaEta: '2026-11-24T00:00:00.000Z' });
    }
    const [arrivals] = read().events;
    expect(arrivals?.count).toBe(count);
    expect(arrivals?.dispatches).toHaveLength(maxDispatchesPerDay);
    expect(arrivals?.dispatches[0]?.number).toBe('100000');
  });

  it('is empty for data of a year ago, and for a new store', () => {
    const { dispatch, read } = openHome();
    expect(read()).toMatchObject({ isEmpty: true, asOf: '', events: [], month: '', money: [] });
    dispatch('100001', { fechaEta: '2025-11-24T00:00:00.000Z' });
    expect(read()).toMatchObject({ isEmpty: false, events: [] });
  });
});

describe('changes since yesterday', () => {
  it('are those of saved searches that nobody has marked as seen', () => {
    const { database, dispatch, read } = openHome();
    dispatch('100001', {}, '2026-11-18T12:00:00.000Z');
    dispatch('100002', {});
    dispatch('100003', {});
    database.exec(`
      INSERT INTO result_set (id, uuid, question, state, created_at, asked_at, as_of, touched_at, run)
        VALUES (1, 'set', '{"connectionIds": ["agency"]}', 'done', '${at}', '${at}', '${at}', '${at}', 1);
      INSERT INTO saved_search (uuid, draft, result_set, seen_at) VALUES ('saved', '{}', 1, '${at}');
      INSERT INTO result_document (result_set, position, document, added_at, seen_version)
        SELECT 1, id, id, '${at}', CASE document_id WHEN 'document-100003' THEN 1 END FROM document`);
    expect(read()).toMatchObject({
      asOf: at,
      changesSince: '2026-11-19',
      // The first is older than yesterday, the last one was seen.
      changes: [{ savedSearchId: 'saved', new: 1, changed: 0, gone: 0, status: 0 }],
      hasMoreChanges: false,
    });
  });
});

describe('the money of the month', () => {
  it('is the sum of each client and currency; unknown amounts are counted apart', () => {
    const { dispatch, pay, read } = openHome();
    dispatch('100001', {});
    pay('100001', [
      { amount: 0.1 },
      { amount: 0.2, date: '30/11/2026' },
      { amount: 7, item: { moneda: 'USD' } },
      {},
      { amount: 99, date: '2026-10-31T00:00:00.000Z' },
    ]);
    expect(read()).toMatchObject({
      month: '2026-11',
      money: [
        { rut: acme, currency: 'USD', count: 1, sum: 7, unknown: 0 },
        { rut: acme, currency: '', count: 3, sum: 0.3, unknown: 1 },
      ],
    });
  });

  it('is that of the last month that has some', () => {
    const { dispatch, pay, read } = openHome();
    dispatch('100001', {});
    pay('100001', [
      { amount: 5, date: '2025-08-05T00:00:00.000Z' },
      { amount: 9, date: '2027-01-05T00:00:00.000Z' },
    ]);
    expect(read()).toMatchObject({ month: '2025-08', money: [{ sum: 5 }] });
  });
});

describe('a connection that was removed', () => {
  it('has no part in the calendar, the money and the last response', () => {
    const { database, store, dispatch, pay, read } = openHome();
    dispatch('100001', { fechaEta: '2026-11-24T00:00:00.000Z' }, '2026-11-18T12:00:00.000Z');
    dispatch('200001', { fechaEta: '2026-11-24T00:00:00.000Z' }, at, 'removed');
    pay('100001', [{ amount: 5, date: '2026-10-05T00:00:00.000Z' }]);
    store.saveDisbursements({ connectionId: 'removed', number: '200001', rut: acme, at }, [
      toDisbursement({ amount: 70 }, 0),
    ]);
    database.exec(`
      INSERT INTO result_set (id, uuid, question, state, created_at, asked_at, as_of, touched_at, run)
        VALUES (1, 'set', '{"connectionIds": ["removed"]}', 'done', '${at}', '${at}', '${at}', '${at}', 1),
          (2, 'damaged', 'damaged', 'done', '${at}', '${at}', '${at}', '${at}', 1)`);
    const { asOf, events, month, money } = read();
    expect({ asOf, month, sums: money.map(({ sum }) => sum) }).toEqual({
      asOf: '',
      month: '2026-10',
      sums: [5],
    });
    expect(events.map(({ count, dispatches }) => [count, dispatches.map(({ number }) => number)])).toEqual([
      [1, ['100001']],
    ]);
    expect(read(['agency', 'removed'])).toMatchObject({ asOf: at, month: '2026-11', events: [{ count: 2 }] });
  });
});

describe('what waits', () => {
  it('is grouped by whom it was asked of, the oldest first', () => {
    const { store, read } = openHome();
    const missing = ['100001', '100001', '100002'].map((number, index) => ({
      connectionId: 'agency',
      number,
      rut: acme,
      type: `TYPE ${index}`,
    }));
    const ask = { askedOf: 'Ana', note: '', missingDocuments: missing };
    store.insertDocumentRequests({ ...ask, askedOn: '2026-11-12' }, ['a', 'b', 'c']);
    store.insertDocumentRequests({ ...ask, askedOn: '2026-11-02', askedOf: 'Naviera' }, ['d', 'e', 'f']);
    expect(read().waiting).toEqual([
      { askedOf: 'Naviera', documents: 3, dispatches: 2, oldest: '2026-11-02' },
      { askedOf: 'Ana', documents: 3, dispatches: 2, oldest: '2026-11-12' },
    ]);
  });
});

describe('counts of missing documents', () => {
  const counts = { total: 2, byResponsible: [] };

  it('are kept with their time', () => {
    const { database, read } = openHome();
    expect(read().missing).toBeUndefined();
    saveMissingCounts(database, counts, at);
    expect(read().missing).toEqual({ ...counts, at });
  });

  it('are written again when they change, or after ten minutes: each write makes lists be read again', () => {
    const { database, read } = openHome();
    saveMissingCounts(database, counts, at);
    saveMissingCounts(database, counts, '2026-11-20T13:09:59.000Z');
    expect(read().missing?.at).toBe(at);
    saveMissingCounts(database, counts, '2026-11-20T13:10:00.000Z');
    expect(read().missing?.at).toBe('2026-11-20T13:10:00.000Z');
    saveMissingCounts(database, { ...counts, total: 3 }, '2026-11-20T13:10:01.000Z');
    expect(read().missing).toMatchObject({ total: 3, at: '2026-11-20T13:10:01.000Z' });
  });
});
