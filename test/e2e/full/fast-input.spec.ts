import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { ask } from '../../support/app/bridge.ts';
import { idle } from '../support/app.ts';
import { startGate } from '../support/gate.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { savedName } from '../support/saved.ts';
import { seedApp } from '../support/seeded-app.ts';
import { connect, search } from '../support/steps.ts';
import { expect, test } from '../support/test.ts';

/**
 * Presses twice before the page could do anything between: as when it is busy, and hears of both only then.
 */
function pressTwice(control: Locator, key?: string): Promise<void> {
  return control.evaluate(async (element, pressed) => {
    for (let times = 0; times < 2; times++) {
      if (pressed === undefined) (element as HTMLElement).click();
      else
        element.dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
        );
      for (let round = 0; round < 20; round++) await Promise.resolve();
    }
  }, key);
}

/** Asks for a client's documents until all have come; gives the filter of their list. */
async function filterOfDocuments(page: Page, agency: PracticeAgency): Promise<Locator> {
  await connect(page, agency);
  await search(page, agency.clients[0]?.rut ?? '');
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  await listShown(page, 'Documentos');
  return page.getByRole('textbox', { name: 'Filtrar la lista' });
}

test('who asks an answer again twice, or saves it twice, does so once', async ({ openFixture, agency }) => {
  const { page } = await openFixture();
  await connect(page, agency);
  const [client] = agency.clients;
  const asked = async () =>
    (await ask(page, 'search.recent', undefined)).flatMap(({ query }) =>
      query.kind === 'range' ? query.ruts : [],
    );
  const completed = async () => {
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(client?.name ?? '') })).toBeVisible();
    await expect(page.getByText(/tipos consultados/)).toBeVisible();
  };
  await search(page, client?.rut ?? '');
  await completed();

  const first = await page.evaluate(() => location.hash);
  await pressTwice(page.getByRole('main'), 'F5');
  await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(first);
  await completed();
  expect(await asked()).toEqual([client?.rut, client?.rut]);

  await page.getByRole('button', { name: 'Guardar la búsqueda' }).click();
  const dialog = page.getByRole('dialog', { name: 'Guardar la búsqueda' });
  await dialog.getByLabel('Nombre').fill(savedName);
  await pressTwice(dialog.getByRole('button', { name: 'Guardar', exact: true }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: savedName })).toBeVisible();
  expect((await ask(page, 'saved.list', undefined)).map(({ name }) => name)).toEqual([savedName]);
});

test('who goes to another list right after a word of the filter finds it filtered by that word', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  const filter = await filterOfDocuments(page, agency);
  await filter.evaluate(async (element) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, 'factura');
    element.dispatchEvent(new Event('input', { bubbles: true }));
    for (let round = 0; round < 20; round++) await Promise.resolve();
    const modifiers = { ctrlKey: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', { key: '1', ...modifiers }));
  });
  await listShown(page, 'Despachos');
  await expect(filter).toHaveValue('');
  await page.keyboard.press('Control+2');
  await listShown(page, 'Documentos');
  await expect(filter).toHaveValue('factura');
  await expect(rowsOf(page).first()).toContainText('FACTURA');
});

test('a word of a filter that is taken back while the list begins to follow it stays taken back', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture();
  const filter = await filterOfDocuments(page, agency);
  const list = page.getByRole('grid', { name: 'Documentos' });
  const { documents } = await ask(page, 'search.progress', {
    resultSetId: new URL(page.url()).hash.split('/')[2] ?? '',
  });
  const rows = String(documents + 1);
  await expect(list).toHaveAttribute('aria-rowcount', rows);
  await filter.evaluate(takeBack, 'factura');
  // Once the page has nothing left to do, the list has followed whatever it was to follow.
  await idle(page);
  await listShown(page, 'Documentos');
  await expect(list).toHaveAttribute('aria-rowcount', rows);
  await idle(page);
  await expect(filter).toHaveValue('');
  await expect(list).toHaveAttribute('aria-rowcount', rows);
});

/**
 * Runs in the page: types a word into a filter, and takes it back right after the time has come for the list
 * to follow, before it is drawn anew. The time that the page waits is passed by hand.
 */
async function takeBack(element: Element, word: string): Promise<void> {
  const { setTimeout, clearTimeout } = window;
  const waiting = new Map<number, () => void>();
  const rounds = async () => {
    for (let round = 0; round < 50; round++) await Promise.resolve();
  };
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    return rounds();
  };
  const pass = () => {
    for (const [id, action] of waiting) {
      waiting.delete(id);
      action();
    }
  };
  let last = 1_000_000_000;
  Object.assign(window, {
    setTimeout: (action: () => void) => {
      last += 1;
      waiting.set(last, action);
      return last;
    },
    clearTimeout: (id: number) => (waiting.delete(id) ? undefined : clearTimeout(id)),
  });
  await type(word);
  if (waiting.size === 0) throw new Error('nothing waits for the word to stand');
  pass();
  await type('');
  element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Control', ctrlKey: true, bubbles: true }));
  await rounds();
  pass();
  Object.assign(window, { setTimeout, clearTimeout });
  // What begins to wait from now on does so by the page's own time.
}

test('a dialog has the keys as soon as it is there', async ({ openFixture, folder }) => {
  const app = await openFixture();
  const { page } = app;
  await seedApp(app, join(folder, 'Carpetas'));
  await page.reload();
  await page.getByRole('navigation').getByRole('link', { name: 'Últimos 90 días' }).click();
  await listShown(page, 'Documentos');
  await rowsOf(page).first().click();
  const list = page.getByRole('grid', { name: 'Documentos' });
  const dialog = page.getByRole('dialog', { name: /^Descargar/ });
  const begin = dialog.getByRole('button', { name: 'Descargar', exact: true });
  // Its script is there from then on.
  await list.press('Control+d');
  await expect(begin).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(list).toBeFocused();

  const focused = await list.evaluate(async (element) => {
    const modifiers = { ctrlKey: true, bubbles: true, cancelable: true };
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', ...modifiers }));
    for (let round = 0; round < 20; round++) await Promise.resolve();
    return document.activeElement?.textContent;
  });
  expect(focused).toBe('Descargar');
  await expect(begin).toBeFocused();
});

test('while rows come, the person is never at another row than theirs', async ({ openFixture, agency }) => {
  const { page } = await openFixture({ size: { width: 1366, height: 768 } });
  const gate = await startGate(agency);
  await connect(page, gate.agency);
  await search(page, agency.clients[0]?.rut ?? '');
  await listShown(page, 'Documentos');
  const main = page.getByRole('main');
  await page.getByRole('columnheader', { name: 'Folio' }).click();
  await listShown(page, 'Documentos');
  await rowsOf(page).last().click();
  const list = page.getByRole('grid', { name: 'Documentos' });
  const line = await list.getAttribute('aria-activedescendant');
  await main.evaluate((element) => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    const look = () => {
      const at = element.querySelector('[data-cursor]')?.textContent;
      if (at) seen.add(at);
    };
    look();
    // Told of what has been drawn before anything else is heard.
    new MutationObserver(look).observe(element, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
  });
  gate.open();
  await expect(list).not.toHaveAttribute('aria-activedescendant', line ?? '', { timeout: 60_000 });
  await expect(page.getByText(/tipos consultados/)).toBeVisible();
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  expect(seen).toHaveLength(1);
  await gate.close();
});
