import { expect, test } from 'vitest';
import { parseTextQuery } from '../../../../../electron/database/text-index/text-query.ts';

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
