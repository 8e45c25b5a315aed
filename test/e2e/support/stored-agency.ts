import { expect, type Page } from '@playwright/test';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import { findCases, type PracticeAgency, type PracticeCases } from '../../support/agency/practice-agency.ts';
import { ask } from '../../support/app/bridge.ts';
import { startAgency } from './agency.ts';
import type { AppUnderTest } from './app.ts';
import { test as base } from './test.ts';

/** An app that keeps all that an agency has, as after a person has asked for every dispatch. */
export interface StoredAgency {
  app: AppUnderTest;
  page: Page;
  agency: PracticeAgency;
  /** The odd cases of its data, found from the data itself. */
  cases: PracticeCases;
  connectionId: string;
}

/** Playwright's `test` with an agency whose data holds every case of complete folders. */
export const test = base.extend<{ fullAgency: PracticeAgency }>({
  // A control that does not come is told before the test's own end.
  actionTimeout: 60_000,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  fullAgency: async ({}, use) => {
    const agency = await startAgency({ documents: 900, clients: 3, seed: 'carpeta' });
    await use(agency);
    await agency.close();
  },
});

/**
 * Connects an app to an agency and keeps everything that it has, each dispatch asked for completely unless
 * `complete` is false.
 */
export async function storeAll(
  app: AppUnderTest,
  agency: PracticeAgency,
  { complete = true } = {},
): Promise<StoredAgency> {
  const { page } = app;
  await page.waitForLoadState();
  const { baseUrl, key } = agency;
  const connection = await ask(page, 'connections.add', {
    name: 'Agencia Pérez',
    baseUrl,
    agency: agency.agency,
    key,
  });
  await ask(page, 'clients.save', {
    clients: agency.clients.map((client) => ({ ...client, email: '', folder: '' })),
  });
  const { resultSetId } = await ask(page, 'search.start', {
    kind: 'range',
    connectionIds: [connection.id],
    ruts: agency.clients.map(({ rut }) => rut),
    range: { kind: 'last-days', days: 800 },
    types: { kind: 'all', operation: 'both' },
    complete,
  });
  await expect
    .poll(async () => (await ask(page, 'search.progress', { resultSetId })).state, { timeout: 120_000 })
    .toBe('done');
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Navegación' })).toBeVisible();
  return { app, page, agency, cases: findCases(agency.data), connectionId: connection.id };
}

/** Downloads every document of dispatches into a folder, and waits for the end. */
export async function download(
  { app, page }: StoredAgency,
  folder: string,
  dispatches: readonly DispatchKey[],
): Promise<void> {
  let chosen: Promise<string | undefined> | undefined;
  await app.choosing(folder, async () => {
    chosen = ask(page, 'folder.choose', { title: 'Carpetas' });
  });
  await chosen;
  const documents: { connectionId: string; id: string }[] = [];
  for (const dispatch of dispatches) {
    for (const { connectionId, documentId: id } of await ask(page, 'deliveries.documents', dispatch)) {
      documents.push({ connectionId, id });
    }
  }
  const { batchId } = await ask(page, 'downloads.start', {
    selection: { kind: 'some', documents },
    folder,
    withInactive: false,
    force: false,
  });
  await expect
    .poll(
      async () => {
        const batches = await ask(page, 'downloads.list', undefined);
        return batches.find(({ id }) => id === batchId)?.state.kind;
      },
      { timeout: 120_000 },
    )
    .toBe('ended');
}

/** Goes to a screen by the sidebar. */
export async function openBySidebar(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Navegación' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

/** Goes to the list of retention dates, by the settings. */
export async function openRetention(page: Page): Promise<void> {
  await openBySidebar(page, 'Ajustes');
  await page.getByText('Avanzado', { exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Conservación' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Conservación' })).toBeVisible();
}

/** Goes to sums of disbursements, from another part of their screen. */
export async function openSums(page: Page, part: 'Sumas por estado' | 'Sumas por concepto'): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Partes de Desembolsos' });
  const advanced = tabs.getByRole('button', { name: 'Avanzado' });
  if ((await advanced.getAttribute('aria-expanded')) === 'false') await advanced.click();
  await tabs.getByRole('link', { name: part }).click();
}

/** Goes to the list of disbursements, beside their table. */
export async function openDisbursements(page: Page): Promise<void> {
  await openBySidebar(page, 'Desembolsos');
  const tabs = page.getByRole('navigation', { name: 'Partes de Desembolsos' });
  await tabs.getByRole('link', { name: 'Desembolsos' }).click();
}

export { expect } from '@playwright/test';
