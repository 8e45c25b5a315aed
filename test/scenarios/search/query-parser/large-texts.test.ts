import { expect, test } from 'vitest';
import {
  knownTypeNames,
  parseText,
  parseTextYielding,
  planOf,
} from '../../../../electron/search/query-parser/index.ts';
import type { Client } from '../../../../shared/model/connection.ts';
import { rut } from '../../../support/agency/client.ts';

const today = '2026-11-26';
const planned = (text: string, book: readonly Client[] = []) =>
  planOf(parseText(text, { book, types: knownTypeNames, today }), today);

/** A mail and what it answers to: three people, two languages. */
const thread = (first: number) => `Estimada Marta:
Junto con saludar, favor enviar el despacho ${first}.
También ${first + 1}, OC ${450_000 + (first % 1000)}, 12 bultos, 3.450 kilos, USD 45.123,50.
Saludos cordiales,
Pedro Pérez | Acme
Av. Apoquindo 4501, piso 12, Las Condes
Fono: +56 2 2345 6789 anexo 4501 / Cel. +56 9 8765 4321
On Tue, Nov 17, 2026 at 10:32 AM John <john@acme.example> wrote:
> Dear Marta,
> please send dispatch ${first + 2} (container MSKU1000000) by Friday.
> Best regards,
> John Smith
> T: +1 305 555 0100 M: +1 305 555 0199
De: Ana Soto <ana@kappa.example>
Enviado: miércoles, 18 de noviembre de 2026 9:05
Asunto: RE: RV: Despacho ${first + 3}

Hola, ¿hay novedades del ${first + 3}?
Atte.,
Ana Soto
Jefa de Comercio Exterior
(56-2) 2698 7654
`;

test('a mail of five thousand lines with three signatures and two languages gives its dispatches and nothing else', () => {
  const firsts = Array.from({ length: 228 }, (_, index) => 410_000 + index * 10);
  const text = firsts.map(thread).join('\n');
  expect(text.split('\n').length).toBeGreaterThan(5000);
  const { dispatches, references, containers, ruts, types, from, notUnderstood } = planned(text);
  expect(dispatches).toEqual(
    firsts.flatMap((first) => [0, 1, 2, 3].map((further) => String(first + further))),
  );
  expect(references).toHaveLength(new Set(firsts.map((first) => first % 1000)).size);
  expect({ containers, ruts, types, from, notUnderstood }).toEqual({
    containers: ['MSKU1000000'],
    ruts: [],
    types: [],
    from: null,
    notUnderstood: [],
  });
});

test('a table of forty columns under merged headings is read by the column of its dispatches, wherever that stands', () => {
  const others = ['45.123,50', '3450', '12-10-2026', '12', 'SHENZHEN 123456', ''];
  const titles = ['Valor', 'Kilos', 'Fecha', 'Bultos', 'Proveedor', 'Obs.'];
  for (const position of [0, 7, 23, 39]) {
    const row = (cells: readonly string[], own: string) =>
      Array.from({ length: 40 }, (_, at) => (at === position ? own : (cells[at % 6] ?? ''))).join('\t');
    const merged = Array.from({ length: 40 }, (_, at) => (at % 10 === 0 ? 'VALORES' : '')).join('\t');
    const numbers = Array.from({ length: 200 }, (_, at) => String(411_000 + at));
    const lines = [merged, row(titles, 'N° Despacho'), ...numbers.map((number) => row(others, number))];
    const { dispatches, folios, notUnderstood } = planned(lines.join('\n'));
    expect({ position, dispatches, folios, notUnderstood }).toEqual({
      position,
      dispatches: numbers,
      folios: [],
      notUnderstood: [],
    });
  }
});

test('of two thousand clients with names of one word a mail names those that it means, and no word of the language', () => {
  const words =
    'LUNA CORREO FACTURA OCTUBRE SALUDOS MARTA PEDRO DESPACHO CARPETA GRACIAS FAVOR LOS DEL AND'.split(' ');
  const book = Array.from({ length: 2000 }, (_, index) => ({
    name: words[index] ?? `CLIENTE${index}`,
    rut: rut(`${10_000_000 + index}-0`),
    email: '',
    folder: '',
  }));
  const own = (index: number) => [book[index]?.rut];
  const rutsIn = (text: string) => planned(text, book).ruts;
  expect(rutsIn(thread(410_931))).toEqual([]);
  expect(rutsIn('Estimada Marta: gracias por su correo, saludos, Pedro')).toEqual([]);
  expect(rutsIn('Favor enviar documentos de Luna de octubre')).toEqual(own(0));
  expect(rutsIn('facturas de CLIENTE77 de octubre')).toEqual(own(77));
  expect(rutsIn('luna')).toEqual(own(0));
});

test('figures of a client’s name are part of it', () => {
  const book = [
    { name: 'ALMACENES 2000 SPA', rut: rut('76086428-5'), email: '', folder: '' },
    { name: 'REPUESTOS 4X4 LTDA', rut: rut('76501137-K'), email: '', folder: '' },
  ];
  expect(planned('facturas de Almacenes 2000 de octubre', book)).toMatchObject({
    ruts: ['76086428-5'],
    from: '2026-10-01',
    to: '2026-10-31',
    notUnderstood: [],
  });
  expect(planned('Repuestos 4x4', book)).toMatchObject({ ruts: ['76501137-K'], dispatches: [] });
});

const numbersOf = (count: number) => Array.from({ length: count }, (_, index) => String(410_931 + index));

test.each([
  ['words', 'favor enviar los papeles de siempre '.repeat(5600)],
  ['numbers', numbersOf(25_000).join(', ')],
  ['numbers without blanks', numbersOf(28_000).join(',')],
  ['letters', 'a'.repeat(200_000)],
  ['figures', '7'.repeat(200_000)],
  ['columns of letters', 'S|N|'.repeat(50_000)],
])(
  'a line of two hundred thousand letters, of %s, gives way to others as often as many lines do',
  async (_, line) => {
    let rounds = 0;
    const giveWay = () => {
      rounds++;
      return Promise.resolve();
    };
    const read = await parseTextYielding(line.slice(0, 200_000), { book: [], types: [], today }, giveWay);
    expect(rounds).toBeGreaterThan(98);
    expect(read.numbers.filter(({ number }) => !/^4\d{5}$/.test(number))).toEqual([]);
  },
);

test.each(['\t', '|'])(
  'of a row of more columns than any table has, parted by %j, each number is read',
  (mark) => {
    const numbers = numbersOf(3000);
    expect(planned(numbers.join(mark))).toMatchObject({ dispatches: numbers, notUnderstood: [] });
    expect(planned(`Despacho${mark}${numbers.join(mark)}`)).toMatchObject({
      dispatches: numbers,
      notUnderstood: [],
    });
  },
);

test('a table of more lines than a call has arguments is read', async () => {
  const text = `N°|Despacho\n${'|\n'.repeat(150_000)}1|410931`;
  const read = await parseTextYielding(text, { book: [], types: [], today }, () => Promise.resolve());
  expect(read.numbers.map(({ number }) => number)).toEqual(['410931']);
});

test.each([', ', ',', '; ', ' y '])(
  'of a long line of numbers parted by %j each is read, and those of a list as such',
  (mark) => {
    const numbers = numbersOf(3000);
    const asked = `despachos ${numbers.join(mark)}`;
    expect(planned(asked)).toMatchObject({ dispatches: numbers, notUnderstood: [] });
    expect(planned(`OC ${numbers.join(mark)}`).dispatches).toEqual([]);
  },
);
