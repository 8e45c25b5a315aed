import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page, type TestInfo } from '@playwright/test';
import { type PracticeAgency, startPractice } from '../../../electron/practice/index.ts';
import { type DeskSettings, type DeskUnderTest, startDesk } from './desk.ts';
import { type KillableDesk, startKillableDesk } from './killable-desk.ts';
import { removeFolder } from './remove-folder.ts';

/** What a project of Playwright says about the page. */
export interface PageOptions {
  /** Folder of the page that the desks show; the one that people get unless a project says otherwise. */
  pageFolder: string | undefined;
}

interface Fixtures extends PageOptions {
  /** A folder that is gone after the test. */
  folder: string;
  /** Opens the desk; the same person's each time within a test. Closed by itself when the test ends. */
  openDesk: (settings?: Omit<DeskSettings, 'home'>) => Promise<DeskUnderTest>;
  /** Starts the desk in a process that can be killed; whatever is left of it is, when the test ends. */
  startKillableDesk: () => Promise<KillableDesk>;
  /** A practice agency with few documents, always the same ones. */
  agency: PracticeAgency;
}

/** Playwright's `test` with a desk and an agency. */
export const test = base.extend<Fixtures>({
  pageFolder: [undefined, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'carpeta-e2e-'));
    await use(folder);
    await removeFolder(folder);
  },
  openDesk: async ({ folder, pageFolder }, use, info) => {
    const desks: DeskUnderTest[] = [];
    await use(async (settings = {}) => {
      const desk = await startDesk({ home: join(folder, 'home'), pageFolder, ...settings });
      desks.push(desk);
      return desk;
    });
    for (const { page, close } of desks) {
      await attachPage(page, info);
      await close();
    }
  },
  startKillableDesk: async ({ folder, pageFolder }, use, info) => {
    const desks: KillableDesk[] = [];
    await use(async () => {
      const desk = await startKillableDesk(join(folder, 'home'), pageFolder);
      desks.push(desk);
      return desk;
    });
    for (const { page, kill } of desks) {
      await attachPage(page, info);
      await kill();
    }
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  agency: async ({}, use) => {
    const agency = await startPractice({ documents: 400, clients: 4, seed: 'e2e' });
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
