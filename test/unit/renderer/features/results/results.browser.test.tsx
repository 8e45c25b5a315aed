import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import Results from '../../../../../renderer/features/results/results.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import { AppError } from '../../../../../shared/errors.ts';
import type { SearchQuery } from '../../../../../shared/model/search-query.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { doneProgress } from '../../../../support/page/done-progress.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme, storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const ofClient: SearchQuery = {
  kind: 'range',
  connectionIds: ['agency'],
  ruts: [acme],
  range: { kind: 'this-year' },
  types: { kind: 'all', operation: 'both' },
  complete: false,
};

it('asks for a list in its own order alone, when the query of the result is known', async () => {
  const { promise: query, resolve: answer } = Promise.withResolvers<SearchQuery>();
  const { asked } = await showResult(() => query);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('tab').first()).toBeVisible();
  expect(asked).toEqual([]);
  answer(ofClient);
  await expect.element(page.getByRole('gridcell', { name: '7', exact: true })).toBeVisible();
  expect(new Set(asked.map(({ sort }) => sort.map(({ column }) => column).join()))).toEqual(
    new Set(['dispatchNumber,type,id']),
  );
});

it('shows the list of a result whose query is unknown', async () => {
  await showResult(async () => {
    throw new AppError('RESULT_SET_GONE', 'r');
  });
  await expect.element(page.getByRole('gridcell', { name: '7', exact: true })).toBeVisible();
});

/** A result of one document; `asked` are the windows of its list, without those that only count. */
async function showResult(readQuery: () => Promise<SearchQuery>) {
  const asked: CallInput<'rows.page'>[] = [];
  await show(
    <InAppWindow>
      <Results route={{ view: 'results', resultSetId: 'r', list: 'documents' }} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'search.query': readQuery,
      'search.progress': async () => doneProgress('r'),
      'rows.columns': async () => [],
      'rows.page': async (window) => {
        if (window.limit > 1) asked.push(window);
        return { rows: [storedDocument('a', '7')], offset: 0, total: 1 };
      },
    },
  );
  return { asked };
}
