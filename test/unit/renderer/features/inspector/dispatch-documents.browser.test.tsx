import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DispatchDocuments } from '../../../../../renderer/features/inspector/dispatch-documents.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme, storedDocument } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

it('several documents of a dispatch are ticked beside each other and downloaded by Ctrl+D', async () => {
  const started: CallInput<'downloads.start'>[] = [];
  const [invoice, packing, note] = ['d', 'e', 'f'].map((id) => ({
    ...storedDocument(id, '7'),
    folio: id,
  }));
  if (!invoice || !packing || !note) throw new Error('three papers');
  await show(
    <InAppWindow>
      <DispatchDocuments
        subject={{ connectionId: 'c', number: '7', rut: acme }}
        documents={[invoice, packing, note]}
      />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'app.info': () => new Promise(() => undefined),
      'downloads.previewName': async () => ({ path: '' }),
      'folder.choose': async () => '/folders/new',
      'downloads.start': async (request) => {
        started.push(request);
        return { batchId: 'b' };
      },
    },
  );
  await page.getByRole('checkbox', { name: 'Elegir FACTURA d' }).click();
  await page.getByRole('checkbox', { name: 'Elegir FACTURA f' }).click();
  await expect.element(page.getByRole('button', { name: 'Descargar 2…' })).toBeVisible();
  await userEvent.keyboard('{Control>}d{/Control}');
  await expect.element(page.getByRole('dialog', { name: 'Descargar 2 documentos' })).toBeVisible();
  await page.getByRole('button', { name: 'Elegir…' }).click();
  await page.getByRole('button', { name: 'Descargar', exact: true }).click();
  await expect
    .poll(() => started.map(({ selection }) => selection))
    .toEqual([
      {
        kind: 'some',
        documents: [
          { connectionId: 'c', id: 'd' },
          { connectionId: 'c', id: 'f' },
        ],
      },
    ]);
});
