import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../../support/app/bridge.ts';
import { expect, test } from '../support/test.ts';

const address = 'https://descargas.example/version.json';

test('a newer version stands in the sidebar until it is dismissed, and in Ajustes with the address that the page cannot change', async ({
  folder,
  openFixture,
}) => {
  // As an app has left it that has asked today: this one asks nobody.
  const release = { version: '99.0.0', page: 'https://descargas.example/99/' };
  await mkdir(join(folder, 'home'));
  await writeFile(
    join(folder, 'home/preferences.json'),
    JSON.stringify({
      settings: { updateAddress: address },
      connections: { usesPractice: true },
      updates: { address, askedAt: Date.now(), release },
    }),
  );
  const first = await openFixture();
  const line = first.page.getByRole('button', { name: 'Versión nueva 99.0.0' });
  await line.click();
  await expect(first.page.getByRole('menuitem', { name: 'Ver en descargas.example' })).toBeVisible();
  await first.page.getByRole('menuitem', { name: 'No avisar más de esta versión' }).click();
  await expect(line).toBeHidden();
  await first.close();

  const { page } = await openFixture();
  await page.getByRole('navigation').getByRole('link', { name: 'Ajustes' }).click();
  const section = page.getByRole('region', { name: 'Versión' });
  await expect(section.getByText('Hay una versión nueva: 99.0.0.')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Ver en descargas.example' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Versión nueva 99.0.0' })).toBeHidden();

  await expect(section.getByText(`Se consulta una vez al día en ${address}`)).toBeVisible();
  // Whatever steers the page names no address of its own.
  const changes: object = { updateAddress: 'https://otra.example/' };
  await ask(page, 'settings.change', changes);
  expect((await ask(page, 'settings.get', undefined)).settings.updateAddress).toBe(address);
});
