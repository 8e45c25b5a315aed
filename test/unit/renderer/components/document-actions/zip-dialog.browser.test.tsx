import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import ZipDialog from '../../../../../renderer/components/document-actions/zip-dialog.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { Client } from '../../../../../shared/model/connection.ts';
import { layouts } from '../../../../../shared/model/layouts.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

/** The dialog for one chosen document, whose clients are those; returns what main was asked to make. */
async function showZip(clientsOf: () => Promise<readonly Rut[]>, clients: readonly Client[] = []) {
  const made: CallInput<'deliveries.zip'>[] = [];
  const documents = [{ connectionId: 'agency', id: 'a', path: '/papers/a.pdf', hasFile: true }];
  await show(
    <InAppWindow>
      <ZipDialog selection={{ dispatches: [], documents }} folder="/out" onClose={() => undefined} />
    </InAppWindow>,
    {
      ...createAgencyMain({ clients }).handlers,
      'deliveries.clients': clientsOf,
      'deliveries.list': async () => [],
      'deliveries.zip': async (request) => {
        made.push(request);
        return { deliveryId: 'd' };
      },
    },
  );
  return made;
}

it("a ZIP of chosen documents has the layout of its client's rules, which can be left aside", async () => {
  const rules = { types: ['DIN'], template: layouts.together };
  const client = { rut: acme, name: 'ACME', email: '', folder: '', rules };
  const made = await showZip(async () => [acme], [client]);
  // Chosen one by one, they are of any type.
  const follow = page.getByRole('checkbox', { name: /^Según las reglas de ACME: orden «.*»\.$/ });
  await expect.element(follow).toBeChecked();
  await page.getByRole('button', { name: 'Armar el ZIP' }).click();
  await expect.poll(() => made.map((one) => one.withPlainNames)).toEqual([undefined]);
  await follow.click();
  await page.getByRole('button', { name: 'Armar el ZIP' }).click();
  await expect.poll(() => made.map((one) => one.withPlainNames)).toEqual([undefined, true]);
});

it('only what its agency may have is said to be downloaded first', async () => {
  const documents = [
    { connectionId: 'agency', id: 'a' },
    { connectionId: 'agency', id: 'b', hasFile: false },
    { connectionId: 'agency', id: 'c', hasFile: false },
  ];
  await show(
    <InAppWindow>
      <ZipDialog selection={{ dispatches: [], documents }} folder="/out" onClose={() => undefined} />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'deliveries.clients': async () => [acme],
      'deliveries.list': async () => [],
    },
  );
  const text = '1 no está aquí: se descarga primero. 2 no van: la agencia no tiene sus archivos.';
  await expect.element(page.getByText(text)).toBeVisible();
});

it('the confirmation of several clients takes the focus from the button that it holds up', async () => {
  const clients = Promise.withResolvers<readonly Rut[]>();
  const made = await showZip(() => clients.promise);
  const start = page.getByRole('button', { name: 'Armar el ZIP' });
  await expect.element(start).toHaveFocus();
  clients.resolve([acme, '96591760-8' as Rut]);
  await expect.element(page.getByRole('checkbox', { name: 'Está bien, van juntos' })).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(start).toBeEnabled();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => made).toHaveLength(1);
});
