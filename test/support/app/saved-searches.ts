import type { Range } from '../../../shared/model/dates.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { SavedSearch, SavedSearchDraft, SearchChange } from '../../../shared/model/search.ts';
import { acme } from '../samples/documents.ts';
import { rangeQuery, type SearchFixture } from './search-fixture.ts';

/** A saved search for words: `view` and `refresh` are as the page sends them. */
export const wordsDraft = (overrides: Partial<SavedSearchDraft> = {}) =>
  savedDraft({
    name: 'Fletes de Shenzhen',
    question: { kind: 'words', text: 'shenzhen flete', filter: { ruts: [acme], from: '2026-10-01' } },
    ...overrides,
  });

/** A saved search of a query, refreshed by hand and without a folder unless something else is given. */
export function savedDraft(
  overrides: Partial<SavedSearchDraft> & Pick<SavedSearchDraft, 'question'>,
): SavedSearchDraft {
  return {
    name: 'Todo de uno',
    view: { list: 'documents', columns: ['type'], sort: [], filter: '', group: 'none' },
    folder: '',
    template: '',
    refresh: { kind: 'by-hand' },
    downloadsNew: false,
    takesPapers: false,
    ...overrides,
  };
}

/** What tests of saved searches need, over the app and the client of the moment. */
export function savedSearches(now: () => { fixture: SearchFixture; rut: Rut }) {
  const types = () =>
    now()
      .fixture.agency.data.types.flatMap(({ name, isActive }) => (isActive ? (name ?? []) : []))
      .slice(0, 6);

  const query = (range?: Range) =>
    rangeQuery([now().rut], { types: { kind: 'some', names: types() }, ...(range && { range }) });

  function draft(overrides: Partial<SavedSearchDraft> = {}, range?: Range): SavedSearchDraft {
    return savedDraft({ question: query(range), ...overrides });
  }

  /** A saved search that has been asked once. */
  async function saved(overrides: Partial<SavedSearchDraft> = {}, range?: Range): Promise<SavedSearch> {
    const { id } = await now().fixture.search.saved.create(draft(overrides, range), undefined);
    await now().fixture.search.saved.refresh(id);
    return find(id);
  }

  async function find(id: string): Promise<SavedSearch> {
    const found = (await now().fixture.search.saved.list()).find((one) => one.id === id);
    if (!found) throw new Error('no such saved search');
    return found;
  }

  /** A document of the client, of a type that is asked. */
  function someDocument() {
    const { fixture, rut } = now();
    const asked = new Set(types());
    for (const document of fixture.agency.data.documents()) {
      if (document.client.rut === rut && document.dispatch && asked.has(document.type ?? '')) return document;
    }
    throw new Error('the client has no such document');
  }
  return { types, query, draft, saved, find, someDocument };
}

/** What kinds of news there are, in the order of their names. */
export const kinds = (news: readonly SearchChange[]) => news.map(({ kind }) => kind).sort();
