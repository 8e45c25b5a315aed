import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { listShown, rowsOf } from '../support/rows.ts';
import { seedApp } from '../support/seeded-app.ts';
import { expect, test } from '../support/test.ts';

test('a folder that is moved while its list is shown is no longer on disk, until a person says where it is', async ({
  openFixture,
  folder,
}) => {
  const app = await openFixture({ size: { width: 1366, height: 768 } });
  const { page, choosing } = app;
  const [before, after] = [join(folder, 'Carpetas'), join(folder, 'Archivo 2026')];
  await seedApp(app, before);
  await page.reload();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Últimos 90 días/ })
    .click();
  await listShown(page, 'Documentos');
  const filter = page.getByRole('textbox', { name: 'Filtrar la lista' });
  await filter.fill('en disco');
  await expect(rowsOf(page).first()).toContainText('En disco');
  const here = await rowsOf(page).count();
  await rowsOf(page).first().click();
  const panel = page.getByRole('complementary');
  await expect(panel.getByText(before)).toBeVisible();

  renameSync(before, after);
  await expect(panel.getByText(/y ya no está ahí/)).toBeVisible({ timeout: 30_000 });
  await expect(rowsOf(page)).toHaveCount(0);

  const where = panel.getByRole('button', { name: '¿Dónde está ahora?…' });
  await choosing(after, () => where.click());
  await expect(page.getByText(/documentos reconocidos/)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(here);
  await expect(panel.getByText(after)).toBeVisible();
});
