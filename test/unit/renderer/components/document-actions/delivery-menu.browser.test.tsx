import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DeliveryMenu } from '../../../../../renderer/components/document-actions/delivery-menu.tsx';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

it('dispatches without any document are not mailed, which is told', async () => {
  const mailed: unknown[] = [];
  await show(
    <InAppWindow>
      <DeliveryMenu
        count={1}
        readSelection={async () => ({ dispatches: [{ connectionId: 'agency', number: '7' }] })}
      />
    </InAppWindow>,
    {
      ...createAgencyMain().handlers,
      'deliveries.documents': async () => [],
      'deliveries.mail': async (request) => {
        mailed.push(request);
        throw new Error('nothing to mail');
      },
    },
  );
  await page.getByRole('button', { name: 'Enviar' }).click();
  await page.getByRole('menuitem', { name: 'Abrir en el correo' }).click();
  await expect
    .element(page.getByRole('dialog').getByText(/^No se pudo conseguir ninguno de los documentos elegidos/))
    .toBeVisible();
  expect(mailed).toEqual([]);
});
