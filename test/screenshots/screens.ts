import { expect, type Page, test } from '@playwright/test';
import type { AppUnderTest } from '../e2e/support/app.ts';
import { rowsOf } from '../e2e/support/rows.ts';
import type { Seeded } from '../e2e/support/seeded-app.ts';
import type { PracticeAgency } from '../support/agency/practice-agency.ts';
import { ask } from '../support/app/bridge.ts';
import { bringChanges } from './bring-changes.ts';
import { sizes } from './shooter.ts';
import type { Translate } from './translations.ts';

const [smallest = { width: 1366, height: 768 }] = sizes;

/** What a screen is shown from. */
export interface Stage {
  page: Page;
  agency: PracticeAgency;
  t: Translate;
  tell: AppUnderTest['tell'];
}

/** A stage on an app that has been worked with. */
export interface SeededStage extends Stage {
  seeded: Seeded;
}

/**
 * A screen or state worth looking at. Each can be shown from wherever the app is, whatever was shown before.
 */
export interface Screen<From extends Stage = SeededStage> {
  name: string;
  show: (stage: From) => Promise<void>;
}

/** Shows a screen with the practice agency as it should be, whatever another screen had it do wrong. */
export async function showScreen<From extends Stage>(stage: From, screen: Screen<From>): Promise<void> {
  for (const name of (await ask(stage.page, 'practice.faults', undefined)).active) {
    await ask(stage.page, 'practice.setFault', { name, isOn: false });
  }
  await screen.show(stage);
}

/**
 * Shows a screen and takes its picture; one that does not come is named, where the page itself might be
 * waited for without end.
 */
export async function picture<From extends Stage>(
  stage: From,
  screen: Screen<From>,
  shoot: (name: string) => Promise<void>,
): Promise<void> {
  const action = async () => {
    await showScreen(stage, screen);
    await shoot(screen.name);
  };
  await test.step(screen.name, action, { timeout: 90_000 });
}

/** Opens the screen of an address anew: nothing is left of what was on the page before. */
export async function openAt(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => {
    location.hash = address;
  }, hash);
  await page.reload();
  await page.getByRole('main').getByRole('heading').first().waitFor();
}

/** Where rows that are on their way would stand. */
const onTheirWay = '[data-waiting], [aria-busy=true]';

/** Clicks a row of the list that is shown, once all that is in sight has come. */
async function chooseRow(page: Page, index = 0, options: { button?: 'right' } = {}): Promise<void> {
  await rowsOf(page).nth(index).waitFor();
  await expect(page.getByRole('main').locator(onTheirWay)).toHaveCount(0);
  await rowsOf(page).nth(index).click(options);
}

async function fillForm({ page, agency, t }: Stage, key: string): Promise<void> {
  await page.getByLabel(t('connections:field.name')).fill('Agencia Pérez');
  await page.getByLabel(t('connections:field.baseUrl')).fill(agency.baseUrl);
  await page.getByLabel(t('connections:field.agency')).fill(agency.agency);
  await page.getByLabel(t('connections:key')).first().fill(key);
}

/** The first run, as on an app without a connection. */
async function openFirstRun({ page, t }: Stage): Promise<void> {
  for (const { id } of await ask(page, 'connections.list', undefined)) {
    await ask(page, 'connections.remove', { id });
  }
  await openAt(page, '#/home');
  await page.getByRole('heading', { name: t('connections:start.title') }).waitFor();
}

async function openForm(stage: Stage, key: string): Promise<void> {
  await openFirstRun(stage);
  await stage.page.getByRole('button', { name: stage.t('connections:start.connect') }).click();
  await fillForm(stage, key);
}

