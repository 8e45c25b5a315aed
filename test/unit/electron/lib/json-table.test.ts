import { expect, test } from 'vitest';
import { jsonAsTable } from '../../../../electron/lib/json-table.ts';

test('objects are rows below all of their keys', () => {
  const text =
    '\uFEFF{"data":[{"numeroDespacho":410931,"client":{"razon_social":"ACME  SPA"}},{"numeroDespacho":410932,"OC":["1","2"]}],"otros":["410933"]}';
  expect(jsonAsTable(text)).toBe('numero Despacho\tclient\tOC\n410931\tACME SPA\t\n410932\t\t1; 2\n410933');
});

test('objects within another have its fields', () => {
  const text =
    '[{"cliente":{"rut":"76086428-5","nombre":"ACME"},"despachos":[{"numero":410931},{"numero":410932}]}]';
  expect(jsonAsTable(text)).toBe('rut\tnombre\tnumero\n76086428-5\tACME\t410931\n76086428-5\tACME\t410932');
});

test('values without keys are lines', () => {
  expect(jsonAsTable('["410931", "410932"]')).toBe('410931\n410932');
});

test.each([
  ['no JSON', '[5/10/26, 9:12] Ana: 410931'],
  ['JSON without values', '{"a": null}'],
  ['lines of which one is no JSON', '{"rut":"76086428-5"}\nACME'],
  [
    'more keys than a table has',
    JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`k${i}`, '410931']))),
  ],
  ['a number', '410931'],
])('%s stays as it is', (_, text) => {
  expect(jsonAsTable(text)).toBe(text);
});
