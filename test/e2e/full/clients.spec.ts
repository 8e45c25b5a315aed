import { seriousFindings } from '../support/accessible.ts';
import { openConnected } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a pasted mail asks what it cannot tell, keeps what a person decides, and a client opens its dispatches by Enter', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openConnected(openFixture, agency);
  const [known] = agency.clients;
  await page.getByRole('navigation').getByRole('link', { name: 'Clientes' }).click();
  await page.getByRole('button', { name: 'Agregar clientes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Agregar clientes' });
  await dialog
    .getByRole('textbox', { name: 'Clientes' })
    .fill(
      [
        'Estimados, van los clientes:',
        `${known?.rut}\tOtro nombre\tcontacto@ejemplo.cl\tUna`,
        '96.591.760-8\tBeta S.A.\tventas@beta.cl\tBeta',
        'Totales\t2',
        ...Array.from({ length: 500 }, () => 'Saludos, Juan Pérez | Fono +56 32 234 5678'),
      ].join('\n'),
    );
  await expect(dialog.getByText('502 líneas sin RUT se dejan fuera')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /como está en la libreta/ })).toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('radio', { name: /^Columna 4 es la carpeta/ }).click();
  await dialog.getByRole('button', { name: 'Agregar 2 clientes' }).click();

  const list = page.getByRole('grid', { name: 'Clientes' });
  const row = list.getByRole('row', { name: /Beta S\.A\./ });
  await expect(row).toContainText('ventas@beta.cl');
  await expect(row.getByRole('gridcell', { name: 'Beta', exact: true })).toBeVisible();
  await expect(list).not.toContainText('Otro nombre');
  await expect(list).toContainText(known?.name ?? 'no client');
  expect(await seriousFindings(page)).toEqual([]);

  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/results\/[^/]+\/dispatches/);
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
});
