import { expect, type Page } from '@playwright/test';
import { rowsOf } from '../e2e/support/rows.ts';
import type { Seeded } from '../e2e/support/seeded-app.ts';
import type { InjectedFaultName } from '../support/agency/practice-agency.ts';
import { ask } from '../support/app/bridge.ts';
import { openAt, type Screen, type SeededStage } from './screens.ts';

async function faults({ page }: SeededStage, name: InjectedFaultName): Promise<void> {
  await ask(page, 'practice.setFault', { name, isOn: true });
}

/**
 * Downloads one more document, and waits until that has ended: one alone meets every fault of a kind that
 * comes a few times.
 */
async function downloadMore(page: Page, { resultSetId, batchId }: Seeded): Promise<string> {
  const batches = () => ask(page, 'downloads.list', undefined);
  const folder = (await batches()).find(({ id }) => id === batchId)?.folder ?? '';
  // None of the first ones, which are in the folder already.
  const window = { offset: 130, limit: 1, sort: [], filter: '', group: 'none' as const };
  const { rows } = await ask(page, 'rows.page', { resultSetId, list: 'documents', ...window });
  const documents = rows.flatMap((row) => ('type' in row ? [row] : []));
  const more = await ask(page, 'downloads.start', {
    folder,
    name: 'Octubre',
    withInactive: false,
    force: false,
    selection: {
      kind: 'some',
      documents: documents.map(({ connectionId, id }) => ({ connectionId, id })),
    },
  });
  await expect
    .poll(async () => (await batches()).find(({ id }) => id === more.batchId)?.state.kind, {
      timeout: 60_000,
    })
    .toBe('ended');
  return more.batchId;
}

/** Asks the saved search again, while its list is shown. */
async function askAgain({ page, seeded: { resultSetId, savedId } }: SeededStage): Promise<void> {
  await openAt(page, `#/results/${resultSetId}/documents?saved=${savedId}`);
  await rowsOf(page).first().waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('F5');
}

/** States that the app is in when something is wrong, or nothing is there. */
export const errorScreens: readonly Screen[] = [
  {
    name: 'damaged',
    show: async (stage) => {
      const { page, seeded } = stage;
      await faults(stage, 'papers-damaged');
      await openAt(page, `#/downloads/${await downloadMore(page, seeded)}`);
    },
  },
  {
    name: 'unproven',
    show: async (stage) => {
      const { page, seeded } = stage;
      await faults(stage, 'papers-half');
      await openAt(page, `#/downloads/${await downloadMore(page, seeded)}`);
    },
  },
  {
    name: 'empty-result',
    show: async ({ page, seeded: { dispatch } }) => {
      const empty = await ask(page, 'search.start', {
        kind: 'range',
        connectionIds: [dispatch.connectionId],
        ruts: [dispatch.rut],
        complete: false,
        range: { kind: 'days', start: '2015-01-01', end: '2015-01-02' },
        types: { kind: 'all', operation: 'both' },
      });
      await openAt(page, `#/results/${empty.resultSetId}/documents`);
    },
  },
  {
    name: 'refused',
    show: async (stage) => {
      await faults(stage, 'key-refused');
      await askAgain(stage);
      await stage.page.getByRole('button', { name: stage.t('results:problems_one') }).click();
      await stage.page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'agency-refuses',
    show: async (stage) => {
      const { page, t } = stage;
      await faults(stage, 'key-refused');
      await openAt(page, '#/connections');
      await page
        .getByRole('main')
        .getByRole('button', { name: t('connections:try') })
        .last()
        .click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'offline',
    show: async (stage) => {
      await faults(stage, 'offline');
      await askAgain(stage);
      // It is tried again for a while before it is given up.
      const line = stage.page.getByRole('status').getByText(stage.t('results:offline'));
      await line.first().waitFor({ timeout: 60_000 });
    },
  },
];
