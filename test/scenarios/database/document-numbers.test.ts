import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore, type Store } from '../../../electron/database/index.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { temporaryFolder } from '../../support/disk/temporary-folder.ts';

const stores: Store[] = [];
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});
let ids: string[];
beforeEach(() => {
  ids = Array.from({ length: 8 }, (_, index) => `a${index}`);
});

/** A computer of its own. */
async function computer(): Promise<Store> {
  const store = await openStore(join(temporaryFolder('numbers'), 'carpeta.db'));
  stores.push(store);
  return store;
}

/** The names that documents get, the number first. */
async function namesOn(store: Store): Promise<string[]> {
  const rut = '76086428-5' as Rut;
  const foundBy = { kind: 'dispatch', rut, dispatch: '1' } as const;
  await store.beginBatch({
    uuid: 'b',
    name: '',
    folder: '/f',
    template: '{n}',
    startedAt: '',
    owner: 'me',
    leaseUntil: 1,
    selection: { kind: 'some', documents: [] },
    withInactive: false,
    force: false,
  });
  const document = { connectionId: 'c', dispatch: '1', rut, type: '', folio: '', foundBy };
  const named = ids.map((id) => ({ ...document, id, folder: 'd', stem: '\u2400', key: 'd/\u2400' }));
  await store.addTransfers('b', named);
  const taken = await store.takeTransfers('b', 'me', { limit: ids.length, now: 0 });
  return taken.map(({ documentId, stem }) => `${documentId} ${stem}`);
}

test('a second computer that knows a part of the first one’s index numbers the other documents as the first did', async () => {
  const first = await namesOn(await computer());
  expect(first.slice(0, 3)).toEqual(['a0 01', 'a1 02', 'a2 03']);
  const second = await computer();
  const rows = [0, 1, 3, 4].map((position) => {
    const stem = String(position + 1).padStart(2, '0');
    return {
      connectionId: 'c',
      id: `a${position}`,
      path: `d/${stem}.pdf`,
      size: 1,
      sha256: 'x',
      modified: 0,
      requestId: '',
      at: '',
      dispatch: '1',
      folder: 'd',
      stem,
      key: `d/${stem}`,
      fixedFolder: 'd',
      number: position + 1,
    };
  });
  await second.insertRecognisedFiles('/f', rows);
  expect(await namesOn(second)).toEqual(first);
});
