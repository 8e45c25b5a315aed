import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import PostalMime from 'postal-mime';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMergeablePdf } from '../../../electron/deliveries/pdf/open-mergeable-pdf.ts';
import { ClientMonths } from '../../../electron/dossier/index.ts';
import { safeName } from '../../../electron/downloads/index.ts';
import { writeWorkbook } from '../../../electron/exports/index.ts';
import { createTranslator } from '../../../electron/i18n/translator.ts';
import { readPdfText } from '../../../electron/text/extraction/pdf-text.ts';
import { formatRut, type Rut } from '../../../shared/model/rut.ts';
import { type DossierModule, openModule } from '../../support/app/dossier-module.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';
import { acme } from '../../support/samples/documents.ts';
import { agency, storeDispatch } from '../../support/samples/stored-folders.ts';

const namesake = '77100201-2' as Rut;
const clients = [
  { rut: acme, name: 'Importadora Sur', email: 'ana@acme.example', folder: '' },
  { rut: namesake, name: 'Importadora Sur', email: '', folder: '' },
];
const connection = { id: agency, name: 'Agencia Faro' };
const inOctober = { fechaAceptacion: '2026-10-15T00:00:00.000Z' };
const currencies = ['', 'USD', 'EUR'];
let opened: DossierModule;
let months: ClientMonths;
let savePath: string | undefined;

beforeAll(async () => {
  opened = await openModule({ clients });
  const { store } = opened;
  for (let n = 0; n < 6; n++) {
    await storeDispatch(store, { number: `20${n}`, documents: ['DIN', 'FACTURA'] });
  }
  // 4,000 payments of one and two units, in three currencies.
  await storeDispatch(store, {
    number: '300',
    object: inOctober,
    documents: ['DIN'],
    payments: Array.from({ length: 4000 }, (_, index) => ({
      amount: (index % 2) + 1,
      date: '2026-10-20',
      item: { moneda: currencies[index % 3] ?? '' },
    })),
  });
  await storeDispatch(store, {
    number: '301',
    object: inOctober,
    documents: [
      'DIN',
      { type: 'FACTURA', file: 'none' },
      { type: '', file: 'unknown', folio: '9', issueDate: 's/f' },
    ],
    payments: [{ date: '2026-10-21' }, { amount: 5, date: '' }, { amount: 9, date: '2026-11-02' }],
  });
  await storeDispatch(store, { number: '302', object: inOctober, documents: ['DIN'], isComplete: false });
  await storeDispatch(store, {
    number: '400',
    rut: namesake,
    object: inOctober,
    documents: ['DIN'],
    payments: [{ amount: 70, date: '2026-10-05' }],
  });
  await storeDispatch(store, {
    number: '401',
    rut: namesake,
    object: inOctober,
    documents: ['DIN'],
    payments: [],
    isComplete: false,
  });
  await store.insertDocumentRequests(
    {
      missingDocuments: [{ connectionId: agency, number: '300', type: 'FACTURA', rut: acme }],
      askedOn: '2026-11-12',
      askedOf: 'Ana Soto',
      note: 'siempre se atrasa',
    },
    ['request-1'],
  );
  await store.saveTypes(
    agency,
    [{ id: 'f', name: 'FACTURA', operation: 'IMP', responsible: 'CLIENTE', item: {} }],
    '2026-11-10T12:00:00.000Z',
  );
  months = createMonths(store);
});
afterAll(() => opened.close());

function createMonths(store: DossierModule['store'], types?: readonly string[], name?: string): ClientMonths {
  return new ClientMonths({
    store,
    clock: { now: () => Date.parse('2026-11-20T15:00:00.000Z') },
    desktop: { chooseSavePath: async () => savePath },
    readRules: () => (rut) => ({
      email: clients.find((one) => one.rut === rut)?.email ?? '',
      ...(rut === acme && { order: ['FACTURA', 'DIN'] }),
      ...(types && { types: [...types] }),
    }),
    translatorNow: () => createTranslator('es-CL'),
    clients: () => (name === undefined ? clients : clients.map((client) => ({ ...client, name }))),
    connections: () => [connection],
    deliveries: opened.deliveries,
    writeWorkbook,
    safeName,
  });
}

