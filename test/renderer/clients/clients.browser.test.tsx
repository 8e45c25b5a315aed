import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Clients from '../../../renderer/features/clients/clients.tsx';
import { SearchForm } from '../../../renderer/features/search/search-form.tsx';
import type { CallInput } from '../../../shared/contract.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { InDesk } from '../support/in-desk.tsx';
import { createOffice } from '../support/office.ts';
import { show } from '../support/show.tsx';

const adding = page.getByRole('dialog', { name: 'Agregar clientes' });

async function showClients(office = createOffice()) {
  await show(
    <InDesk>
      <SearchForm />
      <Clients />
    </InDesk>,
    office.handlers,
  );
  return office;
}

const list = page.getByRole('grid', { name: 'Clientes' });
const bar = (name: string) => page.getByRole('button', { name, exact: true });

it('a click on a client opens its dispatches, and the box says whose they are', async () => {
  const { asked, clients } = await showClients();
  await list.getByText('Comercial Andina').click();
  await expect.poll(() => location.hash).toBe('#/results/result-1/dispatches');
  expect(asked).toMatchObject([{ kind: 'range', ruts: [clients[0]?.rut] }]);
  await expect.element(page.getByRole('combobox', { name: /Qué buscar/ })).toHaveValue('Comercial Andina');
});

it('Enter on a client opens its dispatches, a click with Ctrl only chooses it', async () => {
  const { asked, clients } = await showClients();
  await list.getByText('Importadora Sur').click({ modifiers: ['Control'] });
  await expect.element(page.getByText('1 fila elegida')).toBeVisible();
  expect(asked).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/results/result-1/dispatches');
  expect(asked).toMatchObject([{ ruts: [clients[1]?.rut] }]);
});

it('the dispatches of several chosen clients are asked for at once', async () => {
  const { asked, clients } = await showClients();
  await list.getByText('Importadora Sur').click({ modifiers: ['Control'] });
  await list.getByText('Comercial Andina').click({ modifiers: ['Control'] });
  await bar('Ver despachos').click();
  await expect.poll(() => location.hash).toBe('#/results/result-1/dispatches');
  expect(asked).toMatchObject([{ kind: 'range', ruts: clients.map(({ rut }) => rut) }]);
});

it('several clients are removed by one answer', async () => {
  const office = createOffice();
  const removed: CallInput<'clients.remove'>[] = [];
  office.handlers['clients.remove'] = async (input) => {
    removed.push(input);
    return [];
  };
  await showClients(office);
  await list.getByText('Importadora Sur').click({ modifiers: ['Control'] });
  await list.getByText('Comercial Andina').click({ modifiers: ['Control'] });
  await bar('Quitar…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click();
  expect(removed.map(({ ruts }) => ruts)).toEqual([office.clients.map(({ rut }) => rut)]);
});

it('a list that is filtered and sorted is saved as it is shown', async () => {
  const clients = [
    { rut: '76086428-5' as Rut, name: 'Andina', email: '', folder: '' },
    { rut: '9068826-K' as Rut, name: 'Sur', email: '', folder: '' },
    { rut: '96591760-8' as Rut, name: 'Zona Sur', email: '', folder: '' },
  ];
  const office = createOffice({ clients });
  const saved: CallInput<'list.save'>[] = [];
  office.handlers['list.save'] = async (input) => {
    saved.push(input);
    return undefined;
  };
  await showClients(office);
  await page.getByRole('textbox', { name: 'Filtrar clientes' }).fill('sur');
  await expect.element(list.getByText('Andina')).not.toBeInTheDocument();
  const name = list.getByRole('columnheader', { name: 'Nombre' }).getByRole('button', { name: 'Nombre' });
  await name.click();
  await name.click();
  await userEvent.keyboard('{Control>}e{/Control}');
  await expect.poll(() => saved).toMatchObject([{ ruts: ['96591760-8', '9068826-K'] }]);
});

it('a filter that fits nobody says so', async () => {
  await showClients();
  await page.getByRole('textbox', { name: 'Filtrar clientes' }).fill('nadie');
  await expect.element(page.getByText('Ningún cliente tiene eso.')).toBeVisible();
});

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
