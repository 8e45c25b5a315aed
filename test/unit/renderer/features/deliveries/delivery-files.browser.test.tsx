import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DeliveryFiles } from '../../../../../renderer/features/deliveries/delivery-files.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { Delivery } from '../../../../../shared/model/delivery.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const packed = {
  id: 'package',
  kind: 'package',
  state: 'done',
  files: ['/paquete/indice.csv'],
  folder: '/paquete',
  dispatches: [{ connectionId: 'c', number: '7' }],
  // What the files show of it.
} as unknown as Delivery;

/** Shows the files of a package of these clients; returns the ZIPs that are made. */
async function showFiles(ruts: readonly Rut[]) {
  const zips: CallInput<'deliveries.zip'>[] = [];
  await show(
    <InAppWindow>
      <DeliveryFiles delivery={packed} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'deliveries.clients': async () => ruts,
      'deliveries.zip': async (request) => {
        zips.push(request);
        return { deliveryId: 'zip' };
      },
    },
  );
  await page.getByRole('button', { name: 'Abrir en el correo' }).click();
  return zips;
}

it('a package opens in the mail as a ZIP beside it, in one act', async () => {
  const zips = await showFiles([acme]);
  await expect
    .poll(() => zips)
    .toMatchObject([
      { handoverIds: ['package'], folder: '/paquete', opensMail: true, mostBytes: 18_000_000 },
    ]);
  await expect.poll(() => window.location.hash).toContain('zip');
});

it('a package of several clients is mailed only once a person has agreed', async () => {
  const zips = await showFiles([acme, '96591760-8' as Rut]);
  await expect.element(page.getByText(/Documentos de 2 clientes van juntos/)).toBeVisible();
  expect(zips).toEqual([]);
  await page.getByRole('button', { name: 'Abrir juntos en el correo' }).click();
  await expect.poll(() => zips).toMatchObject([{ handoverIds: ['package'], opensMail: true }]);
});
