import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import type { SeededStage, Stage } from '../../screenshots/screens.ts';
import { type Language, translationsOf } from '../../screenshots/translations.ts';
import { ask } from '../../support/app/bridge.ts';
import { startAgency } from './agency.ts';
import { type AppUnderTest, startApp } from './app.ts';
import { removeFolder } from './remove-folder.ts';
import { seedStage } from './seeded-app.ts';
import { attachPage } from './test.ts';

/** What a screen is shown in. */
export interface Looks {
  language: Language;
  theme: 'light' | 'dark';
}

interface Fixtures {
  looks: Looks;
  /** An app that holds nothing to lose. */
  newStage: Stage;
  /** An app that has been worked with. */
  seededStage: SeededStage;
}

interface WorkerFixtures {
  newApp: Stored<Stage>;
  seededApp: Stored<SeededStage>;
}

/** An app that is kept open for all tests of a worker: each opens its screen anew. */
interface Stored<From extends Stage> {
  app: AppUnderTest;
  stage: Omit<From, 't'>;
}

type Use<Value> = (value: Value) => Promise<void>;

async function storeStage<From extends Stage>(
  prepare: (app: AppUnderTest, stage: Omit<Stage, 't'>, folder: string) => Promise<Omit<From, 't'>>,
  use: Use<Stored<From>>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carpeta-e2e-'));
  const agency = await startAgency({ documents: 400, clients: 4, seed: 'e2e' });
  const app = await startApp({ home: join(folder, 'home'), size: { width: 1366, height: 768 } });
  const { page, tell } = app;
  await page.waitForLoadState('load');
  page.setDefaultTimeout(60_000);
  await use({ app, stage: await prepare(app, { page, agency, tell }, folder) });
  await app.close();
  await agency.close();
  await removeFolder(folder);
}

/** Has the page speak and look so; in the middle of a transition nothing can be looked at. */
async function put<From extends Stage>({ app, stage }: Stored<From>, { language, theme }: Looks) {
  await ask(app.page, 'settings.change', { language });
  await app.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  return { ...stage, t: translationsOf(language) };
}

/**
 * Playwright's `test` with an app that is opened and filled once, and shown in the language and theme that
 * `looks` says.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  looks: [{ language: 'es-CL', theme: 'light' }, { option: true }],
  newApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    ({}, use) => storeStage<Stage>(async (_, stage) => stage, use),
    { scope: 'worker' },
  ],
  seededApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    ({}, use) =>
      storeStage<SeededStage>(
        async (app, stage, folder) => ({
          ...stage,
          seeded: await seedStage(app, stage.agency, join(folder, 'Carpetas')),
        }),
        use,
      ),
    { scope: 'worker' },
  ],
  newStage: async ({ newApp, looks }, use, info) => {
    await use((await put(newApp, looks)) as Stage);
    await attachPage(newApp.app.page, info);
  },
  seededStage: async ({ seededApp, looks }, use, info) => {
    await use((await put(seededApp, looks)) as SeededStage);
    await attachPage(seededApp.app.page, info);
  },
});

export { expect } from '@playwright/test';
