import { afterEach, describe, expect, it } from 'vitest';
import {
  firstPage,
  prefetchResult,
  totalOf,
} from '../../../../../renderer/features/results/prefetch-result.ts';
import {
  openingStates,
  restoreListStates,
  saveLeft,
} from '../../../../../renderer/features/results/result-list-state.ts';
import { textHitsOf } from '../../../../../renderer/features/results/text-hits-query.ts';
import { lists } from '../../../../../shared/model/lists.ts';
import type { SavedSearch } from '../../../../../shared/model/search.ts';

/** A bridge that answers every call with its own name and input. */
const bridge = new Proxy(
  {},
  { get: (_, name) => (input: unknown) => Promise.resolve({ ok: true, value: { name, input } }) },
);
const scope = globalThis as { window?: unknown };

describe('what a saved search shows first', () => {
  afterEach(() => {
    delete scope.window;
  });

  it('is asked under the keys by which its screen asks, with the saved sort, filter and grouping', async () => {
    scope.window = { carpeta: bridge };
    const view = { list: 'documents', columns: [], sort: [{ column: 'type', descending: true }] } as const;
    const saved = {
      resultSetId: 'set',
      question: { kind: 'range' },
      view: { ...view, filter: 'dus', group: 'dispatch' },
    };
    const prefetched = prefetchResult(saved as unknown as SavedSearch);
    const { sort, filter, group } = openingStates(saved as unknown as SavedSearch).documents;
    const window = firstPage({ list: 'documents', resultSetId: 'set', sort, filter, group });
    expect(window).toMatchObject({ filter: 'dus', group: 'dispatch', sort: view.sort, offset: 0 });
    expect(prefetched.map(({ queryKey }) => queryKey)).toEqual([
      ['search.progress', { resultSetId: 'set' }],
      ['rows.page', window],
      ['rows.columns', { resultSetId: 'set', list: 'documents' }],
      ...lists.map((list) => ['rows.page', totalOf('set', list)]),
    ]);
    for (const { queryKey, queryFn } of prefetched) {
      const [name, input] = queryKey;
      expect(await queryFn()).toEqual({ name, input });
    }
  });

  it('is the first documents that have its words, where it is a search for words', () => {
    scope.window = { carpeta: bridge };
    const filter = { types: ['DIN'] };
    const question = { kind: 'words', text: 'flete', filter };
    const keys = prefetchResult({ question } as unknown as SavedSearch).map(({ queryKey }) => queryKey);
    expect(keys).toEqual([['texts.find', { ...textHitsOf('flete'), filter }]]);
  });

  it('is asked with the sort, filter and grouping in which its list was left in this window', async () => {
    scope.window = { carpeta: bridge };
    const view = { list: 'documents', columns: [], sort: [], filter: '', group: 'none' };
    const saved = {
      id: 'kept',
      resultSetId: 'left',
      question: { kind: 'range' },
      view,
    } as unknown as SavedSearch;
    const left = restoreListStates('left', saved);
    left.update('documents', { ...left.all().documents, filter: 'acme', group: 'client' });
    saveLeft('left', saved, left);
    const inputs = prefetchResult(saved).map(({ queryKey: [, input] }) => input);
    expect(inputs).toContainEqual(
      firstPage({ list: 'documents', resultSetId: 'left', sort: [], filter: 'acme', group: 'client' }),
    );
  });
});
