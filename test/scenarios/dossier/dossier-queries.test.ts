import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../electron/database/index.ts';
import type { ErrorData } from '../../../shared/errors.ts';
import type { PartialQuery, Scope } from '../../../shared/model/dossier.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { temporaryStore } from '../../support/database/store.ts';
import { acme } from '../../support/samples/documents.ts';
import { agency, storeDispatch } from '../../support/samples/stored-folders.ts';

const today = '2026-11-20';
const stranger = '60805000-0' as Rut;
const all = { offset: 0, limit: 500 };
const everything: Scope = {};
const usual = ['DIN', 'B/L', 'FACTURA'];

/** A store of its own for a describe; what it holds is kept before its first test. */
function storeOf(fill: (store: Store) => Promise<void>): { store: Store } {
  const opened = {} as { store: Store; remove(): Promise<void> };
  beforeAll(async () => {
    Object.assign(opened, await temporaryStore());
    await fill(opened.store);
  });
  afterAll(() => opened.remove());
  return opened;
}

async function storeUsual(store: Store, count: number, from: number): Promise<void> {
  for (let n = from; n < from + count; n++) {
    await storeDispatch(store, { number: String(n), documents: usual, status: { isCompleted: true } });
  }
}

describe('expectations', () => {
  const stored = storeOf(async (store) => {
    await storeUsual(store, 18, 100);
    await storeDispatch(store, {
      number: '118',
      documents: ['DIN', 'FACTURA'],
      status: { isCompleted: true },
    });
    await storeDispatch(store, { number: '119', documents: ['DIN', 'FACTURA', 'SEGURO'] });
    // None of these teaches anything: not asked for completely, not over, another way.
    await storeDispatch(store, { number: '120', documents: ['RARO'], isComplete: false });
    await storeDispatch(store, { number: '121', documents: ['RARO'], status: { isCompleted: false } });
    await storeDispatch(store, { number: '122', documents: ['RARO'], object: { viaTransporte: 'AEREO' } });
  });

  it('are learned from complete dispatches that are over, by client, kind and way', async () => {
    const groups = await stored.store.listExpectations(everything, today);
    expect(groups.map(({ group, dispatches, partial, of }) => [group.via, dispatches, partial, of])).toEqual([
      ['MARITIMA', 22, 1, 20],
      ['AEREO', 1, 0, 1],
    ]);
    const [sea] = groups;
    expect(sea?.types.map(({ type, seen, of, isExpected }) => [type, seen, of, isExpected])).toEqual([
      ['B/L', 18, 20, true],
      ['DIN', 20, 20, true],
      ['FACTURA', 20, 20, true],
      ['SEGURO', 1, 20, false],
    ]);
  });

  describe('of an agency that calls no dispatch completed', () => {
    const never = storeOf(async (store) => {
      for (let n = 100; n < 106; n++) {
        await storeDispatch(store, { number: String(n), documents: usual, status: { isCompleted: false } });
      }
    });

    it('are learned from dispatches that were accepted long ago', async () => {
      const [group] = await never.store.listExpectations(everything, today);
      expect([
        group?.of,
        group?.types.filter(({ isExpected }) => isExpected).map(({ type }) => type),
      ]).toEqual([6, ['B/L', 'DIN', 'FACTURA']]);
    });

    it('are learned from those that it calls completed, once it does so', async () => {
      await storeDispatch(never.store, { number: '200', documents: ['DIN'], status: { isCompleted: true } });
      const [group] = await never.store.listExpectations(everything, today);
      expect(group?.of).toBe(1);
    });
  });

  it('stay as a person decided, with what was seen then, until they let go', async () => {
    const { store } = stored;
    const group = { connectionId: agency, rut: acme, tramite: 'importación ctdo. normal', via: 'Maritima' };
    const decision = { type: 'B/L', isExpected: false, seen: 18, of: 20, at: '2026-11-20T10:00:00.000Z' };
    await store.decideTypes(group, [decision]);
    const decided = (await store.listExpectations(everything, today))[0]?.types[0];
    expect(decided).toMatchObject({ type: 'B/L', isExpected: false, basis: 'decided', decision, seen: 18 });
    await store.undecideTypes(group, ['B/L']);
    const learned = (await store.listExpectations(everything, today))[0]?.types[0];
    expect(learned).toMatchObject({ type: 'B/L', isExpected: true, basis: 'learned' });
  });

  it('do not count a dispatch of unknown status as over before thirty days', async () => {
    const groups = await stored.store.listExpectations(everything, '2026-06-01');
    expect(groups.find(({ group }) => group.via === 'AEREO')?.of).toBe(0);
  });
});

