import { describe, expect, it } from 'vitest';
import { readInspectionList } from '../../shared/carpeta/inspection-list.ts';

describe('a list that an inspector sends', () => {
  it('is dispatch numbers, however they are parted', () => {
    expect(readInspectionList('123457\n123458, 123459; 123460\t123461').listed).toEqual(
      ['123457', '123458', '123459', '123460', '123461'].map((number) => ({ number })),
    );
  });

  it('says whose a dispatch is by a RUT on its line', () => {
    expect(readInspectionList('123457\t76.086.428-5\n76501137-k 123458').listed).toEqual([
      { number: '123457', rut: '76086428-5' },
      { number: '123458', rut: '76501137-K' },
    ]);
  });

  it('says whose the dispatches below are by a RUT on a line of its own', () => {
    const text = '120001\nRUT 76.086.428-5\n123457\n123458\n\n76.501.137-K\n123459';
    expect(readInspectionList(text).listed).toEqual([
      { number: '120001' },
      { number: '123457', rut: '76086428-5' },
      { number: '123458', rut: '76086428-5' },
      { number: '123459', rut: '76501137-K' },
    ]);
  });

  it('may hold thousands marks, and columns of other things', () => {
    expect(readInspectionList('410.935\tREF-1\n410936\tREF-2')).toEqual({
      listed: [{ number: '410935' }, { number: '410936' }],
      unreadable: [],
    });
  });

  it.each(['N°410905', 'Nº410905', 'Nro. 410905', '#410905', '410905 (ver)', '410.905', 'Despacho 410905'])(
    'reads %s as the number that is meant',
    (text) => {
      expect(readInspectionList(text)).toEqual({ listed: [{ number: '410905' }], unreadable: [] });
    },
  );

  it('does not take a dispatch number for a RUT', () => {
    expect(readInspectionList('1234567\n2026-1234\n76086428-9').listed).toEqual([
      { number: '1234567' },
      { number: '2026-1234' },
      { number: '76086428-9' },
    ]);
  });

  it('has each dispatch once, and tells what cannot be one', () => {
    expect(readInspectionList('123457\n123457\n..')).toEqual({
      listed: [{ number: '123457' }],
      unreadable: ['..'],
    });
  });
});
