import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import DownloadDialog from '../../../renderer/components/get-documents/download-dialog.tsx';
import type { CallInput } from '../../../shared/contract.ts';
import type { Batch } from '../../../shared/model/download.ts';
import { InDesk } from '../support/in-desk.tsx';
import { createOffice } from '../support/office.ts';
import { show } from '../support/show.tsx';

it('papers are laid out by name, with an example, into the folder of the last batch', async () => {
  const started: CallInput<'downloads.start'>[] = [];
  await show(
    <InDesk>
      <DownloadDialog
        title="Descargar"
        meant={async () => ({ kind: 'some', documents: [{ connectionId: 'c', id: 'd' }] })}
        destination={{ folder: '', template: '', name: 'Octubre' }}
        onClose={() => undefined}
      />
    </InDesk>,
    {
      ...createOffice().handlers,
      'app.info': () => new Promise(() => undefined),
      'downloads.list': async () => [batchInto('/folders/acme')],
      'downloads.previewName': async ({ template }) => ({ path: `example of ${template}` }),
      'downloads.start': async (request) => {
        started.push(request);
        return { batchId: 'b' };
      },
    },
  );
  await expect.element(page.getByRole('textbox', { name: 'Carpeta' })).toHaveValue('/folders/acme');
  await expect.element(page.getByRole('radio', { name: 'Por cliente y mes' })).toBeChecked();
  await expect.element(page.getByText(/^example of .client.\/.year/).first()).toBeVisible();
  await page.getByText('Todo junto').click();
  await expect.element(page.getByText(/^example of .dispatch._/).first()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Nombre de los archivos' })).not.toBeInTheDocument();
  await page.getByText('Avanzado').click();
  await page.getByRole('textbox', { name: 'Nombre de los archivos' }).fill('{type}/{number}');
  await expect.element(page.getByRole('radio', { name: 'Propio' })).toBeChecked();
  await page.getByText('Por despacho').click();
  await page.getByRole('button', { name: 'Descargar', exact: true }).click();
  await expect
    .poll(() => started.map(({ folder, template }) => [folder, template]))
    .toEqual([['/folders/acme', '{client}/{dispatch}_{reference}/{nn}_{type}_{number}']]);
});

function batchInto(folder: string): Batch {
  const counts = { waiting: 0, transferring: 0, paused: 0, done: 1, here: 0, failed: 0 };
  return {
    ...{ id: 'b', name: 'Septiembre', folder, template: '', startedAt: '2026-09-30T12:00:00Z' },
    ...{ state: { kind: 'ended', at: '2026-09-30T12:01:00Z' }, documents: 1, leftOut: 0, bytes: 1 },
    ...{
      counts: { ...counts, 'no-file': 0, unsigned: 0, cancelled: 0 },
      bytesPerSecond: 0,
      isElsewhere: false,
    },
  };
}
