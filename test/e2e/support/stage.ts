import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { startPractice } from '../../../electron/practice/index.ts';
import type { SeededStage, Stage } from '../../screenshots/screens.ts';
import { type Language, translationsOf } from '../../screenshots/translations.ts';
import { ask } from '../../support/app/bridge.ts';
import { type DeskUnderTest, startDesk } from './desk.ts';
import { removeFolder } from './remove-folder.ts';
import { seedStage } from './seeded-desk.ts';
import { attachPage } from './test.ts';

/** What a screen is shown in. */
export interface Looks {
  language: Language;
  theme: 'light' | 'dark';
}

interface Fixtures {
  looks: Looks;
  /** A desk that holds nothing to lose. */
  newStage: Stage;
  /** A desk that has been worked with. */
  seededStage: SeededStage;
}

interface WorkerFixtures {
  newDesk: Stored<Stage>;
  seededDesk: Stored<SeededStage>;
}

/** A desk that is kept open for all tests of a worker: each opens its screen anew. */
interface Stored<From extends Stage> {
  desk: DeskUnderTest;
  stage: Omit<From, 't'>;
}

type Use<Value> = (value: Value) => Promise<void>;

async function storeDesk<From extends Stage>(
  prepare: (desk: DeskUnderTest, stage: Omit<Stage, 't'>, folder: string) => Promise<Omit<From, 't'>>,
  use: Use<Stored<From>>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carpeta-e2e-'));
  const agency = await startPractice({ documents: 400, clients: 4, seed: 'e2e' });
  const desk = await startDesk({ home: join(folder, 'home'), size: { width: 1366, height: 768 } });
  const { page, tell } = desk;
  await page.waitForLoadState('load');
  page.setDefaultTimeout(60_000);
  await use({ desk, stage: await prepare(desk, { page, agency, tell }, folder) });
  await desk.close();
  await agency.close();
  await removeFolder(folder);
}

/** Has the page speak and look so; in the middle of a transition nothing can be looked at. */
async function put<From extends Stage>({ desk, stage }: Stored<From>, { language, theme }: Looks) {
  await ask(desk.page, 'settings.change', { language });
  await desk.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  return { ...stage, t: translationsOf(language) };
}

/** Playwright's `test` with a desk that is opened and filled once, and shown in the language and theme that `looks` says. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  looks: [{ language: 'es-CL', theme: 'light' }, { option: true }],
  newDesk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    ({}, use) => storeDesk<Stage>(async (_, stage) => stage, use),
    { scope: 'worker' },
  ],
  seededDesk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    ({}, use) =>
      storeDesk<SeededStage>(
        async (desk, stage, folder) => ({
          ...stage,
          seeded: await seedStage(desk, stage.agency, join(folder, 'Carpetas')),
        }),
        use,
      ),
    { scope: 'worker' },
  ],
  newStage: async ({ newDesk, looks }, use, info) => {
    await use((await put(newDesk, looks)) as Stage);
    await attachPage(newDesk.desk.page, info);
  },
  seededStage: async ({ seededDesk, looks }, use, info) => {
    await use((await put(seededDesk, looks)) as SeededStage);
    await attachPage(seededDesk.desk.page, info);
  },
});

export { expect } from '@playwright/test';
