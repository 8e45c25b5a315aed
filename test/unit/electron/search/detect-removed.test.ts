import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRemoved } from '../../../../electron/search/detect-removed.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Rut } from '../../../../shared/model/rut.ts';
import { kinds, savedSearches } from '../../../support/app/saved-searches.ts';
import {
  openSearchFixture,
  practiceConnection,
  type SearchFixture,
} from '../../../support/app/search-fixture.ts';

let fixture: SearchFixture;
let rut: Rut;
beforeEach(async () => {
  fixture = await openSearchFixture({ practice: { documents: 200, clients: 2 } });
  rut = fixture.agency.clients[0]?.rut ?? fixture.agency.inactiveClient.rut;
});
afterEach(() => fixture.close());

const { types, saved, someDocument } = savedSearches(() => ({ fixture, rut }));
/** A type that the saved search does not ask for. */
const otherType = () =>
  fixture.agency.data.types.flatMap(({ name, isActive }) => (isActive ? (name ?? []) : []))[6] ?? '';
const inDispatch = async (id: string, number: string) =>
  (await fixture.store.viewDispatch(practiceConnection, number))?.documents.find((one) => one.id === id);

test('a document that got another type leaves the answer, and is gone nowhere', async () => {
  const { id, resultSetId } = await saved();
  const retyped = someDocument();
  const number = retyped.dispatch?.number ?? '';
  fixture.agency.changes.retype(retyped.id, otherType());
  expect(types()).not.toContain(retyped.type);
  await fixture.search.saved.refresh(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
  expect((await fixture.documents(resultSetId)).some((one) => one.id === retyped.id)).toBe(false);
  const stored = await inDispatch(retyped.id, number);
  expect(stored?.type).toBe(retyped.type);
  expect(stored?.removedAt).toBeUndefined();
});

test('a document that its own dispatch lacks is gone', async () => {
  const { id } = await saved();
  const { id: deleted, dispatch } = someDocument();
  fixture.agency.changes.delete(deleted);
  await fixture.search.saved.refresh(id);
  expect(kinds(await fixture.search.saved.changes())).toEqual(['gone']);
  expect((await inDispatch(deleted, dispatch?.number ?? ''))?.removedAt).toBeDefined();
});

test('a document whose dispatch cannot be asked is not gone until it can be', async () => {
  const { id, resultSetId } = await saved();
  const { id: deleted } = someDocument();
  fixture.agency.changes.delete(deleted);
  const stop = fixture.agency.faults.add({
    kind: 'answer',
    code: 'INTERNAL_ERROR',
    endpoint: 'dispatch-files',
  });
  await fixture.search.saved.refresh(id);
  expect(await fixture.search.saved.changes()).toEqual([]);
  const before = (await fixture.documents(resultSetId)).find((one) => one.id === deleted);
  expect(before).toBeDefined();
  expect(before?.removedAt).toBeUndefined();
  stop();
  await fixture.search.saved.refresh(id);
  expect(kinds(await fixture.search.saved.changes())).toEqual(['gone']);
});

test('documents of no dispatch, or of one that is not the client’s any more, are not known to be gone', async () => {
  const refuse = () => Promise.reject(new AppError('DISPATCH_NOT_FOUND', 'as the test says'));
  const removed = await findRemoved(
    { store: fixture.store, clock: fixture.clock, signal: new AbortController().signal },
    { files: refuse, dispatchFiles: refuse },
    { connectionId: practiceConnection, rut },
    [
      { id: 'a', dispatch: '999999' },
      { id: 'b', dispatch: '' },
    ],
  );
  expect(removed).toEqual([]);
});
