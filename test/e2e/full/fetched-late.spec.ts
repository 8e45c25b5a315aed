import { connect } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a screen whose script cannot be read says so in its place, and is there once it can', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const script = /\/assets\/downloads-[^/]*\.js$/;
  await page.route(script, (route) => route.abort());
  await page.reload();
  const downloads = page.getByRole('navigation').getByRole('link', { name: /^Descargas/ });
  await downloads.click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await page.unroute(script);
  await page.getByRole('main').getByRole('button', { name: 'Reintentar', exact: true }).click();
  await expect(page.getByRole('main').getByRole('heading', { name: 'Descargas' })).toBeVisible();
});
