import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import MergeDialog from '../../../../renderer/components/document-actions/merge-dialog.tsx';
import ZipDialog from '../../../../renderer/components/document-actions/zip-dialog.tsx';
import type { CallInput } from '../../../../shared/contract.ts';
import type { DeliveryDocument } from '../../../../shared/model/delivery.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { doneProgress } from '../../../support/page/done-progress.ts';
import { InAppWindow } from '../../../support/page/in-app-window.tsx';
import { acme } from '../../../support/page/sample-client.ts';
import { show } from '../../../support/page/show.tsx';

const dispatch = { connectionId: 'agency', number: '7' };
const close = () => undefined;

/**
 * An office in whose folder `/enviados` files are made; of dispatch 7 one document is known, and two once its
 * agency has been asked.
 */
async function officeInPart() {
  const agencyMain = createAgencyMain();
  const merged: CallInput<'deliveries.merge'>[] = [];
  const packed: CallInput<'deliveries.zip'>[] = [];
  await agencyMain.handlers['settings.change']?.({ folder: '/enviados' });
  return {
    office: agencyMain,
    merged,
    packed,
    handlers: {
      ...agencyMain.handlers,
      'app.info': () => new Promise<never>(() => undefined),
      'dossier.incomplete': async () => [{ ...dispatch, rut: acme }],
      'search.progress': async () => doneProgress('result-1'),
      'deliveries.documents': async () =>
        agencyMain.queries.length > 0 ? [document('known'), document('asked')] : [document('known')],
      'deliveries.list': async () => [],
      'deliveries.merge': async (request: CallInput<'deliveries.merge'>) => {
        merged.push(request);
        return { deliveryId: 'h' };
      },
      'deliveries.zip': async (request: CallInput<'deliveries.zip'>) => {
        packed.push(request);
        return { deliveryId: 'h' };
      },
    },
  };
}

it('a PDF of a dispatch that is known in part is made of what its agency has been asked for first', async () => {
  const { handlers, merged } = await officeInPart();
  await show(
    <InAppWindow>
      <MergeDialog selection={{ dispatches: [dispatch] }} onClose={close} />
    </InAppWindow>,
    handlers,
  );
  await expect.element(page.getByText('puede tener más documentos')).toBeVisible();
  await page.getByRole('button', { name: 'Armar el PDF' }).click();
  await expect
    .poll(() => merged.map(({ dispatches }) => dispatches))
    .toEqual([[{ ...dispatch, documentIds: ['known', 'asked'] }]]);
});

it('more dispatches than can be ordered say whose rules leave out types, and can have all', async () => {
  const { handlers, merged } = await officeInPart();
  const dispatches = Array.from({ length: 101 }, (_, at) => ({ connectionId: 'agency', number: `${at}` }));
  await show(
    <InAppWindow>
      <MergeDialog selection={{ dispatches }} isWhole={false} onClose={close} />
    </InAppWindow>,
    {
      ...handlers,
      'dossier.incomplete': async () => [],
      'clients.list': async () => [
        { rut: acme, name: 'ACME', email: '', folder: '', rules: { types: ['DIN'] } },
      ],
      'deliveries.clients': async () => [acme],
    },
  );
  await page.getByRole('checkbox', { name: 'Según las reglas de ACME: solo DIN.' }).click();
  await page.getByRole('button', { name: /^Armar/ }).click();
  await expect.poll(() => merged.map(({ withAllTypes }) => withAllTypes)).toEqual([true]);
});

it('PDFs of more dispatches than can be ordered have no documents but those that were selected', async () => {
  const { handlers, merged } = await officeInPart();
  const dispatches = Array.from({ length: 101 }, (_, at) => ({ connectionId: 'agency', number: `${at}` }));
  const documents = dispatches.map(({ number }) => ({ connectionId: 'agency', id: `chosen-${number}` }));
  await show(
    <InAppWindow>
      <MergeDialog selection={{ dispatches, documents }} onClose={close} />
    </InAppWindow>,
    {
      ...handlers,
      'deliveries.documents': async ({ number }: CallInput<'deliveries.documents'>) => [
        document(`chosen-${number}`),
        document(`other-${number}`),
      ],
    },
  );
  await page.getByRole('button', { name: /^Armar/ }).click();
  await expect
    .poll(() => merged.flatMap((request) => request.dispatches.flatMap(({ documentIds }) => documentIds)))
    .toEqual(documents.map(({ id }) => id));
});

