import { expect, test } from 'vitest';
import type { Rut } from '../../shared/model/rut.ts';
import { temporaryStore } from '../support/store.ts';

test('a part that could not be removed is named again, until it is said to be gone', async () => {
  const { store, remove } = await temporaryStore();
  const rut = '76086428-5' as Rut;
  const found = { kind: 'dispatch', rut, dispatch: '1' } as const;
  await store.ledgerBegin({
    ...{ uuid: 'b', name: '', folder: '/f', template: '{id}', startedAt: '', owner: 'me', leaseUntil: 1 },
    ...{ selection: { kind: 'some', documents: [] }, withInactive: false, again: false },
  });
  const document = { connectionId: 'c', dispatch: '1', rut, type: '', folio: '', foundBy: found };
  await store.ledgerAdd('b', [
    { ...document, id: 'one', folder: 'd', stem: 'one', key: 'd/one' },
    { ...document, id: 'two', folder: 'd', stem: 'two', key: 'd/two' },
  ]);
  const taken = await store.ledgerTake('b', 'me', { limit: 2, now: 0 });
  await store.ledgerWrite(
    'me',
    taken.map(({ id }) => ({ kind: 'returned', state: 'paused', batch: 'b', id, isTouched: true }) as const),
  );
  await store.ledgerAct('b', 'me', 'cancel', '2026-11-20T12:00:00.000Z');

  const touched = await store.ledgerTouched('b', ['cancelled']);
  expect(touched.map(({ path }) => path)).toEqual(['d/one', 'd/two']);
  expect(await store.ledgerTouched('b', ['cancelled'])).toEqual(touched);
  await store.ledgerUntouched(
    touched.slice(0, 1).map(({ id }) => id),
    ['cancelled'],
  );
  expect((await store.ledgerTouched('b', ['cancelled'])).map(({ path }) => path)).toEqual(['d/two']);
  await store.close();
  await remove();
});
