import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AskCompletely } from '../../../renderer/components/get-documents/ask-completely.tsx';
import { CarpetaError } from '../../../shared/errors.ts';
import { acme } from '../support/acme.ts';
import { createOffice } from '../support/office.ts';
import { show } from '../support/show.tsx';

it('asking for a dispatch whose progress main does not tell says why, and may be begun anew', async () => {
  await show(
    <AskCompletely label="Preguntar" dispatches={() => [{ connectionId: 'c', number: '7', rut: acme }]} />,
    {
      ...createOffice().handlers,
      'search.progress': async () => {
        throw new CarpetaError('STORE_BUSY', 'the store is busy');
      },
    },
  );
  await page.getByRole('button', { name: 'Preguntar' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/STORE_BUSY/);
  await expect.element(page.getByRole('button', { name: 'Preguntar' })).toBeEnabled();
});
