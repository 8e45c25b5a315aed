import { join } from 'node:path';
import { eventNames } from '../../../shared/contract.ts';
import { expect, test } from '../support/test.ts';
import { answering, startWatchedApp } from '../support/watched-app.ts';

test('a screen that cannot be drawn says so in its place, and the others go on', async ({ folder }) => {
  const app = await startWatchedApp({
    home: join(folder, 'home'),
    prepare: (app) => app.handlers['connections.practice'](undefined),
  });
  const { page, answer: respond } = app;
  // What another version may answer.
  respond(answering('deliveries.list', () => ({ ok: true, value: [{ id: '1' }] })));
  const open = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const isOpen = (name: string) =>
    expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await open('Envíos');
  await expect(page.getByText('Carpeta tuvo una falla que no esperaba.')).toBeVisible();
  await page.getByRole('button', { name: 'Copiar informe' }).click();
  await expect(page.getByText('Informe copiado')).toBeVisible();
  await open('Agencias');
  await isOpen('Agencias');
  await open('Envíos');
  respond(() => undefined);
  await page.getByRole('button', { name: 'Reintentar', exact: true }).click();
  await isOpen('Envíos');
  await app.close();
});

test('settings that cannot be read are told in the language of the system, and asked for again', async ({
  folder,
}) => {
  const error = { code: 'STORE_BUSY', message: 'held' };
  const app = await startWatchedApp({
    home: join(folder, 'home'),
    instead: answering('settings.get', () => ({ ok: false, error })),
  });
  const { page, answer: respond } = app;
  await expect(page.getByRole('alert')).toContainText('STORE_BUSY');
  respond(() => undefined);
  await page.getByRole('button', { name: /^(Reintentar|Retry)$/ }).click();
  await expect(page.getByText('Conectar con una agencia')).toBeVisible();
  await app.close();
});

test('what is no answer at all is told where it was asked', async ({ folder }) => {
  const app = await startWatchedApp({
    home: join(folder, 'home'),
    instead: answering('connections.practice', () => 'no outcome'),
  });
  const { page } = app;
  await page
    .getByRole('button', { name: /práctica/ })
    .first()
    .click();
  await expect(page.getByRole('alert')).toContainText('UNEXPECTED');
  await app.close();
});

test('a first answer that does not come is told, and shown once it has come', async ({ folder }) => {
  const blocked = Promise.withResolvers<undefined>();
  const app = await startWatchedApp({
    home: join(folder, 'home'),
    instead: ({ name }) => (name === 'settings.get' ? blocked.promise : undefined),
  });
  const { page } = app;
  await expect(page.getByRole('alert')).toContainText('NO_ANSWER');
  blocked.resolve(undefined);
  await expect(page.getByText('Conectar con una agencia')).toBeVisible();
  await app.close();
});

test('events of another version leave the window as it is', async ({ folder }) => {
  const app = await startWatchedApp({
    home: join(folder, 'home'),
    prepare: (app) => app.handlers['connections.practice'](undefined),
  });
  const { page, tell } = app;
  await expect(page.getByRole('navigation')).toBeVisible();
  for (const event of eventNames) {
    for (const data of [null, 'text', {}, { batches: [{}], connections: 1, saved: [3] }]) {
      await tell(event, data);
    }
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Descargas', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Descargas' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await app.close();
});
