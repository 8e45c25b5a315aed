import { buffer } from 'node:stream/consumers';
import { expect, type Page } from '@playwright/test';
import { worksheetsBytes } from '../../electron/exports/workbook.ts';
import { rowsOf } from '../e2e/support/rows.ts';
import { ask } from '../support/app/bridge.ts';
import { purchaseLedger } from './purchase-ledger.ts';
import { openAt, type Screen, type SeededStage } from './screens.ts';

/** Said by invoices of the practice agency. */
const word = 'FACTURA';

/** Pastes known numbers, and other lines, into an inspection package. */
export async function pastePackage({ page, agency }: SeededStage, others: readonly string[]): Promise<void> {
  await openAt(page, '#/package');
  const numbers = agency.data.dispatches.slice(-4).map(({ number }) => number);
  await page
    .getByRole('main')
    .getByRole('textbox')
    .first()
    .fill([...numbers, ...others].join('\n'));
  await rowsOf(page).first().waitFor();
}

/** Opens what downloaded files say, with the lines around it, once all that is read at once is read. */
async function openHits({ page, t }: SeededStage): Promise<void> {
  const unread = async () => (await ask(page, 'texts.status', undefined)).waiting;
  await expect.poll(unread, { timeout: 60_000 }).toBe(0);
  await openAt(page, `#/found/${word}/text`);
  await page.getByRole('main').getByText(t('texts:total_other')).waitFor();
  await page.getByRole('main').locator('mark').first().waitFor();
  // A text that comes later than its screen would be missing.
  await page.getByRole('button', { name: t('results:foundUnread') }).waitFor();
}

/** Compares the lines of a purchase ledger that comes as a workbook. */
async function compareWorkbook({ page }: SeededStage): Promise<void> {
  const lines = (await purchaseLedger(page)).split('\n').map((line) => line.split('\t'));
  const rows = lines.map((cells) => cells.map((text) => ({ kind: 'text' as const, text })));
  await openAt(page, '#/cuadratura');
  await page.locator('input[type=file]').setInputFiles({
    name: 'compras.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await buffer(worksheetsBytes([{ name: 'Compras', rows, headings: [0], frozenRows: 1 }])),
  });
  await rowsOf(page).first().waitFor();
}

async function firstHit(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('checkbox').first().check();
}

/** What is in sight in the middle of the work: files that are read, a pasted list, sheets to print. */
export const workScreens: readonly Screen[] = [
  {
    name: 'hits',
    show: async (stage) => {
      await openHits(stage);
      await firstHit(stage.page);
    },
  },
  {
    name: 'hits-unread',
    show: async (stage) => {
      await openHits(stage);
      await stage.page
        .getByRole('main')
        .locator('summary')
        .filter({ hasText: stage.t('texts:unread') })
        .click();
    },
  },
  {
    name: 'print-dialog',
    show: async ({ page, seeded, t }) => {
      await openAt(page, `#/results/${seeded.resultSetId}/documents?saved=${seeded.savedId}`);
      // The system's dialog would wait for a person.
      await page.evaluate(() => {
        window.print = () => undefined;
      });
      await rowsOf(page).first().click();
      await page.keyboard.press('Control+p');
      const dialog = page.getByRole('dialog', { name: t('deliveries:print.title') });
      await dialog.getByRole('button', { name: t('deliveries:print.again') }).waitFor();
    },
  },
  {
    name: 'reconciled',
    show: async (stage) => {
      await compareWorkbook(stage);
      await rowsOf(stage.page).nth(1).click();
    },
  },
  {
    name: 'package-pasted',
    show: (stage) => pastePackage(stage, ['400001', 'sin número']),
  },
];
