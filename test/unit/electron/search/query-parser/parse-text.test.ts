import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bareNumber } from '../../../../../electron/search/index.ts';
import { containerOf } from '../../../../../electron/search/query-parser/index.ts';
import { readDispatchList } from '../../../../../electron/search/read-dispatch-list.ts';
import type { ParsedQuery } from '../../../../../shared/model/search.ts';
import { rut } from '../../../../support/agency/client.ts';
import {
  openSearchFixture,
  practiceConnection,
  type SearchFixture,
} from '../../../../support/app/search-fixture.ts';
import { storeDispatch } from '../../../../support/samples/stored-folders.ts';

let fixture: SearchFixture;
beforeAll(async () => {
  fixture = await openSearchFixture({
    practice: { documents: 200, clients: 2 },
    overrides: {
      clients: () => [{ rut: rut('76086428-5'), name: 'Importaciones Acme', email: '', folder: '' }],
    },
  });
  await storeDispatch(fixture.store, {
    number: '410905',
    documents: [
      { type: 'DIN', folio: '77-123' },
      { type: 'FACTURA COMERCIAL', folio: '0410939' },
    ],
    object: {
      numeroIdentificacion: '3910797756-2',
      referencia: 'OC 452599',
      doctoTransporte: 'MEDU 1234-5',
      // No key of the service is for containers.
      observacion: 'contenedor MSCU 123456-6',
    },
  });
  for (const number of ['410935', '410939'])
    await storeDispatch(fixture.store, { number, documents: ['DIN'] });
  // Of which the number is the reference of the first one.
  await storeDispatch(fixture.store, { number: '452599', documents: ['DIN'] });
});
afterAll(() => fixture.close());

async function parsedQuery(text: string): Promise<Extract<ParsedQuery, { kind: 'understood' }>> {
  const read = await fixture.search.parseQuery(text, [practiceConnection]);
  if (read.kind === 'nothing') throw new Error(`nothing in ${text}`);
  return read;
}

describe('a number that people write in their own way', () => {
  test.each<[string, string]>([
    ['410905', '410905'],
    ['N°410905', '410905'],
    ['Nº410905', '410905'],
    ['N.º 410905', '410905'],
    ['Nro. 410905', '410905'],
    ['#410905', '410905'],
    ['410905 (ver)', '410905'],
    ['410939 (ver)', '410939'],
    ['0410935', '410935'],
    ['410.905', '410905'],
    ['410,905', '410905'],
    ['Despacho 410905', '410905'],
    ['desp. 410905', '410905'],
    ['Despacho N° 410.905 (ver)', '410905'],
    ['３９１０７９７７５６－２', '410905'],
    ['3910797756-2', '410905'],
    ['DIN 3910797756-2', '410905'],
    ['DIN N° 3910797756-2', '410905'],
  ])(
    '%s is the dispatch %s in the box, in a list of an inspection and in one of many lines',
    async (text, number) => {
      expect(await parsedQuery(text)).toMatchObject({ dispatches: [{ number, source: 'kept' }], wrong: [] });
      const { listed } = await readDispatchList(fixture.store, text);
      expect(listed.map(({ stored }) => stored)).toEqual([[number]]);
      const pasted = await parsedQuery(`Estimados:\n${text}\n410935`);
      expect(pasted.dispatches.map((one) => one.number)).toEqual([...new Set([number, '410935'])]);
    },
  );

  test.each<[string, string]>([
    ['39107977562', '410905'],
    ['DIN 3910797756', '410905'],
    ['3910797756', '410905'],
    ['DIN 391 0797756-2', '410905'],
    ['DIN 3910.797.756-2', '410905'],
    ['DUS: 3910797756-2', '410905'],
    ['39-1-0797756', '410905'],
    ['DIN 39-1-0797756', '410905'],
    ['DIN 03910797756', '410905'],
    ['DIN 3910797756/2', '410905'],
    ['OC 452599', '410905'],
    ['OC: 452599', '410905'],
    ['O/C 452599', '410905'],
    ['oc452599', '410905'],
    ['referencia OC 452599', '410905'],
    ['MEDU 1234-5', '410905'],
    ['MEDU12345', '410905'],
    ['B/L MEDU12345', '410905'],
    ['BL MEDU 1234-5', '410905'],
    ['MSCU1234566', '410905'],
    ['MSCU 123456-6', '410905'],
    ['contenedor MSCU1234566', '410905'],
    ['452599', '452599'],
    ['Despacho 452599', '452599'],
  ])('%s leads to the stored dispatch %s in the box and among many lines', async (text, number) => {
    expect(await parsedQuery(text)).toMatchObject({
      dispatches: [{ number, source: 'kept' }],
      terms: [],
      wrong: [],
    });
    const pasted = await parsedQuery(`Favor revisar:\n${text}\nSaludos`);
    expect(pasted.dispatches.map((one) => one.number)).toEqual([number]);
  });

  test.each<[string, string]>([
    ['N° 410905 (ver)', '410905'],
    ['Despacho 410.905', '410905'],
    ['0410935', '0410935'],
    [' I-2026/0088 ', 'I-2026/0088'],
  ])('%s is asked for as %s by the terminal', (text, number) => {
    expect(bareNumber(text)).toBe(number);
  });
});