const october = { rut: acme, month: '2026-10' };

describe("a client's month", () => {
  it('has the types alone that the rules of the client keep, and says how many documents they leave out', async () => {
    const ruled = createMonths(opened.store, ['DIN']);
    const [whole, month] = [await months.read(october), await ruled.read(october)];
    const counts = (read: typeof month) => read.dispatches.map(({ documents }) => documents);
    expect([counts(whole), whole.outsideRules]).toEqual([[1, 3, 1], 0]);
    const leftOut =
      counts(whole).reduce((sum, count) => sum + count, 0) -
      counts(month).reduce((sum, count) => sum + count, 0);
    expect(leftOut).toBeGreaterThan(0);
    expect(month.outsideRules).toBe(leftOut);
    // What the client still owes is no document that it gets.
    expect(month.missing).toEqual(whole.missing);
    expect(month.notes.join('\n')).toMatch(/Según las reglas del cliente quedan? fuera \d+ documento/);
    expect(whole.notes.join('\n')).not.toContain('Según las reglas');
  });

  it('has its dispatches, what is missing and from whom, and its payments, no currency added to another', async () => {
    const { dispatches, missing, payments, undated, unpaid, partial } = await months.read(october);
    expect(dispatches.map(({ number, documents, missing: lacking }) => [number, documents, lacking])).toEqual(
      [
        ['300', 1, 1],
        ['301', 3, 1],
        ['302', 1, 0],
      ],
    );
    expect(missing.map(({ number, type, responsible }) => [number, type, responsible])).toEqual([
      ['300', 'FACTURA', 'CLIENTE'],
      ['301', 'FACTURA', 'CLIENTE'],
    ]);
    const sums = payments.sections.map(({ currency, totals: { count, amount } }) => [
      ...[currency, count, amount.sum, amount.unknown],
    ]);
    expect(sums).toEqual([
      ['', 1335, 2001, 1],
      ['EUR', 1333, 1999, 0],
      ['USD', 1333, 2000, 0],
    ]);
    expect({ undated, unpaid, partial }).toEqual({ undated: 1, unpaid: 1, partial: 1 });
  });

  it('says what was not asked, of when it is, and asks for this client alone', async () => {
    const { notes, asOf, toAsk } = await months.read(october);
    expect(asOf).toBe('2026-11-10T12:00:00.000Z');
    expect(notes.slice(0, 6)).toEqual([
      'A la agencia no se le ha consultado todo el mes: puede haber despachos, documentos y desembolsos que no están aquí.',
      'De 1 despacho no se consultaron todos los documentos: puede faltar más.',
      'De 1 despacho del mes no se consultaron los desembolsos.',
      'De despachos anteriores o sin fecha no se consultaron los desembolsos: puede haber más en este mes.',
      '1 desembolso sin fecha no está en las sumas.',
      'Las monedas no se suman entre ellas.',
    ]);
    expect(toAsk.queries).toEqual([
      expect.objectContaining({ kind: 'range', ruts: [acme] }),
      expect.objectContaining({
        kind: 'dispatches',
        dispatches: expect.not.arrayContaining([expect.objectContaining({ ruts: [namesake] })]),
      }),
    ]);
    const [, ofDispatches] = toAsk.queries;
    expect(
      ofDispatches?.kind === 'dispatches' && ofDispatches.dispatches.map(({ number }) => number),
    ).toContain('302');
  });

  it('asks for the documents of a dispatch whose disbursements are known, and names no earlier one then', async () => {
    const { toAsk, notes, partial, unpaid } = await months.read({ ...october, rut: namesake });
    expect({ partial, unpaid }).toEqual({ partial: 1, unpaid: 0 });
    expect(toAsk.queries).toEqual([
      expect.objectContaining({ kind: 'range' }),
      expect.objectContaining({ kind: 'dispatches', dispatches: [{ number: '401', ruts: [namesake] }] }),
    ]);
    expect(notes.filter((note) => note.includes('anteriores'))).toEqual([]);
  });

  it('of a client without anything says so, and of a month to come that it has not begun', async () => {
    const empty = await months.read({ rut: acme, month: '2027-02' });
    expect([empty.dispatches, empty.payments.count, empty.asOf, empty.toAsk.queries]).toEqual([
      [],
      0,
      '',
      [],
    ]);
    expect(empty.notes[0]).toBe('El mes todavía no empieza.');
    const running = await months.read({ rut: acme, month: '2026-11' });
    expect(running.notes[0]).toBe('El mes no ha terminado.');
  });

  it('is a PDF and a workbook with every payment, named so that clients of one name stay apart', async () => {
    const folder = temporaryFolder();
    const first = await months.writeInto(folder, october);
    const second = await months.writeInto(folder, { ...october, rut: namesake });
    expect(readdirSync(folder).sort()).toEqual(
      [acme, namesake]
        .flatMap((rut) => ['eml', 'pdf', 'xlsx'].map((end) => `Importadora Sur ${rut} 2026-10.${end}`))
        .sort(),
    );
    expect(basename(second.pdf)).toContain(namesake);
    const long = `Comercializadora ${'e Importadora del Pacífico Sur '.repeat(4)}`.slice(0, 120).trim();
    const ofLong = createMonths(opened.store, undefined, long);
    const names = new Set<string>();
    const linesOf = async (path: string) => {
      const found: string[] = [];
      await readPdfText(readFileSync(path), ({ text }) => void found.push(text), {
        onEnd: async () => undefined,
      });
      return found.join('\n');
    };
    for (const [rut, month] of [
      [acme, '2026-10'],
      [namesake, '2026-10'],
      [acme, '2026-09'],
    ] as const) {
      const { pdf } = await ofLong.writeInto(folder, { rut, month });
      expect(basename(pdf)).toContain(`${rut} ${month}`);
      expect(await linesOf(pdf)).toContain(`${formatRut(rut)} · Comercializadora`);
      names.add(pdf);
    }
    expect(names.size).toBe(3);
    expect((await openMergeablePdf(first.pdf)).kind).toBe('pdf');
    const pages: string[] = [];
    await readPdfText(readFileSync(first.pdf), ({ text }) => void pages.push(text), {
      onEnd: async () => undefined,
    });
    const lines = pages
      .join('\n')
      .split('\n')
      .map((line) => line.trim());
    const ofOne = lines.indexOf('Documentos del despacho 301 · REF-01');
    expect(lines.slice(ofOne + 1, ofOne + 4)).toEqual([
      'FACTURA 3011 · sin archivo · 05-10-2026 · Importadora Ñuñoa Ltda.',
      'DIN 3010 · 05-10-2026 · Importadora Ñuñoa Ltda.',
      'SIN TIPO 9 · no se sabe si tiene archivo · s/f · Importadora Ñuñoa Ltda.',
    ]);
    // What the month lacks is said before long lists.
    const note = lines.findIndex((line) => line.startsWith('Las monedas no se suman'));
    expect([note > 0, ofOne > note]).toEqual([true, true]);
    const sheets = await readXlsx(first.workbook);
    expect(sheets.map((each) => each.sheet)).toEqual([
      ...['Resumen', 'Despachos', 'Documentos', 'Faltan', 'Tabla de desembolsos', 'Desembolsos'],
    ]);
    // The draft takes the workbook to the client: of whom a document was requested, and the note, stay here.
    const texts = sheets.flatMap(({ data }) => data.flat()).map(String);
    expect(texts.filter((text) => /Ana Soto|siempre se atrasa/.test(text))).toEqual([]);
    const [summary, dispatches, documents, missing, , payments] = sheets.map(({ data }) => data);
    expect(summary?.filter(([label]) => String(label).startsWith('Desembolsos'))).toEqual([
      ['Desembolsos sin moneda declarada', '2.001 en 1.335 desembolsos, 1 sin monto'],
      ['Desembolsos en EUR', '1.999 en 1.333 desembolsos'],
      ['Desembolsos en USD', '2.000 en 1.333 desembolsos'],
    ]);
    expect(dispatches).toHaveLength(4);
    expect(summary?.find(([label]) => label === 'Documentos')?.[1]).toBe('5');
    const issued = ['Importadora Ñuñoa Ltda.', '96.591.760-8'];
    expect(documents?.slice(1).map((row) => row.slice(1))).toEqual([
      ['300', 'REF-01', 'DIN', '3000', expect.any(Date), ...issued, 'con archivo'],
      ['301', 'REF-01', 'FACTURA', '3011', expect.any(Date), ...issued, 'sin archivo'],
      ['301', 'REF-01', 'DIN', '3010', expect.any(Date), ...issued, 'con archivo'],
      ['301', 'REF-01', 'SIN TIPO', '9', 's/f', ...issued, 'no se sabe si tiene archivo'],
      ['302', 'REF-01', 'DIN', '3020', expect.any(Date), ...issued, 'con archivo'],
    ]);
    expect(missing?.[1]?.slice(1, 6)).toEqual(['300', 'REF-01', expect.any(Date), 'FACTURA', 'CLIENTE']);
    expect(payments).toHaveLength(4002);
  });

  it('is a draft to the client with both files; without an address where none is known', async () => {
    expect(await months.mail(october)).toEqual({
      drafts: 1,
      attached: 2,
      leftOut: [],
      to: 'ana@acme.example',
    });
    const message = await PostalMime.parse(readFileSync(String(opened.desktopCalls.at(-1)?.[1])));
    expect(message.to?.map(({ address }) => address)).toEqual(['ana@acme.example']);
    expect(message.subject).toBe(`Resumen de octubre de 2026 · Importadora Sur (${formatRut(acme)})`);
    expect(message.text).toContain('3 despachos y 5 documentos');
    expect(message.text).toContain('- Despacho 300: FACTURA (solicitado el 12-11-2026), a cargo de CLIENTE');
    expect(message.text).toContain('Desembolsos en EUR: 1.999 en 1.333 desembolsos');
    expect(message.attachments.map(({ filename }) => filename)).toEqual([
      `Importadora Sur ${acme} 2026-10.pdf`,
      `Importadora Sur ${acme} 2026-10.xlsx`,
    ]);
    const other = await months.mail({ ...october, rut: namesake });
    expect(other).toMatchObject({ drafts: 1, attached: 2, to: '' });
    expect(
      (await PostalMime.parse(readFileSync(String(opened.desktopCalls.at(-1)?.[1])))).to,
    ).toBeUndefined();
  });

  it('says the same in its mail and its files, though more arrives while they are made', async () => {
    const { store } = opened;
    let further = 600;
    const add = () => {
      const number = String(further++);
      return storeDispatch(store, {
        number,
        rut: namesake,
        object: { fechaAceptacion: '2026-08-15T00:00:00.000Z' },
        documents: ['DIN'],
        payments: [{ amount: 3, date: '2026-08-20' }],
      });
    };
    await add();
    const busy = new Proxy(store, {
      get: (target, name, receiver) => {
        const own: unknown = Reflect.get(target, name, receiver);
        if (typeof own !== 'function' || !String(name).startsWith('read')) return own;
        return async (...input: unknown[]) => {
          const result: unknown = await own.apply(target, input);
          await add();
          return result;
        };
      },
    });
    const files = await createMonths(busy).writeInto(temporaryFolder(), { rut: namesake, month: '2026-08' });
    expect(further).toBeGreaterThan(601);
    const message = await PostalMime.parse(readFileSync(files.message));
    expect(message.text).toContain('1 despacho y 1 documento');
    expect(message.text).toContain('Desembolsos: 3 en 1 desembolso');
    const [, dispatches, , , , payments] = (await readXlsx(files.workbook)).map(({ data }) => data);
    expect([dispatches?.length, payments?.length]).toEqual([2, 2]);
  });

  it('is saved where the person says, and nowhere when they cancel', async () => {
    savePath = undefined;
    expect(await months.save({ ...october, format: 'pdf' })).toBeUndefined();
    savePath = join(temporaryFolder(), 'mes.pdf');
    expect(await months.save({ ...october, format: 'pdf' })).toEqual({ path: savePath });
    expect(readFileSync(savePath).subarray(0, 5).toString()).toBe('%PDF-');
    savePath = join(temporaryFolder(), 'mes.xlsx');
    await months.save({ ...october, format: 'xlsx' });
    expect(await readXlsx(savePath)).toHaveLength(6);
  });
});
