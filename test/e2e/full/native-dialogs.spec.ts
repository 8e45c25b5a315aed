import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { endPrompt } from '../support/app.ts';
import { fillConnection } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

test('a new host is confirmed where the page cannot press, and declined it gets no key', async ({
  openFixture,
  agency,
}) => {
  const { host, page } = await openFixture({ confirmsHosts: false });
  test.skip(host === 'electron', "the system's own dialog cannot be pressed from here");
  await fillConnection(page, agency);
  const address = new URL(agency.baseUrl).host;
  for (const [button, outcome] of [
    ['Cancelar', 'HOST_NOT_CONFIRMED'],
    ['Conectar', 'La conexión funciona'],
  ] as const) {
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Probar conexión' }).click();
    const prompt = await opened;
    await expect(prompt.getByText(`¿Conectar con ${address}?`)).toBeVisible();
    await expect(prompt.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    expect(await page.content()).not.toContain(`¿Conectar con ${address}?`);
    expect(await prompt.evaluate(() => 'carpeta' in globalThis)).toBe(false);
    await endPrompt(prompt, () => prompt.getByRole('button', { name: button }).click());
    await expect(page.getByText(outcome)).toBeVisible();
  }
});

test('a folder is asked for where the page cannot type', async ({ openFixture, folder }) => {
  const { host, page } = await openFixture();
  test.skip(host === 'electron', "the system's own dialog cannot be pressed from here");
  const opened = page.context().waitForEvent('page');
  const chosen = ask(page, 'folder.choose', { title: 'Dónde van' });
  const prompt = await opened;
  await expect(prompt.getByText('Dónde van')).toBeVisible();
  await expect(page.locator('[data-host]')).toHaveCount(0);
  const into = join(folder, 'Carpetas');
  await prompt.getByRole('textbox').fill(into);
  await endPrompt(prompt, () => prompt.getByRole('button', { name: 'Aceptar' }).click());
  expect(await chosen).toBe(into);

  const again = page.context().waitForEvent('page');
  const closed = ask(page, 'folder.choose', { title: 'Dónde van' });
  await (await again).close();
  expect((await closed) ?? undefined).toBeUndefined();
});
