import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRetention } from '../support/stored-agency.ts';
import { expect, test } from '../support/test.ts';

test('F1 opens the help about the screen, which is searched, and leads back to the work', async ({
  folder,
  openFixture,
}) => {
  await mkdir(join(folder, 'home'));
  await writeFile(
    join(folder, 'home/preferences.json'),
    JSON.stringify({ connections: { usesPractice: true } }),
  );
  const { page } = await openFixture();
  const main = page.getByRole('main');
  const heading = (name: string) => main.getByRole('heading', { name, exact: true });

  await test.step('from a screen to its topic, and back with Esc', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Faltantes' }).click();
    await expect(heading('Faltantes')).toBeVisible();
    await page.keyboard.press('F1');
    await expect(heading('Saber qué falta')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(heading('Faltantes')).toBeVisible();
  });

  await test.step('a button shows the tasks of a screen over it', async () => {
    const howTo = page.getByRole('button', { name: '¿Cómo…?' });
    await howTo.click();
    const dialog = page.getByRole('dialog', { name: '¿Cómo…?' });
    await expect(dialog.getByRole('heading', { name: 'Saber qué falta' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Solicitar lo que falta' }).click();
    await expect(dialog.getByRole('heading', { name: 'Solicitar lo que falta' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(howTo).toBeFocused();
    await expect(heading('Faltantes')).toBeVisible();
  });

  await test.step('the sidebar opens it too', async () => {
    await openRetention(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Ayuda' }).click();
    await expect(heading('Hasta cuándo conservar')).toBeVisible();
  });

  await test.step('words find topics without their accents, by keyboard', async () => {
    await main.getByRole('textbox', { name: 'Buscar en la ayuda' }).fill('fiscalizacion indice');
    await expect(main.getByRole('link')).toHaveText(['Preparar una fiscalización']);
    await expect(heading('Preparar una fiscalización')).toBeVisible();
    await main.getByRole('textbox', { name: 'Buscar en la ayuda' }).fill('zzz');
    await expect(main.getByText('Ningún tema de la ayuda dice «zzz».')).toBeVisible();
    await main.getByRole('button', { name: 'Borrar lo escrito' }).click();
    await main.getByRole('link', { name: 'Cuadrar con el registro de compras' }).press('Enter');
    await expect(heading('Cuadrar con el registro de compras')).toBeVisible();
  });

  await test.step('a topic leads to where its work is done, and all keys are one press away', async () => {
    await main.getByRole('button', { name: 'Ver todos los atajos' }).click();
    await expect(page.getByRole('dialog', { name: 'Atajos' })).toBeVisible();
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Ir a Cuadratura' }).click();
    await expect(heading('Cuadratura')).toBeVisible();
  });
});
