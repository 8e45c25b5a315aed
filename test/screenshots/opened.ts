import { expect, type Page } from '@playwright/test';
import type { MisbehaviourName } from '../../electron/practice/index.ts';
import { rowsOf } from '../e2e/support/rows.ts';
import type { Seeded } from '../e2e/support/seeded-desk.ts';
import { ask } from '../support/bridge.ts';
import { closeWhatIsOpen, goTo, type Screen, type Stage } from './screens.ts';
import { sizes } from './shooter.ts';

const [smallest = { width: 1366, height: 768 }] = sizes;

const aRow = (page: Page, place = 0) => rowsOf(page).nth(place);

interface DialogOptions {
  /** Whether its button wants a row to be chosen. */
  ofRow?: boolean;
}

/** Opens a dialog of a screen by its button. */
function dialogOf(
  name: string,
  address: string,
  button: string,
  { ofRow = false }: DialogOptions = {},
): Screen {
  return {
    name,
    show: async ({ page, say }) => {
      await closeWhatIsOpen(page);
      await goTo(page, address);
      if (ofRow) await aRow(page).click();
      await page
        .getByRole('main')
        .getByRole('button', { name: say(button) })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  };
}

/** What the box says of a text. */
function understood(name: string, text: string): Screen {
  return {
    name,
    show: async ({ page, say }) => {
      await closeWhatIsOpen(page);
      await page.getByRole('combobox', { name: say('search:box') }).fill(text);
      await page.getByRole('dialog', { name: say('search:understood') }).waitFor();
    },
  };
}

async function misbehave({ page }: Stage, name: MisbehaviourName, isOn: boolean): Promise<void> {
  await ask(page, 'practice.misbehave', { name, isOn });
}

/** Downloads one more document, and waits until that has ended: one alone meets every fault of a kind that comes a few times. */
async function downloadMore(page: Page, { resultSetId, batchId }: Seeded): Promise<string> {
  const batches = () => ask(page, 'downloads.list', undefined);
  const folder = (await batches()).find(({ id }) => id === batchId)?.folder ?? '';
  // None of the first ones, which are in the folder already.
  const window = { offset: 130, limit: 1, sort: [], filter: '', group: 'none' as const };
  const { rows } = await ask(page, 'rows.window', { resultSetId, list: 'documents', ...window });
  const documents = rows.flatMap((row) => ('type' in row ? [row] : []));
  const more = await ask(page, 'downloads.start', {
    ...{ folder, name: 'Octubre', withInactive: false, again: false },
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

/** What lies over a screen, and the states that the app is in when something is wrong. Each can be shown from wherever the last one left off. */
export const statesOf = (seeded: Seeded): readonly Screen[] => {
  const { resultSetId, savedId, dispatch } = seeded;
  return [
    understood('understood-digit', '9.068.826-1 76.086.428-5'),
    understood('understood-wrong', '012.345.678-5 410887'),
    understood('understood-paper', 'SHENZHEN'),
    {
      name: 'recent',
      show: async ({ page, say }) => {
        await closeWhatIsOpen(page);
        await ask(page, 'search.start', {
          ...{ kind: 'range', connectionIds: [dispatch.connectionId], ruts: [dispatch.rut], complete: false },
          ...{ range: { kind: 'last-days', days: 30 }, types: { kind: 'some', names: ['FACTURA AGENCIA'] } },
        });
        await page.reload();
        const box = page.getByRole('combobox', { name: say('search:box') });
        await box.fill('');
        await box.click();
      },
    },
    {
      name: 'agency-menu',
      show: async ({ page, say }) => {
        await closeWhatIsOpen(page);
        await page.getByRole('button', { name: say('search:agencyLabel') }).click();
        await page.getByRole('menu').waitFor();
      },
    },
    ...(['group', 'excel'] as const).map((button) => ({
      name: `${button}-menu`,
      show: async ({ page, say }: Stage) => {
        await closeWhatIsOpen(page);
        await goTo(page, `#/results/${resultSetId}/documents?saved=${savedId}`);
        await aRow(page).waitFor();
        await page
          .getByRole('main')
          .getByRole('button', { name: say(`results:${button}`) })
          .click();
        await page.getByRole('menu').waitFor();
      },
    })),
    {
      name: 'grouped',
      show: async ({ page, say }) => {
        await closeWhatIsOpen(page);
        await page
          .getByRole('main')
          .getByRole('button', { name: say('results:group') })
          .click();
        await page.getByRole('menuitemradio', { name: say('results:groupBy.dispatch') }).click();
      },
    },
    dialogOf('note-dialog', '#/missing/gaps', 'missing:note', { ofRow: true }),
    dialogOf('messages', '#/missing/gaps', 'missing:messages', { ofRow: true }),
    dialogOf('expect-dialog', '#/missing/expected', 'missing:expectOther', { ofRow: true }),
    dialogOf('dismiss-dialog', '#/review', 'review:dismiss', { ofRow: true }),
    dialogOf('agency-rut', '#/review', 'review:agencyRut', { ofRow: true }),
    dialogOf('keep-dialog', '#/folders', 'folders:set', { ofRow: true }),
    {
      name: 'merge-dialog',
      show: async ({ page, say }) => {
        await closeWhatIsOpen(page);
        await goTo(page, '#/folders');
        await aRow(page, 1).click();
        await page
          .getByRole('main')
          .getByRole('button', { name: say('handover:handOver') })
          .click();
        await page.getByRole('menuitem').first().click();
        await page.getByRole('dialog').waitFor();
      },
    },
    dialogOf('add-clients', '#/clients', 'clients:add'),
    dialogOf('replace-key', '#/connections', 'connections:replaceKey'),
    dialogOf('change-agency', '#/connections', 'connections:change'),
    dialogOf('remove-agency', '#/connections', 'connections:remove'),
    {
      name: 'settings-end',
      show: async ({ page, say }) => {
        await closeWhatIsOpen(page);
        await goTo(page, '#/settings');
        // Where the smaller window is scrolled to, the larger one shows it as well.
        await page.setViewportSize(smallest);
        await page.getByRole('button', { name: say('settings:licences') }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'proxy-login',
      show: async ({ page, tell }) => {
        await closeWhatIsOpen(page);
        await tell('proxy.asks', {
          ...{ id: 'question', proxy: 'proxy.oficina:8080', realm: 'Oficina', again: true, canKeep: true },
        });
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      name: 'damaged',
      show: async (stage) => {
        const { page } = stage;
        await closeWhatIsOpen(page);
        await misbehave(stage, 'papers-damaged', true);
        await goTo(page, `#/downloads/${await downloadMore(page, seeded)}`);
        await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      },
    },
    {
      name: 'empty-result',
      show: async ({ page }) => {
        await closeWhatIsOpen(page);
        const connections = await ask(page, 'connections.list', undefined);
        const connection = connections.find(({ isPractice }) => isPractice);
        if (!connection) throw new Error('the desk has no practice agency');
        const empty = await ask(page, 'search.start', {
          ...{ kind: 'range', connectionIds: [connection.id], ruts: [dispatch.rut], complete: false },
          range: { kind: 'days', start: '2015-01-01', end: '2015-01-02' },
          types: { kind: 'all', operation: 'both' },
        });
        await goTo(page, `#/results/${empty.resultSetId}/documents`);
      },
    },
    {
      name: 'refused',
      show: async (stage) => {
        const { page, say } = stage;
        await misbehave(stage, 'key-refused', true);
        // Else the list would be grouped, as it was left.
        await page.reload();
        await goTo(page, `#/results/${resultSetId}/documents?saved=${savedId}`);
        await aRow(page).waitFor();
        await page.getByRole('grid').focus();
        await page.keyboard.press('F5');
        await page.getByRole('button', { name: say('results:problems_one') }).click();
        await page.getByRole('alert').first().waitFor();
      },
    },
    {
      name: 'agency-refuses',
      show: async (stage) => {
        const { page, say } = stage;
        await goTo(page, '#/connections');
        await page
          .getByRole('main')
          .getByRole('button', { name: say('connections:try') })
          .last()
          .click();
        await page.getByRole('alert').waitFor();
        await misbehave(stage, 'key-refused', false);
      },
    },
    {
      name: 'offline',
      show: async ({ page, say }) => {
        await closeWhatIsOpen(page);
        await ask(page, 'practice.misbehave', { name: 'offline', isOn: true });
        await goTo(page, `#/results/${resultSetId}/documents?saved=${savedId}`);
        await aRow(page).waitFor();
        await page.getByRole('grid').focus();
        await page.keyboard.press('F5');
        // It is tried again for a while before it is given up.
        const line = page.getByRole('status').getByText(say('results:offline'));
        await line.first().waitFor({ timeout: 60_000 });
      },
    },
  ];
};
