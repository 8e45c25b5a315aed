import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { statesOf } from '../../screenshots/opened.ts';
import { addressesOf, firstScreens, goTo, openedScreens } from '../../screenshots/screens.ts';
import { wordsOf } from '../../screenshots/words.ts';
import { ask } from '../../support/bridge.ts';
import { namelessControls, seriousFindings } from '../support/accessible.ts';
import { seedDesk } from '../support/seeded-desk.ts';
import { expect, test } from '../support/test.ts';

const listsOfFolders = [
  ...['#/missing/gaps', '#/missing/matrix', '#/missing/asked', '#/missing/expected'],
  ...['#/payments/list', '#/payments/state', '#/payments/analysis'],
  ...['#/review', '#/folders', '#/cuadratura', '#/handovers'],
];

/** Tells what is wrong with the page as it is when it is looked at, in both themes, and counts the controls that were seen. */
function createExaminer(page: Page) {
  let controls = 0;
  return {
    seen: () => controls,
    look: async (name: string) => {
      // What is asked of an agency that cannot be reached is tried again for a while.
      await expect(page.locator('[aria-busy=true]'), `${name}: what is on its way`).toHaveCount(0, {
        timeout: 90_000,
      });
      const tree = await namelessControls(page);
      controls += tree.controls;
      expect.soft(tree.nameless, `${name}: controls without a name`).toEqual([]);
      for (const theme of ['dark', 'light'] as const) {
        await inTheme(page, theme);
        expect.soft(await seriousFindings(page), `${name}, ${theme}`).toEqual([]);
      }
    },
  };
}

/** Nothing is looked at in the middle of a transition. */
async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

// Each in a browser of its own.
test.describe.configure({ mode: 'parallel' });

for (const language of ['es-CL', 'en'] as const) {
  test(`axe finds nothing serious on any screen, light or dark, and every control has a name: ${language}`, async ({
    openDesk,
    agency,
    folder,
  }) => {
    test.setTimeout(900_000);
    const desk = await openDesk({ size: { width: 1366, height: 768 } });
    const { page, tell } = desk;
    page.setDefaultTimeout(60_000);
    await page.waitForLoadState('load');
    await ask(page, 'settings.change', { language });
    await page.reload();
    const stage = { page, agency, say: wordsOf(language), tell };
    const { look, seen } = createExaminer(page);

    for (const { name, show } of firstScreens) {
      await show(stage);
      await look(name);
    }
    const seeded = await seedDesk(desk, join(folder, 'Carpetas'));
    await page.reload();
    for (const address of [...Object.values(addressesOf(seeded)), ...listsOfFolders]) {
      await goTo(page, address);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      await look(address.replace(/[0-9a-f-]{20,}/g, '…'));
    }
    for (const { name, show } of [...openedScreens(seeded), ...statesOf(seeded)]) {
      await show(stage);
      await look(name);
    }

    expect(seen(), 'controls looked at').toBeGreaterThan(1000);
  });
}
