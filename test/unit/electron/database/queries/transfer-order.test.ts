import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { batchOwner, batchUuid, beginBatch } from '../../../../support/database/ledger-batch.ts';
import { type TemporaryStore, temporaryStore } from '../../../../support/database/store.ts';

const rut = '76086428-5' as Rut;
let temporary: TemporaryStore;
beforeEach(async () => {
  temporary = await temporaryStore();
});
afterEach(() => temporary.remove());

async function add(
  ...documents: readonly { id: string; dispatch?: string; type?: string; folio?: string }[]
) {
  const foundBy = { kind: 'dispatch', rut, dispatch: '1' } as const;
  await temporary.store.addTransfers(
    batchUuid,
    documents.map((document) => ({
      connectionId: 'c',
      dispatch: '1',
      rut,
      type: '',
      folio: '',
      foundBy,
      folder: 'd',
      stem: document.id,
      key: `d/${document.id}`,
      ...document,
    })),
  );
}

async function ended(id: number, size: number, path: string) {
  const at = '2026-11-20T12:00:00.000Z';
  const landed = {
    kind: 'landed',
    state: 'done',
    path,
    size,
    sha256: '',
    modified: 0,
    requestId: '',
    at,
  } as const;
  await temporary.store.writeSteps(batchOwner, [{ ...landed, batch: batchUuid, id }]);
}

interface OrderOptions {
  column: string;
  descending?: boolean;
  readingId?: string;
  problemsOnly?: boolean;
}

async function inOrder({
  column,
  descending = false,
  readingId,
  problemsOnly = false,
}: OrderOptions): Promise<string[]> {
  const order = { sort: [{ column, descending }], ...(readingId !== undefined && { readingId }) };
  const rows: string[] = [];
  for (;;) {
    const read = await temporary.store.listBatchTransfers(batchUuid, rows.length, 2, problemsOnly, order);
    rows.push(...read.rows.map(({ documentId }) => documentId));
    if (read.rows.length < 2) {
      expect(read.total).toBe(rows.length);
      return rows;
    }
  }
}

test('texts sort the way people count, whatever their case and accents, and what is empty stands last in both directions', async () => {
  await beginBatch(temporary.store, []);
  await add(
    { id: 'none' },
    { id: 'ten', folio: '10' },
    { id: 'nine', folio: '9' },
    { id: 'a', folio: 'Árbol' },
    { id: 'b', folio: 'bosque' },
    { id: 'nine-too', folio: '09' },
  );
  expect(await inOrder({ column: 'folio' })).toEqual(['nine', 'nine-too', 'ten', 'a', 'b', 'none']);
  expect(await inOrder({ column: 'folio', descending: true })).toEqual([
    'b',
    'a',
    'ten',
    'nine',
    'nine-too',
    'none',
  ]);
});

test('sizes sort as numbers, and those not known stand last in both directions', async () => {
  const [first, second, third] = await beginBatch(temporary.store, ['one', 'two', 'three', 'four']);
  await ended(first?.id ?? 0, 900, 'd/one.pdf');
  await ended(second?.id ?? 0, 10_000, 'd/two.pdf');
  await ended(third?.id ?? 0, 0, 'd/three.pdf');
  expect(await inOrder({ column: 'size' })).toEqual(['one', 'two', 'three', 'four']);
  expect(await inOrder({ column: 'size', descending: true })).toEqual(['two', 'one', 'three', 'four']);
});

test('names of files, then their folders, stand before the reasons why others have none, and nothing last', async () => {
  const [first, second, third] = await beginBatch(temporary.store, ['one', 'two', 'three', 'four']);
  const error = { code: 'FILE_LOCKED', message: '' } as const;
  const failed = { kind: 'ended', state: 'failed', error, hasPartFile: false, at: '1' } as const;
  await temporary.store.writeSteps(batchOwner, [{ ...failed, batch: batchUuid, id: first?.id ?? 0 }]);
  await ended(second?.id ?? 0, 1, 'a/b/10.pdf');
  await ended(third?.id ?? 0, 1, 'd/9.pdf');
  expect(await inOrder({ column: 'path' })).toEqual(['three', 'two', 'one', 'four']);
  expect(await inOrder({ column: 'path', descending: true })).toEqual(['two', 'three', 'one', 'four']);
});

test('states begin with what must be looked at, and rows stay where they are within one reading', async () => {
  const [, second, third] = await beginBatch(temporary.store, ['one', 'two', 'three']);
  await ended(second?.id ?? 0, 1, 'd/two.pdf');
  const before = await inOrder({ column: 'state', readingId: 'first' });
  expect(before).toEqual(['one', 'three', 'two']);
  const failed = { kind: 'ended', state: 'failed', hasPartFile: false, at: '1' } as const;
  await temporary.store.writeSteps(batchOwner, [{ ...failed, batch: batchUuid, id: third?.id ?? 0 }]);
  await add({ id: 'late' });
  expect(await inOrder({ column: 'state', readingId: 'first' })).toEqual(['one', 'three', 'two', 'late']);
  expect(await inOrder({ column: 'state', readingId: 'second' })).toEqual(['three', 'one', 'late', 'two']);
  expect(await inOrder({ column: 'state', readingId: 'second', problemsOnly: true })).toEqual(['three']);
});

test('a column that a batch does not have leaves its documents in their order', async () => {
  await beginBatch(temporary.store, ['one', 'two']);
  expect(await inOrder({ column: 't.id; DROP TABLE transfer', descending: true })).toEqual(['one', 'two']);
});
