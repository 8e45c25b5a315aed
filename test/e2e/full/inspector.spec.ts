import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';
import { startAgency } from '../support/agency.ts';
import { tabTo } from '../support/keys.ts';
import { listShown, rowsOf } from '../support/rows.ts';
import { seedApp } from '../support/seeded-app.ts';
import { connect, search } from '../support/steps.ts';
import { openRetention, storeAll } from '../support/stored-agency.ts';
import { expect, test } from '../support/test.ts';

test('the inspector tells of the list on screen alone, and tells it again where a person comes back', async ({
  openFixture,
  folder,
}) => {
  const app = await openFixture({ size: { width: 1366, height: 768 } });
  const { page } = app;
  await seedApp(app, join(folder, 'Carpetas'));
  await page.reload();
  const inspector = page.getByRole('complementary');
  const dispatch = inspector.getByRole('heading', { level: 2 });
  const go = (name: string) =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();

  await go('Últimos 90 días');
  await listShown(page, 'Documentos');
  await rowsOf(page).nth(2).click();
  await expect(dispatch).toHaveText(/^Despacho \d+$/);
  const first = await dispatch.innerText();

  await test.step('on another screen nothing is inspected until a row of it is', async () => {
    await openRetention(page);
    await expect(inspector).toHaveCount(0);
    const other = rowsOf(page)
      .filter({ hasNotText: first.replace('Despacho ', '') })
      .nth(1);
    await other.click();
    await expect(dispatch).toHaveText(/^Despacho \d+$/);
    expect(await dispatch.innerText()).not.toBe(first);
  });

  await test.step('back at the list, its dispatch is there again', async () => {
    await go('Últimos 90 días');
    await expect(dispatch).toHaveText(first);
  });

  await test.step('another tab of the same answer has it too, and another answer does not', async () => {
    await page.getByRole('tab', { name: /^Despachos/ }).click();
    await expect(dispatch).toHaveText(first);
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `#/found/${first.replace('Despacho ', '').slice(0, 4)}`,
    );
    await listShown(page, 'Documentos');
    await expect(inspector).toHaveCount(0);
  });

  await test.step('a stored document that is chosen in the search box is inspected where it leads', async () => {
    const [{ folio, dispatchNumber } = { folio: '', dispatchNumber: '' }] = (
      await ask(page, 'rows.find', { text: 'INV' })
    ).rows.filter(({ folio }) => folio.startsWith('INV'));
    await page.getByRole('combobox', { name: /Qué buscar/ }).fill(folio);
    await page
      .getByRole('dialog', { name: 'Cómo se entiende la búsqueda' })
      .getByRole('button', { name: new RegExp(folio) })
      .first()
      .click();
    await expect(dispatch).toHaveText(`Despacho ${dispatchNumber}`);
  });
});

test('the viewer is of its own list, and closes with it', async ({ openFixture, folder }) => {
  const app = await openFixture({ size: { width: 1366, height: 768 } });
  const { page } = app;
  await seedApp(app, join(folder, 'Carpetas'));
  await page.reload();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Últimos 90 días/ })
    .click();
  await listShown(page, 'Documentos');
  await rowsOf(page).nth(2).click();
  await page.keyboard.press('Space');
  const viewer = page.getByRole('dialog');
  await expect(viewer).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/folders';
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Conservación' })).toBeVisible();
  await expect(viewer).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: /^Documentos/, selected: true })).toBeVisible();
});

test('a document without a link is asked for again, and its list has the keys once the link is there', async ({
  openFixture,
  agency,
}) => {
  const { page } = await openFixture({ size: { width: 1366, height: 768 } });
  await connect(page, agency);
  const [client] = agency.clients;
  if (!client) throw new Error('the agency has no client');
  const stop = agency.faults.add({ kind: 'unsigned' });
  await search(page, client.rut);
  await listShown(page, 'Documentos');
  const inspector = page.getByRole('complementary');
  await rowsOf(page).filter({ hasText: 'Sin enlace por ahora' }).first().click();
  // Resting at a row asks by itself: what that found is told first.
  await expect(inspector).toContainText('Aforo');
  await expect(inspector).toContainText('La agencia no pudo dar el enlace');
  stop();
  await tabTo(page, inspector.getByRole('button', { name: 'Volver a consultar' }).last());
  await page.keyboard.press('Enter');
  await expect(inspector).toContainText('La agencia tiene el archivo');
  await expect(page.getByRole('grid', { name: 'Documentos' })).toBeFocused();
});

