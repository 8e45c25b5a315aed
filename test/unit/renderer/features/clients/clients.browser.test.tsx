import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Clients from '../../../../../renderer/features/clients/clients.tsx';
import { SearchForm } from '../../../../../renderer/features/search/search-form.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import type { Rut } from '../../../../../shared/model/rut.ts';
import { settingsSchema } from '../../../../../shared/model/settings.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { show } from '../../../../support/page/show.tsx';

const adding = page.getByRole('dialog', { name: 'Agregar clientes' });

async function showClients(agencyMain = createAgencyMain()) {
  await show(
    <InAppWindow>
      <SearchForm />
      <Clients />
    </InAppWindow>,
    agencyMain.handlers,
  );
  return agencyMain;
}

const list = page.getByRole('grid', { name: 'Clientes' });
const bar = (name: string) => page.getByRole('button', { name, exact: true });

it('a click on a client opens its dispatches, and the box says whose they are', async () => {
  const { queries, clients } = await showClients();
  await list.getByText('Comercial Andina').click();
  await expect.poll(() => location.hash).toBe('#/results/result-1/dispatches');
  expect(queries).toMatchObject([{ kind: 'range', ruts: [clients[0]?.rut] }]);
  await expect.element(page.getByRole('combobox', { name: /Qué buscar/ })).toHaveValue('Comercial Andina');
});

it('Enter on a client opens its dispatches, a click with Ctrl only chooses it', async () => {
  const { queries, clients } = await showClients();
  await list.getByText('Importadora Sur').click({ modifiers: ['Control'] });
  await expect.element(page.getByText('1 fila elegida')).toBeVisible();
  expect(queries).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#/results/result-1/dispatches');
  expect(queries).toMatchObject([{ ruts: [clients[1]?.rut] }]);
});

it('the dispatches of several chosen clients are asked for at once', async () => {
  const { queries, clients } = await showClients();
  await list.getByText('Importadora Sur').click({ modifiers: ['Control'] });
  await list.getByText('Comercial Andina').click({ modifiers: ['Control'] });
  await bar('Ver despachos').click();
  await expect.poll(() => location.hash).toBe('#/results/result-1/dispatches');
  expect(queries).toMatchObject([{ kind: 'range', ruts: clients.map(({ rut }) => rut) }]);
});

it('several clients are removed by one answer', async () => {
  const agencyMain = createAgencyMain();
  const removed: CallInput<'clients.remove'>[] = [];
  agencyMain.handlers['clients.remove'] = async (input) => {
    removed.push(input);
    return [];
  };
  await showClients(agencyMain);
  await list.getByText('Importadora Sur').click({ modifiers: ['Control'] });
  await list.getByText('Comercial Andina').click({ modifiers: ['Control'] });
  await bar('Quitar…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar', exact: true }).click();
  await expect
    .poll(() => removed.map(({ ruts }) => ruts))
    .toEqual([agencyMain.clients.map(({ rut }) => rut)]);
});

