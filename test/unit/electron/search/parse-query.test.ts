import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FoundAs } from '../../../../electron/database/index.ts';
import { interpret, numberKeysOf, type StoredMatch } from '../../../../electron/search/parse-query.ts';
import { parseText } from '../../../../electron/search/query-parser/index.ts';
import type { Client } from '../../../../shared/model/connection.ts';
import { rut } from '../../../support/agency/client.ts';
import { holds } from '../../../support/properties.ts';

const client = (name: string, text: string): Client => ({ name, rut: rut(text), email: '', folder: '' });
const book = [
  client('Importaciones Ácme S.A.', '76086428-5'),
  client('Agrícola Los Andes Ltda.', '96591760-8'),
  client('Los Andes Textil SpA', '76501137-K'),
];

function read(text: string) {
  const { numbers, clients, words, aside, sentences, wrong } = parseText(text, { book });
  return {
    numbers: numbers.map(({ number }) => number),
    clients: clients.map(({ rut: one }) => one),
    words,
    aside: [...aside.map((one) => one.text), ...sentences],
    wrong: wrong.map(({ text: one }) => one),
  };
}
const nothing = { numbers: [], clients: [], words: [], aside: [], wrong: [] };

test.each<[string, string, Partial<Record<'numbers' | 'clients' | 'words' | 'aside' | 'wrong', string[]>>]>([
  ['one dispatch number', '123456', { numbers: ['123456'] }],
  [
    'a column pasted from Excel',
    '123456\r\n123457\t\n\n 123458 ',
    { numbers: ['123456', '123457', '123458'] },
  ],
  [
    'a column with its heading and its end',
    'N° Despacho\r\n\r\n123456\r\n123457\r\nTOTAL',
    { numbers: ['123456', '123457'] },
  ],
  [
    'columns with their headings',
    'Nº de despacho\tRUT\tReferencia\r\n410887\t12.345.678-5\tREF-1',
    { numbers: ['410887'], clients: ['12345678-5'], aside: ['REF-1'] },
  ],
  ['a word that could be a heading, alone, as a word', 'despacho', { words: ['despacho'] }],
  [
    'a list in a line',
    '123456, 123457; 123458|123459',
    { numbers: ['123456', '123457', '123458', '123459'] },
  ],
  ['numbers parted by spaces', '123456 123457\u00a0123458', { numbers: ['123456', '123457', '123458'] }],
  ['a number with letters and marks', 'I-2026/0088', { numbers: ['I-2026/0088'] }],
  ['a number with a thousands mark', '410.087; 410,888', { numbers: ['410087', '410888'] }],
  ['a number with two thousands marks', '1.410.887', { numbers: ['1410887'] }],
  ['an amount as no number', '3.925.923,50', { aside: ['3.925.923,50'] }],
  ['an end behind a comma', '410931,32', { numbers: ['410931', '410932'] }],
  ['ends behind commas', 'despachos 410931,32,33', { numbers: ['410931', '410932', '410933'] }],
  ['four of them', '410931,32,33,34', { numbers: ['410931', '410932', '410933', '410934'] }],
  ['ends of three figures', '410931,933,934', { numbers: ['410931', '410933', '410934'] }],
  [
    'ends that a word goes on behind',
    'despachos 410931,932,933 y 934',
    { numbers: ['410931', '410932', '410933', '410934'] },
  ],
  ['ends behind thousands marks', '410.931,32,33', { numbers: ['410931', '410932', '410933'] }],
  ['an end behind them and a word for several', 'despachos: 410.931,32', { numbers: ['410931', '410932'] }],
  [
    'ends behind letters',
    'despachos EXP-410931,32,33',
    { numbers: ['EXP-410931', 'EXP-410932', 'EXP-410933'] },
  ],
  [
    'amounts behind a number and a comma as none',
    'despacho 410931,1.250,50',
    { numbers: ['410931'], aside: ['1.250,50'] },
  ],
  ['figures that end no number as an amount', '410931,18,50', { numbers: ['410931'], aside: ['18,50'] }],
  ['an amount behind a blank', '410931 32,50', { numbers: ['410931'], aside: ['32,50'] }],
  ['an amount of a dispatch', 'despachos 1.250,50', { words: ['despachos'], aside: ['1.250,50'] }],
  [
    'an amount beside a number as none',
    '410887\t3.925.923,50\n410888\t$ 745.925,46',
    { numbers: ['410887', '410888'], aside: ['3.925.923,50', '$ 745.925,46'] },
  ],
  [
    'a number with thousands marks and a count, in columns parted by commas',
    '410.889,15,ACME',
    { numbers: ['410889'], clients: ['76086428-5'], wrong: ['15'] },
  ],
  [
    'a number with thousands marks and a RUT, parted by a comma',
    '1.410.889,9.068.826-k',
    { numbers: ['1410889'], clients: ['9068826-K'] },
  ],
  ['a RUT without its check digit as no number', '12.345.678', { wrong: ['12.345.678'] }],
  [
    'a column beside the numbers as no numbers',
    '410887\tREF-1\r\n410888\tPedido 33\n410889 | acme | 12.345.678-5',
    {
      numbers: ['410887', '410888', '410889'],
      clients: ['12345678-5', '76086428-5'],
      aside: ['REF-1', 'Pedido 33'],
    },
  ],
  [
    'numbers with letters in columns',
    'I-2026/0088\tI-2026/0089',
    { numbers: ['I-2026/0088', 'I-2026/0089'] },
  ],
  ['a RUT in any of its forms', '12.345.678-5', { clients: ['12345678-5'] }],
  ['a RUT with Unicode dashes and a small k', '9.068.826‑k', { clients: ['9068826-K'] }],
  ['a RUT with its label', 'RUT: 12.345.678-5', { clients: ['12345678-5'] }],
  ['a RUT without marks, where it is in the book', '760864285', { clients: ['76086428-5'] }],
  ['as a number, where it is not', '123456785', { numbers: ['123456785'] }],
  ['a RUT with a wrong digit', '12.345.678-9', { clients: ['12345678-9'] }],
  ['a RUT of a wrong form', '12,345,678-5', { wrong: ['12,345,678-5'] }],
  ['a RUT with zeros in front', '012.345.678-5', { clients: ['12345678-5'] }],
  ['a third one', '12.345678-5', { wrong: ['12.345678-5'] }],
  ['a client by a part of its name', 'acme', { clients: ['76086428-5'] }],
  ['a client by several words', 'LOS ANDES textil', { clients: ['76501137-K'] }],
  ['all clients of a name', 'los andes', { clients: ['96591760-8', '76501137-K'] }],
  ['a client and a dispatch', 'acme 123456', { clients: ['76086428-5'], numbers: ['123456'] }],
  [
    'a client and other words',
    'factura acme maipo',
    { clients: ['76086428-5'], words: ['factura', 'maipo'] },
  ],
  ['the end of a word as a word', 'ndes', { words: ['ndes'] }],
  ['two letters as a word', 'ac', { words: ['ac'] }],
  ['a number that would change the address', '..', { words: ['..'] }],
  ['quotes around cells', '"123456"\n«acme»', { numbers: ['123456'], clients: ['76086428-5'] }],
  [
    'a number with its label',
    'N°410905, Nº 410906; Nro. 410907|#410908|Despacho n° 410.909',
    { numbers: ['410905', '410906', '410907', '410908', '410909'] },
  ],
  ['a number with a note behind it', '410939 (ver)\n410.940(ojo)', { numbers: ['410939', '410940'] }],
  ['a letter that belongs to a number as its part', 'N410905', { numbers: ['N410905'] }],
  ['the number of a declaration as no RUT', '3910797756-2', { numbers: ['3910797756-2'] }],
  ['the same twice as once', '123456\n123456\nacme\nacme', { numbers: ['123456'], clients: ['76086428-5'] }],
  ['nothing', ' \n\t ', {}],
])('reads %s', (_, text, expected) => {
  expect(read(text)).toEqual({ ...nothing, ...expected });
});

