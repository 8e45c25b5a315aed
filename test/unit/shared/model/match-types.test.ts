import { expect, test } from 'vitest';
import { matchTypes, withoutTaken } from '../../../../shared/model/match-types.ts';

const catalogue = [
  'GUÍA AÉREA (AWB)',
  'FACTURA COMERCIAL',
  'CONOCIMIENTO DE EMBARQUE (B/L)',
  'FACTURA AGENCIA',
  'FACTURA AGENCIA',
  'INSTRUCCIONES DE EMBARQUE',
  'CERTIFICADO DE ORIGEN',
  'LISTA DE EMPAQUE / PACKING LIST',
  'NOTA DE COBRO',
  'DECLARACION DE INGRESO (DIN)',
];
const invoices = ['FACTURA AGENCIA', 'FACTURA COMERCIAL'];
const bill = 'CONOCIMIENTO DE EMBARQUE (B/L)';

test.each<[string, string[]]>([
  ['factura', invoices],
  ['facturas', invoices],
  ['FACTU comercial', ['FACTURA COMERCIAL']],
  ['bl', [bill]],
  ['BLs', [bill]],
  ['B/L', [bill]],
  ['conocimientos', [bill]],
  ['guia aerea', ['GUÍA AÉREA (AWB)']],
  ['awb SHENZHEN', ['GUÍA AÉREA (AWB)']],
  ['facturas y bl', [bill, ...invoices]],
  ['facturas bl', [bill, ...invoices]],
  ['notas de cobro', ['NOTA DE COBRO']],
  ['certificados de origen', ['CERTIFICADO DE ORIGEN']],
  ['packing list', ['LISTA DE EMPAQUE / PACKING LIST']],
  ['packing', ['LISTA DE EMPAQUE / PACKING LIST']],
  ['din', ['DECLARACION DE INGRESO (DIN)']],
  ['declaraciones', ['DECLARACION DE INGRESO (DIN)']],
  ['invoices', invoices],
  ['commercial invoice', ['FACTURA COMERCIAL']],
  ['bills of lading', [bill]],
  ['certificate of origin', ['CERTIFICADO DE ORIGEN']],
])('%s means the types %j', (text, names) => {
  expect(matchTypes(text.split(' '), catalogue).names).toEqual(names.toSorted());
});

test('words that join, beginnings of few letters, and names of what every object has, mean no type', () => {
  expect(matchTypes(['de'], catalogue).names).toEqual([]);
  expect(matchTypes(['em', 'a'], catalogue).names).toEqual([]);
  expect(matchTypes(['constructor', '__proto__'], catalogue).names).toEqual([]);
});

test('what was taken as a type leaves the rest of the words as they are', () => {
  const words = 'factura Puerto Claro'.split(' ');
  expect(withoutTaken(words, matchTypes(words, catalogue).tokens)).toEqual(['Puerto', 'Claro']);
  expect(withoutTaken(['guia', 'de', 'embarque'], ['guia', 'embarque'])).toEqual([]);
});
