import { expect, test } from 'vitest';
import { parseTextQuery } from '../../../../../electron/database/text-index/parse-text-query.ts';

test('several words are looked for on one page, and near each other', () => {
  expect(parseTextQuery('Shenzhén MSKU1234567')).toMatchObject({
    all: '"shenzhen" AND ("msku1234567" OR "msku 1234567")',
    near: 'NEAR("shenzhen" "msku1234567", 12)',
  });
});

test('a phrase in quotes stays together', () => {
  expect(parseTextQuery('“puerto de San Antonio”')).toMatchObject({ all: '"puerto de san antonio"' });
});

test('a number of eight digits may be a RUT without its check digit', () => {
  expect(parseTextQuery('76086428')?.all).toBe('("76086428" OR "760864285")');
});

test('an asterisk finds the beginnings of words', () => {
  expect(parseTextQuery('shenz*')?.all).toBe('"shenz"*');
});

test.each(['', ' … ', '""', '*'])('%j has no word', (text) => expect(parseTextQuery(text)).toBeUndefined());

test('what SQLite reads as an operator is a word', () => {
  expect(parseTextQuery('NOT (a OR b) "')?.all).toBe('"not" AND "a" AND "or" AND "b"');
});

test('a text of a million words is looked for by its first ones', () => {
  const used = parseTextQuery('a;'.repeat(1_000_000))?.all.split(' AND ') ?? [];
  expect(new Set(used)).toEqual(new Set(['"a"']));
});

test('every word of a pasted line counts, and the whole line is near itself', () => {
  const line =
    '10 CAJAS DE BOMBAS HIDRAULICAS MODELO HX-200 CON REPUESTOS Y SELLOS PARA PLANTA NORTE SEGUN ORDEN 88123 A USD 1.250,00 CADA UNA';
  const { queryTerms = [], near, unused } = parseTextQuery(line) ?? {};
  expect(queryTerms.map(({ phrases: [first = []] }) => first.join(' '))).toEqual(
    '10 cajas de bombas hidraulicas modelo hx200 con repuestos y sellos para planta norte segun orden 88123 a usd 1250 cada una'.split(
      ' ',
    ),
  );
  expect(unused).toEqual([]);
  expect(near?.endsWith(', 32)')).toBe(true);
});

test('a word that is repeated is looked for once', () => {
  expect(parseTextQuery('total USD total usd "total usd"')?.all).toBe('"total" AND "usd" AND "total usd"');
});

test('words of more than a query can have are told, as they are written', () => {
  const words = Array.from({ length: 510 }, (_, index) => `Ñ${index}`);
  const { queryTerms = [], unused } = parseTextQuery(`${words.join(' ')} ñ1`) ?? {};
  expect(queryTerms).toHaveLength(500);
  expect(unused).toEqual(words.slice(500));
  const phrase = parseTextQuery(`"${words.join(' ')}"`);
  expect(phrase?.queryTerms[0]?.phrases[0]).toHaveLength(500);
  expect(phrase?.unused).toEqual(words.slice(500));
});

test('what is too long for a word is told, beside the words that are looked for', () => {
  const key = 'A'.repeat(41);
  expect(parseTextQuery(`total ${key} USD-${key}`)).toMatchObject({
    all: '"total" AND "usd"',
    unused: [key, `USD-${key}`],
  });
});
