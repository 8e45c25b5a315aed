import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import News from '../../../renderer/features/news/news.tsx';
import type { CallInput } from '../../../shared/contract.ts';
import { CarpetaError } from '../../../shared/errors.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import { acme, keptDocument } from '../support/acme.ts';
import { InDesk } from '../support/in-desk.tsx';
import { createOffice } from '../support/office.ts';
import { show } from '../support/show.tsx';

it('what is new is fetched into a folder that is asked for where none is set', async () => {
  const asked: CallInput<'saved.downloadNew'>[] = [];
  await show(
    <InDesk>
      <News />
    </InDesk>,
    {
      ...createOffice().handlers,
      'app.info': () => new Promise(() => undefined),
      'saved.list': async () => [saved],
      'saved.news': async () => [
        {
          ...{ savedSearchId: 's', kind: 'new', at: '2026-10-20T12:00:00Z', connectionId: 'c' },
          ...{ dispatchNumber: '7', document: keptDocument('d', '7') },
        },
      ],
      'folder.choose': async () => '/folders/new',
      'saved.downloadNew': async (input) => {
        asked.push(input);
        if (input.folder === undefined) throw new CarpetaError('FOLDER_REQUIRED', 'no folder');
        return { batchId: 'b' };
      },
    },
  );
  await page.getByRole('button', { name: 'Descargar lo nuevo' }).click();
  await page.getByRole('menuitem', { name: 'Octubre ACME' }).click();
  await expect.poll(() => asked).toEqual([{ id: 's' }, { id: 's', folder: '/folders/new' }]);
  expect(page.getByRole('alert').elements()).toEqual([]);
});

const saved: SavedSearch = {
  ...{ id: 's', name: 'Octubre ACME', resultSetId: 'r', asOf: '', news: 1 },
  ...{ folder: '', template: '', refresh: { kind: 'by-hand' }, downloadsNew: false, takesPapers: false },
  view: { list: 'documents', columns: [], widths: {}, sort: [], filter: '', group: 'none' },
  question: {
    ...{ kind: 'range', connectionIds: ['c'], ruts: [acme], complete: false },
    range: { kind: 'days', start: '2026-10-01', end: '2026-10-31' },
    types: { kind: 'all', operation: 'both' },
  },
};
