import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { interpret, type StoredMatch } from '../../../electron/search/parse-query.ts';
import { parseText } from '../../../electron/search/query-parser/index.ts';
import { holds } from '../../support/properties.ts';
import { acme } from '../../support/samples/documents.ts';

/** What is asked for, and what is told of a text where these dispatches are kept. */
function read(text: string, known: readonly StoredMatch[] = []) {
  const parsed = { ...parseText(text, { book: [] }), known };
  const parsedQuery = interpret(parsed, new Map(), { hasLeadingZeros: true });
  if (parsedQuery.kind === 'nothing') throw new Error(`nothing in ${text}`);
  const { dispatches, unmatched, wrong, asides } = parsedQuery;
  return {
    asked: dispatches.map(({ number }) => number),
    unreadNumbers: [...unmatched, ...wrong].map((one) => one.text),
    shown: asides.map((one) => one.text),
  };
}

/** What is asked for and what is told, without what is shown as something else. */
function numbersIn(text: string, known: readonly StoredMatch[] = []) {
  const { asked, unreadNumbers: emitted } = read(text, known);
  return { asked, unreadNumbers: emitted };
}

const inMail = (sentence: string) => `Estimada Marta:\n${sentence}\nSaludos cordiales`;

describe.each<[string, (sentence: string) => string]>([
  ['typed', (sentence) => sentence],
  ['in a mail', inMail],
  ['wrapped in a mail', (sentence) => inMail(sentence.replace(/ (?=(?:y|and|\/|-) )/g, '\n'))],
])('numbers that stand in one sentence, %s,', (_, written) => {
  test.each<[string, string[]]>([
    ['Favor enviar los documentos de los despachos 410931 y 410932.', ['410931', '410932']],
    ['despachos 410931, 410932 y 410933', ['410931', '410932', '410933']],
    ['despacho 410931 / 410932', ['410931', '410932']],
    ['despacho 410931 - 410932', ['410931', '410932']],
    ['410931-410932', ['410931', '410932']],
    ['despachos 410931/410932/410933', ['410931', '410932', '410933']],
    ['Favor enviar despachos 410931-410932, gracias.', ['410931', '410932']],
    ['Despachos: 410931; 410932', ['410931', '410932']],
    ['dispatches 410931 and 410932', ['410931', '410932']],
    ['Please send dispatches 410931 and 410932.', ['410931', '410932']],
    ['los despachos (410931 y 410932)', ['410931', '410932']],
    ['el despacho N° 410.931 (ver) y 410.932', ['410931', '410932']],
    ['el despacho 410931 (y 410932)', ['410931', '410932']],
    ['despachos 410931 (410932)', ['410931', '410932']],
    ['el 410932 y el despacho 410931', ['410932', '410931']],
  ])('are all asked for: %s', (sentence, numbers) => {
    const { asked, unreadNumbers: emitted } = read(written(sentence));
    expect(asked.filter((number) => number.length > 2)).toEqual(numbers);
    expect(emitted).toEqual([]);
  });
});

test('a number of another kind is told beside the one that is found in its sentence', () => {
  expect(numbersIn(inMail('Las DIN 3910797756-2 y 3910797757-0 del despacho 410931'))).toEqual({
    asked: ['410931'],
    unreadNumbers: ['DIN 3910797756-2', '3910797757-0'],
  });
  expect(numbersIn(inMail('La OC 452599 y la OC 4526 del despacho 410931.'))).toEqual({
    asked: ['410931'],
    unreadNumbers: ['OC 452599', 'OC 4526'],
  });
});

it.each<[string, string[]]>([
  ['El despacho 410931 y también el 41093', ['y también el 41093']],
  ['Los 3450 kilos del despacho 410931 y la factura 2211', ['factura 2211']],
  ['Los despachos 410931 y las guías 77 y 78', ['guías 77', '78']],
  ['El contenedor MSCU1234567 del despacho 410931', ['El contenedor MSCU1234567 del']],
])('what cannot be read beside a number that can is told: %s', (sentence, emitted) => {
  expect(numbersIn(inMail(sentence))).toEqual({ asked: ['410931'], unreadNumbers: emitted });
});

it.each([
  'Se pagó USD 123456 por el despacho 410931',
  'El despacho 410931 vale $ 123.456, conforme a la Ley 19.628',
  'El despacho 410931 llega en octubre de 2026, el 12-10-2026 a las 10:48',
  'Despacho 410931: Marta Soto, +56 2 2345 6789, m123456@acme.cl',
])('what is no number of documents is passed over beside one that is: %s', (sentence) => {
  expect(numbersIn(inMail(sentence))).toEqual({ asked: ['410931'], unreadNumbers: [] });
});

test('two numbers with a hyphen between them are two, whatever is kept', () => {
  const known: StoredMatch[] = [
    { number: '410931-410932', rut: acme, key: '410931410932', foundAs: 'dispatch' },
  ];
  for (const text of ['410931-410932', inMail('Falta el 410931-410932.')]) {
    expect(numbersIn(text, known)).toEqual({ asked: ['410931', '410932'], unreadNumbers: [] });
  }
});

const otherThings = [
  ...['Favor enviar', 'documentos', 'de los', 'a la brevedad.', 'el 12-10-2026', 'a las 10:48', 'N°', 'OC'],
  ...['despacho', 'despachos', 'Despachos:', 'dispatches', 'USD 777777', '$ 777.777', 'octubre de 2026'],
  ...[
    'm777777@acme.cl',
    '+56 2 2777 7777',
    'RUT 76.086.428-5',
    'factura',
    'la DIN 7777777777-2',
    'MEDU77777',
  ],
];
const between = [' y ', ', ', ' / ', '; ', ' - ', ' and ', ' ', '\n', '\n\n', '. ', ' (ver) ', ': '];

holds(
  'whatever number is written among sentences is asked for, or told as one that is not understood',
  fc.property(
    fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...otherThings) },
          fc.integer({ min: 410_000, max: 419_999 }).map(String),
          fc.integer({ min: 410, max: 419 }).map((thousands) => `${thousands}.931`),
          fc
            .tuple(fc.integer({ min: 410_000, max: 410_009 }), fc.constantFrom('-', '/'))
            .map(([number, mark]) => `${number}${mark}${number + 1}`),
          fc.integer({ min: 31_000, max: 31_999 }).map((number) => `(${number})`),
          fc.integer({ min: 3_100_000, max: 3_199_999 }).map(String),
        ),
        fc.constantFrom(...between),
      ),
      { minLength: 1, maxLength: 12 },
    ),
    fc.boolean(),
    (texts, isMail) => {
      const sentences = texts.flat().join('');
      const { asked, unreadNumbers: emitted, shown } = read(isMail ? inMail(sentences) : `${sentences}.`);
      const figures = [...emitted, ...shown].map((one) => one.replaceAll(/(?<=\d)\.(?=\d)/g, ''));
      for (const [number] of texts.flatMap(([part]) => [
        ...part.replace('.', '').matchAll(/3\d{4,6}|41\d{4}/g),
      ])) {
        const isKnown = asked.includes(number) || figures.some((one) => one.includes(number));
        expect([number, isKnown]).toEqual([number, true]);
      }
    },
  ),
);
