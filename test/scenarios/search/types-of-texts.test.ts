import { expect, onTestFinished, test } from 'vitest';
import { openSearchFixture, rangeQuery } from '../../support/app/search-fixture.ts';

const openFixture = async () => {
  const fixture = await openSearchFixture({ practice: { documents: 60, clients: 1 } });
  onTestFinished(() => fixture.close());
  const { connectionIds } = rangeQuery([]);
  const [connectionId = ''] = connectionIds;
  const typesOf = async (text: string) => {
    const read = await fixture.search.parseQuery(text, connectionIds);
    return read.kind === 'understood' ? [read.types, read.areTypesUnread ?? false] : undefined;
  };
  return { ...fixture, connectionId, typesOf };
};

test('the first text of a new computer names the types of the catalogue, which is asked for once', async () => {
  const { agency, store, connectionId, typesOf } = await openFixture();
  expect(await store.readTypes(connectionId)).toBeUndefined();
  const first = await Promise.all([typesOf('facturas de octubre'), typesOf('facturas')]);
  const names = (await store.readTypes(connectionId))?.map(({ name }) => name) ?? [];
  const invoices = [...new Set(names.filter((name) => name.startsWith('FACTURA')))];
  expect(invoices.length).toBeGreaterThan(1);
  const sorted = invoices.sort((one, other) => one.localeCompare(other, 'es'));
  expect(first).toEqual([
    [sorted, false],
    [sorted, false],
  ]);
  await typesOf('facturas de noviembre');
  expect(agency.requests.count('file-types')).toBe(1);
});

test('types that only documents have are none of the catalogue, and mean nothing more a year later', async () => {
  const { store, connectionId, typesOf } = await openFixture();
  const before = await typesOf('facturas');
  const own = { id: '1', name: 'FACTURA COMERCIAL', operation: 'IMP', responsible: '', item: {} };
  await store.saveTypes(connectionId, [own], '2026-11-20T12:00:00.000Z');
  expect(before).not.toEqual(await typesOf('facturas'));
  expect(await typesOf('facturas')).toEqual([['FACTURA COMERCIAL'], false]);
});

test('a catalogue that cannot be had is told, usual names stand for it, and no key press asks for it again', async () => {
  const { agency, typesOf } = await openFixture();
  const fail = agency.faults.add({ kind: 'answer', code: 'UNAUTHORIZED', endpoint: 'file-types' });
  const invoices = ['FACTURA AGENCIA', 'FACTURA COMERCIAL', 'FACTURA DE EXPORTACION', 'FACTURA TERCEROS'];
  expect(await typesOf('facturas de octubre')).toEqual([invoices, true]);
  const asked = agency.requests.count('file-types');
  expect(await typesOf('facturas')).toEqual([invoices, true]);
  expect(agency.requests.count('file-types')).toBe(asked);
  fail();
});

test('a catalogue that is kept is used where the agency gives none', async () => {
  const { agency, typesOf } = await openFixture();
  const before = await typesOf('facturas y bl');
  const fail = agency.faults.add({ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'file-types' });
  expect(await typesOf('facturas y bl')).toEqual(before);
  fail();
});