test('a document of no dispatch, without a link, is asked for again by itself', async ({ openFixture }) => {
  const agency = await startAgency({ documents: 900, clients: 3, seed: 'carpeta' });
  const { page } = await openFixture({ size: { width: 1366, height: 768 } });
  try {
    await connect(page, agency);
    const [connection] = await ask(page, 'connections.list', undefined);
    const stop = agency.faults.add({ kind: 'unsigned' });
    const { resultSetId } = await ask(page, 'search.start', {
      kind: 'range',
      connectionIds: [connection?.id ?? ''],
      ruts: agency.clients.map(({ rut }) => rut),
      range: { kind: 'last-days', days: 800 },
      types: { kind: 'all', operation: 'both' },
      complete: false,
    });
    await expect
      .poll(async () => (await ask(page, 'search.progress', { resultSetId })).state, { timeout: 60_000 })
      .toBe('done');
    await page.evaluate((id) => {
      location.hash = `#/results/${id}/documents`;
    }, resultSetId);
    await listShown(page, 'Documentos');
    const head = page.getByRole('columnheader', { name: 'Despacho' });
    await head.click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await listShown(page, 'Documentos');
    await page.getByRole('grid', { name: 'Documentos' }).focus();
    await page.keyboard.press('End');
    const inspector = page.getByRole('complementary');
    await expect(inspector.getByRole('heading', { level: 2 })).toHaveText('Documento sin despacho');
    stop();
    await inspector.getByRole('button', { name: /^(Volver a consultar|Reintentar)$/ }).click();
    await expect(page.getByRole('dialog').locator('canvas').first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  } finally {
    await agency.close();
  }
});

test('what a dispatch lacks, once it is told, pushes nothing that a person may be reading', async ({
  openFixture,
}) => {
  const agency = await startAgency({ documents: 900, clients: 3, seed: 'carpeta' });
  const { page } = await storeAll(await openFixture({ size: { width: 1366, height: 768 } }), agency);
  try {
    await openRetention(page);
    await expect(rowsOf(page).nth(13)).toBeVisible();
    await watchFolders(page);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const inspector = page.getByRole('complementary');
    for (let row = 0; row < 14; row++) {
      const number = await rowsOf(page).nth(row).getByRole('gridcell').nth(1).innerText();
      await rowsOf(page).nth(row).click();
      // So long a person stays at a row that is not only passed.
      await page.clock.runFor(100);
      // The page draws what comes by its own time, of which less passes than anybody is kept waiting for a
      // slow folder.
      await expect(async () => {
        await page.clock.runFor(1);
        await expect(inspector.getByRole('heading', { name: `Despacho ${number}` })).toBeVisible({
          timeout: 1,
        });
        await expect(inspector.getByRole('heading', { name: /^\d+ documento/ })).toBeVisible({ timeout: 1 });
        await expect(inspector.getByText('Viendo qué falta…')).toBeHidden({ timeout: 1 });
      }).toPass({ intervals: [100] });
    }
    const seen = Map.groupBy(await foldersSeen(page), ({ dispatch }) => dispatch);
    expect(seen.size).toBe(14);
    const heads = [...seen.values()].map((folders) => folders.at(-1)?.folder ?? '');
    expect(heads.filter((head) => /falta/.test(head)).length, 'some are incomplete').toBeGreaterThan(1);
    for (const [dispatch, folders] of seen) {
      expect(
        folders.filter(({ isWaiting, top }) => isWaiting && top !== undefined),
        dispatch,
      ).toEqual([]);
      const tops = folders.flatMap(({ top }) => top ?? []);
      expect(new Set(tops).size, dispatch).toBe(1);
    }
  } finally {
    await agency.close();
  }
});

interface Seen {
  dispatch: string;
  /** What the heading of its folder says. */
  folder: string;
  isWaiting: boolean;
  /** Where its documents stand, once they do. */
  top?: number;
}

/** Notes at each change where the inspector has what. */
async function watchFolders(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    const headed = (words: RegExp) =>
      [...document.querySelectorAll('aside h3')].find(({ textContent }) => words.test(textContent));
    const look = () => {
      const dispatch = document.querySelector('aside h2')?.textContent;
      const folder = headed(/^Carpeta/);
      const top = headed(/^\d+ documento/)?.getBoundingClientRect().top;
      const isWaiting = folder?.parentElement?.ariaBusy === 'true';
      const shown = { dispatch, folder: folder?.textContent ?? '', isWaiting };
      if (dispatch) seen.push(top === undefined ? shown : { ...shown, top: Math.round(top) });
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
  });
}

function foldersSeen(page: Page): Promise<Seen[]> {
  return page.evaluate(() => (window as unknown as { seen: Seen[] }).seen);
}
