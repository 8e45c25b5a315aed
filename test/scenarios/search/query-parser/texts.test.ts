import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWithStored, type StoredMatch } from '../../../../electron/search/parse-query.ts';
import { knownTypeNames, parseText, planOf } from '../../../../electron/search/query-parser/index.ts';
import type { Client } from '../../../../shared/model/connection.ts';
import { rut } from '../../../support/agency/client.ts';
import { holds } from '../../../support/properties.ts';
import { allTexts } from './all-texts.ts';

const today = '2026-11-26';
const book: Client[] = [
  ['Importaciones Acme S.A.', '76086428-5'],
  ['Agrícola Los Andes Ltda.', '96591760-8'],
  ['Kappa Textil SpA', '76501137-K'],
  ['Comercial del Sur SpA', '9068826-K'],
  ['Delta and Co', '12345678-5'],
].map(([name = '', text = '']) => ({ name, rut: rut(text), email: '', folder: '' }));
const context = { book, types: knownTypeNames, today };

const nothing = {
  dispatches: [],
  references: [],
  declarations: [],
  folios: [],
  transportDocuments: [],
  containers: [],
  ruts: [],
  types: [],
  from: null,
  to: null,
  ranges: [],
  notUnderstood: [],
};
const planned = (text: string) => planOf(parseText(text, context), today);

const inMail = (text: string) =>
  `De: Pedro Pérez <pedro@acme.example>
Enviado el: martes, 17 de noviembre de 2026 10:32
Asunto: RE: Despachos pendientes 2026

Estimada Marta:
Junto con saludar, le escribo por lo siguiente.
${text}
Quedo atento, gracias.
Saludos cordiales,
Pedro Pérez | Comercio Exterior | Av. Apoquindo 4501, piso 12
Fono: +56 2 2345 6789 / Cel. +56 9 8765 4321`;
const completed = (text: string) => inMail(text).replaceAll(/^/gm, '> ');

/** A store in which every number is one of a dispatch, a reference and a declaration. */
const full = {
  findDispatchesByNumber: async (keys: readonly string[]) =>
    keys.flatMap((key): (StoredMatch & { connectionId: string })[] =>
      (['dispatch', 'reference', 'declaration'] as const).map((foundAs) => ({
        connectionId: 'c',
        number: key,
        rut: rut('76086428-5'),
        key,
        foundAs,
      })),
    ),
  findDispatchesByContainer: async () => [],
};
const empty = { findDispatchesByNumber: async () => [], findDispatchesByContainer: async () => [] };

describe.each(allTexts)('%j', (text, expected) => {
  test('means the same alone, in a mail, in one that is answered, before an empty store and a full one', async () => {
    const plan = { ...nothing, ...expected };
    expect(planned(text)).toEqual(plan);
    expect({ mail: planned(inMail(text)) }).toEqual({ mail: plan });
    expect({ answered: planned(completed(text)) }).toEqual({ answered: plan });
    for (const store of [empty, full]) {
      expect(planOf(await readWithStored(store, inMail(text), context), today)).toEqual(plan);
    }
  });
});

const words = [
  ...[
    'Favor enviar',
    'documentos',
    'de los',
    'a la brevedad',
    'el 12-10-2026',
    'a las 10:48',
    'USD 77.777',
    'la OC 452599',
  ],
  ...[
    'despacho',
    'despachos',
    'factura',
    'viaje 2024E',
    '12 bultos',
    '3.450 kilos',
    'octubre de 2026',
    '1)',
    '2.-',
    'Fono 22345678',
  ],
  ...[
    '+56 2 2777 7777',
    'm777777@acme.example',
    '<https://p.example/777>',
    'RUT 76.086.428-5',
    'MSKU1000000',
    'BL MEDUVL123456',
    'DIN 3910797756-2/3910797757-0',
    'certificado de seguro',
    'IVA del',
    'tracking DHL',
    '1 de 3:',
    '12,5 m3',
    '15%',
  ],
];
const between = [' ', ', ', ' y ', '; ', '\n', '\n\n', ' - ', '/', '\t', ' | ', ' al ', ': ', '. ', ' ('];

/** The runs of figures of a text, with and without thousands marks, without zeros in front. */
const runsOf = (text: string) =>
  [text, text.replaceAll(/(?<=\d)\.(?=\d)/g, '')].flatMap((one) =>
    [...one.matchAll(/\d+/g)].map(([run]) => run.replace(/^0+(?=\d)/, '')),
  );

holds(
  'each run of figures of a mail is asked for, shown as what it was read as, or told',
  fc.property(
    fc.array(
      fc.tuple(
        fc.oneof(
          fc.constantFrom(...words),
          fc.integer({ min: 1, max: 99 }).map(String),
          fc.integer({ min: 1, max: 99_999_999 }).map(String),
          fc.integer({ min: 410_000, max: 410_099 }).map(String),
          fc.integer({ min: 410, max: 419 }).map((thousands) => `${thousands}.931`),
          fc.integer({ min: 0, max: 999 }).map((number) => `DSP-2026-${String(number).padStart(5, '0')}`),
        ),
        fc.constantFrom(...between),
      ),
      { minLength: 1, maxLength: 14 },
    ),
    fc.boolean(),
    (texts, isMail) => {
      const written = texts.flat().join('');
      const text = isMail ? inMail(written) : written;
      const { numbers, clients, words: left, wrong, aside, sentences } = parseText(text, context);
      const plan = planOf(parseText(text, context), today);
      const emitted = new Set(
        [
          ...numbers.flatMap((one) => [one.text, one.number]),
          ...[...wrong, ...aside].map((one) => one.text),
          ...clients.map((one) => one.rut),
          ...[...left, ...sentences],
          `${plan.from} ${plan.to}`,
          // A year may be written in two figures.
          `${plan.from?.slice(2)} ${plan.to?.slice(2)}`,
        ].flatMap(runsOf),
      );
      const inText = runsOf(text);
      // An ending continues a smaller number, as `32` does in `410931, 32`.
      const isEnding = (run: string) =>
        numbers
          .flatMap(({ number }) => runsOf(number))
          .some((number) => {
            const head = number.slice(0, -run.length);
            const isBelow = (one: string) =>
              one.length === number.length && one.startsWith(head) && one < number;
            return number.endsWith(run) && [...inText, ...emitted].some(isBelow);
          });
      const isReported = (run: string) =>
        emitted.has(run.replace(/^0+(?=\d)/, '')) || (run.length < 4 && isEnding(run));
      for (const [figures] of written.replaceAll(/(?<=\d)\.(?=\d)/g, '').matchAll(/\d+/g))
        expect([figures, isReported(figures)]).toEqual([figures, true]);
      const asked = [...plan.dispatches, ...plan.containers];
      expect(asked.filter((number) => number.replaceAll(/\D/g, '').length < 3)).toEqual([]);
    },
  ),
);