it('the button that makes a PDF of many documents is in sight in a low window', async () => {
  await page.viewport(1024, 560);
  onTestFinished(() => page.viewport(1366, 768));
  const { handlers } = await officeInPart();
  await show(
    <InAppWindow>
      <MergeDialog selection={{ dispatches: [dispatch] }} onClose={close} />
    </InAppWindow>,
    {
      ...handlers,
      'deliveries.documents': async () =>
        Array.from({ length: 40 }, (_, index) => document(`paper-${index}`)),
    },
  );
  await expect.element(page.getByText('puede tener más documentos')).toBeVisible();
  const button = page.getByRole('button', { name: 'Armar el PDF' });
  await expect.element(button).toBeInViewport({ ratio: 1 });
  const { bottom } = page.getByRole('dialog').element().getBoundingClientRect();
  expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom);
});

it('a PDF has the recognised words of its scans only where that is chosen', async () => {
  const { handlers, merged } = await officeInPart();
  const documents = [{ connectionId: 'agency', id: 'known' }];
  await show(
    <InAppWindow>
      <MergeDialog selection={{ dispatches: [dispatch], documents }} onClose={close} />
    </InAppWindow>,
    handlers,
  );
  const choice = page.getByRole('checkbox', { name: 'Lo escaneado se puede buscar y copiar' });
  await expect.element(choice).not.toBeChecked();
  await page.getByRole('button', { name: 'Armar el PDF' }).click();
  await expect.poll(() => merged.map(({ withTextLayer }) => withTextLayer)).toEqual([undefined]);
  await choice.click();
  await page.getByRole('button', { name: 'Armar el PDF' }).click();
  await expect.poll(() => merged.map(({ withTextLayer }) => withTextLayer)).toEqual([undefined, true]);
});

it('a PDF of documents that were selected one by one asks for no others', async () => {
  const { handlers, merged, office } = await officeInPart();
  const documents = [{ connectionId: 'agency', id: 'known' }];
  await show(
    <InAppWindow>
      <MergeDialog selection={{ dispatches: [dispatch], documents }} onClose={close} />
    </InAppWindow>,
    handlers,
  );
  await page.getByRole('button', { name: 'Armar el PDF' }).click();
  await expect.poll(() => merged.length).toBe(1);
  expect(office.queries).toEqual([]);
});

it('a ZIP of a dispatch that is known in part is made of what its agency has been asked for first', async () => {
  const { handlers, packed } = await officeInPart();
  await show(
    <InAppWindow>
      <ZipDialog selection={{ dispatches: [dispatch] }} onClose={close} />
    </InAppWindow>,
    handlers,
  );
  await expect.element(page.getByText('puede tener más documentos')).toBeVisible();
  await page.getByRole('button', { name: 'Armar el ZIP' }).click();
  await expect
    .poll(() => packed.map(({ documents }) => documents.map(({ id }) => id)))
    .toEqual([['known', 'asked']]);
});

it.each([
  ['PDF', MergeDialog, 'Armar el PDF'],
  ['ZIP', ZipDialog, 'Armar el ZIP'],
] as const)(
  'a %s goes into no folder that has vanished since: another one is asked for',
  async (_, Dialog, label) => {
    const { handlers, merged, packed } = await officeInPart();
    await show(
      <InAppWindow>
        <Dialog selection={{ dispatches: [dispatch] }} onClose={close} />
      </InAppWindow>,
      {
        ...handlers,
        'folder.isThere': async () => false,
        'folder.choose': async () => '/otra',
      },
    );
    await expect.element(page.getByText('No se encuentra la carpeta.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: label })).toBeDisabled();
    const chooser = page.getByRole('button', { name: 'Elegir…' });
    await expect.element(chooser).toHaveFocus();
    await chooser.click();
    await page.getByRole('button', { name: label }).click();
    await expect.poll(() => [...merged, ...packed].map(({ folder }) => folder)).toEqual(['/otra']);
  },
);

function document(documentId: string): DeliveryDocument {
  return {
    ...dispatch,
    documentId,
    type: 'FACTURA',
    folio: documentId,
    issueDate: '',
    isActive: true,
    hasFile: true,
  };
}
