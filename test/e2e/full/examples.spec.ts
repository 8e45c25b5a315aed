import type { Locator, Page } from '@playwright/test';
import { ask } from '../../support/app/bridge.ts';
import { rowsOf } from '../support/rows.ts';
import { openConnected } from '../support/steps.ts';
import { expect, storeAll, test } from '../support/stored-agency.ts';

/** Opens the first screen anew: the page shows examples that it has just read for some seconds more. */
async function goHome(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Navegación' }).getByRole('link', { name: 'Inicio' }).click();
  await page.reload();
}

/** The examples of the first screen, in their order. */
async function examplesOf(page: Page, client: string): Promise<Locator> {
  await goHome(page);
  const examples = page.getByRole('main').getByRole('list', { name: 'Ejemplos' }).getByRole('button');
  // Those stand last that are of the directory and of the catalogue.
  await expect(examples.filter({ hasText: client })).toBeVisible();
  return examples;
}

/**
 * Presses each of them, and looks that it finds something. What one finds is kept, and more is an example
 * where more is kept: each text is pressed once, until the first screen shows none that is new.
 */
async function pressEach(page: Page, client: string): Promise<void> {
  const pressed = new Set<string>();
  const minCount = await (await examplesOf(page, client)).count();
  for (;;) {
    const examples = await examplesOf(page, client);
    const text = (await examples.allInnerTexts()).find((one) => !pressed.has(one));
    if (text === undefined) {
      break;
    }
    pressed.add(text);
    await examples.and(page.getByRole('button', { name: text, exact: true })).click();
    await expect(page.getByRole('tab', { selected: true }), text).toBeVisible();
    await expect(rowsOf(page).first(), text).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText('Consultando'), text).toHaveCount(0, { timeout: 60_000 });
  }
  expect(pressed.size).toBeGreaterThanOrEqual(minCount);
}

test('examples of the practice agency are its own, and each finds something', async ({ openFixture }) => {
  test.slow();
  const { page } = await openFixture();
  await page.getByRole('button', { name: /agencia de práctica/ }).click();
  await expect(page.getByRole('navigation', { name: 'Navegación' })).toBeVisible();
  const [client] = await ask(page, 'clients.list', undefined);
  const examples = await (await examplesOf(page, client?.name ?? '')).allInnerTexts();
  expect(examples[0]).toMatch(/^\d{6}$/);
  expect(examples[1]).toMatch(/^\d{6}, \d{6}$/);
  expect(examples.length).toBeGreaterThanOrEqual(4);
  await pressEach(page, client?.name ?? '');
});

test('examples of an agency are of what is kept of it: numbers only where some are', async ({
  openFixture,
  fullAgency,
}) => {
  test.slow();
  const { page } = await openConnected(openFixture, fullAgency);
  const [client] = await ask(page, 'clients.list', undefined);
  const examples = await (await examplesOf(page, client?.name ?? '')).allInnerTexts();
  expect(examples).not.toContainEqual(expect.stringMatching(/^\d{6}/));
});

test('examples of a kept agency are numbers of what is kept, and each finds something', async ({
  openFixture,
  fullAgency,
}) => {
  test.slow();
  const { page } = await storeAll(await openFixture(), fullAgency);
  const [client] = await ask(page, 'clients.list', undefined);
  const examples = await (await examplesOf(page, client?.name ?? '')).allInnerTexts();
  const { numbers, declaration, reference } = await ask(page, 'search.examples', undefined);
  expect(fullAgency.data.dispatch(numbers[0] ?? '')?.documents.length).toBeGreaterThan(0);
  for (const text of [numbers[0], declaration, reference].filter((one) => one !== undefined)) {
    expect(examples).toContain(text);
  }
  await pressEach(page, client?.name ?? '');
});