test('twenty-five containers lead to the dispatches of each', async () => {
  const containers = Array.from({ length: 25 }, (_, index) => {
    const bare = `MSKU2000${String(index).padStart(2, '0')}`;
    return Array.from({ length: 10 }, (_unused, digit) => bare + digit).find((one) => containerOf(one)) ?? '';
  });
  for (const [index, container] of containers.entries())
    await storeDispatch(fixture.store, {
      number: String(420_001 + index),
      documents: ['DIN'],
      object: { observacion: `contenedor ${container}` },
    });
  const { dispatches, unmatched } = await parsedQuery(containers.join('\n'));
  expect(dispatches.map(({ number }) => number)).toEqual(
    containers.map((_, index) => String(420_001 + index)),
  );
  expect(unmatched).toEqual([]);
});

describe('a number of a document', () => {
  test.each(['folio 77-123', 'Folio N° 77123', 'folio: 77123'])('%s is no dispatch', async (text) => {
    expect(await parsedQuery(text)).toMatchObject({ dispatches: [], documents: [{ count: 1 }] });
  });
  test('that is one of a dispatch too is both', async () => {
    expect(await parsedQuery('410939')).toMatchObject({
      dispatches: [{ number: '410939', source: 'kept' }],
      documents: [{ text: '410939', count: 1 }],
    });
  });
  test('that may be one of a dispatch of which nothing is kept is both', async () => {
    expect(await parsedQuery('77-123')).toMatchObject({
      dispatches: [{ number: '77-123', source: 'unknown' }],
      documents: [{ text: '77-123', count: 1 }],
    });
  });
});

describe('a number of which nothing is kept', () => {
  test.each<[string, string]>([
    ['OC 999999', 'reference'],
    ['pedido 33', 'reference'],
    ['9999999999-9', 'declaration'],
    ['folio 999', 'folio'],
    ['B/L ABCD999', 'transport'],
    ['ABCU1234560', 'container'],
  ])('%s is told as a %s, and no agency is asked for it', async (text, as) => {
    expect(await parsedQuery(text)).toMatchObject({ dispatches: [], unmatched: [{ text, as }] });
  });
  test('is asked for without its zeros where no dispatch is known to have any', async () => {
    expect(await parsedQuery('0099001')).toMatchObject({
      dispatches: [{ number: '99001', ruts: [], source: 'unknown' }],
    });
  });
});

test('a list of mixed numbers leads to each dispatch once', async () => {
  expect(await parsedQuery('OC 452599\n410.905 (ver)\n999001')).toMatchObject({
    dispatches: [{ number: '410905' }, { number: '999001', source: 'unknown' }],
  });
});

test('a RUT beside a number says whose it is, one above says it of all below', async () => {
  expect(
    (await parsedQuery('999001\t76.086.428-5\n999002\nRUT 76.501.137-K\n999003')).dispatches,
  ).toMatchObject([
    { number: '999001', ruts: ['76086428-5'] },
    { number: '999002' },
    { number: '999003', ruts: ['76501137-K'] },
  ]);
});

