import { expect, test } from 'vitest';
import { csvRow } from '../../../../electron/exports/csv.ts';
import type { Cell } from '../../../../electron/lib/worksheet-cell.ts';

const text = (value: string): Cell => ({ kind: 'text', text: value });

test('dates and decimals are those of the country that opens the file', () => {
  const cells: Cell[] = [
    { kind: 'day', day: '2026-10-05' },
    { kind: 'time', time: '2026-10-05T09:30:00' },
    { kind: 'number', number: 1234567.89 },
    { kind: 'number', number: -5 },
    { kind: 'empty' },
  ];
  expect(csvRow(cells, ';')).toBe('05-10-2026;05-10-2026 09:30:00;1234567,89;-5;\r\n');
  expect(csvRow(cells, ',')).toBe('2026-10-05,2026-10-05 09:30:00,1234567.89,-5,\r\n');
});

test.each(['=1+1', '+56 9 1234', '-5', '@SUM(A1)', '  =1+1', '\t=1+1', '＝1+1', '\u0000=1'])(
  'the text %j never begins a formula',
  (formula) => {
    const [cell = ''] = csvRow([text(formula)], ';').split('\r\n');
    expect(cell.replace(/^"/, '')).toMatch(/^'/);
  },
);

test.each([
  ...['0001234', '123456789012345678', '12E5', '004512'],
  ...[
    '10-12',
    '1/2',
    '2026-10',
    '12/2026',
    '5-10-2026',
    '1.2.26',
    '5-oct',
    '5 oct 26',
    'oct-26',
    'SEP 12',
    '10:30',
    '5-10-2026 10:30',
    '410.931',
    '1,5',
    '(410931)',
    '12%',
    '$ 1.000',
  ],
])('%s reaches a spreadsheet as it is', (digits) => {
  expect(csvRow([text(digits)], ';')).toBe(`"\t${digits}"\r\n`);
});

test('a RUT and a short number are what they are', () => {
  expect(csvRow([text('76.086.428-5'), text('1234')], ';')).toBe('76.086.428-5;1234\r\n');
});

test('separators, quotes and line ends stay inside their cell', () => {
  expect(csvRow([text('a;b'), text('di "hola"'), text('a\nb'), text('a,b')], ';')).toBe(
    '"a;b";"di ""hola""";"a\nb";a,b\r\n',
  );
});

test.each([
  [';', 'tinto,=1+1'],
  [';', 'tinto, "=1+1'],
  [';', 'tinto\n=1+1'],
  [';', 'tinto\t@SUM(A1)'],
  [',', 'tinto;-5'],
] as const)(
  'a file written with %j and opened with another separator begins no cell of %j with a formula',
  (mark, input) => {
    const line = csvRow([text('1'), text(input), text('2')], mark);
    const cells = line.split(mark === ';' ? /[,\t\r\n]+/ : /[;\t\r\n]+/);
    expect(cells.length).toBeGreaterThan(2);
    for (const cell of cells) expect(cell.replace(/^[\s"]+/, '')).not.toMatch(/^[=+\-@]/);
  },
);

test('a text of a hundred thousand blanks is written at once', () => {
  expect(csvRow([text(`a${'\t'.repeat(100_000)}b`)], ';').length).toBeGreaterThan(100_000);
});

test('a sign after a comma inside a word, or after the separator of the file itself, stays as it is', () => {
  expect(csvRow([text('1,5 kg; -2 kg'), text('a-b, c')], ';')).toBe('"1,5 kg; -2 kg";a-b, c\r\n');
});
