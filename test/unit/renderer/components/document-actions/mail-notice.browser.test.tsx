import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import MailNotice from '../../../../../renderer/components/document-actions/mail-notice.tsx';
import type { DeliveryMail } from '../../../../../shared/model/delivery.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
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
        onTogether={() => undefined}
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
