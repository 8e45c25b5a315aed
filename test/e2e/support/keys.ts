import { expect, type Locator, type Page } from '@playwright/test';

/** More controls than any screen has; who comes round to the first one has met them all. */
const tabsAtMost = 80;

/** Goes to a control as a person without a mouse does, by Tab alone; fails when it cannot be reached so. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  // What cannot be used yet is passed over by Tab.
  await expect(control).toBeEnabled();
  for (let tabs = 0; tabs <= tabsAtMost; tabs++) {
    if (await hasFocus(control)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${control} is not reached by ${tabsAtMost} Tab keys`);
}

function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement);
}

/** Text or lines at once, as Ctrl+V brings them. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.insertText(text);
}

/**
 * Remembers every press of a mouse, pen or finger from now on, so that a test can say that there was none.
 */
export async function watchPointer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['pointed'] = '0';
    window.addEventListener(
      'pointerdown',
      () => {
        dataset['pointed'] = String(Number(dataset['pointed']) + 1);
      },
      true,
    );
  });
  return async () => Number(await page.locator('html').getAttribute('data-pointed'));
}
