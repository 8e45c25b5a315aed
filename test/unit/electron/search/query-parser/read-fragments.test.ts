import { describe, expect, test } from 'vitest';
import { parseText } from '../../../../../electron/search/query-parser/index.ts';
import { rut } from '../../../../support/agency/client.ts';

const acme = rut('76086428-5');
const andes = rut('76501137-K');
const context = {
  book: [
    { rut: acme, name: 'Importaciones Acme', email: '', folder: '' },
    { rut: andes, name: 'Comercial Los Andes SpA', email: '', folder: '' },
  ],
  types: ['DIN', 'CONOCIMIENTO DE EMBARQUE (B/L)'],
  today: '2026-11-28',
};

/** Each number of a text with the clients that it is asked of. */
function clientsByNumber(text: string) {
  return Object.fromEntries(parseText(text, context).numbers.map(({ number, ruts }) => [number, ruts]));
}

/** A mail whose subject and signature have figures, too. */
const inMail = (text: string) =>
  `De: Pedro Pérez\nAsunto: RE: Despachos 410931 y 410932\n\nEstimada Marta:\n${text}\n\nSaludos,
Pedro Pérez | Av. Apoquindo 4501, piso 12 | Fono: +56 2 2345 6789`;

describe('a number is asked of the client whose name stands', () => {
  test.each<[string, string]>([
    ['in the column of clients', 'Despacho\tCliente\n410931\tAcme\n410932\tLos Andes'],
    ['before it, in that column', 'Importador;N°;Despacho\nIMPORTACIONES ACME;1;410931\nLos Andes;2;410932'],
    ['in a Markdown table', '| Despacho | Cliente |\n|---|---|\n| 410931 | Acme |\n| 410932 | Los Andes |'],
    ['in a table without titles', '410931\tImportaciones Acme\tDIN\n410932\tComercial Los Andes SpA\tBL'],
    ['before it in its line', 'Acme: 410931\nLos Andes: 410932'],
    ['after it in its line', '410931 Importaciones Acme\n410932 Comercial Los Andes'],
    ['above it', 'Importaciones Acme\n- 410931\nComercial Los Andes SpA\n- 410932'],
    ['above it with a label', 'Cliente: Acme\nDesp. 410931\nCliente: Los Andes\nDesp. 410932'],
    [
      'above it with its RUT',
      'Cliente: Acme (76.086.428-5)\nDespacho 410931\nCliente: Andes (76.501.137-K)\nDespacho 410932',
    ],
    [
      'beside a number with its label',
      'Despacho 410931\tImportaciones Acme\t12345\nDespacho 410932\tLos Andes\t12346',
    ],
    ['below it with a label', 'Carpeta: 410931\nCliente: Acme\nCarpeta: 410932\nCliente: Los Andes'],
    ['below it alone', '410931\nImportaciones Acme\n410932\nComercial Los Andes SpA'],
    [
      'below it with its RUT',
      'Carpeta: 410931\nCliente: Acme\nRUT: 76.086.428-5\n\nCarpeta: 410932\nRUT: 76.501.137-K',
    ],
    [
      'below it as an item of the item',
      '* Despacho 410931\n  - Cliente: Acme\n* Despacho 410932\n  - Los Andes',
    ],
    [
      'above the supplier and the vessel of its record',
      'Cliente: Acme\nProveedor: Shenzhen Trading Ltd\nNave: MSC ANNA\nDespacho: 410931\n\n' +
        'Cliente: Los Andes\nProveedor: Nantong Co Ltd\nFecha: 12/10/2026\nDespacho: 410932',
    ],
    [
      'below it and above the supplier of its record',
      'Despacho: 410931\nCliente: Acme\nProveedor: Shenzhen Ltd\nDespacho: 410932\nCliente: Los Andes\nProveedor: Nantong Ltd',
    ],
    ['in a row of its own', 'Despacho\tBultos\nImportaciones Acme\t\n410931\t12\nLos Andes\t\n410932\t8'],
  ])('%s', (_, text) => {
    expect(clientsByNumber(text)).toEqual({ 410931: [acme], 410932: [andes] });
    const inBody = parseText(inMail(text), context).numbers.filter(({ ruts }) => ruts.length > 0);
    expect(inBody.map(({ number, ruts }) => [number, ruts])).toEqual([
      ['410931', [acme]],
      ['410932', [andes]],
    ]);
  });
});

