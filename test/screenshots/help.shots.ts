import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HelpTopic } from '../../renderer/ui/help-topics.ts';
import { rowsOf } from '../e2e/support/rows.ts';
import { seedStage } from '../e2e/support/seeded-app.ts';
import { test } from '../e2e/support/test.ts';
import { ask } from '../support/app/bridge.ts';
import { purchaseLedger } from './purchase-ledger.ts';
import {
  addressedScreens,
  firstScreens,
  folderScreens,
  inspectDispatch,
  openAt,
  openedScreens,
  overlaidScreens,
  picture,
  type Screen,
  type SeededStage,
} from './screens.ts';
import { shooter } from './shooter.ts';
import { translationsOf } from './translations.ts';
import { pastePackage } from './work-screens.ts';

const size = { width: 1366, height: 768 };
/** Seen in the pictures, and so not named at random. */
const documents = join(tmpdir(), 'Carpetas');
test.beforeEach(() => rmSync(documents, { recursive: true, force: true }));
test.afterEach(() => rmSync(documents, { recursive: true, force: true }));

/** The topics whose pictures are taken before an agency is connected. */
const firstTopics = { connect: 'connect', clients: 'paste-clients' } as const;

type Show = (stage: SeededStage) => Promise<void>;

/** What the picture of each other topic shows: a screen by its name, or how it is opened. */
const shownByTopic: Readonly<Record<Exclude<HelpTopic, keyof typeof firstTopics>, string | Show>> = {
  rules: async ({ page, t }) => {
    await openAt(page, '#/clients');
    await rowsOf(page).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: t('clients:change') }).click();
    await page.getByRole('dialog').waitFor();
  },
  month: 'client-month',
  search: 'understood',
  day: 'home',
  lists: 'grouped',
  view: 'document-viewer',
  notes: async (stage) => {
    const { page, t } = stage;
    await inspectDispatch(stage);
    const note = page.getByRole('complementary').getByRole('textbox', { name: t('inspector:note.name') });
    await note.fill('Retiro coordinado con Marta para el jueves a las 9:00');
    await note.blur();
  },
  download: 'download-dialog',
  missing: 'missing-gaps',
  matrix: 'missing-matrix',
  request: 'messages',
  follow: async ({ page }) => {
    const { rows } = await ask(page, 'dossier.gaps', { scope: {}, offset: 0, limit: 5 });
    const missingDocuments = rows.map(({ connectionId, number, type, rut }) => ({
      connectionId,
      number,
      type,
      rut,
    }));
    await ask(page, 'dossier.saveRequests', {
      missingDocuments,
      askedOn: '2026-11-12',
      askedOf: 'Marta',
      note: '',
    });
    await openAt(page, '#/missing/asked');
    await rowsOf(page).first().waitFor();
  },
  expected: 'missing-expected',
  pdf: async (stage) => {
    await openDeliveryMenu(stage);
    await stage.page.getByRole('menuitem').first().click();
    await stage.page.getByRole('dialog').waitFor();
  },
  print: openDeliveryMenu,
  mail: async (stage) => {
    await openDeliveryMenu(stage);
    await stage.page.getByRole('menuitem', { name: stage.t('dossier:handOver.zip') }).click();
    await stage.page.getByRole('dialog').getByRole('textbox').first().waitFor();
  },
  inspection: (stage) => pastePackage(stage, ['400001']),
  payments: 'payments-table',
  review: async ({ page }) => {
    await openAt(page, '#/review');
    await rowsOf(page).first().click();
    await page.getByRole('complementary').waitFor();
  },
  reconciliation: compareLedger,
  unlisted: async (stage) => {
    await compareLedger(stage);
    await rowsOf(stage.page).first().click();
    await stage.page.keyboard.press('Control+End');
  },
  filter: async ({ page, t }) => {
    const { rows } = await ask(page, 'dossier.payments', { scope: {}, offset: 0, limit: 1 });
    const month = rows[0]?.date.slice(5, 7) ?? '10';
    const year = rows[0]?.date.slice(0, 4) ?? '2026';
    await openAt(page, '#/payments/list');
    const main = page.getByRole('main');
    await main.getByRole('textbox', { name: t('payments:filter.name') }).fill(`${month}-${year}`);
    await main.getByRole('status').filter({ hasText: year }).first().waitFor();
  },
  retention: 'folders',
  saved: 'save-dialog',
};

/** The menu of what is handed over, at some documents of a result. */
async function openDeliveryMenu({ page, t, seeded }: SeededStage): Promise<void> {
  await openAt(page, `#/results/${seeded.resultSetId}/dispatches?saved=${seeded.savedId}`);
  await rowsOf(page).nth(1).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: t('dossier:handOver.name') })
    .click();
  await page.getByRole('menuitem').first().waitFor();
}

async function compareLedger({ page }: SeededStage): Promise<void> {
  await openAt(page, '#/cuadratura');
  await page
    .getByRole('main')
    .getByRole('textbox')
    .first()
    .fill(await purchaseLedger(page));
  await page.getByRole('main').locator('button[type=submit]').click();
  await rowsOf(page).first().waitFor();
}

const screens = [...addressedScreens, ...folderScreens, ...openedScreens, ...overlaidScreens];

function screenOf(topic: string, shown: string | Show): Screen {
  if (typeof shown !== 'string') return { name: topic, show: shown };
  const screen = screens.find(({ name }) => name === shown);
  if (!screen) throw new Error(`no screen ${shown}`);
  return { name: topic, show: screen.show };
}

// Made into the pictures of the help by `npm run pictures`.
test.setTimeout(1_200_000);
for (const language of ['es-CL', 'en'] as const) {
  test(`the pictures of the help, ${language}`, async ({ openFixture, agency }) => {
    const app = await openFixture({ size, colorScheme: 'light' });
    const { page } = app;
    page.setDefaultTimeout(30_000);
    const shoot = shooter(page, `help-${language}`, [size]);
    await page.waitForLoadState('load');
    await ask(page, 'settings.change', { language });
    await page.reload();
    const stage = { page, agency, t: translationsOf(language), tell: app.tell };
    for (const [topic, name] of Object.entries(firstTopics)) {
      const screen = firstScreens.find((each) => each.name === name);
      if (screen) await picture(stage, { name: topic, show: screen.show }, shoot);
    }
    const seeded = await seedStage(app, agency, documents);
    for (const [topic, shown] of Object.entries(shownByTopic)) {
      await picture({ ...stage, seeded }, screenOf(topic, shown), shoot);
    }
  });
}
