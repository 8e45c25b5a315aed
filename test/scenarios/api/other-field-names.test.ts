import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ApiClient } from '../../../electron/api/index.ts';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import type { PracticeDispatch } from '../../support/agency/practice-agency.ts';
import {
  type PracticeAndClient,
  practiceAndClient,
  readAllPages,
} from '../../support/agency/practice-client.ts';

let both: PracticeAndClient;
let dispatch: PracticeDispatch;

beforeEach(async () => {
  both = await practiceAndClient({ pageSize: 3 });
  const { practice } = both;
  dispatch = practice.data.planted.complete;
  // Two full pages: the third is empty.
  for (const extra of dispatch.documents.slice(6)) practice.changes.delete(extra.id);
  while (dispatch.documents.length < 6) practice.changes.arrive({ dispatch: dispatch.number });
});
afterEach(() => both[Symbol.asyncDispose]());

/** What a call gives in the service's own names and in other ones, with no setting changed in between. */
async function inBoth<Value>(
  ask: (client: ApiClient) => Promise<Value>,
): Promise<[own: Value, other: Value]> {
  const own = await ask(both.client);
  const restore = both.practice.faults.add({ kind: 'dialect' });
  const other = await ask(both.client);
  restore();
  return [own, other];
}

/** Apart from where the number stands, which the other dialect changes. */
const withoutNumbers = (documents: readonly DispatchDocument[]) =>
  documents.map(({ item: { numeroDespacho: _number, dispatch: _dispatch, ...item }, ...document }) => ({
    ...document,
    item,
  }));

it('the documents of a dispatch are the same in another dialect, page by page, to the empty last one', async () => {
  const { rut } = dispatch.client;
  const query = { kind: 'dispatch', rut, dispatch: dispatch.number } as const;
  const [own, other] = await inBoth((client) => readAllPages(client, query));
  expect(own.pages.map(({ documents }) => documents.length)).toEqual([3, 3, 0]);
  expect(other.pages.map(({ documents }) => documents.length)).toEqual([3, 3, 0]);
  expect(withoutNumbers(other.documents)).toEqual(withoutNumbers(own.documents));
  expect(other.documents.every(({ dispatchNumber }) => dispatchNumber === dispatch.number)).toBe(true);
});

it('the documents of a range are the same in another dialect, with their links', async () => {
  const { rut } = dispatch.client;
  const type = dispatch.documents.find((document) => document.type !== '')?.type ?? '';
  const query = { kind: 'files', rut, type, start: '2024-01-01', end: '2026-12-31' } as const;
  const [own, other] = await inBoth((client) => readAllPages(client, query));
  expect(own.documents.length).toBeGreaterThan(3);
  expect(withoutNumbers(other.documents)).toEqual(withoutNumbers(own.documents));
  const linked = (pages: typeof own.pages) => pages.flatMap(({ links }) => [...links.keys()]);
  expect(linked(other.pages)).toEqual(linked(own.pages));
});

it('documents that could not be signed are told apart in another dialect too', async () => {
  both.practice.faults.add({ kind: 'unsigned' });
  const { rut } = dispatch.client;
  const [own, other] = await inBoth((client) => client.dispatchFiles({ dispatch: dispatch.number, rut }));
  expect(other.unsignedCount).toBe(own.unsignedCount);
  expect(other.documents.map(({ file }) => file)).toEqual(own.documents.map(({ file }) => file));
});

it('disbursements are the same in another dialect, without a total to compare', async () => {
  const { rut } = dispatch.client;
  const [own, other] = await inBoth((client) => client.disbursements({ dispatch: dispatch.number, rut }));
  const bare = (list: typeof own) =>
    list.disbursements.map(
      ({ item: { numeroDespacho: _number, dispatch: _dispatch, ...item }, ...rest }) => ({
        ...rest,
        item,
      }),
    );
  expect(bare(other)).toEqual(bare(own));
  expect(other.incompleteReason).toBeUndefined();
});

it('the catalogue, a status and the list of dispatches are the same in another dialect', async () => {
  const { rut } = dispatch.client;
  const [types, otherTypes] = await inBoth((client) => client.documentTypes({}));
  expect(otherTypes).toEqual(types);
  const [status, otherStatus] = await inBoth((client) => client.status({ dispatch: dispatch.number, rut }));
  expect(otherStatus).toEqual(status);
  const [list, otherList] = await inBoth((client) => client.dispatches({ rut }));
  expect(list?.dispatches.length).toBeGreaterThan(1);
  expect(otherList).toEqual(list);
});
