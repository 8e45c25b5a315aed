import { expect, test } from 'vitest';
import { parseText } from '../../../../../electron/search/query-parser/index.ts';
import { rut } from '../../../../support/agency/client.ts';

const context = {
  book: [{ rut: rut('76086428-5'), name: 'Importaciones Acme', email: '', folder: '' }],
  types: ['DIN'],
  today: '2026-11-28',
};
const october = ['2026-10-01', '2026-10-31'];
const quarter = ['2026-07-01', '2026-09-30'];

test.each<[string, readonly string[]]>([
  ['desde el 01-10-26 hasta el 31-10-26', october],
  ['desde el 01/10/2026 hasta el día 31/10/2026', october],
  ['RUT 76.086.428-5 despachos entre el 01/10/2026 y el 31/10/2026', october],
  ['RUT 76.086.428-5 despachos entre el 01.10.2026 y el 31.10.2026', october],
  ['2026-10-01..2026-10-31', october],
  ['01/10/2026 ... 31/10/2026', october],
  ['acme oct..nov 2026', ['2026-10-01', '2026-11-30']],
  ['3T 2026 acme', quarter],
  ['3T2026', quarter],
  ['III trimestre 2026', quarter],
  ['trimestre 3 de 2026', quarter],
  ['1S 2026', ['2026-01-01', '2026-06-30']],
  ['II semestre 2025', ['2025-07-01', '2025-12-31']],
  ['Q3', quarter],
  ['semana 45', ['2026-11-02', '2026-11-08']],
  ['acme semana N° 45 de 2026', ['2026-11-02', '2026-11-08']],
  ['semana 1 de 2026', ['2025-12-29', '2026-01-04']],
  ['semana 53 de 2026', ['2026-12-28', '2027-01-03']],
  ['semana 50', ['2025-12-08', '2025-12-14']],
])('%s', (text, [start, end]) => {
  const { range, aside, wrong } = parseText(text, context);
  expect({ range, aside, wrong }).toEqual({ range: { kind: 'days', start, end }, aside: [], wrong: [] });
});

test('figures of days are not told as ignored where they set the range', () => {
  expect(parseText('últimas 2 semanas', context)).toMatchObject({
    range: { kind: 'last-days', days: 14 },
    aside: [],
  });
  expect(parseText('2. octubre de 2026', context)).toMatchObject({
    aside: [{ text: '2. octubre de 2026', as: 'date' }],
  });
  expect(parseText('desde octubre 1/20', context)).toMatchObject({ aside: [] });
});

test('a week that its year has not is no range', () => {
  expect(parseText('semana 53 de 2025', context).range).toBeUndefined();
  expect(parseText('semana 54', context).range).toBeUndefined();
});
