import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedStage } from '../e2e/support/seeded-app.ts';
import { test } from '../e2e/support/test.ts';
import { ask } from '../support/app/bridge.ts';
import { addressedScreens, firstScreens, openedScreens, overlaidScreens, picture } from './screens.ts';
import { shooter } from './shooter.ts';
import { translationsOf } from './translations.ts';
import { errorScreens } from './troubled.ts';
import { workScreens } from './work-screens.ts';

/** Seen in the pictures, and so not named at random. */
const documents = join(tmpdir(), 'Carpetas');
test.beforeEach(() => rmSync(documents, { recursive: true, force: true }));
test.afterEach(() => rmSync(documents, { recursive: true, force: true }));

for (const language of ['es-CL', 'en'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${language} ${theme}`, async ({ openFixture, agency }) => {
      const app = await openFixture({ size: { width: 1366, height: 768 }, colorScheme: theme });
      const { page } = app;
      page.setDefaultTimeout(30_000);
      const shoot = shooter(page, `${language}-${theme}`);
      await page.waitForLoadState('load');
      await ask(page, 'settings.change', { language });
      await page.reload();
      const stage = { page, agency, t: translationsOf(language), tell: app.tell };

      for (const screen of firstScreens) await picture(stage, screen, shoot);
      const seeded = await seedStage(app, agency, documents);
      for (const screen of [
        ...addressedScreens,
        ...openedScreens,
        ...overlaidScreens,
        ...workScreens,
        ...errorScreens,
      ]) {
        await picture({ ...stage, seeded }, screen, shoot);
      }
    });
  }
}
