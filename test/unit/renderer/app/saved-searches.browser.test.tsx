import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { SavedSearchItems } from '../../../../renderer/app/saved-searches.tsx';
import { Screen } from '../../../../renderer/app/screen.tsx';
import type { Handlers } from '../../../../shared/contract.ts';
import type { StoredDocument } from '../../../../shared/model/document.ts';
import type { RowsPage, SavedSearch } from '../../../../shared/model/search.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { doneProgress } from '../../../support/page/done-progress.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { storedDocument } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

const year: SavedSearch = {
  id: 'year',
  name: 'Todo el año',
  resultSetId: 'rows',
  asOf: '',
  news: 0,
  folder: '',
  template: '',
  question: {
    kind: 'range',
    connectionIds: ['agency'],
    ruts: [],
    range: { kind: 'this-year' },
    complete: false,
    types: { kind: 'all', operation: 'both' },
  },
  view: { list: 'documents', columns: [], sort: [], filter: '', group: 'none' },
  refresh: { kind: 'by-hand' },
  downloadsNew: false,
  takesPapers: false,
};

/**
 * What happens from now on, in its order: what main is asked about rows, and that the page goes elsewhere.
 */
function watchOpening(rows: () => Promise<RowsPage<StoredDocument>>) {
  const happened: string[] = [];
  const note = () => happened.push(window.location.hash);
  window.addEventListener('hashchange', note);
  onTestFinished(() => window.removeEventListener('hashchange', note));
  const handlers: Partial<Handlers> = {
    ...createAgencyMain().handlers,
    'saved.list': async () => [year],
    'rows.page': async ({ limit }) => {
      happened.push(limit > 1 ? 'first rows' : 'number of rows');
      return rows();
    },
    'rows.columns': async () => {
      happened.push('fields');
      return [];
    },
    'rows.preload': async () => undefined,
    'search.progress': async ({ resultSetId }) => {
      happened.push('how it goes on');
      return doneProgress(resultSetId);
    },
  };
  return { happened, handlers };
}

const opened = '#/results/rows/documents?saved=year';

it('a saved search opens once what it shows first has come, so that it is drawn once', async () => {
  const { happened, handlers } = watchOpening(async () => ({ rows: [], offset: 0, total: 0 }));
  await show(<SavedSearchItems />, handlers);
  await page.getByRole('link', { name: year.name }).click();
  await expect.poll(() => happened).toContain(opened);
  const counts = ['number of rows', 'number of rows', 'number of rows'];
  expect(happened).toEqual(['how it goes on', 'first rows', 'fields', ...counts, opened]);
});

const document = { ...storedDocument('a', '7'), folio: 'folio-a' };
const oneDocument: RowsPage<StoredDocument> = { rows: [document], offset: 0, total: 1 };
const row = page.getByRole('row').filter({ hasText: 'folio-a' });

function SidebarAndScreen() {
  return (
    <InAppWindow>
      <SavedSearchItems />
      <Screen />
    </InAppWindow>
  );
}

it('nothing of what a saved search shows first is asked for again as it opens', async () => {
  const { happened, handlers } = watchOpening(async () => oneDocument);
  await show(<SidebarAndScreen />, handlers);
  await page.getByRole('link', { name: year.name }).click();
  await expect.element(row).toBeVisible();
  const counts = ['number of rows', 'number of rows', 'number of rows'];
  expect(happened).toEqual(['how it goes on', 'first rows', 'fields', ...counts, opened]);
});

it('rows that are still on their way as a saved search opens are waited for, and asked for again once something has come', async () => {
  const first = Promise.withResolvers<RowsPage<StoredDocument>>();
  const { happened, handlers } = watchOpening(() => first.promise);
  const main = await show(<SidebarAndScreen />, handlers);
  await page.getByRole('link', { name: year.name }).click();
  await expect.element(page.getByRole('grid')).toBeVisible();
  first.resolve(oneDocument);
  await expect.element(row).toBeVisible();
  const requestCount = () => happened.filter((what) => what === 'first rows').length;
  expect(requestCount()).toBe(1);
  main.emit('search.progress', doneProgress('rows'));
  await expect.poll(requestCount).toBe(2);
});

it('a search for words opens inside the documents, and is the current one', async () => {
  const question = { kind: 'words', text: 'flete 88', filter: { types: ['DIN'] } } as const;
  const asked: unknown[] = [];
  const main = createAgencyMain().handlers;
  await show(<SidebarAndScreen />, {
    ...main,
    'saved.list': async () => [
      { ...year, name: 'Fletes', question: { ...question, filter: { types: ['DIN'] } } },
    ],
    'texts.find': async (query) => {
      asked.push(query.filter);
      return { hits: [], hasMore: false, hasWords: true, unused: [], unreadable: 0 };
    },
    'texts.count': async () => ({}),
  });
  const link = page.getByRole('link', { name: 'Fletes' });
  await link.click();
  await expect.poll(() => location.hash).toBe('#/found/flete%2088/text?saved=year');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Fletes' })).toBeVisible();
  await expect.element(link).toHaveAttribute('aria-current', 'page');
  expect(asked[0]).toEqual(question.filter);
});

it('a saved search opens without its rows where main takes long to give them', async () => {
  const { happened, handlers } = watchOpening(() => new Promise(() => undefined));
  await show(<SavedSearchItems />, handlers);
  await page.getByRole('link', { name: year.name }).click();
  await expect.poll(() => happened).toContain(opened);
});

it('a saved search that cannot be read stands among the others by its id, says what that means, and can be removed', async () => {
  const removed: string[] = [];
  await show(<SavedSearchItems />, {
    ...createAgencyMain().handlers,
    'saved.unreadable': async () => [{ id: 'abc-1' }].filter(({ id }) => !removed.includes(id)),
    'saved.remove': async ({ id }) => void removed.push(id),
  });
  const line = page.getByRole('button', { name: 'No se puede leer: abc-1' });
  await line.click();
  const dialog = page.getByRole('dialog', { name: 'Una búsqueda guardada no se puede leer' });
  await expect.element(dialog).toMatchTextContent(/abc-1/);
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect.poll(() => removed).toEqual(['abc-1']);
  await expect.poll(() => line.elements()).toEqual([]);
});
