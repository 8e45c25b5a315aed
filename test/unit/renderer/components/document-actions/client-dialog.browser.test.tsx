import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import ClientDialog from '../../../../../renderer/components/document-actions/client-dialog.tsx';
import type { CallInput } from '../../../../../shared/contract.ts';
import { AppError } from '../../../../../shared/errors.ts';
import type { ClientRules } from '../../../../../shared/model/client-rules.ts';
import { createAgencyMain } from '../../../../support/page/agency-main.ts';
import { InAppWindow } from '../../../../support/page/in-app-window.tsx';
import { acme } from '../../../../support/page/sample-client.ts';
import { show } from '../../../../support/page/show.tsx';

const template = page.getByRole('textbox', { name: 'Nombre de los archivos' });
const save = page.getByRole('button', { name: 'Guardar', exact: true });

/** Shows the dialog of a client with these rules; returns what it saves. */
async function showClient(rules: ClientRules) {
  const client = { rut: acme, name: 'ACME', email: '', folder: '', rules };
  const saved: CallInput<'clients.save'>[] = [];
  let isClosed = false;
  const folder = Promise.withResolvers<string>();
  const { handlers } = createAgencyMain({ clients: [client] });
  const part = (
    <InAppWindow>
      <ClientDialog client={client} onClose={() => (isClosed = true)} />
    </InAppWindow>
  );
  await show(part, {
    ...handlers,
    'downloads.previewName': async ({ template }) => {
      if (template === '') throw new AppError('NAME_TEMPLATE_EMPTY', 'empty');
      const part = /\{nada\}/.exec(template)?.[0];
      if (part !== undefined) throw new AppError('NAME_TEMPLATE_INVALID', part, { values: { part } });
      return { path: 'ejemplo.pdf' };
    },
    'folder.choose': () => folder.promise,
    'clients.save': async (input) => {
      saved.push(input);
      return [];
    },
  });
  return { saved, isClosed: () => isClosed, chooseFolder: folder.resolve };
}

it('a template that cannot be used is refused at its field, with the part that is wrong', async () => {
  const { saved, isClosed } = await showClient({ template: '{type}_{number}' });
  await template.fill('{type}_{nada}');
  await save.click();
  await expect.element(page.getByText('«{nada}» no se puede usar')).toBeVisible();
  await expect.element(template).toHaveFocus();
  expect([saved, isClosed()]).toEqual([[], false]);
  await template.fill('{type}');
  await save.click();
  await expect.poll(isClosed).toBe(true);
  expect(saved.map(({ clients }) => clients[0]?.rules)).toEqual([{ template: '{type}' }]);
});

it('a template that was emptied stays in its field, and is refused there', async () => {
  const { saved } = await showClient({ template: '{type}_{number}' });
  await template.fill('');
  await save.click();
  await expect.element(page.getByText('La plantilla está vacía')).toBeVisible();
  await expect.element(template).toHaveFocus();
  expect(saved).toEqual([]);
});

it('a folder that is chosen late leaves what was set meanwhile', async () => {
  const { saved, chooseFolder } = await showClient({});
  await page.getByRole('button', { name: 'Elegir…' }).click();
  await page.getByRole('checkbox', { name: /como en Ajustes/ }).click();
  await page.getByText('Por despacho').click();
  chooseFolder('/del-cliente');
  await expect
    .element(page.getByRole('textbox', { name: 'Carpeta de sus documentos' }))
    .toHaveValue('/del-cliente');
  await save.click();
  await expect
    .poll(() => saved.map(({ clients }) => clients[0]?.rules))
    .toEqual([{ folder: '/del-cliente', template: expect.stringContaining('{dispatch}') }]);
});