describe('five hundred lines of mail', () => {
  const signature = `Saludos cordiales,
María Pérez Soto
Ejecutiva de Comercio Exterior
Importaciones Acme | Av. Apoquindo 4501, piso 12, Of. 1203, Las Condes
Fono: +56 2 2345 6789 / Cel. +56 9 8765 4321
mperez@acme.cl | www.acme.cl
RUT 76.086.428-5
De: Juan Soto [mailto:jsoto@agencia.cl]
Enviado el: martes, 17 de noviembre de 2026 10:32
Asunto: RE: Despachos pendientes 2026`;
  const numbers = Array.from({ length: 45 }, (_, index) => String(420900 + index));
  const mail = numbers
    .map((number, index) => {
      const said = [
        number,
        `N° ${number} (ver)`,
        `Favor enviar documentos del despacho ${number}, gracias`,
        `- ${number} urgente`,
      ];
      return `Estimado Juan:\n${said[index % said.length]}\n${signature}`;
    })
    .join('\n');

  test('hold the numbers that they are about, and neither telephones nor days nor streets', async () => {
    expect(mail.split('\n').length).toBeGreaterThan(500);
    for (const text of [mail, mail.replaceAll('\n', '; ')]) {
      const { dispatches, wrong, terms: words } = await parsedQuery(text);
      expect(dispatches.map(({ number }) => number)).toEqual(numbers);
      expect({ wrong, words }).toEqual({ wrong: [], words: [] });
    }
  });
});

describe('document types and days in words', () => {
  const catalogue = [
    'FACTURA COMERCIAL',
    'FACTURA AGENCIA',
    'CONOCIMIENTO DE EMBARQUE (B/L)',
    'NOTA DE COBRO',
  ];
  const invoices = ['FACTURA AGENCIA', 'FACTURA COMERCIAL'];
  beforeAll(() =>
    fixture.store.saveTypes(
      practiceConnection,
      catalogue.map((name) => ({ id: name, name, operation: '', responsible: '', item: {} })),
      '2026-11-20T12:00:00.000Z',
    ),
  );
  const october = { kind: 'days', start: '2026-10-01', end: '2026-10-31' };

  test.each<[string, string[], object | undefined]>([
    ['facturas', invoices, undefined],
    ['factura comercial', ['FACTURA COMERCIAL'], undefined],
    ['bl', ['CONOCIMIENTO DE EMBARQUE (B/L)'], undefined],
    ['facturas y bl de octubre', ['CONOCIMIENTO DE EMBARQUE (B/L)', ...invoices], october],
    ['facturas, notas de cobro octubre 2025', [...invoices, 'NOTA DE COBRO'], { start: '2025-10-01' }],
    ['invoices and bill of lading of October', ['CONOCIMIENTO DE EMBARQUE (B/L)', ...invoices], october],
    ['octubre', [], october],
    ['del 1 al 15 de octubre', [], { start: '2026-10-01', end: '2026-10-15' }],
    ['mes pasado facturas', invoices, { kind: 'last-month' }],
  ])('%s', async (text, types, range) => {
    const read = await parsedQuery(text);
    expect({ types: [...read.types], words: read.terms, dispatches: read.dispatches }).toEqual({
      types: types.toSorted(),
      words: [],
      dispatches: [],
    });
    if (range === undefined) expect(read.range).toBeUndefined();
    else expect(read.range).toMatchObject(range);
  });

  test('stand beside a client and a dispatch', async () => {
    expect(await parsedQuery('acme facturas de octubre')).toMatchObject({
      clients: [{ name: 'Importaciones Acme' }],
      types: invoices,
      range: october,
      terms: [],
    });
    expect(await parsedQuery('facturas 410905')).toMatchObject({
      dispatches: [{ number: '410905' }],
      types: invoices,
      terms: [],
    });
    expect(await parsedQuery('BL 410905')).toMatchObject({
      dispatches: [{ number: '410905' }],
      types: ['CONOCIMIENTO DE EMBARQUE (B/L)'],
    });
  });
});
