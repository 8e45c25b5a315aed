import { expect, test } from 'vitest';
import { parseTextQuery } from '../../../../../electron/database/text-index/parse-text-query.ts';
import { indexText, textTerms } from '../../../../../electron/database/text-index/text-tokens.ts';

test.each([
  ['accents and case go', 'Despacho ÑUÑOA, Código', 'despacho nunoa codigo'],
  ['a number has no dots, and no decimals of zero', 'CIF 12.450,00 US', 'cif 12450 us'],
  ['the same number in English', '12,450.00', '12450'],
  ['decimals are a token of their own', '1.234,50 y 1234.5', '1234 5 y 1234 5'],
  ['a date is its parts', '27-11-2026 o 27/11/2026', '27 11 2026 o 27 11 2026'],
  ['a RUT is one token', '76.123.456-K y 76123456-k', '76123456k y 76123456k'],
  ['a container is one token, and its parts', 'MSKU 123456-7', 'msku 1234567 msku1234567'],
  ['a container without blanks', 'msku1234567', 'msku 1234567 msku1234567'],
  ['a bill of lading is one token, and its parts', 'MAEU-123456789', 'maeu 123456789 maeu123456789'],
  ['an air waybill too', '045-12345675', '045 12345675 04512345675'],
  ['an order with letters', 'OC-2026/15', 'oc 2026 15 oc202615'],
  ['a sign of number is no letter', 'N° 5, Nº 5', 'n 5 n 5'],
  ['joined letters are spelled out', 'oﬁcina', 'oficina'],
  ['each ideograph is a term', '上海ABC港', '上 海 abc 港'],
  ['a RUT with the hyphen of a program', '76.123.456\u20137', '76123456 7 761234567'],
  ['the same without points', '76123456\u20107', '76123456 7 761234567'],
  ['a RUT behind its name with points', 'R.U.T.76123456-7', 'r u t 761234567'],
  ['a container in groups', 'MSKU 123 456 5', 'msku 123 456 5 1234565 msku1234565'],
  ['a container with a point', 'MSKU 123.456-5', 'msku 123 456 5 1234565 msku1234565'],
  [
    'a container with the hyphen of a program',
    'MSKU\u2011123456\u20135',
    'msku 123456 5 1234565 msku1234565',
  ],
  ['no container: a wrong check digit', 'MSKU 123.456-7', 'msku 123 456 7'],
  ['no container: an amount', 'NETO 350.000 3, UNID 120 500 3', 'neto 350000 3 unid 120 500 3'],
  ['no container: an amount behind an owner', 'MSKU 120.500 0.500', 'msku 120500 0500'],
  ['an air waybill as it is printed', '045-1234 5675', '045 1234 5675 12345675 04512345675'],
  ['an air waybill behind its name', 'AWB: 045 1234 5675', 'awb 045 1234 5675 12345675 04512345675'],
  ['no air waybill: a row', '001 1200 1350, 045 1234 5675', '001 1200 1350 045 1234 5675'],
  ['no air waybill: a telephone', '+569 1234 5678, 235-1234 5678', '569 1234 5678 235 1234 5678'],
  ['a mark with the hyphen of a program', 'OC\u20102026/15', 'oc 2026 15 oc202615'],
  ['amounts with a dash between', '12.450,00\u201313.000,00 1.000\u20132.000', '12450 13000 1000 2000'],
  ['a word broken at the end of its line', 'conoci-\nmiento', 'conoci miento conocimiento'],
  ['a word that may be broken', 'conoci\u00admiento de embar\u00ad\nque', 'conocimiento de embarque'],
  ['a joiner at the end of a line joins nothing', 'FACTURA\ufeff\nflete', 'factura flete'],
  ['a joiner within a word', 'con\u2060tenedor', 'contenedor'],
  ['a space without width', 'MSKU1234567\u200b FACTURA\u200bN°123', 'msku 1234567 msku1234567 factura n 123'],
  ['a word whose letters stand apart', 'T O T A L Nº 5', 't o t a l total n 5'],
  ['letters in a row that are few', 'A B C', 'a b c'],
  ['wide and Arabic digits', '１２３４５ ١٢٣٤٥', '12345 12345'],
  ['base64 is no word', 'A'.repeat(64), ''],
])('%s', (_, text, tokens) => expect(indexText(text)).toBe(tokens));

test('a term says where it stands', () => {
  const text = 'Contenedor MSKU 123456-7.';
  const marked = textTerms(text).map(({ start, end }) => text.slice(start, end));
  expect(marked).toEqual(['Contenedor', 'MSKU 123456-7']);
});

