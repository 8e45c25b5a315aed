import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('days that do not exist are not taken for ready', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await connect(page, agency);
  await page.getByRole('button', { name: /^Fechas:/ }).click();
  const dates = page.getByRole('dialog', { name: 'Fechas' });
  const ready = dates.getByRole('button', { name: 'Listo' });
  await dates.getByLabel('Desde').fill('31-02-2026');
  await ready.click();
  await expect(dates.getByText('Esa fecha no existe')).toBeVisible();
  await expect(dates.getByLabel('Desde')).toBeFocused();
  await dates.getByLabel('Desde').fill('28-02-2026');
  await dates.getByLabel('Hasta').fill('01-03-2026');
  await ready.click();
  await expect(dates).toBeHidden();
  await expect(page.getByRole('button', { name: 'Fechas: 28-02-2026 – 01-03-2026' })).toBeVisible();
});

test('a month that was chosen by its name tells its days at the pointer', async ({ openDesk, agency }) => {
  const { page } = await openDesk();
  await connect(page, agency);
  await page.getByRole('button', { name: /^Fechas:/ }).click();
  const dates = page.getByRole('dialog', { name: 'Fechas' });
  await dates.getByRole('radio', { name: 'Mes pasado' }).click();
  const [from, to] = [
    await dates.getByLabel('Desde').inputValue(),
    await dates.getByLabel('Hasta').inputValue(),
  ];
  await dates.getByRole('button', { name: 'Listo' }).click();
  await expect(page.getByRole('button', { name: 'Fechas: Mes pasado' })).toHaveAttribute(
    'title',
    `${from} – ${to}`,
  );
});
