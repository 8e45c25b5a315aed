import { expect, it } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { onlyRows } from '../../../../../renderer/components/data-grid/row-selection.ts';
import {
  createListStates,
  openingStates,
} from '../../../../../renderer/features/results/result-list-state.ts';
import { DocumentList } from '../../../../../renderer/features/results/result-lists.tsx';
import { ResultRows, rowKeyOf } from '../../../../../renderer/features/results/result-rows.ts';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { StoredDocument } from '../../../../../shared/model/document.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

it('a drag has the files that were looked up as it was pressed, though more have landed since', async () => {
  const rows = [document('a', '/d/a.pdf'), document('b')];
  const { row, shown, looked, dragged } = await showRows(rows);
  row.element().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  await expect.poll(() => looked).toEqual([[{ connectionId: 'c', id: 'a' }]]);
  rows[1] = document('b', '/d/b.pdf');
  shown.pages.refresh();
  await expect.poll(() => [...shown.pages.here()].filter(({ path }) => path !== undefined).length).toBe(2);
  drag(row);
  await expect.poll(() => dragged).toEqual(looked);
});

it('documents of several clients are dragged together only once a person was told', async () => {
  const other = { ...document('b', '/d/b.pdf'), rut: '96790240-3' as Rut };
  const { row, dragged } = await showRows([document('a', '/d/a.pdf'), other]);
  drag(row);
  await expect
    .element(page.getByText(/^Los documentos elegidos son de 2 clientes: no se arrastró nada/))
    .toBeVisible();
  expect(dragged).toEqual([]);
  drag(row);
  await expect.poll(() => dragged.map((files) => files.length)).toEqual([2]);
  // Each drag is confirmed on its own.
  drag(row);
  await expect.element(page.getByText(/no se arrastró nada/)).toBeVisible();
  expect(dragged.length).toBe(1);
});

const drag = (row: Locator) =>
  row.element().dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }));

/** Shows a list of these documents, all of them selected. */
async function showRows(rows: readonly StoredDocument[]) {
  const shown = new ResultRows<'documents'>();
  const looked: CallInput<'deliveries.drag'>['files'][] = [];
  const dragged: CallInput<'deliveries.drag'>['files'][] = [];
  const opened = openingStates(undefined);
  const documents = { ...opened.documents, selection: onlyRows(rows.map(rowKeyOf)) };
  await show(
    <InAppWindow>
      <DocumentList
        resultSetId="r"
        rows={shown}
        views={createListStates({ ...opened, documents })}
        query={undefined}
        isFinal={true}
        empty=""
        emptyBehind=""
        onSave={undefined}
        onRefresh={undefined}
        destination={{ folder: '/d', template: '', name: '' }}
      />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'rows.columns': async () => [],
      'rows.page': async ({ offset, limit }) => ({
        rows: [...rows.slice(offset, offset + limit)],
        offset,
        total: rows.length,
      }),
      'deliveries.prepareDrag': async ({ files }) => void looked.push(files),
      'deliveries.drag': async ({ files }) => void dragged.push(files),
    },
  );
  const row = page.getByRole('row').filter({ hasText: 'folio-a' });
  await expect.element(row).toBeVisible();
  return { row, shown, looked, dragged };
}

function document(id: string, path?: string): StoredDocument {
  return { ...storedDocument(id, '7', path), folio: `folio-${id}` };
}