test.each([
  ['Nº123456', 'n 123456'],
  ['N°123456', 'n 123456'],
  ['Folio Nº12.345', 'folio n 12345'],
  ['Nº76.123.456-7', 'n 761234567'],
  ['RUT76.123.456-7', 'rut 761234567'],
  ['rut76123456-K', 'rut 76123456k'],
  ['USD12.450,00', 'usd 12450'],
  ['US$12.450,50', 'us 12450 5'],
  ['CLP1.234.567', 'clp 1234567'],
  ['12,450.00USD', '12450 usd'],
  ['12450KGS neto', '12450 kgs neto'],
  ['1ª quincena', '1 quincena'],
  ['EUR1', 'eur 1'],
])('a number written together with its sign or unit is a term of its own: %s', (text, tokens) => {
  expect(indexText(text)).toBe(tokens);
});

test.each([
  ['MSKU1234567', 'msku 1234567 msku1234567'],
  ['F-123', 'f 123 f123'],
  ['145201-A', '145201 a 145201a'],
  ['M3X40', 'm3x40'],
  ['12K', '12k'],
])('a mark of letters and digits stays what it was: %s', (text, tokens) => {
  expect(indexText(text)).toBe(tokens);
});

test('long rows of figures and separators take time in proportion to their length', () => {
  const termsOf = (text: string) => textTerms(text).length;
  for (const unit of ['1,', '1.', '12', 'USD', 'º1', '1kg', 'A ', 'a-\n', 'a\u00ad', '123 ', 'R.U.T.'])
    expect(termsOf(unit.repeat(100_000)), unit).toBeGreaterThanOrEqual(1);
});

/** Deterministic, so that a failure can be repeated. */
function chooser(seed: number): <T>(from: readonly T[]) => T {
  let state = seed;
  return (from) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const chosen = from[Math.floor(state / 65_536) % from.length];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
}

/** Each with what is looked for in it by itself. */
const samples: readonly (readonly [string, readonly string[]])[] = [
  ['1200', ['1200']],
  ['001', ['001']],
  ['045', ['045']],
  ['5675', ['5675']],
  ['8', ['8']],
  ['350.000', ['350.000', '350000']],
  ['12.450,50', ['12.450,50', '12450']],
  ['1.000\u20132.000', ['1.000', '2.000']],
  ['+569 1234 5678', ['569', '1234', '5678']],
  ['27-11-2026', ['27', '11', '2026', '27-11-2026']],
  ['76.123.456-7', ['76.123.456-7', '76123456-7']],
  ['76.123.456\u20137', ['76.123.456', '76.123.456-7']],
  ['MSKU 123456-7', ['MSKU', '1234567', 'MSKU1234567']],
  ['MSKU 123.456-5', ['MSKU', '123', '456', '1234565', 'MSKU1234565', 'msku 123456-5']],
  ['MSKU\u20131234565', ['MSKU', '1234565', 'MSKU 1234565']],
  ['045-1234 5675', ['045', '1234', '5675', '12345675', '04512345675', '045-12345675']],
  ['045-12345675', ['045', '12345675', '045-1234 5675']],
  ['F\u2013123', ['F', '123', 'F-123']],
  ['USD12.450,00', ['USD', '12.450']],
  ['120KGS', ['120', 'KGS']],
  ['NETO', ['neto']],
  ['UNIZ', ['uniz']],
  ['A', ['a']],
  ['B', ['b']],
  ['Nº5', ['5']],
  ['embar-\nque', ['embarque', 'que']],
  ['FACTURA\u200bN°9', ['factura', '9']],
];

test('each word and number of a text is found by itself, whatever stands beside it', () => {
  const choose = chooser(7);
  const lost = new Set<string>();
  for (let round = 0; round < 20_000; round++) {
    const chosen = Array.from({ length: 5 }, () => choose(samples));
    const text = chosen.map(([written]) => written).join(choose([' ', '  ', '\n', '; ', ' - ']));
    const stored = ` ${indexText(text)} `;
    for (const word of chosen.flatMap(([, words]) => words)) {
      const isFound = (parseTextQuery(word)?.queryTerms ?? []).every(({ phrases }) =>
        phrases.some((phrase) => stored.includes(` ${phrase.join(' ')} `)),
      );
      if (!isFound) lost.add(`${word} in ${JSON.stringify(text)}: ${stored}`);
    }
  }
  expect([...lost].slice(0, 5)).toEqual([]);
});
