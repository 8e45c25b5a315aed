import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Clients from '../../../renderer/features/clients/clients.tsx';
import { InDesk } from '../support/in-desk.tsx';
import { createOffice } from '../support/office.ts';
import { show } from '../support/show.tsx';

const adding = page.getByRole('dialog', { name: 'Agregar clientes' });

async function showClients(office = createOffice()) {
  await show(
    <InDesk>
      <Clients />
    </InDesk>,
    office.handlers,
  );
}

/** Pastes into an empty client book. */
async function paste(lines: readonly string[]) {
  await showClients(createOffice({ clients: [] }));
  await page.getByRole('button', { name: 'Agregar clientes' }).click();
  await adding.getByRole('textbox', { name: 'Clientes' }).fill(lines.join('\n'));
}

it('a client that stands on two lines is counted once', async () => {
  await paste(['76.086.428-5\tAndina', '9.068.826-K\tSur', '76086428-5\tAndina S.A.']);
  await expect.element(page.getByRole('button', { name: 'Cargar 2 clientes' })).toBeVisible();
});

it('the lines of a pasted list are read back with the e-mail and the folder that will be kept', async () => {
  await paste([
    '76.086.428-5\tComercial Andina\tcontacto@ejemplo.cl\tAndina',
    '9.068.826-K\tImportadora Sur\tno-es-correo',
    '12.345.678-5\tNada más',
  ]);
  const lines = adding.getByRole('list', { name: 'Líneas leídas' }).getByRole('listitem');
  await expect
    .poll(() => lines.elements().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringMatching(/Comercial Andina · correo: contacto@ejemplo\.cl · carpeta: Andina$/),
      expect.stringMatching(/Importadora Sur · carpeta: no-es-correo$/),
      expect.stringMatching(/Nada más$/),
    ]);
});

it('the dialog that adds clients can be left', async () => {
  await paste([]);
  await adding.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(adding).not.toBeInTheDocument();
});

it('Ctrl+F leads to the filter of the clients, which says so', async () => {
  await showClients();
  const filter = page.getByRole('textbox', { name: 'Filtrar clientes' });
  await expect.element(filter).toBeVisible();
  await userEvent.keyboard('{Control>}f{/Control}');
  await expect.element(filter).toHaveFocus();
  await expect.element(filter).toHaveAttribute('title', 'Ctrl+F');
});
