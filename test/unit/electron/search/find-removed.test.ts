import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRemoved } from '../../../../electron/search/find-removed.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Rut } from '../../../../shared/model/rut.ts';
import { kinds, savedSearches } from '../../../support/app/saved-searches.ts';
import { openSearchDesk, practiceConnection, type SearchDesk } from '../../../support/app/search-desk.ts';

let desk: SearchDesk;
let rut: Rut;
beforeEach(async () => {
  desk = await openSearchDesk({ practice: { documents: 200, clients: 2 } });
  rut = desk.agency.clients[0]?.rut ?? desk.agency.inactiveClient.rut;
});
afterEach(() => desk.close());

const { types, saved, someDocument } = savedSearches(() => ({ desk, rut }));
/** A type that the saved search does not ask for. */
const otherType = () =>
  desk.agency.data.types.flatMap(({ name, isActive }) => (isActive ? (name ?? []) : []))[6] ?? '';
const inDispatch = async (id: string, number: string) =>
  (await desk.store.viewDispatch(practiceConnection, number))?.documents.find((one) => one.id === id);

test('a document that got another type leaves the answer, and is gone nowhere', async () => {
  const { id, resultSetId } = await saved();
  const retyped = someDocument();
  const number = retyped.dispatch?.number ?? '';
  desk.agency.changes.retype(retyped.id, otherType());
  expect(types()).not.toContain(retyped.type);
  await desk.search.saved.refresh(id);
  expect(await desk.search.saved.news()).toEqual([]);
  expect((await desk.documents(resultSetId)).some((one) => one.id === retyped.id)).toBe(false);
  const stored = await inDispatch(retyped.id, number);
  expect(stored?.type).toBe(retyped.type);
  expect(stored?.removedAt).toBeUndefined();
});

test('a document that its own dispatch lacks is gone', async () => {
  const { id } = await saved();
  const { id: deleted, dispatch } = someDocument();
  desk.agency.changes.delete(deleted);
  await desk.search.saved.refresh(id);
  expect(kinds(await desk.search.saved.news())).toEqual(['gone']);
  expect((await inDispatch(deleted, dispatch?.number ?? ''))?.removedAt).toBeDefined();
});

test('a document whose dispatch cannot be asked is not gone until it can be', async () => {
  const { id, resultSetId } = await saved();
  const { id: deleted } = someDocument();
  desk.agency.changes.delete(deleted);
  const stop = desk.agency.misbehave.add({
    ...{ kind: 'answer', code: 'INTERNAL_ERROR', endpoint: 'dispatch-files' },
  });
  await desk.search.saved.refresh(id);
  expect(await desk.search.saved.news()).toEqual([]);
  const before = (await desk.documents(resultSetId)).find((one) => one.id === deleted);
  expect(before).toBeDefined();
  expect(before?.removedAt).toBeUndefined();
  stop();
  await desk.search.saved.refresh(id);
  expect(kinds(await desk.search.saved.news())).toEqual(['gone']);
});

test('documents of no dispatch, or of one that is not the client’s any more, are not known to be gone', async () => {
  const refuse = () => Promise.reject(new AppError('DISPATCH_NOT_FOUND', 'as the test says'));
  const removed = await findRemoved(
    { store: desk.store, clock: desk.clock, signal: new AbortController().signal },
    { files: refuse, dispatchFiles: refuse },
    { connectionId: practiceConnection, rut },
    [
      { id: 'a', dispatch: '999999' },
      { id: 'b', dispatch: '' },
    ],
  );
  expect(removed).toEqual([]);
});