test('a wrong check digit warns and tells the right one', () => {
  expect(parseText('12.345.678-9', { book }).clients).toEqual([
    { rut: '12345678-9', name: '', digitIsRight: false, expected: '5' },
  ]);
});

/** Everything in which a figure of a text may stand once it is read. */
function reportedFigures(text: string): string[] {
  const { numbers, clients, words, wrong, aside, sentences } = parseText(text, { book: [] });
  return [
    ...numbers.flatMap((one) => [one.text, one.number]),
    ...[...wrong, ...aside].map((one) => one.text),
    ...clients.map((one) => one.rut),
    ...words,
    ...sentences,
  ];
}

function storedAs(number: string, whose: string, key = number, foundAs: FoundAs = 'dispatch'): StoredMatch {
  return { number, rut: rut(whose), key, foundAs };
}

describe('whose a dispatch is', () => {
  const known = [
    storedAs('0123456', '96591760-8', '123456'),
    storedAs('777', '96591760-8'),
    storedAs('777', '76501137-K'),
    storedAs('410905', '96591760-8', '39107977562', 'declaration'),
    storedAs('410906', '96591760-8', 'oc452599', 'reference'),
    storedAs('410907', '96591760-8', 'oc452599', 'reference'),
    storedAs('410908', '96591760-8', '777', 'reference'),
  ];
  const emitted = (text: string, documents: [string, number][] = []) =>
    interpret({ ...parseText(text, { book }), known }, new Map(documents), { hasLeadingZeros: true });

  test('is looked for in what is kept first, leading zeros ignored', () => {
    expect(emitted('123456 acme')).toMatchObject({
      dispatches: [{ number: '0123456', ruts: ['96591760-8'], source: 'kept' }],
    });
  });
  test('may be told by the number of its declaration', () => {
    expect(emitted('3910797756-2')).toMatchObject({
      dispatches: [{ number: '410905', ruts: ['96591760-8'], source: 'kept' }],
    });
  });
  test('may be told by a reference of several words, which several dispatches may have', () => {
    expect(emitted('acme OC 452599')).toMatchObject({
      dispatches: [{ number: '410906' }, { number: '410907' }],
      clients: [{ rut: '76086428-5' }],
      terms: [],
    });
  });
  test('is that of its own number, whatever else has that number as its reference', () => {
    expect(emitted('777')).toMatchObject({ dispatches: [{ number: '777' }] });
  });
  test('is looked up with its label and without, a declaration with any check digit', () => {
    expect(numberKeysOf(parseText('OC 452599 (ver)\nN°00410905', { book }))).toEqual(
      expect.arrayContaining(['452599', 'oc452599', '410905']),
    );
    expect(numberKeysOf(parseText('DIN 3910797756', { book }))).toContain('39107977562');
    expect(numberKeysOf(parseText('DIN 3910797756-2', { book }))).toContain('3910797756');
  });
  test('may be several clients of several agencies', () => {
    expect(emitted('777')).toMatchObject({
      dispatches: [{ ruts: ['96591760-8', '76501137-K'], source: 'kept' }],
    });
  });
  test('is the client that stands beside it, else unknown', () => {
    expect(emitted('888 acme')).toMatchObject({ dispatches: [{ ruts: ['76086428-5'], source: 'chosen' }] });
    expect(emitted('888')).toMatchObject({ dispatches: [{ ruts: [], source: 'unknown' }] });
  });
  test('a number that documents carry is looked for among them too', () => {
    expect(emitted('888', [['888', 2]])).toMatchObject({
      dispatches: [{ number: '888', source: 'unknown' }],
      documents: [{ text: '888', count: 2 }],
      terms: ['888'],
    });
  });
  test('nothing typed is nothing understood', () => {
    expect(emitted(' ')).toEqual({ kind: 'nothing' });
  });
});

