import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ClientName } from '../../../../renderer/ui/client-name.tsx';
import type { Rut } from '../../../../shared/model/rut.ts';
import { createAgencyMain } from '../../../support/page/agency-main.ts';
import { show } from '../../../support/page/show.tsx';

const client = (rut: string) => ({
  rut: rut as Rut,
  name: 'Comercial Andes Verdes SpA',
  email: '',
  folder: '',
});

it('where it is narrow, two clients of one name are still told apart by their RUT', async () => {
  const clients = [client('76293963-0'), client('76837688-3')];
  await show(
    <div style={{ width: 170, overflow: 'hidden' }}>
      {clients.map(({ rut }) => (
        <div key={rut}>
          <ClientName rut={rut} clients={clients} />
        </div>
      ))}
    </div>,
    createAgencyMain().handlers,
  );
  for (const rut of ['76.293.963-0', '76.837.688-3']) {
    const shown = page.getByText(rut);
    await expect.element(shown).toBeVisible();
    const { right } = shown.element().getBoundingClientRect();
    const box = shown.element().closest('div')?.getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(box?.right ?? 0);
  }
});
