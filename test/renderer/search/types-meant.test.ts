import { expect, test } from 'vitest';
import { typesMeant, withoutWords } from '../../../renderer/features/search/types-meant.ts';

const catalogue = [
  'GUÍA AÉREA (AWB)',
  'FACTURA COMERCIAL',
  'CONOCIMIENTO DE EMBARQUE (B/L)',
  'FACTURA AGENCIA',
  'FACTURA AGENCIA',
  'INSTRUCCIONES DE EMBARQUE',
];

test.each<[string[], string[]]>([
  [['factura'], ['FACTURA AGENCIA', 'FACTURA COMERCIAL']],
  [['FACTU', 'comercial'], ['FACTURA COMERCIAL']],
  [['bl'], ['CONOCIMIENTO DE EMBARQUE (B/L)']],
  [['B/L'], ['CONOCIMIENTO DE EMBARQUE (B/L)']],
  [['guia', 'aerea'], ['GUÍA AÉREA (AWB)']],
  [['awb', 'SHENZHEN'], ['GUÍA AÉREA (AWB)']],
])('%j means the types %j', (words, names) => {
  expect(typesMeant(words, catalogue).names).toEqual(names);
});

test('words that join, and beginnings of few letters, mean no type', () => {
  expect(typesMeant(['de'], catalogue).names).toEqual([]);
  expect(typesMeant(['fac', 'co'], catalogue).names).toEqual([]);
  expect(typesMeant(['awb', 'factura'], catalogue)).toEqual({ words: [], names: [] });
});

test('what was taken as a type leaves the rest of the text as it is', () => {
  expect(withoutWords('factura  Puerto Claro', ['factura'])).toBe('Puerto Claro');
  expect(withoutWords('guia de embarque', ['guia', 'embarque'])).toBe('');
});
