import { expect, test } from 'vitest';
import { jsonAsTable } from '../../../../electron/connections/json-clients.ts';
import { readPastedClients } from '../../../../electron/connections/pasted-clients.ts';

const read = (value: unknown) =>
  readPastedClients(JSON.stringify(value), []).clients.map(({ rut, entries: [entry] }) =>
    [rut, entry?.name, entry?.email].join('|'),
  );

const both = ['76086428-5|ACME|', '96591760-8|Sur|'];

test.each<[string, unknown, string[]]>([
  ['by their RUTs', { '76086428-5': { nombre: 'ACME' }, '96591760-8': { nombre: 'Sur' } }, both],
  ['by their RUTs, as names alone', { '76086428-5': 'ACME', '96591760-8': 'Sur' }, both],
  ['by their RUTs, as lists', { '76086428-5': ['ACME'], '96591760-8': ['Sur'] }, both],
  ['by their names', { ACME: '76086428-5', Sur: '96591760-8' }, both],
  [
    'as rows of cells',
    {
      values: [
        ['RUT', 'Nombre'],
        ['76086428-5', 'ACME'],
        ['96591760-8', 'Sur'],
      ],
    },
    both,
  ],
  ['as a text', { total: 2, texto: '76086428-5 ACME\n96591760-8 Sur' }, both],
  ['as RUTs alone', ['76086428-5', '96591760-8'], ['76086428-5||', '96591760-8||']],
  [
    'below their agency and the pages of an answer',
    {
      page: 1,
      agency: { name: 'Agencia' },
      data: [
        { id: 1, cliente: { rut: '76086428-5', nombre: 'ACME' } },
        { cliente: { rut: '96591760-8', nombre: 'Sur' } },
      ],
    },
    both,
  ],
  [
    'within another client',
    {
      rut: '76086428-5',
      nombre: 'ACME',
      filiales: [{ rut: '96591760-8', nombre: 'Sur', email: 's@sur.example' }],
    },
    ['76086428-5|ACME|', '96591760-8|Sur|s@sur.example'],
  ],
  [
    'with contacts',
    { rut: '76086428-5', razonSocial: 'ACME', contactos: [{ nombre: 'Ana', email: 'a@b.example' }] },
    ['76086428-5|ACME|a@b.example'],
  ],
  [
    'with a representative',
    {
      representante: { rut: '12345678-5', nombre: 'Ana' },
      rut: '76086428-5',
      nombre: 'ACME',
      contactos: [{ rut: '12345678-5' }],
    },
    ['76086428-5|ACME|'],
  ],
])('clients are read %s', (_, value, expected) => {
  expect(read(value)).toEqual(expected);
});

test('clients are rows below all of their keys', () => {
  const text =
    '\uFEFF{"data":[{"rut":"76086428-5","sede":{"razon_social":"ACME  SPA"}},{"rutCliente":1,"correos":["a","b"]}],"otros":["x"]}';
  expect(jsonAsTable(text)).toBe(
    'rut\tsede razon social\trut Cliente\tcorreos\n76086428-5\tACME SPA\t\t\n\t\t1\ta; b\nx',
  );
});

test.each([
  ['no JSON', '[5/10/26, 9:12] Ana: 410931'],
  ['JSON without values', '{"a": null}'],
  ['JSON without clients', '{"a": "b"}'],
  ['lines of which one is no JSON', '{"rut":"76086428-5"}\nACME'],
  [
    'more keys than a table has',
    JSON.stringify({
      rut: '76086428-5',
      ...Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, '1'])),
    }),
  ],
  ['a number', '410931'],
])('%s stays as it is', (_, text) => {
  expect(jsonAsTable(text)).toBe(text);
});

const chain = (count: number) =>
  `${Array.from({ length: count }, (_, i) => `{"rut":"76086428-5","k${i % 90}":${i},"l":[`).join('')}${']}'.repeat(count)}`;

test.each([
  ['lists in one another', chain(12_000)],
  [
    'a long text beside many rows',
    JSON.stringify({
      t: 'x'.repeat(150_000),
      rut: '1-9',
      l: Array.from({ length: 20_000 }, (_, d) => ({ d })),
    }),
  ],
  [
    'a long text beside many clients',
    JSON.stringify({
      t: 'x'.repeat(150_000),
      l: Array.from({ length: 9000 }, () => ({ rut: '76086428-5' })),
    }),
  ],
  [
    'long keys',
    JSON.stringify({
      rut: '1-9',
      ['k'.repeat(100_000)]: Object.fromEntries(Array.from({ length: 150 }, (_, i) => [i, i])),
    }),
  ],
  ['objects in one another', `${'{"rut":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['brackets in one another', `${'['.repeat(150_000)}1${']'.repeat(150_000)}`],
  ['very many values', JSON.stringify({ l: Array.from({ length: 200_000 }, (_, i) => i) })],
  [
    'very many names',
    JSON.stringify(Object.fromEntries(Array.from({ length: 150_000 }, (_, i) => [`n${i}`, '76086428-5']))),
  ],
])('%s take no more room than a few times their text', (_, text) => {
  const begin = process.cpuUsage();
  expect(jsonAsTable(text).length).toBeLessThan(5 * text.length);
  expect(process.cpuUsage(begin).user).toBeLessThan(1_500_000);
});
