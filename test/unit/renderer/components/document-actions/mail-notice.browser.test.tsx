import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import MailNotice from '../../../../../renderer/components/document-actions/mail-notice.tsx';
import { useMail } from '../../../../../renderer/components/document-actions/use-mail.ts';
import type { DeliveryMail } from '../../../../../shared/model/delivery.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const mail: DeliveryMail = { drafts: 1, attached: 1, leftOut: ['planos.pdf'], to: 'ana@acme.example' };

async function showNotice(shown: DeliveryMail) {
  await show(
    <InAppWindow>
      <MailNotice
        ruts={undefined}
        mail={shown}
        outsideRules={0}
        error={null}
        onConfirm={() => undefined}
        onClose={() => undefined}
      />
    </InAppWindow>,
    createAgencyMain().handlers,
  );
}

it('what does not fit is in the folder that the text names', async () => {
  await showNotice(mail);
  await expect.element(page.getByText(/planos\.pdf\. El texto dice en qué carpeta está\./)).toBeVisible();
  expect(page.getByRole('button', { name: 'Descargar lo que no cabe…' }).elements()).toEqual([]);
});

it('chosen documents that do not fit are in such a folder too, and can be downloaded to another', async () => {
  await showNotice({ ...mail, leftOutDocuments: [{ connectionId: 'agency', id: 'plans' }] });
  await expect.element(page.getByText(/planos\.pdf\. El texto dice en qué carpeta está\./)).toBeVisible();
  await page.getByRole('button', { name: 'Descargar lo que no cabe…' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Descargar 1 documento' })).toBeVisible();
});

it.each([
  [{}, 'Falta poner la dirección: el cliente no tiene correo en Clientes.'],
  [{ hasSeveralClients: true }, 'Falta poner la dirección: los documentos son de varios clientes.'],
])('says which address a message lacks: %j', async (several, text) => {
  await showNotice({ ...mail, to: '', leftOut: [], ...several });
  await expect.element(page.getByText(text)).toBeVisible();
});

it.each([
  [{ drafts: 1, attached: 0 }, 'Se abrió un correo sin adjuntos.'],
  [{ drafts: 3, attached: 3 }, 'Se abrieron 3 correos, uno por archivo.'],
  [{ drafts: 3, attached: 0 }, 'Se abrieron 3 correos sin adjuntos.'],
  [{ drafts: 3, attached: 2 }, 'Se abrieron 3 correos. '],
])('says how many messages were opened, and that one has no attachment: %j', async (opened, text) => {
  await showNotice({ ...mail, ...opened });
  await expect.element(page.getByText(text)).toBeVisible();
});

/** A mail of two documents whose dispatches have so many notes; returns what main was asked to open. */
async function showMail(notes: number, to = 'ana@acme.example'): Promise<unknown[]> {
  const mailed: unknown[] = [];
  await show(
    <InAppWindow>
      <MailOfTwo />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'deliveries.list': async () => [],
      'deliveries.clients': async () => [acme],
      'deliveries.notes': async () => notes,
      'deliveries.mail': async (request) => {
        mailed.push(request);
        return { drafts: 1, attached: 2, leftOut: [], to };
      },
    },
  );
  await page.getByRole('button', { name: 'Abrir' }).click();
  return mailed;
}

const documents = ['a', 'b'].map((id) => ({ connectionId: 'agency', id }));

function MailOfTwo() {
  const mail = useMail();
  const begin = () =>
    mail.begin({ mailed: { documents }, clients: { dispatches: [], documents, deliveryIds: [] } });
  return (
    <>
      <button type="button" onClick={begin}>
        Abrir
      </button>
      {mail.notice && <MailNotice {...mail.notice} />}
    </>
  );
}

it('a mail of dispatches with notes asks whether these go along, which they do not at first', async () => {
  const mailed = await showMail(1);
  const dialog = page.getByRole('dialog', { name: 'Abrir en el correo' });
  await expect.element(dialog.getByText('1 despacho tiene una nota tuya.')).toBeVisible();
  expect(mailed).toEqual([]);
  await expect.element(dialog.getByRole('checkbox', { name: 'Incluir mis notas' })).not.toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => mailed).toEqual([{ documents }]);

  await page.getByRole('button', { name: 'Abrir' }).click();
  await dialog.getByRole('checkbox', { name: 'Incluir mis notas' }).click();
  await dialog.getByRole('button', { name: 'Abrir en el correo' }).click();
  await expect.poll(() => mailed).toEqual([{ documents }, { documents, withNotes: true }]);
});

it('a mail of dispatches without notes opens at once', async () => {
  const mailed = await showMail(0);
  await expect.poll(() => mailed).toEqual([{ documents }]);
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

it('a mail to a client without an address opens, and the address that it lacks is told', async () => {
  const mailed = await showMail(0, '');
  const dialog = page.getByRole('dialog', { name: 'Abrir en el correo' });
  await expect
    .element(dialog.getByText(/Falta poner la dirección: el cliente no tiene correo/))
    .toBeVisible();
  expect(mailed).toEqual([{ documents }]);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
});