describe('whatever is typed', () => {
  holds(
    'is read, and each part stands in one place at least',
    fc.property(
      fc.array(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('123', 'acme', '12.345.678-5', '\t', ',')),
        {
          maxLength: 8,
        },
      ),
      (texts) => {
        const text = texts.join(' ');
        const { numbers, clients, words, wrong, aside, sentences } = parseText(text, { book });
        const isSomething = [numbers, clients, words, wrong, aside, sentences].some(
          ({ length }) => length > 0,
        );
        const letters = text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '');
        if (letters !== '') expect(isSomething).toBe(true);
        for (const { rut: one } of clients) expect(one).toMatch(/^[1-9]\d{0,8}-[\dK]$/);
        for (const { number } of numbers) expect(['.', '..', '']).not.toContain(number.trim());
      },
    ),
  );

  holds(
    'is judged part by part, and no run of figures is lost',
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const emitted = reportedFigures(text);
      for (const [figures] of text.normalize('NFKC').matchAll(/[0-9]+/g)) {
        expect([figures, emitted.some((part) => part.includes(figures))]).toEqual([figures, true]);
      }
    }),
  );

  holds(
    'pasted dispatch numbers are all understood, in their order, each once',
    fc.property(
      fc.uniqueArray(fc.integer({ min: 100_000, max: 999_999 }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom('\n', '\r\n', '\t', ', ', ';', ' ', '\u00a0'),
      (numbers, between) => {
        const read = { ...parseText(numbers.join(between), { book }), known: [] };
        expect(interpret(read, new Map(), { hasLeadingZeros: false })).toMatchObject({
          dispatches: numbers.map((number) => ({ number: String(number) })),
        });
      },
    ),
  );
});
