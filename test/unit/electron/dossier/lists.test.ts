import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DossierExport } from '../../../../shared/lists/list-export.ts';
import type { Rut } from '../../../../shared/model/rut.ts';
import { acmeClient, type DossierModule, openModule } from '../../../support/app/dossier-module.ts';
import { temporaryFolder } from '../../../support/disk/temporary-folder.ts';
import { acme } from '../../../support/samples/documents.ts';
import { addDownloadedFile, agency, storeDispatch } from '../../../support/samples/stored-folders.ts';

const other = '96591760-8' as Rut;
const all = { offset: 0, limit: 500 };
const scope = {};
let dossier: DossierModule;

beforeEach(async () => {
  dossier = await openModule({ clients: [acmeClient] });
  const { store } = dossier;
  const usual = ['DIN', 'B/L', 'FACTURA'];
  for (const rut of [acme, other]) {
    for (let n = 0; n < 8; n++) {
      await storeDispatch(store, { number: `${rut === acme ? 1 : 2}0${n}`, rut, documents: usual });
    }
  }
  await storeDispatch(store, { number: '150', documents: ['DIN'] });
  await storeDispatch(store, {
    number: '250',
    rut: other,
    documents: ['DIN', { type: 'FACTURA', file: 'none' }],
  });
  const type = (name: string, responsible: string) => ({
    id: name,
    name,
    operation: 'IMP',
    responsible,
    item: {},
  });
  await store.saveTypes(
    agency,
    [type('FACTURA', 'CLIENTE'), type('B/L', 'NAVIERA')],
    '2026-11-10T12:00:00.000Z',
  );
});
afterEach(() => dossier.close());

const handlers = () => dossier.handlers;

