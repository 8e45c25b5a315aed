import { describe, expect, it } from 'vitest';
import {
  byClient,
  byFields,
  inOrder,
  type Order,
  rankIn,
} from '../../../../../electron/database/reports/report-order.ts';

interface Row {
  id: string;
  name?: string;
  amount?: number;
  rut?: string;
}

const orderedBy = {
  ...byFields('name', 'amount'),
  state: [({ id }: Row) => rankIn(['z', 'y'], id), ({ name }: Row) => name],
};

function ids(rows: readonly Row[], ...sort: NonNullable<Order['sort']>): string {
  return inOrder(rows, { sort }, orderedBy)
    .map(({ id }) => id)
    .join('');
}

const up = (column: string) => ({ column, descending: false });
const down = (column: string) => ({ column, descending: true });

describe('rows of a list of folders', () => {
  const names: Row[] = [
    { id: 'a', name: 'Zúñiga' },
    { id: 'b', name: '' },
    { id: 'c', name: 'árbol 10' },
    { id: 'd' },
    { id: 'e', name: 'Arbol 9' },
    { id: 'f', name: 'ÑUÑOA' },
    { id: 'g', name: 'zuniga' },
  ];

  it('are sorted regardless of accents and case, numbers in them counted, with nothing last in both directions', () => {
    expect(ids(names, up('name'))).toBe('ecfagbd');
    expect(ids(names, down('name'))).toBe('agfcebd');
  });

  it('are sorted by numbers as numbers, 0 and what is less before nothing', () => {
    const amounts: Row[] = [
      { id: 'a', amount: 1000 },
      { id: 'b' },
      { id: 'c', amount: 0 },
      { id: 'd', amount: 20.5 },
      { id: 'e', amount: -3 },
    ];
    expect(ids(amounts, up('amount'))).toBe('ecdab');
    expect(ids(amounts, down('amount'))).toBe('adceb');
  });

  it('stay as they come where they are the same, unless another column parts them', () => {
    const rows: Row[] = [
      { id: 'a', name: 'x', amount: 2 },
      { id: 'b', name: 'X', amount: 1 },
      { id: 'c', name: 'w', amount: 2 },
      { id: 'd', name: 'x', amount: 2 },
    ];
    expect(ids(rows, up('name'))).toBe('cabd');
    expect(ids(rows, down('name'))).toBe('abdc');
    expect(ids(rows, down('name'), up('amount'))).toBe('badc');
  });

  it('are sorted by an order that values have of their own, then by the next that the column tells', () => {
    const rows: Row[] = [
      { id: 'y', name: 'b' },
      { id: '?', name: 'b' },
      { id: 'z', name: 'b' },
      { id: 'y', name: 'a' },
    ];
    expect(inOrder(rows, { sort: [up('state')] }, orderedBy).map(({ id, name }) => `${id}${name}`)).toEqual([
      'zb',
      'ya',
      'yb',
      '?b',
    ]);
  });

  it('are as they come without a sort, and by a column that there is not', () => {
    expect(inOrder(names, {}, orderedBy)).toBe(names);
    expect(ids(names, up('toString'), down('nothing'))).toBe('abcdefg');
  });

  it('are sorted by what clients are called, those without a name by their RUT', () => {
    const rows = [{ rut: '76000002-1' }, { rut: '96000000-5' }, { rut: '9000000-K' }];
    const order = {
      sort: [up('rut')],
      names: { '96000000-5': 'Álamos', '76000002-1': 'Banco', '9000000-K': '' },
    };
    expect(inOrder(rows, order, byClient(order)).map(({ rut }) => rut)).toEqual([
      '9000000-K',
      '96000000-5',
      '76000002-1',
    ]);
  });

  it('stand client by client where two are called the same', () => {
    const rows = [{ rut: '96000000-5' }, { rut: '76000002-1' }, { rut: '96000000-5' }];
    const order = { sort: [up('rut')], names: { '96000000-5': 'Álamos', '76000002-1': 'Alamos' } };
    expect(inOrder(rows, order, byClient(order)).map(({ rut }) => rut)).toEqual([
      '76000002-1',
      '96000000-5',
      '96000000-5',
    ]);
  });
});
