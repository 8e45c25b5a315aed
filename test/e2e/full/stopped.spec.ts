import { connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a search that was stopped does not say that the agency has nothing', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  await connect(page, agency);
  agency.faults.add({ kind: 'hang' });
  await search(page, agency.clients[0]?.rut ?? '');
  const main = page.getByRole('main');
  await expect(main.getByText(/^Consultando: .* · todavía sin respuesta$/)).toBeVisible();
  await main.getByRole('button', { name: 'Detener' }).click();
  await expect(main.getByText(/^No se alcanzó a consultar todo/)).toBeVisible();
  await expect(main.getByText(/La agencia no tiene/)).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Consultar lo que falta' })).toBeVisible();
});
