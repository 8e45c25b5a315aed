import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';

const root = join(import.meta.dirname, '../../test-results/screenshots');

export const sizes = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

/**
 * Takes pictures into a folder of its own, `NAME-WIDTH` when there are several sizes, each once nothing moves
 * any more.
 */
export function shooter(
  page: Page,
  into: string,
  inSizes: readonly { width: number; height: number }[] = sizes,
): (name: string) => Promise<void> {
  return async (name) => {
    for (const size of inSizes) {
      await page.setViewportSize(size);
      await page.mouse.move(0, 0);
      await untilIdle(page);
      const folder = join(root, inSizes.length > 1 ? `${into}-${size.width}` : into);
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
    }
  };
}

/** Waits until nothing is loading: no busy region, and two pictures in a row that are alike. */
async function untilIdle(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  let before = '';
  await expect(async () => {
    const now = (await page.screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64');
    const same = now === before;
    before = now;
    expect(same).toBe(true);
  }).toPass({ intervals: [100], timeout: 30_000 });
}