describe('messages that ask for what is missing', () => {
  it('are one for each who owes something, clients one by one', async () => {
    const messages = await handlers()['dossier.messages']({ scope, language: 'es-CL' });
    expect(
      messages.map(({ responsible, client, to, missingDocuments }) => [
        responsible,
        client,
        to,
        missingDocuments.length,
      ]),
    ).toEqual([
      ['CLIENTE', acme, 'ana@acme.example', 1],
      ['CLIENTE', other, '', 1],
      ['NAVIERA', undefined, '', 2],
    ]);
  });

  it('are of “nosotros” where the own office owes the documents: the agency at an agency, the client at an importer', async () => {
    await dossier.store.saveTypes(
      agency,
      [
        { id: '1', name: 'FACTURA', operation: 'IMP', responsible: 'CLIENTE', item: {} },
        { id: '2', name: 'B/L', operation: 'IMP', responsible: 'AGENCIA', item: {} },
      ],
      '2026-11-11T12:00:00.000Z',
    );
    const own = async () =>
      (await handlers()['dossier.messages']({ scope, language: 'es-CL' })).filter(({ isOwn }) => isOwn);
    const [reminder, ...more] = await own();
    expect(reminder).toMatchObject({ responsible: 'AGENCIA', to: '' });
    expect(reminder?.body).toContain('los 2 documentos que siguen, que nos toca poner a nosotros.');
    expect(reminder?.body).not.toContain('Agradeceremos');
    expect(more).toEqual([]);

    const { store } = dossier;
    const importer = await openModule({ clients: [acmeClient], userRole: () => 'company', store });
    const messages = await importer.handlers['dossier.messages']({ scope, language: 'en' });
    await importer.close();
    expect(messages.map(({ responsible, isOwn }) => [responsible, isOwn])).toEqual([
      ['AGENCIA', false],
      ['CLIENTE', true],
      ['CLIENTE', true],
    ]);
    expect(messages.map(({ to }) => to)).toEqual(['documentos@faro.example', 'ana@acme.example', '']);
    expect(messages.at(1)?.body).toContain('ours to provide');
    expect(messages.at(0)?.body).toContain('Please send');
  });

  it('never are about dispatches of two agencies', async () => {
    for (let n = 0; n < 6; n++) {
      await storeDispatch(dossier.store, {
        number: `7${n}`,
        connectionId: 'elsewhere',
        documents: ['DIN', 'GUIA'],
      });
    }
    await storeDispatch(dossier.store, { number: '79', connectionId: 'elsewhere', documents: ['DIN'] });
    const guide = { id: '1', name: 'GUIA', operation: 'IMP', responsible: 'NAVIERA', item: {} };
    await dossier.store.saveTypes('elsewhere', [guide], '2026-11-10T12:00:00.000Z');
    const messages = await handlers()['dossier.messages']({ scope, language: 'es-CL' });
    const ofCarrier = messages.filter(({ responsible }) => responsible === 'NAVIERA');
    expect(
      ofCarrier.map(({ connectionId, missingDocuments }) => [
        connectionId,
        missingDocuments.map((missingDocument) => missingDocument.number),
      ]),
    ).toEqual(
      expect.arrayContaining([
        [agency, ['150', '250']],
        ['elsewhere', ['79']],
      ]),
    );
    expect(ofCarrier).toHaveLength(2);
    for (const { connectionId, missingDocuments } of messages) {
      expect(new Set(missingDocuments.map((missingDocument) => missingDocument.connectionId))).toEqual(
        new Set([connectionId]),
      );
    }
    expect(new Set(messages.map(({ connectionId }) => connectionId))).toEqual(new Set([agency, 'elsewhere']));
  });

  it('name dispatches and documents, in Spanish', async () => {
    const messages = await handlers()['dossier.messages']({ scope, language: 'es-CL' });
    const [, client, carrier] = messages;
    expect(carrier?.subject).toBe('Documentos pendientes de 2 despachos');
    expect(carrier?.body).toBe(
      [
        'Estimados:',
        '',
        'Para completar las carpetas de despacho nos faltan los 2 documentos que siguen. Agradeceremos que nos los envíen.',
        '',
        'Despacho 150 · referencia REF-01 · cliente ACME Ltda. (76.086.428-5)',
        '  - B/L',
        '',
        'Despacho 250 · referencia REF-01 · cliente 96.591.760-8',
        '  - B/L',
        '',
        'Muchas gracias.',
      ].join('\n'),
    );
    expect(client?.subject).toBe('Documentos pendientes del despacho 250');
    expect(client?.body).toContain('  - FACTURA (está registrado, pero sin archivo)');
    expect(client?.body).not.toContain('76.086.428-5');
  });

  it('name them in English, and say what was asked before', async () => {
    const missingDocuments = [{ connectionId: agency, number: '150', type: 'FACTURA', rut: acme }];
    await handlers()['dossier.saveRequests']({
      missingDocuments,
      askedOn: '2026-11-12',
      askedOf: 'Ana',
      note: '',
    });
    const [message] = await handlers()['dossier.messages']({ scope, language: 'en', missingDocuments });
    expect(message?.subject).toBe('Missing documents of dispatch 150');
    expect(message?.body).toContain('  - FACTURA (asked for on 12-11-2026)');
    expect(message?.fitsMail).toBe(true);
  });

  it('say when a mail program would not take them', async () => {
    // Of an agency that calls others completed, what is not is under way, and teaches nothing.
    await storeDispatch(dossier.store, {
      number: '300',
      documents: ['DIN', 'B/L'],
      status: { isCompleted: true },
    });
    for (let n = 10; n < 50; n++) {
      await storeDispatch(dossier.store, {
        number: `3${n}`,
        documents: ['DIN'],
        status: { isCompleted: false },
      });
    }
    const messages = await handlers()['dossier.messages']({
      scope,
      responsible: 'NAVIERA',
      language: 'es-CL',
    });
    expect(messages.map(({ fitsMail }) => fitsMail)).toEqual([false]);
  });

  it('are opened as drafts however long they are, with the documents of their dispatches that can be had, and name the others', async () => {
    const file = join(temporaryFolder(), 'DIN 150.pdf');
    writeFileSync(file, 'a paper');
    await storeDispatch(dossier.store, { number: '150', documents: [{ type: 'DIN', id: '150-DIN' }] });
    await addDownloadedFile(dossier.store, '150-DIN', file);
    const body = 'Falta un papel. '.repeat(2_000);
    const opened = await handlers()['dossier.draft']({
      to: 'ana@acme.example',
      subject: 'Documentos',
      body,
      documentsOf: [{ connectionId: agency, number: '150' }],
      language: 'es-CL',
    });
    expect(opened).toEqual({ attached: 1, leftOut: [], undelivered: { count: 1, of: 2 } });
    const [[action, path] = []] = dossier.desktopCalls;
    expect(action).toBe('open');
    const text = readFileSync(String(path), 'utf8');
    expect(text).toContain('X-Unsent: 1');
    expect(text).toContain('DIN 150.pdf');
    expect(text).toContain('Falta 1 de 2 documentos');
    expect(text).toContain(Buffer.from('a paper').toString('base64'));
  });

  it('go to the mail program with its own line ends', async () => {
    const message = { to: 'a@b.cl', subject: 'S', body: 'B\nC' };
    await handlers()['dossier.mail'](message);
    expect(dossier.desktopCalls).toEqual([['mail', { ...message, body: 'B\r\nC' }]]);
  });
});