describe('what dispatches lack', () => {
  const stored = storeOf(async (store) => {
    await storeUsual(store, 10, 100);
    await storeDispatch(store, { number: '200', documents: ['DIN', { type: 'B/L', file: 'none' }, 'EXTRA'] });
    await storeDispatch(store, { number: '201', documents: ['DIN'], isComplete: false });
    await storeDispatch(store, { number: '202', documents: [...usual, { type: 'DIN', isActive: false }] });
    await store.saveTypes(
      agency,
      [
        { id: '1', name: 'FACTURA', operation: 'IMP', responsible: 'CLIENTE', item: {} },
        { id: '2', name: 'B/L', operation: 'EXP', responsible: 'AGENCIA', item: {} },
        { id: '3', name: 'B/L', operation: 'IMP', responsible: 'NAVIERA', item: {} },
      ],
      '2026-11-10T12:00:00.000Z',
    );
  });

  it('is a matrix of dispatches and types', async () => {
    const matrix = await stored.store.getMatrix(everything, all, today);
    expect(matrix.counts).toEqual({ complete: 11, incomplete: 1, partial: 1, 'no-expectation': 0 });
    expect(matrix.types).toEqual([
      { type: 'DIN', responsible: '' },
      { type: 'B/L', responsible: 'NAVIERA' },
      { type: 'FACTURA', responsible: 'CLIENTE' },
      { type: 'EXTRA', responsible: '' },
    ]);
    const row = (number: string) => matrix.rows.find((one) => one.number === number);
    expect(row('200')?.cells.map(({ state }) => state)).toEqual(['here', 'no-file', 'missing', 'here']);
    expect(row('201')?.cells.map(({ state }) => state)).toEqual([
      'here',
      'unknown',
      'unknown',
      'not-expected',
    ]);
    expect(row('201')?.completeness).toBe('partial');
    expect(row('202')?.cells[0]).toEqual({ state: 'here', documents: 1 });
  });

  it('gives a window of the matrix, and only the dispatches that are wanted', async () => {
    const { rows, total } = await stored.store.getMatrix(everything, { offset: 4, limit: 2 }, today);
    expect([total, rows.map(({ number }) => number)]).toEqual([13, ['104', '105']]);
    const only = await stored.store.getMatrix(everything, { ...all, only: 'incomplete' }, today);
    expect(only.rows.map(({ number }) => number)).toEqual(['200']);
  });

  it('is a list of missing documents by who owes them, with reason, partial dispatches told apart', async () => {
    const missingDocuments = await stored.store.listMissingDocuments(everything, all, today);
    expect(missingDocuments.rows).toMatchObject([
      { number: '200', type: 'FACTURA', kind: 'missing', responsible: 'CLIENTE' },
      { number: '200', type: 'B/L', kind: 'no-file', responsible: 'NAVIERA', seen: 12, of: 12 },
    ]);
    expect(missingDocuments.byResponsible).toEqual([
      { responsible: 'CLIENTE', missingCount: 1, dispatches: 1, requestedCount: 0 },
      { responsible: 'NAVIERA', missingCount: 1, dispatches: 1, requestedCount: 0 },
    ]);
    expect(missingDocuments.partial).toBe(1);
    expect(await stored.store.listPartial({ scope: everything }, today)).toEqual([
      { connectionId: agency, number: '201', rut: acme },
    ]);
  });

  it('names the dispatches known in part of one scope, and only those that are over or are not', async () => {
    const named = async (asked: PartialQuery) =>
      (await stored.store.listPartial(asked, today)).map(({ number }) => number);
    const of = (number: string) => ({ dispatches: [{ connectionId: agency, number }] });
    expect(await named({ scope: of('201') })).toEqual(['201']);
    expect(await named({ scope: of('200') })).toEqual([]);
    const [over, underWay] = await Promise.all(
      [true, false].map((isOver) => named({ scope: everything, isOver })),
    );
    expect([...(over ?? []), ...(underWay ?? [])]).toEqual(['201']);
    for (const isOver of [true, false]) {
      const { partial } = await stored.store.listMissingDocuments(everything, { ...all, isOver }, today);
      expect(partial).toBe((await named({ scope: everything, isOver })).length);
    }
  });

  it('is what one of them owes, or what was not asked for yet', async () => {
    const owed = await stored.store.listMissingDocuments(
      everything,
      { ...all, responsible: 'CLIENTE' },
      today,
    );
    expect(owed.rows.map(({ type }) => type)).toEqual(['FACTURA']);
    expect(
      (await stored.store.listMissingDocuments(everything, { ...all, isAsked: true }, today)).rows,
    ).toEqual([]);
  });

  it('is only of the scope', async () => {
    const scopes: Scope[] = [
      { dispatches: [{ connectionId: agency, number: '100' }] },
      { connectionIds: ['elsewhere'] },
      { ruts: ['96591760-8' as Rut] },
    ];
    for (const scope of scopes) {
      expect((await stored.store.listMissingDocuments(scope, all, today)).rows).toEqual([]);
    }
    const one = { dispatches: [{ connectionId: agency, number: '200' }] };
    expect((await stored.store.listMissingDocuments(one, all, today)).total).toBe(2);
  });
});