it('a list that is filtered and sorted is saved as it is shown', async () => {
  const clients = [
    { rut: '76086428-5' as Rut, name: 'Andina', email: '', folder: '' },
    { rut: '9068826-K' as Rut, name: 'Sur', email: '', folder: '' },
    { rut: '96591760-8' as Rut, name: 'Zona Sur', email: '', folder: '' },
  ];
  const agencyMain = createAgencyMain({ clients });
  const saved: CallInput<'lists.export'>[] = [];
  agencyMain.handlers['lists.export'] = async (input) => {
    saved.push(input);
    return undefined;
  };
  await showClients(agencyMain);
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

/** Pastes into a client directory, an empty one unless another is given; gives what is kept from then on. */
async function paste(lines: readonly string[], agencyMain = createAgencyMain({ clients: [] })) {
  const stored: CallInput<'clients.save'>[] = [];
  agencyMain.handlers['clients.save'] = async (input) => {
    stored.push(input);
    return [];
  };
  await showClients(agencyMain);
  await page.getByRole('button', { name: 'Agregar clientes' }).click();
  await adding.getByRole('textbox', { name: 'Clientes' }).fill(lines.join('\n'));
  return stored;
}

it('a client that stands on two lines is counted once', async () => {
  await paste(['76.086.428-5\tAndina', '9.068.826-K\tSur', '76086428-5\tAndina S.A.']);
  await expect.element(page.getByRole('button', { name: 'Agregar 2 clientes' })).toBeVisible();
});

const read = adding.getByRole('list', { name: 'Líneas leídas' });
const linesRead = () =>
  read
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

it('a pasted list is read back with the e-mails that will be kept, and what is none is told', async () => {
  await paste([
    '76.086.428-5\tComercial Andina\tcontacto@ejemplo.cl',
    '9.068.826-K\tImportadora Sur\tno-es-correo',
    '12.345.678-5\tNada más',
    'Total\t2',
  ]);
  await expect
    .poll(linesRead)
    .toEqual([
      expect.stringMatching(/Comercial Andina · correo: contacto@ejemplo\.cl$/),
      expect.stringMatching(/Importadora Sur · «no-es-correo» no es un correo: se deja fuera$/),
      expect.stringMatching(/Nada más$/),
      expect.stringMatching(/^1 línea sin RUT se deja fuera.*Total 2$/),
    ]);
});

it('a fourth column is asked about before anything is kept, and is the folder where a person says so', async () => {
  const stored = await paste([
    '76.086.428-5\tAndina\ta@b.cl\tCarpeta Andina',
    '9.068.826-K\tSur\tc@d.cl\tSur 2026',
  ]);
  const button = adding.getByRole('button', { name: 'Agregar 2 clientes' });
  await expect.element(button).toBeDisabled();
  await expect.element(adding.getByText('Falta decir qué es la columna.')).toBeVisible();
  await adding.getByRole('radio', { name: /^Columna 4 es la carpeta/ }).click();
  await expect
    .poll(linesRead)
    .toMatchObject(
      [/carpeta: Carpeta Andina$/, /carpeta: Sur 2026$/].map((end) => expect.stringMatching(end)),
    );
  await button.click();
  await expect
    .poll(() => stored[0]?.clients.map(({ folder }) => folder))
    .toEqual(['Carpeta Andina', 'Sur 2026']);
});

it('a fourth column that a person says is nothing is kept nowhere', async () => {
  const stored = await paste(['76.086.428-5\tAndina\ta@b.cl\t22 345 6789']);
  await adding.getByRole('radio', { name: 'No se usa' }).click();
  await adding.getByRole('button', { name: 'Agregar 1 cliente' }).click();
  await expect
    .poll(() => stored[0]?.clients)
    .toEqual([{ rut: '76086428-5', name: 'Andina', email: 'a@b.cl', folder: '' }]);
});

it('of a RUT that stands there twice both names are shown, the first stays unless a person chooses the other', async () => {
  const stored = await paste(['76.086.428-5\tAndina', '9.068.826-K\tSur', '76086428-5\tAndina S.A.']);
  await expect.element(read.getByRole('radio', { name: 'Andina', exact: true })).toBeChecked();
  await read.getByRole('radio', { name: 'Andina S.A.' }).click();
  await read.getByRole('checkbox', { name: 'Agregar 9.068.826-K' }).click();
  await adding.getByRole('button', { name: 'Agregar 1 cliente' }).click();
  await expect.poll(() => stored[0]?.clients).toMatchObject([{ rut: '76086428-5', name: 'Andina S.A.' }]);
});

it('a choice among the entries of a RUT does not become one among others once the folder is known', async () => {
  const lines = ['Andina\ta@b.cl\tf1', 'Andina\ta@b.cl\tf2', 'Boreal\ta@b.cl\tf1'];
  const stored = await paste(lines.map((line) => `76.086.428-5\t${line}`));
  await read.getByRole('radio', { name: /^Boreal/ }).click();
  await adding.getByRole('radio', { name: /^Columna 4 es la carpeta/ }).click();
  await expect.element(read.getByRole('radio', { name: /^Andina.*carpeta: f2$/ })).not.toBeChecked();
  await expect.element(read.getByRole('radio', { name: /^Andina.*carpeta: f1$/ })).toBeChecked();
  await adding.getByRole('button', { name: 'Agregar 1 cliente' }).click();
  await expect.poll(() => stored[0]?.clients).toMatchObject([{ name: 'Andina', folder: 'f1' }]);
});

it('a paste renames no client of the book by itself', async () => {
  const stored = await paste(['76.086.428-5\tOtro nombre'], createAgencyMain());
  await expect
    .element(read.getByRole('radio', { name: /^Comercial Andina · como está en la libreta/ }))
    .toBeChecked();
  await expect.element(read.getByRole('radio', { name: 'Otro nombre' })).not.toBeChecked();
  await adding.getByRole('button', { name: 'Agregar 1 cliente' }).click();
  await expect.poll(() => stored[0]?.clients).toMatchObject([{ name: 'Comercial Andina' }]);
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

it('the only client of a book is the own company, whose dispatches open by a click, until a person says that it is a client', async () => {
  const [only] = createAgencyMain().clients;
  const { queries } = await showClients(createAgencyMain({ clients: only ? [only] : [] }));
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tu empresa' })).toBeVisible();
  await expect.element(list).not.toBeInTheDocument();
  await bar('Ver despachos').click();
  await expect.poll(() => location.hash).toBe('#/results/result-1/dispatches');
  expect(queries).toMatchObject([{ ruts: [only?.rut] }]);
  await bar('Es un cliente: trabajamos en una agencia').click();
  await expect.element(list.getByText('Comercial Andina')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
});

const whose = page.getByRole('region', { name: '¿De quién son estos RUT?' });

it('a book of several RUTs asks once whose they are: those of one’s own group are “tus empresas”, and stay a list', async () => {
  await showClients();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
  await whose.getByRole('button', { name: 'De empresas de mi grupo' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Tus empresas' })).toBeVisible();
  await expect.element(list.getByText('Importadora Sur')).toBeVisible();
  await expect.element(whose).not.toBeInTheDocument();
});

it('an agency answers the same query once, and keeps its clients', async () => {
  await showClients();
  await whose.getByRole('button', { name: 'De clientes de mi agencia' }).click();
  await expect.element(whose).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Clientes' })).toBeVisible();
});

it('whose the RUTs are is not asked of the practice agency’s clients', async () => {
  const agencyMain = createAgencyMain();
  const connection = { ...agencyMain.connection, isPractice: true };
  await showClients({
    ...agencyMain,
    handlers: { ...agencyMain.handlers, 'connections.list': async () => [connection] },
  });
  await expect.element(list.getByText('Importadora Sur')).toBeVisible();
  await expect.element(whose).not.toBeInTheDocument();
});

it('whose the RUTs are is not asked where an administrator has said it', async () => {
  const agencyMain = createAgencyMain();
  await showClients({
    ...agencyMain,
    handlers: {
      ...agencyMain.handlers,
      'settings.get': async () => ({ settings: settingsSchema.parse({}), managed: ['office'] }),
    },
  });
  await expect.element(list.getByText('Importadora Sur')).toBeVisible();
  await expect.element(whose).not.toBeInTheDocument();
});
