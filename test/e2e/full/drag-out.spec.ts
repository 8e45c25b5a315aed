import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { seedApp } from '../support/seeded-app.ts';
import { expect, test } from '../support/test.ts';

test('a downloaded document is looked up when the pointer goes down on its row, and dragged without a fault', async ({
  openFixture,
  folder,
}) => {
  const app = await openFixture({ size: { width: 1366, height: 768 } });
  const { page } = app;
  const { resultSetId } = await seedApp(app, join(folder, 'Carpetas'));
  await page.reload();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Últimos 90 días/ })
    .click();
  await listShown(page, 'Documentos');
  const { rows } = await ask(page, 'rows.page', {
    list: 'documents',
    resultSetId,
    sort: [],
    filter: '',
    group: 'none',
    offset: 0,
    limit: 120,
  });
  const documents = rows.flatMap((row) => ('path' in row && row.path && row.folio.length > 4 ? [row] : []));
  let document = documents[0];
  for (const one of documents) {
    if ((await rowsOf(page).filter({ hasText: one.folio }).count()) !== 1) continue;
    document = one;
    break;
  }
  const files = [{ connectionId: document?.connectionId ?? '', id: document?.id ?? '' }];
  const drag = () => ask(page, 'deliveries.drag', { files }).catch((error: unknown) => String(error));
  expect(await drag()).toContain('DRAG_TOO_EARLY');

  await rowsOf(page)
    .filter({ hasText: document?.folio ?? '' })
    .hover();
  const isDragged = page.evaluate(
    () => new Promise((done) => addEventListener('dragstart', () => done(true), { once: true })),
  );
  await page.mouse.down();
  await expect.poll(drag).toBeUndefined();
  await page.mouse.move(600, 500, { steps: 5 });
  expect(await isDragged).toBe(true);
  await page.mouse.up();
  // The page's own drag has its answer before this one, and has drawn what is wrong with it a frame later.
  expect(await drag()).toBeUndefined();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.getByText(/cuando empezaste a arrastrarlos/)).toBeHidden();
});
