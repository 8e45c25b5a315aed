import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page, type TestInfo } from '@playwright/test';
import type { PracticeAgency } from '../../support/agency/practice-agency.ts';
import { startAgency } from './agency.ts';
import { type AppSettings, type AppUnderTest, startApp } from './app.ts';
import { type KillableApp, startKillableApp } from './killable-app.ts';
import { removeFolder } from './remove-folder.ts';

/** What a project of Playwright says about the page. */
export interface PageOptions {
  /** Folder of the page that the apps show; the one that people get unless a project says otherwise. */
  pageFolder: string | undefined;
}

interface Fixtures extends PageOptions {
  /** A folder that is gone after the test. */
  folder: string;
  /**
   * Opens the main window; the same person's each time within a test. Closed by itself when the test ends.
   */
  openFixture: (settings?: Omit<AppSettings, 'home'>) => Promise<AppUnderTest>;
  /** Starts the app in a process that can be killed; whatever is left of it is, when the test ends. */
  startKillableApp: () => Promise<KillableApp>;
  /** A practice agency with few documents, always the same ones. */
  agency: PracticeAgency;
}

/** Playwright's `test` with an app and an agency. */
export const test = base.extend<Fixtures>({
  pageFolder: [undefined, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'carpeta-e2e-'));
    await use(folder);
    await removeFolder(folder);
  },
  openFixture: async ({ folder, pageFolder }, use, info) => {
    const apps: AppUnderTest[] = [];
    await use(async (settings = {}) => {
      const app = await startApp({ home: join(folder, 'home'), pageFolder, ...settings });
      apps.push(app);
      return app;
    });
    for (const { page, close } of apps) {
      await attachPage(page, info);
      await close();
    }
  },
  startKillableApp: async ({ folder, pageFolder }, use, info) => {
    const apps: KillableApp[] = [];
    await use(async () => {
      const app = await startKillableApp(join(folder, 'home'), pageFolder);
      apps.push(app);
      return app;
    });
    for (const { page, kill } of apps) {
      await attachPage(page, info);
      await kill();
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  agency: async ({}, use) => {
    const agency = await startAgency({ documents: 400, clients: 4, seed: 'e2e' });
    await use(agency);
    await agency.close();
  },
});

/** Keeps a picture of the page of a test that has failed. */
export async function attachPage(page: Page, info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus || page.isClosed()) return;
  await info.attach('page', { body: await page.screenshot(), contentType: 'image/png' });
}

export { expect } from '@playwright/test';
