import { expect, test } from 'vitest';
import { type CellTexts, cellOf } from '../../../../electron/exports/cell.ts';
import { inEveryZone } from '../../../support/in-zone.ts';

const texts: CellTexts = {
  yes: 'Sí',
  no: 'No',
  of: (column, value) => (column === 'file' && value === 'none' ? 'no tiene archivo' : undefined),
};
const row = {
  rut: '76086428-5',
  file: 'none',
  isActive: true,
  documents: 12,
  folio: '000123',
  item: {
    'a.b': 'dotted',
    infoDoc: { issuer: { name: 'Proveedor' } },
    nothing: null,
    list: [1, 2],
    fechaEta: '2026-10-05T00:00:00.000Z',
    createdDate: '2026-07-01T03:30:00.000Z',
  },
};
const cell = (column: string) => cellOf(row, column, texts);

test.each([
  ['a field of the row', 'documents', { kind: 'number', number: 12 }],
  ['a path into the item', 'infoDoc.issuer.name', { kind: 'text', text: 'Proveedor' }],
  ['a key of the item that holds a dot', 'a.b', { kind: 'text', text: 'dotted' }],
  ['a value with words of its own', 'file', { kind: 'text', text: 'no tiene archivo' }],
  ['yes or no', 'isActive', { kind: 'text', text: 'Sí' }],
  ['a RUT with its dots', 'rut', { kind: 'text', text: '76.086.428-5' }],
  ['a number written as text stays text', 'folio', { kind: 'text', text: '000123' }],
  ['null', 'nothing', { kind: 'empty' }],
  ['what is not there', 'infoDoc.document.number', { kind: 'empty' }],
  ['a list', 'list', { kind: 'text', text: '[1,2]' }],
  ['a name that every object has', 'constructor', { kind: 'empty' }],
])('%s', (_, column, expected) => {
  expect(cell(column)).toEqual(expected);
});

test('a date without a time of day stays on its day; one with a time is told in Santiago', () => {
  expect(cell('fechaEta')).toEqual({ kind: 'day', day: '2026-10-05' });
  expect(cell('createdDate')).toEqual({ kind: 'time', time: '2026-06-30T23:30:00' });
});

test.each(['05-10-2026', '5 de octubre de 2026'])('%s is a day in a column of dates alone', (text) => {
  const day = { kind: 'day', day: '2026-10-05' };
  expect(cellOf({ issueDate: text }, 'issueDate', texts)).toEqual(day);
  expect(cellOf({ item: { infoDoc: { dueDate: text } } }, 'infoDoc.dueDate', texts)).toEqual(day);
  expect(cellOf({ reference: text }, 'reference', texts)).toEqual({ kind: 'text', text });
});

test.each(['2026-02-30', '2026-13-01T00:00:00.000Z', '31-02-2026', '2026'])('%s is text', (text) => {
  expect(cellOf({ date: text }, 'date', texts)).toEqual({ kind: 'text', text });
});

inEveryZone(() => {
  test.each([
    ['2026-10-14T00:00:00', { kind: 'day', day: '2026-10-14' }],
    ['2026-10-14T22:30:00', { kind: 'time', time: '2026-10-14T22:30:00' }],
    ['2026-10-14T22:30', { kind: 'time', time: '2026-10-14T22:30:00' }],
    ['2026-10-15T01:30:00.000Z', { kind: 'time', time: '2026-10-14T22:30:00' }],
  ])('%s is the same cell in every zone', async (text, expected) => {
    const { cellOf: cellHere } = await import('../../../../electron/exports/cell.ts');
    expect(cellHere({ fechaEta: text }, 'fechaEta', texts)).toEqual(expected);
  });
});

test.each(['0001-01-01T00:00:00', '1900-01-01', '30/12/1899', '0001-01-01T04:42:46Z'])(
  '%s in a column of dates is an empty cell',
  (issueDate) => expect(cellOf({ issueDate }, 'issueDate', texts)).toEqual({ kind: 'empty' }),
);