test('numbers of JSON are read as text', () => {
  const rows = [{ numero: '410931', facturas: [{ numero: 4512 }] }, { numero: '410932' }];
  const { numbers } = parseText(JSON.stringify({ despachos: rows }), context);
  expect(numbers.map(({ number }) => number)).toEqual(expect.arrayContaining(['410931', '410932']));
});

test('numbers of a record are asked of the client between them', () => {
  const text =
    'Despacho: 410931\nRUT cliente: 76.086.428-5\nDIN: 3910797756-2\n\n' +
    'Despacho: 410932\nRUT cliente: 76.501.137-K\nDIN: 3910797757-0';
  expect(clientsByNumber(text)).toEqual({
    410931: [acme],
    '3910797756-2': [acme],
    410932: [andes],
    '3910797757-0': [andes],
  });
});

test('several numbers have the client below them, and none that of another record', () => {
  const text = '410931\n410932\nCliente: Acme\n410933\nCliente: Nueva Empresa\n410934\nCliente: Los Andes';
  expect(clientsByNumber(text)).toEqual({ 410931: [acme], 410932: [acme], 410933: [], 410934: [andes] });
});

test('a number after a client that nobody knows is asked of no other one', () => {
  const text = 'Cliente: 76.086.428-5\nDespacho 410931\nCliente: Nueva Empresa\nDespacho 410932';
  expect(clientsByNumber(text)).toEqual({ 410931: [acme], 410932: [] });
});

test.each([
  'Razón social: Desconocida Ltda',
  'Nombre: Desconocida Ltda',
  'Nombre cliente: Desconocida',
  'Cliente final: Desconocida Ltda',
  'Cliente 2: Desconocida Ltda',
  'Comprador: Desconocida Ltda',
  '\nOtro tema: necesito',
  'Proveedor: Shenzhen Ltd',
])('a client holds no more below `%s`', (line) => {
  const text = `Cliente: Acme\nDespacho: 410931\n${line}\nDespacho: 410932`;
  expect(clientsByNumber(text)).toEqual({ 410931: [acme], 410932: [] });
  expect(clientsByNumber(text.replace('Despacho: 410931\n', ''))[410_932]).toEqual(
    line.startsWith('Proveedor') ? [acme] : [],
  );
});

test('a client holds no more for a number behind another subject', () => {
  const text = 'Cliente: Acme\nDespacho: 410931\n\nOtro tema: necesito el 410932';
  expect(clientsByNumber(text)).toEqual({ 410931: [acme], 410932: [] });
});

test('the fields of a record end where a mail begins', () => {
  const text = 'Cliente: Acme\nProveedor: Shenzhen Ltd\nDe: Los Andes\nAsunto: consulta\n410931';
  expect(clientsByNumber(text)).toEqual({ 410931: [] });
});

test('a client with its RUT is that of a record that names another party too', () => {
  const text = 'Cliente: Acme\nRUT: 76.086.428-5\nExportador: Shanghai Tools\nDespacho: 410931';
  expect(clientsByNumber(text)).toEqual({ 410931: [acme] });
});

test.each([
  'Urgente 410930\nAcme:\n410931\nLos Andes:\n410932\nMinera Norte:\npor confirmar',
  '410930\nNueva Empresa SpA\n410931\nImportaciones Acme\n410932\nComercial Los Andes SpA',
])('no number takes the client of another line: %j', (text) => {
  expect(clientsByNumber(text)).toEqual({ 410930: [], 410931: [acme], 410932: [andes] });
});

test('a number before lists with their clients above has none', () => {
  const text = 'Falta 410930\nAcme:\n410931\n410932\nLos Andes:\n410933';
  expect(clientsByNumber(text)).toEqual({ 410930: [], 410931: [acme], 410932: [acme], 410933: [andes] });
});

describe('a number is asked of every client of the text', () => {
  test.each<[string, string]>([
    ['that names two in its line', 'Para Acme y Los Andes: 410931'],
    ['that only speaks of them', 'Marta de Acme nos pide el despacho 410931\nLos Andes espera los suyos'],
    ['typed in one line', '410931 acme los andes'],
    [
      'in the signature before a quoted mail',
      'Saludos\nImportaciones Acme\nFono 2 2345 6789\nPara Los Andes faltan:\n410931',
    ],
  ])('%s', (_, text) => {
    expect(clientsByNumber(text)).toEqual({ 410931: [] });
  });
});