describe('the list of requests', () => {
  const stored = storeOf(async (store) => {
    await storeUsual(store, 10, 100);
    await storeDispatch(store, {
      number: '200',
      documents: ['DIN', { type: 'B/L', id: 'late', file: 'none' }],
    });
  });
  const missingDocument = (type: string) => ({ connectionId: agency, number: '200', type, rut: acme });

  it('closes a request by itself when the document arrives: asked 12-11, arrived 15-11', async () => {
    const { store } = stored;
    await store.insertDocumentRequests(
      {
        missingDocuments: [missingDocument('FACTURA'), missingDocument('B/L')],
        askedOn: '2026-11-12',
        askedOf: 'Ana',
        note: 'por teléfono',
      },
      ['c1', 'c2'],
    );
    const open = await store.listMissingDocuments(everything, all, today);
    expect(open.rows.map(({ type, request }) => [type, request?.askedOn, request?.askedOf])).toEqual([
      ['B/L', '2026-11-12', 'Ana'],
      ['FACTURA', '2026-11-12', 'Ana'],
    ]);
    expect(await store.closeRequests()).toEqual([]);

    // Late on the 15th in Santiago, already the 16th in UTC.
    await storeDispatch(store, {
      number: '200',
      documents: [
        { type: 'FACTURA', id: 'new' },
        { type: 'B/L', id: 'late' },
      ],
      at: '2026-11-16T01:30:00.000Z',
    });
    const closed = await store.closeRequests();
    expect(closed.map(({ type, arrived }) => [type, arrived])).toEqual([
      ['FACTURA', { on: '2026-11-15', documentId: 'new' }],
      ['B/L', { on: '2026-11-15', documentId: 'late' }],
    ]);
    expect((await store.listMissingDocuments(everything, all, today)).rows).toEqual([]);
    expect(await store.closeRequests()).toEqual([]);
    const { rows, total } = await store.listDocumentRequests({}, { ...all, state: 'arrived' });
    expect(total).toBe(2);
    expect(rows.every(({ askedOn }) => askedOn === '2026-11-12')).toBe(true);
  });

  it('stays open for a document without a file while another of its type has one, and is closed by that document', async () => {
    const { store } = stored;
    const scope = { dispatches: [{ connectionId: agency, number: '300' }] };
    const documents = (file: 'none' | 'available') => [
      { type: 'B/L', id: '300-first' },
      { type: 'B/L', id: '300-second', file },
    ];
    await storeDispatch(store, { number: '300', documents: ['DIN', 'FACTURA', ...documents('none')] });
    const before = await store.listMissingDocuments(scope, all, today);
    expect(before.rows.map(({ type, kind }) => [type, kind])).toEqual([['B/L', 'no-file']]);
    const missingDocuments = [{ ...missingDocument('B/L'), number: '300' }];
    await store.insertDocumentRequests({ missingDocuments, askedOn: '2026-11-12', askedOf: '', note: '' }, [
      'c9',
    ]);
    expect(await store.closeRequests()).toEqual([]);
    const at = '2026-11-15T15:00:00.000Z';
    await storeDispatch(store, {
      number: '300',
      documents: ['DIN', 'FACTURA', ...documents('available')],
      at,
    });
    expect((await store.closeRequests()).map(({ arrived }) => arrived)).toEqual([
      { on: '2026-11-15', documentId: '300-second' },
    ]);
    expect((await store.listMissingDocuments(scope, all, today)).rows).toEqual([]);
  });

  it('can be corrected and cleared', async () => {
    const { store } = stored;
    await store.insertDocumentRequests(
      { missingDocuments: [missingDocument('OTRO')], askedOn: '2026-11-18', askedOf: '', note: '' },
      ['c3'],
    );
    await store.changeDocumentRequest({ id: 'c3', askedOn: '2026-11-17', askedOf: 'Luis', note: 'correo' });
    const open = { ...all, state: 'open' } as const;
    expect((await store.listDocumentRequests({ connectionIds: [agency] }, open)).rows).toMatchObject([
      { id: 'c3', askedOn: '2026-11-17', askedOf: 'Luis', note: 'correo' },
    ]);
    expect((await store.listDocumentRequests({ ruts: ['96591760-8' as Rut] }, open)).total).toBe(0);
    await store.removeDocumentRequests(['c3']);
    expect((await store.listDocumentRequests({}, open)).rows).toEqual([]);
  });

  it('never says that a document arrived before it was asked for', async () => {
    const { store } = stored;
    await store.insertDocumentRequests(
      { missingDocuments: [missingDocument('DIN')], askedOn: '2026-11-19', askedOf: '', note: '' },
      ['c4'],
    );
    expect((await store.closeRequests()).map(({ arrived }) => arrived?.on)).toEqual(['2026-11-19']);
  });
});

