import type { Page } from '@playwright/test';
import {
  addressedScreens,
  firstScreens,
  folderScreens,
  openedScreens,
  overlaidScreens,
  showScreen,
} from '../../screenshots/screens.ts';
import { errorScreens } from '../../screenshots/troubled.ts';
import { workScreens } from '../../screenshots/work-screens.ts';
import { namelessControls, seriousFindings } from '../support/accessible.ts';
import { expect, type Looks, test } from '../support/stage.ts';

/**
 * Every rule of axe is held in both languages and in both themes. Of the four pairs two are enough: which
 * colours stand on each other does not depend on the language, and what a control is called does not depend
 * on the theme.
 */
const pairs: readonly Looks[] = [
  { language: 'es-CL', theme: 'light' },
  { language: 'en', theme: 'dark' },
];

/** Fails where axe finds something serious on the page, a control has no name, or a text has a gap. */
async function examine(page: Page, { theme }: Looks): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  // What is asked of an agency that cannot be reached is tried again for a while.
  await expect(page.locator('[aria-busy=true]'), 'what is on its way').toHaveCount(0, { timeout: 90_000 });
  let controls = 0;
  // A dialog has its name from its title, once that is drawn.
  const named = async () => {
    const found = await namelessControls(page);
    controls = found.controls;
    return found.nameless;
  };
  await expect.poll(named, 'controls without a name').toEqual([]);
  expect(controls, 'controls looked at').toBeGreaterThan(1);
  expect.soft(await seriousFindings(page)).toEqual([]);
  await expect.soft(page.getByText('{{'), 'places of texts that nothing was put into').toHaveCount(0);
}

for (const looks of pairs) {
  test.describe(`${looks.language}, ${looks.theme}`, () => {
    test.use({ looks });

    for (const screen of firstScreens) {
      test(`${screen.name}: axe finds nothing serious, and every control has a name`, async ({
        newStage,
      }) => {
        await showScreen(newStage, screen);
        await examine(newStage.page, looks);
      });
    }

    for (const screen of [
      ...addressedScreens,
      ...folderScreens,
      ...openedScreens,
      ...overlaidScreens,
      ...workScreens,
      ...errorScreens,
    ]) {
      test(`${screen.name}: axe finds nothing serious, and every control has a name`, async ({
        seededStage,
      }) => {
        await showScreen(seededStage, screen);
        await examine(seededStage.page, looks);
      });
    }
  });
}