async function pasteClients(stage: Stage): Promise<void> {
  const { page, agency, t } = stage;
  await openForm(stage, agency.key);
  await page
    .getByRole('button', { name: t('connections:add'), exact: true })
    .last()
    .click();
  await page.getByRole('heading', { name: t('connections:start.clients') }).waitFor();
  const lines = agency.clients.map(({ rut, name }) => `${rut}\t${name}`);
  const pasted = [...lines, '12.345.678-9\tCon un dígito equivocado', '12.34.678-5\tSin forma de RUT'];
  await page.getByRole('textbox').fill(pasted.join('\n'));
}

/** What a new person meets, on an app that holds nothing to lose. */
export const firstScreens: readonly Screen<Stage>[] = [
  { name: 'first-run', show: openFirstRun },
  { name: 'connect', show: (stage) => openForm(stage, stage.agency.revokedKey) },
  {
    name: 'key-refused',
    show: async (stage) => {
      const { page, agency, t } = stage;
      await openForm(stage, agency.revokedKey);
      await page.getByRole('button', { name: t('connections:try') }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'paste-clients', show: pasteClients },
  {
    name: 'first-home',
    show: async (stage) => {
      await pasteClients(stage);
      await stage.page.getByRole('button', { name: /\d+ client/ }).click();
      await stage.page.getByRole('navigation').waitFor();
    },
  },
];

type AddressOf = (seeded: Seeded) => string;

const results =
  (list: string): AddressOf =>
  ({ resultSetId, savedId }) =>
    `#/results/${resultSetId}/${list}?saved=${savedId}`;

/** Screens that an address alone opens. */
const addresses: Readonly<Record<string, AddressOf>> = {
  home: () => '#/home',
  documents: results('documents'),
  dispatches: results('dispatches'),
  disbursements: results('disbursements'),
  found: ({ dispatch }) => `#/found/${dispatch.number.slice(0, 4)}`,
  'found-nothing': () => '#/found/zzz',
  'found-inside': ({ dispatch }) => `#/found/${dispatch.number}/text`,
  news: () => '#/news',
  clients: () => '#/clients',
  connections: () => '#/connections',
  downloads: ({ batchId }) => `#/downloads/${batchId}`,
  settings: () => '#/settings',
  help: () => '#/help/download',
  package: () => '#/package',
};

/** Lists of folders, each opened by an address alone. */
const listsOfFolders: Readonly<Record<string, AddressOf>> = {
  'missing-gaps': () => '#/missing/gaps',
  'missing-matrix': () => '#/missing/matrix',
  'missing-asked': () => '#/missing/asked',
  'missing-expected': () => '#/missing/expected',
  'payments-table': () => '#/payments/table',
  'payments-list': () => '#/payments/list',
  'payments-state': () => '#/payments/state',
  'payments-analysis': () => '#/payments/analysis',
  review: () => '#/review',
  folders: () => '#/folders',
  cuadratura: () => '#/cuadratura',
  deliveries: () => '#/handovers',
};

/** The addresses of all screens. */
export const screenAddresses: readonly AddressOf[] = Object.values({ ...addresses, ...listsOfFolders });

const atAddress = ([name, addressOf]: readonly [string, AddressOf]): Screen => ({
  name,
  show: ({ page, seeded }) => openAt(page, addressOf(seeded)),
});

export const addressedScreens: readonly Screen[] = Object.entries(addresses).map(atAddress);
export const folderScreens: readonly Screen[] = Object.entries(listsOfFolders).map(atAddress);

/** A button, menu or dialog that is opened at an address. */
interface Opening {
  address: AddressOf | string;
  /** Key of the word on the button. */
  button: string;
  /** Which row is chosen first; none by default. */
  row?: number;
}

async function press({ page, t, seeded }: SeededStage, { address, button, row }: Opening): Promise<void> {
  await openAt(page, typeof address === 'string' ? address : address(seeded));
  if (row !== undefined) await chooseRow(page, row);
  await page
    .getByRole('main')
    .getByRole('button', { name: t(button) })
    .first()
    .click();
}

/** A dialog or menu of a screen, opened by its button. */
function opened(name: string, role: 'dialog' | 'menu', opening: Opening): Screen {
  return {
    name,
    show: async (stage) => {
      await press(stage, opening);
      await stage.page.getByRole(role).waitFor();
    },
  };
}

/** What a button of the toolbar opens. */
function ofToolbar(name: string, button: string, isThere: (stage: Stage) => Promise<void>): Screen {
  return {
    name,
    show: async (stage) => {
      await openAt(stage.page, '#/home');
      await stage.page.getByRole('button', { name: stage.t(button) }).click();
      await isThere(stage);
    },
  };
}

async function inspectDocument({ page, seeded }: SeededStage): Promise<void> {
  await openAt(page, results('documents')(seeded));
  await chooseRow(page, 2);
  await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
}

export async function inspectDispatch({ page, seeded }: SeededStage): Promise<void> {
  await openAt(page, results('dispatches')(seeded));
  await chooseRow(page, 1);
  await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
}

/** What a person opens on top of a screen. */
export const openedScreens: readonly Screen[] = [
  { name: 'document-inspector', show: inspectDocument },
  {
    name: 'document-viewer',
    show: async (stage) => {
      await inspectDocument(stage);
      await stage.page.keyboard.press('Space');
      await stage.page.getByRole('dialog').locator('canvas').first().waitFor();
    },
  },
  { name: 'dispatch-inspector', show: inspectDispatch },
  {
    name: 'download-dialog',
    show: async (stage) => {
      const { page, t } = stage;
      await inspectDispatch(stage);
      await page
        .getByRole('button', { name: t('downloads:download') })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'keyboard-sheet',
    show: async ({ page, seeded }) => {
      await openAt(page, results('dispatches')(seeded));
      // A screen that has asked for its rows hears keys, too.
      await rowsOf(page).first().waitFor();
      await page.locator('body').press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'save-dialog',
    show: async (stage) => {
      await inspectDispatch(stage);
      await stage.page.keyboard.press('Control+S');
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  ofToolbar('dates', 'search:datesLabel', ({ page, t }) =>
    page.getByRole('button', { name: t('search:calendar.nextMonth') }).waitFor(),
  ),
  ofToolbar('types', 'search:typesLabel', ({ page }) => page.getByRole('dialog').waitFor()),
  ofToolbar('how-to', 'app-window:howTo', ({ page }) => page.getByRole('dialog').waitFor()),
  {
    name: 'tour',
    show: async ({ page, t }) => {
      await openAt(page, '#/help');
      await page.getByRole('button', { name: t('help:tour.start') }).click();
      await page.getByRole('region', { name: t('help:tour.count') }).waitFor();
    },
  },
  opened('columns', 'dialog', { address: results('dispatches'), button: 'results:columns' }),
  {
    name: 'row-menu',
    show: async ({ page, seeded }) => {
      await openAt(page, results('documents')(seeded));
      await chooseRow(page, 2, { button: 'right' });
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'news-filled',
    show: async (stage) => {
      const { page } = stage;
      await bringChanges(stage);
      await openAt(page, '#/news');
      await page.getByRole('treegrid').getByRole('row', { level: 2 }).first().click();
      await page.getByRole('complementary').getByRole('heading', { level: 2 }).waitFor();
    },
  },
  opened('misbehave', 'menu', { address: '#/connections', button: 'connections:misbehave' }),
];

/** What the box says of a text. */
function parsedQuery(name: string, text: string | ((agency: PracticeAgency) => string)): Screen {
  return {
    name,
    show: async ({ page, t, agency }) => {
      await openAt(page, '#/home');
      await page
        .getByRole('combobox', { name: t('search:box') })
        .fill(typeof text === 'string' ? text : text(agency));
      await page.getByRole('dialog', { name: t('search:understood') }).waitFor();
    },
  };
}

/** What lies over a screen. */
export const overlaidScreens: readonly Screen[] = [
  parsedQuery('understood', ({ data }) =>
    data.dispatches
      .slice(-4)
      .map(({ number }) => number)
      .join('\n'),
  ),
  parsedQuery('understood-digit', '9.068.826-1 76.086.428-5'),
  parsedQuery('understood-wrong', '012.345.678-5 410887'),
  parsedQuery('understood-paper', 'SHENZHEN'),
  {
    name: 'recent',
    show: async ({ page, t, seeded: { dispatch } }) => {
      await ask(page, 'search.start', {
        kind: 'range',
        connectionIds: [dispatch.connectionId],
        ruts: [dispatch.rut],
        complete: false,
        range: { kind: 'last-days', days: 30 },
        types: { kind: 'some', names: ['FACTURA AGENCIA'] },
      });
      await openAt(page, '#/home');
      await page.getByRole('combobox', { name: t('search:box') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  ofToolbar('agency-menu', 'search:agencyLabel', ({ page }) => page.getByRole('menu').waitFor()),
  opened('group-menu', 'menu', { address: results('documents'), button: 'results:group' }),
  opened('excel-menu', 'menu', { address: results('documents'), button: 'results:excel', row: 0 }),
  {
    name: 'grouped',
    show: async (stage) => {
      const { page, t } = stage;
      await press(stage, { address: results('documents'), button: 'results:group' });
      await page.getByRole('menuitemradio', { name: t('results:groupBy.dispatch') }).click();
      await page.getByRole('treegrid').waitFor();
    },
  },
  opened('note-dialog', 'dialog', { address: '#/missing/gaps', button: 'missing:note', row: 0 }),
  opened('messages', 'dialog', { address: '#/missing/gaps', button: 'missing:messages', row: 0 }),
  opened('expect-dialog', 'dialog', { address: '#/missing/expected', button: 'missing:expectOther', row: 0 }),
  opened('dismiss-dialog', 'dialog', { address: '#/review', button: 'review:dismiss', row: 0 }),
  {
    name: 'agency-rut',
    show: async (stage) => {
      const { page, t } = stage;
      await press(stage, { address: '#/review', button: 'ui:advanced', row: 0 });
      await page.getByRole('menuitem', { name: t('review:agencyRut') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  opened('keep-dialog', 'dialog', { address: '#/folders', button: 'folders:set', row: 0 }),
  {
    name: 'merge-dialog',
    show: async (stage) => {
      await press(stage, { address: '#/folders', button: 'dossier:handOver.name', row: 1 });
      await stage.page.getByRole('menuitem').first().click();
      await stage.page.getByRole('dialog').waitFor();
    },
  },
  opened('add-clients', 'dialog', { address: '#/clients', button: 'clients:add' }),
  opened('client-month', 'dialog', { address: '#/clients', button: 'clients:month.open', row: 0 }),
  opened('replace-key', 'dialog', { address: '#/connections', button: 'connections:replaceKey' }),
  opened('change-agency', 'dialog', { address: '#/connections', button: 'connections:change' }),
  opened('remove-agency', 'dialog', { address: '#/connections', button: 'connections:remove' }),
  {
    name: 'settings-advanced',
    show: async ({ page, t }) => {
      await openAt(page, '#/settings');
      await page.setViewportSize(smallest);
      await page
        .locator('summary')
        .filter({ hasText: t('ui:advanced') })
        .click();
      await page.getByRole('link', { name: t('dossier:lists.folders') }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-end',
    show: async ({ page, t }) => {
      await openAt(page, '#/settings');
      // Where the smaller window is scrolled to, the larger one shows it as well.
      await page.setViewportSize(smallest);
      await page.getByRole('button', { name: t('settings:licences') }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'proxy-login',
    show: async ({ page, tell }) => {
      await openAt(page, '#/home');
      await tell('proxy.asks', {
        id: 'question',
        proxy: 'proxy.oficina:8080',
        realm: 'Oficina',
        isRetry: true,
        user: 'ana',
        canSave: true,
      });
      await page.getByRole('dialog').waitFor();
    },
  },
];
