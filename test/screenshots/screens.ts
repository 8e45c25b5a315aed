import { expect, type Page, test } from '@playwright/test';
import type { PracticeAgency } from '../../electron/practice/index.ts';
import type { DeskUnderTest } from '../e2e/support/desk.ts';
import { rowsOf } from '../e2e/support/rows.ts';
import type { Seeded } from '../e2e/support/seeded-desk.ts';
import { bringNews } from './news.ts';
import type { Say } from './words.ts';

/** What a screen is shown from. */
export interface Stage {
  page: Page;
  agency: PracticeAgency;
  say: Say;
  tell: DeskUnderTest['tell'];
}

/** A screen or state worth looking at. They are shown one after the other, each from where the last one left off. */
export interface Screen {
  name: string;
  show: (stage: Stage) => Promise<void>;
}

/** Shows a screen and takes its picture; one that does not come is named, where the page itself might be waited for without end. */
export async function picture(
  stage: Stage,
  { name, show }: Screen,
  shoot: (name: string) => Promise<void>,
): Promise<void> {
  const act = async () => {
    await show(stage);
    await shoot(name);
  };
  await test.step(name, act, { timeout: 90_000 });
}

/** Goes to the address of a screen. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address;
  }, hash);
}

async function type(stage: Stage, text: string): Promise<void> {
  await stage.page.getByRole('combobox', { name: stage.say('search:box') }).fill(text);
}

async function fillForm({ page, agency, say }: Stage, key: string): Promise<void> {
  await page.getByLabel(say('connections:name')).fill('Agencia Pérez');
  await page.getByLabel(say('connections:baseUrl')).fill(agency.baseUrl);
  await page.getByLabel(say('connections:agency')).fill(agency.agency);
  await page.getByLabel(say('connections:key')).first().fill(key);
}

/** From an empty desk to a question that is understood, as a new person goes. */
export const firstScreens: readonly Screen[] = [
  {
    name: 'first-run',
    show: ({ page, say }) => page.getByRole('heading', { name: say('start:title') }).waitFor(),
  },
  {
    name: 'connect',
    show: async (stage) => {
      await stage.page.getByRole('button', { name: stage.say('start:connect') }).click();
      await fillForm(stage, stage.agency.revokedKey);
    },
  },
  {
    name: 'key-refused',
    show: async ({ page, say }) => {
      await page.getByRole('button', { name: say('connections:try') }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'paste-clients',
    show: async (stage) => {
      const { page, agency, say } = stage;
      await page.getByLabel(say('connections:key')).first().fill(agency.key);
      await page
        .getByRole('button', { name: say('connections:add'), exact: true })
        .last()
        .click();
      await page.getByRole('heading', { name: say('start:clients') }).waitFor();
      const lines = agency.clients.map(({ rut, name }) => `${rut}\t${name}`);
      const pasted = [...lines, '12.345.678-9\tCon un dígito equivocado', '012.345.678-5\tSin forma de RUT'];
      await page.getByRole('textbox').fill(pasted.join('\n'));
    },
  },
  {
    name: 'home',
    show: async ({ page }) => {
      await page.getByRole('button', { name: /\d+ client/ }).click();
      await page.getByRole('navigation').waitFor();
    },
  },
  {
    name: 'understood',
    show: async (stage) => {
      const numbers = stage.agency.data.dispatches.slice(-4).map(({ number }) => number);
      await type(stage, numbers.join('\n'));
      await stage.page.getByRole('dialog').waitFor();
    },
  },
];

/** Screens that an address alone opens, on a seeded desk. */
export function addressesOf({
  resultSetId,
  savedId,
  batchId,
  dispatch: { number },
}: Seeded): Readonly<Record<string, string>> {
  return {
    home: '#/home',
    documents: `#/results/${resultSetId}/documents?saved=${savedId}`,
    dispatches: `#/results/${resultSetId}/dispatches?saved=${savedId}`,
    disbursements: `#/results/${resultSetId}/disbursements?saved=${savedId}`,
    found: `#/found/${number.slice(0, 4)}`,
    'found-nothing': '#/found/zzz',
    news: '#/news',
    clients: '#/clients',
    connections: '#/connections',
    downloads: `#/downloads/${batchId}`,
    settings: '#/settings',
    package: '#/package',
  };
}

/** What a person opens on top of a screen, on a seeded desk. */
export const openedScreens = (seeded: Seeded): readonly Screen[] => [
  {
    name: 'document-inspector',
    show: async ({ page }) => {
      await goTo(page, `#/results/${seeded.resultSetId}/documents?saved=${seeded.savedId}`);
      await rowsOf(page).nth(2).click();
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
    },
  },
  {
    name: 'document-preview',
    show: async ({ page }) => {
      await page.keyboard.press('Space');
      await page.getByRole('complementary').locator('canvas').first().waitFor();
    },
  },
  {
    name: 'dispatch-inspector',
    show: async ({ page, say }) => {
      await page.keyboard.press('Escape');
      await goTo(page, `#/results/${seeded.resultSetId}/dispatches?saved=${seeded.savedId}`);
      await page.getByRole('tab', { name: say('results:list.dispatches'), selected: true }).waitFor();
      await rowsOf(page).nth(1).click();
    },
  },
  {
    name: 'download-dialog',
    show: async ({ page, say }) => {
      await page
        .getByRole('button', { name: say('downloads:download') })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'keyboard-sheet',
    show: async ({ page }) => {
      await closeWhatIsOpen(page);
      await page.locator('body').press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'save-dialog',
    show: async ({ page }) => {
      await closeWhatIsOpen(page);
      await page.keyboard.press('Control+S');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'dates',
    show: async ({ page, say }) => {
      await closeWhatIsOpen(page);
      await page.getByRole('button', { name: say('search:datesLabel') }).click();
      await page.getByRole('button', { name: say('search:calendar.nextMonth') }).waitFor();
    },
  },
  {
    name: 'types',
    show: async ({ page, say }) => {
      await closeWhatIsOpen(page);
      await page.getByRole('button', { name: say('search:typesLabel') }).click();
    },
  },
  {
    name: 'columns',
    show: async ({ page, say }) => {
      await closeWhatIsOpen(page);
      await page.getByRole('button', { name: say('results:columns') }).click();
    },
  },
  {
    name: 'row-menu',
    show: async ({ page, say }) => {
      await closeWhatIsOpen(page);
      await goTo(page, `#/results/${seeded.resultSetId}/documents?saved=${seeded.savedId}`);
      await page.getByRole('tab', { name: say('results:list.documents'), selected: true }).waitFor();
      await rowsOf(page).nth(2).click({ button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'news-filled',
    show: async (stage) => {
      const { page } = stage;
      await closeWhatIsOpen(page);
      await bringNews(stage);
      await goTo(page, '#/news');
      await page.getByRole('treegrid').getByRole('row', { level: 2 }).first().click();
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
    },
  },
  {
    name: 'misbehave',
    show: async ({ page, say }) => {
      await closeWhatIsOpen(page);
      await goTo(page, '#/connections');
      await page.getByRole('button', { name: say('connections:misbehave') }).click();
      await page.getByRole('menu').waitFor();
    },
  },
];

/** Closes what lies over the screen, and nothing of the screen itself. */
export async function closeWhatIsOpen(page: Page): Promise<void> {
  const open = page.locator('[role=dialog]:visible, [role=menu]:visible');
  await expect(async () => {
    if ((await open.count()) === 0) return;
    await page.keyboard.press('Escape');
    await expect(open).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 30_000 });
}
