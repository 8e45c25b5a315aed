import { expect, it } from 'vitest';
import {
  arrange,
  shownOf,
  withClientSecond,
} from '../../../../../renderer/components/data-grid/column-arrangement.ts';

const number = { id: 'number', width: 80, isShownAtFirst: true };
const type = { id: 'type', width: 80, isShownAtFirst: true };
const client = { id: 'rut', width: 80, isShownAtFirst: false, isClient: true };

it('the client stands second and is shown, until a person moves or hides it', () => {
  const columns = withClientSecond([number, type, client]);
  const idsOf = (stored?: Parameters<typeof arrange>[1]) =>
    shownOf(columns, arrange(columns, stored)).map(({ id }) => id);
  expect(idsOf()).toEqual(['number', 'rut', 'type']);
  expect(idsOf({ order: ['number', 'type', 'rut'], shown: ['number', 'rut'], widths: {} })).toEqual([
    'number',
    'rut',
  ]);
  expect(idsOf({ order: ['number', 'type', 'rut'], shown: ['type'], widths: {} })).toEqual(['type']);
});

it('a list without clients stays as it is', () => {
  expect(withClientSecond([number, type])).toEqual([number, type]);
});
