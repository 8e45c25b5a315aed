import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a client that stands on two lines is counted once', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await connect(page, agency);
  await page.getByRole('link', { name: 'Clientes' }).click();
  await page.getByRole('button', { name: 'Agregar clientes' }).click();
  await page
    .getByRole('textbox', { name: 'Clientes', exact: true })
    .fill('76.086.428-5\tAndina\n9.068.826-K\tSur\n76086428-5\tAndina S.A.');
  await expect(page.getByRole('button', { name: 'Cargar 2 clientes' })).toBeVisible();
});

test('the lines of a pasted list are read back with the e-mail and the folder that will be kept', async ({
  openDesk,
  agency,
}) => {
  const { page } = await openDesk();
  await connect(page, agency);
  await page.getByRole('link', { name: 'Clientes' }).click();
  await page.getByRole('button', { name: 'Agregar clientes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar clientes' });
  const lines = [
    '76.086.428-5\tComercial Andina\tcontacto@ejemplo.cl\tAndina',
    '9.068.826-K\tImportadora Sur\tno-es-correo',
    '12.345.678-5\tNada más',
  ];
  await dialog.getByRole('textbox', { name: 'Clientes' }).fill(lines.join('\n'));
  await expect(dialog.getByRole('list', { name: 'Líneas leídas' }).getByRole('listitem')).toHaveText([
    /Comercial Andina · correo: contacto@ejemplo\.cl · carpeta: Andina$/,
    /Importadora Sur · carpeta: no-es-correo$/,
    /Nada más$/,
  ]);
});