describe('asking and arriving', () => {
  it('lists what was asked of one recipient, or of nobody in particular', async () => {
    for (const [number, askedOf] of [
      ['150', 'Ana'],
      ['250', ''],
    ] as const) {
      const missingDocuments = [{ connectionId: agency, number, type: 'FACTURA', rut: acme }];
      await handlers()['dossier.saveRequests']({
        missingDocuments,
        askedOn: '2026-11-12',
        askedOf,
        note: '',
      });
    }
    const numbersOf = async (askedOf?: string) =>
      (await handlers()['dossier.chases']({ state: 'open', ...all, askedOf })).rows.map(
        ({ number }) => number,
      );
    expect(await numbersOf('Ana')).toEqual(['150']);
    expect(await numbersOf('')).toEqual(['250']);
    expect((await numbersOf()).toSorted()).toEqual(['150', '250']);
  });

  it('is told once when what was asked for is there', async () => {
    const missingDocuments = [{ connectionId: agency, number: '150', type: 'FACTURA', rut: acme }];
    await handlers()['dossier.saveRequests']({
      missingDocuments,
      askedOn: '2026-11-12',
      askedOf: 'Ana',
      note: '',
    });
    await storeDispatch(dossier.store, {
      number: '150',
      documents: ['DIN', { type: 'FACTURA', id: 'arrived' }],
      at: '2026-11-15T14:00:00.000Z',
    });
    expect((await handlers()['dossier.gaps']({ scope, responsible: 'CLIENTE', ...all })).total).toBe(1);
    await handlers()['dossier.gaps']({ scope, ...all });
    expect(dossier.arrived.map(({ type, askedOn, arrived }) => [type, askedOn, arrived])).toEqual([
      ['FACTURA', '2026-11-12', { on: '2026-11-15', documentId: 'arrived' }],
    ]);
  });
});

describe('what a person decides', () => {
  it('is kept with what was seen, and changes what is missing', async () => {
    const [group] = await handlers()['dossier.expectations']({ scope: { ruts: [acme] } });
    await handlers()['dossier.setExpectations']({
      group: group?.group ?? { connectionId: '', rut: acme, tramite: '', via: '' },
      types: [
        { type: 'B/L', isExpected: false },
        { type: 'MANDATO', isExpected: true },
      ],
    });
    const missing = (await handlers()['dossier.gaps']({ scope: { ruts: [acme] }, ...all })).rows;
    expect(missing.filter(({ number }) => number === '150').map(({ type }) => type)).toEqual([
      'MANDATO',
      'FACTURA',
    ]);
    const [decided] = await handlers()['dossier.expectations']({ scope: { ruts: [acme] } });
    expect(decided?.types.find(({ type }) => type === 'B/L')).toMatchObject({
      basis: 'decided',
      decision: { seen: 8, of: 9, at: '2026-11-20T15:00:00.000Z' },
    });
  });
});