describe('how long folders are kept', () => {
  const stored = storeOf(async (store) => {
    await storeDispatch(store, { number: '1', documents: ['DIN', { type: 'B/L', isActive: false }] });
    await storeDispatch(store, {
      number: '2',
      documents: ['DUS'],
      object: { tipoTramite: 'EXPORTACION', fechaAceptacion: '2026-01-10T00:00:00.000Z' },
      status: { recordType: 'dus', fechaLegalizacion: '2027-01-02T00:00:00.000Z' },
    });
    await storeDispatch(store, { number: '3', documents: ['DUS'], object: { tipoTramite: 'EXPORTACION' } });
  });

  it('is told with its basis, what is unknown first', async () => {
    const { rows, unknown } = await stored.store.listClosedDispatches(everything, all, today);
    expect(unknown).toBe(1);
    expect(rows.map(({ number, operation, retention }) => [number, operation, retention])).toEqual([
      ['3', 'export', { kind: 'unknown', missingFact: 'legalisation' }],
      [
        '1',
        'import',
        { kind: 'known', until: '2031-12-31', basis: 'acceptance', from: '2026-05-15', note: '' },
      ],
      [
        '2',
        'export',
        { kind: 'known', until: '2032-12-31', basis: 'legalisation', from: '2027-01-02', note: '' },
      ],
    ]);
    expect(rows[1]).toMatchObject({ papers: 1, filesHere: 0 });
  });

  it('is what a person set, until they let go', async () => {
    const { store } = stored;
    const folder = { connectionId: agency, number: '3', rut: acme };
    await store.setRetention(folder, { until: '2040-06-30', note: 'juicio' }, '2026-11-20T10:00:00.000Z');
    const set = (await store.listClosedDispatches(everything, all, today)).rows.find(
      ({ number }) => number === '3',
    );
    expect(set?.retention).toEqual({ kind: 'known', until: '2040-06-30', basis: 'person', note: 'juicio' });
    await store.setRetention(folder, undefined, '2026-11-20T10:00:00.000Z');
    expect((await store.listClosedDispatches(everything, all, today)).unknown).toBe(1);
  });

  it('limits the matrix to dispatches whose term ends within a year, or has ended', async () => {
    const { store } = stored;
    const ending = async (day: string) => {
      const matrix = await store.getMatrix(everything, { ...all, isRetentionEnding: true }, day);
      const counted = Object.values(matrix.counts).reduce((sum, count) => sum + count, 0);
      return [matrix.rows.map(({ number }) => number), matrix.total, counted];
    };
    expect(await ending('2030-12-30')).toEqual([[], 0, 0]);
    expect(await ending('2030-12-31')).toEqual([['1'], 1, 1]);
    expect((await ending('2040-01-01'))[0]).toEqual(['2', '1']);
    const folder = { connectionId: agency, number: '3', rut: acme };
    await store.setRetention(folder, { until: '2027-11-20', note: '' }, '2026-11-20T10:00:00.000Z');
    expect((await ending(today))[0]).toEqual(['3']);
    expect((await ending('2026-11-19'))[0]).toEqual([]);
    await store.setRetention(folder, undefined, '2026-11-20T10:00:00.000Z');
    expect((await ending('2040-01-01'))[0]).toEqual(['2', '1']);
  });
});

