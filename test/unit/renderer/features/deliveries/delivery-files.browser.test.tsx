import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DeliveryFiles } from '../../../../../renderer/features/deliveries/delivery-files.tsx';
import type { CallInput, Handlers } from '../../../../../shared/contract.ts';
import { AppError } from '../../../../../shared/errors.ts';
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
  await showDelivery(packed, ruts, zips);
  await page.getByRole('button', { name: 'Abrir en el correo' }).click();
  return zips;
}

/** Shows the files of a delivery of these clients; returns the files of each drag. */
async function showDelivery(
  delivery: Delivery,
  ruts: readonly Rut[],
  zips: CallInput<'deliveries.zip'>[] = [],
  others: Partial<Handlers> = {},
) {
  const drags: CallInput<'deliveries.drag'>['files'][] = [];
  await show(
    <InAppWindow>
      <DeliveryFiles delivery={delivery} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'deliveries.clients': async () => ruts,
      'deliveries.zip': async (request) => {
        zips.push(request);
        return { deliveryId: 'zip' };
      },
      'deliveries.prepareDrag': async () => undefined,
      'deliveries.drag': async ({ files }) => void drags.push(files),
      ...others,
    },
  );
  return drags;
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

const other = '96591760-8' as Rut;

async function dragOut(name: string) {
  const line = page.getByRole('listitem').filter({ hasText: name });
  await expect.element(line).toHaveAttribute('draggable', 'true');
  line.element().dispatchEvent(new DragEvent('dragstart', { bubbles: true, cancelable: true }));
}

it('a file of several clients is dragged out by the second drag, and the first one says why', async () => {
  const drags = await showDelivery(packed, [acme, other]);
  await dragOut('indice.csv');
  await expect.element(page.getByText(/de 2 clientes/)).toBeVisible();
  expect(drags).toEqual([]);
  await dragOut('indice.csv');
  await expect.poll(() => drags).toEqual([[{ deliveryId: 'package', index: 0 }]]);
});

it('a refused drag says why although an earlier action failed', async () => {
  const notThere = async () => {
    throw new AppError('FILE_NOT_OPENED', 'not there');
  };
  await showDelivery(packed, [acme, other], [], { 'deliveries.open': notThere });
  await page.getByRole('button', { name: /^Abrir.*indice.csv/ }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await dragOut('indice.csv');
  await expect.element(page.getByText(/de 2 clientes/)).toBeVisible();
});

it.each([
  { what: 'of one client', delivery: packed, ruts: [acme], name: 'indice.csv' },
  {
    what: 'with one dispatch of several',
    delivery: { ...packed, kind: 'merge' as const, files: ['/7.pdf', '/8.pdf'] },
    ruts: [acme, other],
    name: '7.pdf',
  },
])('a file $what is dragged out at once', async ({ delivery, ruts, name }) => {
  const drags = await showDelivery(delivery, ruts);
  await dragOut(name);
  await expect.poll(() => drags.length).toBe(1);
});