describe('every list', () => {
  const shown = {
    format: 'csv' as const,
    name: 'Lista',
    columns: [{ column: 'number', title: 'N' }],
    words: {},
  };
  const save = (request: DossierExport) => dossier.rowsToSave(request);

  it('saves whole, its rows flat', async () => {
    const query = { scope: { ruts: [acme] } };
    expect((await save({ ...shown, list: 'gaps', query }))[0]).toMatchObject({
      number: '150',
      type: 'FACTURA',
      kind: 'missing',
      responsible: 'CLIENTE',
      askedOn: '',
    });
    const matrix = await save({ ...shown, list: 'matrix', query });
    expect(matrix).toHaveLength(9);
    expect(matrix.at(-1)).toMatchObject({ number: '150', completeness: 'incomplete', 'type:B/L': 'missing' });
    expect((await save({ ...shown, list: 'folders', query }))[0]).toMatchObject({
      number: '100',
      until: '2031-12-31',
      basis: 'acceptance',
    });
    expect((await save({ ...shown, list: 'expectations', query }))[0]).toMatchObject({
      type: 'DIN',
      basis: 'learned',
      isExpected: true,
      seen: 9,
      of: 9,
    });
    const ledger = { text: '96591760-8\t00123\t1000' };
    expect((await save({ ...shown, list: 'reconcile', query: ledger }))[0]).toMatchObject({
      verdict: 'not-asked',
    });
    const lines = { text: '96591760-8\t1\t10\n96591760-8\t2\t20\n96591760-8\t3\t30' };
    const lastAndFirst = { indexes: [2, 0], of: 3 };
    const some = await save({ ...shown, list: 'reconcile', query: lines, shown: lastAndFirst });
    expect(some).toMatchObject([{ total: 30 }, { total: 10 }]);
    expect(await save({ ...shown, list: 'chases', query: { state: 'all' } })).toEqual([]);
    expect(await save({ ...shown, list: 'payments', query })).toEqual([]);
    expect(await save({ ...shown, list: 'sums', query: { ...query, by: 'state' } })).toEqual([]);
    const reading = await save({ ...shown, list: 'package', query: { text: '150\n999' } });
    expect(reading).toMatchObject([
      { number: '999', verdict: 'not-asked' },
      { number: '150', verdict: 'found', papers: 1, filesHere: 0 },
    ]);
    expect(await save({ ...shown, list: 'findings', query: { ...query, withDismissed: true } })).toEqual([]);
  });

  it('is shown and saved as it is sorted: within its headings, by the names of clients, types by what lacks', async () => {
    const byClient = [{ column: 'rut', descending: false }];
    const missingDocuments = await handlers()['dossier.gaps']({ scope, ...all, sort: byClient });
    // The client without a name is shown by its RUT, which stands before letters.
    const documents = [
      { responsible: 'CLIENTE', number: '250' },
      { responsible: 'CLIENTE', number: '150' },
      { responsible: 'NAVIERA', number: '250' },
      { responsible: 'NAVIERA', number: '150' },
    ];
    expect(missingDocuments.rows).toMatchObject(documents);
    expect(await save({ ...shown, list: 'gaps', query: { scope }, sort: byClient })).toMatchObject(documents);
    const numbers = async (column: string, descending = false) => {
      const rows = await save({ ...shown, list: 'matrix', query: { scope }, sort: [{ column, descending }] });
      return rows.map((row) => new Map(Object.entries(row)).get('number'));
    };
    expect((await numbers('type:FACTURA')).slice(0, 3)).toEqual(['150', '250', '100']);
    expect((await numbers('completeness', true)).slice(0, 3)).toEqual(['150', '250', '100']);
    expect((await numbers('number', true)).slice(0, 2)).toEqual(['250', '207']);
    const byNumber = [{ column: 'number', descending: true }];
    expect((await save({ ...shown, list: 'folders', query: { scope }, sort: byNumber }))[0]).toMatchObject({
      number: '250',
    });
  });

  it('saves sums with what is unknown beside them, and no sum of nothing known', async () => {
    await storeDispatch(dossier.store, {
      number: '160',
      payments: [
        { amount: 1000, state: 'PAGADO' },
        { state: 'PAGADO' },
        { amount: 20, state: 'PAGADO', item: { moneda: 'USD' } },
      ],
    });
    const query = { scope, by: 'state' as const };
    const [undeclared, dollars] = await save({ ...shown, list: 'sums', query });
    expect(dollars).toMatchObject({ label: 'Pagado', currency: 'USD', count: 1, amount: 20 });
    expect([undeclared]).toEqual([
      {
        label: 'Pagado',
        currency: '',
        count: 2,
        amount: 1000,
        amountUnknown: 1,
        netUnknown: 2,
        taxUnknown: 2,
        balanceUnknown: 2,
        debitUnknown: 2,
      },
    ]);
  });
});

describe('the start screen', () => {
  it('has the counts of all missing documents as they were last made, and of no part of them', async () => {
    const { total, byResponsible, partial } = await handlers()['dossier.gaps']({ scope, ...all });
    await handlers()['dossier.gaps']({ scope: { ruts: [acme] }, ...all });
    await handlers()['dossier.gaps']({ scope, ...all, responsible: 'CLIENTE' });
    expect(dossier.counted).toEqual([{ total, byResponsible, partial }]);
  });

  it('tells the day in Santiago', async () => {
    expect(await handlers()['home.view']()).toMatchObject({
      today: '2026-11-20',
      start: '2026-11-16',
      changesSince: '2026-11-19',
      isEmpty: false,
    });
  });
});