describe('disbursements', () => {
  const stored = storeOf(async (store) => {
    await storeDispatch(store, {
      number: '1',
      documents: [
        { type: 'FACTURA TERCEROS', id: 'own', folio: '0077', issuerId: '96.591.760-8' },
        { type: 'FACTURA TERCEROS', id: 'other', folio: '78', issuerId: '18972631-7' },
      ],
      payments: [
        { documentNumber: '77', providerId: '96591760-8', amount: 1000 },
        { documentNumber: '78', providerId: '96591760-8' },
        { documentNumber: '', amount: 30, state: 'PENDIENTE' },
      ],
    });
    await storeDispatch(store, {
      number: '2',
      documents: [{ type: 'FACTURA TERCEROS', folio: '77', issuerId: '96591760-8' }],
    });
  });

  it('stand with their documents, or without, and their sums with what is unknown', async () => {
    const payments = await stored.store.listPayments(everything, all, today);
    expect(payments.rows.map(({ support }) => support)).toEqual([
      { state: 'supported', documents: [{ documentId: 'own', by: 'number-and-issuer' }], otherIssuer: [] },
      { state: 'unsupported', documents: [], otherIssuer: ['other'] },
      { state: 'no-number', documents: [], otherIssuer: [] },
    ]);
    expect(payments.rows[0]?.supportedBy).toEqual([
      { documentId: 'own', type: 'FACTURA TERCEROS', folio: '0077' },
    ]);
    expect(payments.sums.all.amount).toEqual({ sum: 1030, known: 2, unknown: 1 });
    expect(payments.sums.byState.map(({ label, count }) => [label, count])).toEqual([
      ['Pagado', 2],
      ['Pendiente', 1],
    ]);
    expect(payments).toMatchObject({
      supported: 1,
      unsupported: 1,
      withoutNumber: 1,
      notRequested: 1,
      dispatches: 2,
    });
    const only = await stored.store.listPayments(everything, { ...all, only: 'unsupported' }, today);
    expect(only.rows.map(({ documentNumber }) => documentNumber)).toEqual(['78']);
  });

  it('are known of so many dispatches of a scope, and the others are named', async () => {
    const { store } = stored;
    expect(await store.countKnown(everything)).toEqual({ dispatches: 2, disbursements: 1 });
    const one = { dispatches: [{ connectionId: agency, number: '1' }] };
    expect(await store.countKnown(one)).toEqual({ dispatches: 1, disbursements: 1 });
    expect(await store.listPartial({ scope: everything, of: 'disbursements' }, today)).toEqual([
      { connectionId: agency, number: '2', rut: acme },
    ]);
  });

  it('carry the lines of a ledger', async () => {
    const ledger = '96591760-8\t77\t1000\n18972631-7\t078\t5\n96591760-8\t99';
    const { lines: resultLines, counts, asOf } = await stored.store.reconcileLines(ledger);
    expect(
      resultLines.map(({ verdict, documents }) => [verdict, documents.map(({ number }) => number)]),
    ).toEqual([
      ['found', ['1', '2']],
      ['paper-only', ['1']],
      ['absent', []],
    ]);
    expect(counts).toMatchObject({ found: 1, absent: 1 });
    expect(asOf).toBe('2026-11-10T12:00:00.000Z');
    expect((await stored.store.reconcileLines(ledger, { connectionIds: ['elsewhere'] })).counts.absent).toBe(
      3,
    );
  });
});

