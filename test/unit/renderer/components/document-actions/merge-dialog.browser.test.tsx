import { useState } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import MergeDialog from '../../../../../renderer/components/document-actions/merge-dialog.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { DeliveryDocument } from '../../../../../shared/model/delivery.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';
import { tabTo } from '../../../../support/page/tab-to.ts';

const types = ['DIN', 'B/L', 'FACTURA'];
const dispatches = ['7', '8'].map((number) => ({ connectionId: 'agency', number, rut: acme }));
const opener = page.getByRole('button', { name: 'Unir' });
const start = page.getByRole('button', { name: 'Armar el PDF' });
const list = page.getByRole('list', { name: /^Orden de los tipos/ });
const items = list.getByRole('listitem');

function Opener() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Unir
      </button>
      {isOpen && <MergeDialog selection={{ dispatches }} isWhole={false} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens the dialog about two dispatches of a client; gives what main is asked to keep and to make. */
async function open() {
  const agencyMain = createAgencyMain();
  const changes: CallInput<'settings.change'>[] = [];
  const merges: CallInput<'deliveries.merge'>[] = [];
  const { 'settings.change': change } = agencyMain.handlers;
  await agencyMain.handlers['settings.change']?.({ folder: '/folders' });
  await show(
    <InAppWindow>
      <Opener />
    </InAppWindow>,
    {
      ...agencyMain.handlers,
      'settings.change': async (input) => {
        changes.push(input);
        if (!change) throw new Error('no settings');
        return change(input);
      },
      'deliveries.documents': async ({ number }) => types.map((type) => documentOf(number, type)),
      'deliveries.clients': async () => [acme],
      'deliveries.merge': async (request) => {
        merges.push(request);
        return { deliveryId: 'delivery' };
      },
    },
  );
  await opener.click();
  await expect.poll(shownTypes).toEqual(types);
  return { changes, merges };
}

function shownTypes(): readonly (string | undefined)[] {
  return items.elements().map((item) => item.querySelector('span')?.textContent);
}

/** Makes the files, and opens the dialog again. */
async function mergeAndReopen(): Promise<void> {
  await expect.element(start).toBeEnabled();
  await start.click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await opener.click();
  await expect.element(list).toBeVisible();
}

it('types that are dragged into another order are merged in it, kept for their client, and shown so again', async () => {
  const { changes, merges } = await open();
  await items.nth(2).dropTo(items.nth(0));
  await expect.poll(shownTypes).toEqual(['FACTURA', 'DIN', 'B/L']);
  await expect.element(page.getByRole('button', { name: 'Volver al orden de aduana' })).toBeVisible();
  expect(changes).toEqual([]);
  await mergeAndReopen();
  await expect.poll(shownTypes).toEqual(['FACTURA', 'DIN', 'B/L']);
  expect(changes).toEqual([{ documentOrders: { [acme]: ['FACTURA', 'DIN', 'B/L'] } }]);
  const inOrder = (number: string) => ['FACTURA', 'DIN', 'B/L'].map((type) => `${number} ${type}`);
  expect(merges.map((one) => one.dispatches.map(({ documentIds }) => documentIds))).toEqual([
    [inOrder('7'), inOrder('8')],
  ]);
});

it('types are ordered by Alt and the arrows, which keep the focus in their line to its end', async () => {
  const { changes } = await open();
  const down = page.getByRole('button', { name: 'Bajar DIN' });
  await tabTo(down, 'back');
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(shownTypes).toEqual(['B/L', 'DIN', 'FACTURA']);
  await expect.element(down).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(shownTypes).toEqual(['B/L', 'FACTURA', 'DIN']);
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(shownTypes).toEqual(['B/L', 'DIN', 'FACTURA']);
  await tabTo(start);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => changes).toEqual([{ documentOrders: { [acme]: ['B/L', 'DIN', 'FACTURA'] } }]);
});

it('types are ordered by their buttons too, whose focus stays when a type comes to the end', async () => {
  await open();
  await tabTo(page.getByRole('button', { name: 'Subir B/L' }), 'back');
  await userEvent.keyboard('{Enter}');
  await expect.poll(shownTypes).toEqual(['B/L', 'DIN', 'FACTURA']);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(shownTypes).toEqual(types);
});

it('an order that nobody changed is not kept', async () => {
  const { changes } = await open();
  await mergeAndReopen();
  expect(changes).toEqual([]);
});

it('a document that is left out is not said to be downloaded', async () => {
  const { path: _, ...document } = documentOf('7', 'DIN');
  const inactive = { ...document, documentId: 'old', isActive: false };
  const agencyMain = createAgencyMain();
  await agencyMain.handlers['settings.change']?.({ folder: '/folders' });
  await show(
    <InAppWindow>
      <MergeDialog
        selection={{ dispatches: dispatches.slice(0, 1) }}
        isWhole={false}
        onClose={() => undefined}
      />
    </InAppWindow>,
    {
      ...agencyMain.handlers,
      'deliveries.documents': async () => [document, inactive],
      'deliveries.clients': async () => [acme],
    },
  );
  const lines = page.getByRole('list', { name: /^Documentos, en el orden/ }).getByRole('listitem');
  await expect.element(lines.nth(0)).toMatchTextContent(/se\sdescarga\sprimero/);
  await expect.element(lines.nth(1)).toMatchTextContent(/no\sestá\sen\seste\scomputador/);
  await lines.nth(1).getByRole('checkbox').click();
  await expect.element(lines.nth(1)).toMatchTextContent(/se\sdescarga\sprimero/);
});

function documentOf(number: string, type: string): DeliveryDocument {
  return {
    connectionId: 'agency',
    number,
    documentId: `${number} ${type}`,
    type,
    folio: '',
    issueDate: '',
    isActive: true,
    path: `/folders/${number}`,
    hasFile: true,
  };
}
