import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/agency/ask.ts';
import { findCases, type PracticeAgency, type PracticeCases } from '../../support/agency/practice-agency.ts';
import {
  dispatchKeys,
  type Item,
  itemsOf,
  startDatedPractice,
} from '../../support/agency/practice-bodies.ts';

let practice: PracticeAgency;
let cases: PracticeCases;
beforeAll(async () => {
  practice = await startDatedPractice();
  cases = findCases(practice.data);
});
afterAll(() => practice.close());

/** Every path at which a value is empty, `dispatch` aside. */
function emptyPaths(value: unknown, path = ''): string[] {
  if (value === null || value === '' || value === undefined) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'dispatch' ? [] : emptyPaths(inner, `${path}/${key}`),
  );
}

describe('a document item', () => {
  it('has nothing empty at any depth, but for its dispatch, in every page of every dispatch', async () => {
    let withoutDate = 0;
    for (const dispatch of practice.data.dispatches) {
      for (const item of await itemsOf(practice, dispatch.number, dispatch.client.rut, 'files')) {
        expect(emptyPaths(item)).toEqual([]);
        expect(Object.keys(item)).toEqual(expect.arrayContaining(['id', 'isActive', 'dispatch', 'infoDoc']));
        expect(Object.keys(item['dispatch'] as Item).toSorted()).toEqual(dispatchKeys.toSorted());
        if ((item['dispatch'] as Item)['fechaAceptacion'] === null) withoutDate += 1;
      }
    }
    expect(withoutDate).toBeGreaterThan(0);
  });

  it('keeps infoDoc when it is empty', async () => {
    const document = practice.data.planted.emptyInfoDoc;
    const items = await itemsOf(practice, document.dispatch?.number, document.client.rut, 'files');
    expect(items.find(({ id }) => id === document.id)?.['infoDoc']).toEqual({});
  });

  it('has isActive when it is false', async () => {
    const document = practice.data.planted.inactive;
    const items = await itemsOf(practice, document.dispatch?.number, document.client.rut, 'files');
    expect(items.find(({ id }) => id === document.id)?.['isActive']).toBe(false);
  });

  it('has no name when nobody has classified it, and is found by its dispatch', async () => {
    const document = practice.data.planted.unclassified;
    const items = await itemsOf(practice, document.dispatch?.number, document.client.rut, 'files');
    expect(items.find(({ id }) => id === document.id)).not.toHaveProperty('name');
  });

  it('has no url when it has no file, which is not counted as unsigned', async () => {
    const document = practice.data.planted.withoutFile;
    const response = (
      await ask(practice, `/dispatch/${document.dispatch?.number}/files`, { rut: document.client.rut })
    ).json();
    const items = response['data'] as Item[];
    expect(items.find(({ id }) => id === document.id)).not.toHaveProperty('url');
    expect(items.filter((item) => 'url' in item).length).toBeGreaterThan(0);
    expect(response).not.toHaveProperty('unsignedCount');
  });

  it('is found by a type that has left the catalogue', async () => {
    const document = cases.offCatalogue[0];
    const query = {
      rut: document?.client.rut,
      fileTypeName: document?.type,
      startDate: '2024-01-01',
      endDate: '2026-12-31',
    };
    expect((await ask(practice, '/files', query)).text).toContain(document?.id);
    expect((await ask(practice, '/master/file-types')).text).not.toContain(document?.type);
  });
});

describe('the envelope of the file endpoints', () => {
  it('has date, data, and no token on a page that is not full', async () => {
    const dispatch = practice.data.dispatches.find(
      ({ documents }) => documents.length > 0 && documents.length < 100,
    );
    const response = (
      await ask(practice, `/dispatch/${dispatch?.number}/files`, { rut: dispatch?.client.rut })
    ).json();
    expect(Object.keys(response)).toEqual(['date', 'data']);
    expect(response['date']).toBe('2026-11-20T14:51:00.000Z');
  });

  it('has data for a dispatch without documents', async () => {
    const [dispatch] = cases.dispatchesWithoutDocuments;
    expect(await itemsOf(practice, dispatch?.number, dispatch?.client.rut, 'files')).toEqual([]);
  });
});