describe('lines of a ledger that nothing carries', () => {
  const stored = storeOf(async (store) => {
    await storeDispatch(store, { number: '1', documents: ['FACTURA'], payments: [{ amount: 1 }] });
    const types = ['FACTURA', 'DIN'].map((name) => ({
      id: name,
      name,
      operation: '',
      responsible: '',
      item: {},
    }));
    await store.saveTypes(agency, types, '2026-11-10T12:00:00.000Z');
  });
  const of = { connectionIds: [agency], ruts: [acme], today };
  const ledger = [
    'RUT Proveedor;Folio;Fecha Docto;Monto Total',
    '96591760-8;99;05/10/2026;1000',
    '96591760-8;98;05/09/2026;1000',
  ].join('\n');
  const verdicts = async () => {
    const { lines, toAsk } = await stored.store.reconcileLines(ledger, undefined, of);
    return { verdicts: lines.map(({ verdict }) => verdict), toAsk };
  };
  /** Asks for these types of October, and has an answer. */
  async function ask(
    resultSetId: string,
    names: readonly string[],
    rut = acme,
    error?: ErrorData,
  ): Promise<void> {
    const { store } = stored;
    await store.createResultSet(resultSetId, october(names), '2026-11-15T12:00:00.000Z');
    await store.planTasks(
      resultSetId,
      names.map((subject) => ({
        kind: 'type' as const,
        connectionId: agency,
        rut,
        ruts: [],
        subject,
        start: '2026-10-01',
        end: '2026-10-31',
      })),
    );
    for (const { id } of await store.listTasks(resultSetId)) {
      const end = error ? { state: 'problem' as const, error } : { state: 'done' as const };
      await store.endTask(id, { ...end, documents: 0 });
    }
  }
  const october = (names: readonly string[]) => ({
    kind: 'range' as const,
    connectionIds: [agency],
    ruts: [acme],
    complete: true,
    range: { kind: 'days' as const, start: '2026-10-01', end: '2026-10-31' },
    types: { kind: 'some' as const, names: [...names] },
  });

  it('were not asked for until every type of every client was asked for their month', async () => {
    const before = await verdicts();
    expect(before.verdicts).toEqual(['not-asked', 'not-asked']);
    expect(before.toAsk?.queries).toEqual([
      {
        kind: 'range',
        connectionIds: [agency],
        ruts: [acme],
        complete: true,
        range: { kind: 'days', start: '2026-09-01', end: '2026-10-31' },
        types: { kind: 'all', operation: 'both' },
      },
    ]);
    await ask('first', ['FACTURA']);
    expect((await verdicts()).verdicts).toEqual(['not-asked', 'not-asked']);
    await ask('second', ['DIN']);
    expect((await verdicts()).verdicts).toEqual(['absent', 'not-asked']);
  });

  it.each([
    ['were not asked for of a client whose answer an outage kept back', 'NO_NETWORK', 'not-asked'],
    ['were asked for of a client that the agency does not have', 'ACCOUNT_NOT_FOUND', 'absent'],
  ] as const)('%s', async (_, code, verdict) => {
    const names = ['FACTURA', 'DIN'];
    await ask(`own-${code}`, names);
    await ask(`other-${code}`, names, stranger, { code, message: 'as the test says' });
    const both = { ...of, ruts: [acme, stranger] };
    const { lines } = await stored.store.reconcileLines(ledger, undefined, both);
    expect(lines.map((line) => line.verdict)).toEqual([verdict, 'not-asked']);
  });

  it('were not asked for while a dispatch of that time was not asked for its disbursements', async () => {
    await storeDispatch(stored.store, { number: '2', documents: ['FACTURA'] });
    const { verdicts: resultLines, toAsk } = await verdicts();
    expect(resultLines).toEqual(['not-asked', 'not-asked']);
    expect(toAsk?.queries.at(-1)).toEqual({
      kind: 'dispatches',
      connectionIds: [agency],
      dispatches: [{ number: '2', ruts: [acme] }],
    });
  });

  it('of a register of sales are told as such', async () => {
    const sales = 'Nro;Tipo Doc;Tipo Venta;Rut cliente;Folio;Monto total\n1;33;Del Giro;76086428-5;12;100';
    const resultLines = await stored.store.reconcileLines(sales, undefined, of);
    expect([resultLines.isOfSales, resultLines.counts['not-asked'], resultLines.counts.unreadable]).toEqual([
      true,
      0,
      1,
    ]);
    expect((await stored.store.reconcileLines(ledger, undefined, of)).isOfSales).toBe(false);
  });
});

describe('what is worth a look', () => {
  const agencyRut = '60805000-0' as Rut;
  const stored = storeOf(async (store) => {
    for (let n = 0; n < 6; n++) {
      const issuerId = '60.805.000-0';
      await storeDispatch(store, {
        number: `${100 + n}`,
        documents: ['DIN', { type: 'NOTA DE COBRO', folio: `${9000 + n}`, issuerId, customerId: acme }],
        status: { isCompleted: true },
      });
    }
    await storeDispatch(store, {
      number: '200',
      documents: [
        'DIN',
        { type: 'DIN', id: 'second' },
        {
          type: 'FACTURA TERCEROS',
          id: 'first-bill',
          folio: '55',
          issuerId: '18.972.631-7',
          customerId: agencyRut,
        },
        { type: 'FACTURA TERCEROS', id: 'stray', folio: '56', customerId: '96.591.760-8' },
      ],
      payments: [{ documentNumber: '55', providerId: '18972631-7', net: 1000, tax: 190, amount: 2380 }],
    });
    await storeDispatch(store, {
      number: '201',
      object: { viaTransporte: 'AEREO' },
      documents: [{ type: 'OTROS', id: 'second-bill', folio: '00055', issuerId: '18972631-7' }],
    });
  });
  const find = (scope: Scope = everything, withDismissed = false) =>
    stored.store.listFindings(scope, { ...all, withDismissed }, today);

  it('is told with its reason and its documents', async () => {
    const { rows, byKind } = await find();
    expect(byKind).toMatchObject({
      'same-paper-twice': 1,
      'totals-differ': 1,
      'foreign-customer': 1,
      'more-than-usual': 1,
    });
    const documentsOf = (kind: string) =>
      rows.find(({ reason }) => reason.kind === kind)?.documents.map(({ documentId }) => documentId);
    expect(documentsOf('same-paper-twice')).toEqual(['first-bill', 'second-bill']);
    expect(documentsOf('totals-differ')).toEqual(['first-bill']);
    expect(documentsOf('foreign-customer')).toEqual(['stray']);
    expect(documentsOf('more-than-usual')).toEqual(['200-1', 'second']);
    expect(rows.find(({ reason }) => reason.kind === 'foreign-customer')?.reason).toMatchObject({
      agency: agencyRut,
    });
  });

  it('finds the other half of a double charge outside of the scope', async () => {
    const air = { dispatches: [{ connectionId: agency, number: '201' }] };
    const { rows } = await find(air);
    expect(rows.map(({ reason }) => reason.kind)).toEqual(['same-paper-twice']);
    expect(rows[0]?.dispatches.map(({ number }) => number)).toEqual(['200', '201']);
  });

  it('is dismissed with a note and can come back', async () => {
    const { store } = stored;
    const [first] = (await find()).rows;
    await store.dismissFinding(
      first?.id ?? '',
      agency,
      'es la misma, refacturada',
      '2026-11-20T10:00:00.000Z',
    );
    const after = await find();
    expect([after.total, after.dismissed]).toEqual([3, 1]);
    const [shown] = (await find(everything, true)).rows;
    expect(shown?.dismissed?.note).toBe('es la misma, refacturada');
    await store.restoreFinding(first?.id ?? '');
    expect((await find()).total).toBe(4);
  });

  it('takes the RUT that a person sets for the agency before the one that its documents tell', async () => {
    const { store } = stored;
    expect(await store.derivedAgencyRut(agency)).toBe(agencyRut);
    await store.setAgencyRut(agency, '96591760-8' as Rut);
    const strays = (await find()).rows.filter(({ reason }) => reason.kind === 'foreign-customer');
    expect(strays.flatMap(({ documents }) => documents.map(({ documentId }) => documentId))).toEqual([
      'first-bill',
    ]);
    await store.setAgencyRut(agency, undefined);
    expect((await find()).byKind['foreign-customer']).toBe(1);
  });
});

describe('what people noted', () => {
  const stored = storeOf((store) => storeUsual(store, 1, 100));

  it('is forgotten with its client or its connection, and only then', async () => {
    const { store } = stored;
    const missingDocument = (rut: Rut) => ({ connectionId: agency, number: '100', type: 'X', rut });
    const other = '96591760-8' as Rut;
    await store.insertDocumentRequests(
      {
        missingDocuments: [missingDocument(acme), missingDocument(other)],
        askedOn: today,
        askedOf: '',
        note: '',
      },
      ['a', 'b'],
    );
    await store.purgeDossiers(agency, acme);
    const requests = await store.listDocumentRequests({}, { ...all, state: 'all' });
    expect(requests.rows.map(({ id }) => id)).toEqual(['b']);
    await store.purgeDossiers(agency);
    expect((await store.listDocumentRequests({}, { ...all, state: 'all' })).total).toBe(0);
  });
});
