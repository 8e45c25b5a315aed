import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** More presses than any screen of the app has controls. */
const maxPresses = 80;

/** Presses Tab, or Shift and Tab, until a control has the focus. */
export async function tabTo(control: Locator, way: 'forward' | 'back' = 'forward'): Promise<void> {
  await expect.element(control).toBeVisible();
  for (let presses = 0; presses < maxPresses; presses++) {
    if (document.activeElement === control.element()) return;
    await userEvent.tab({ shift: way === 'back' });
  }
  throw new Error(`Tab does not reach ${control.selector}`);
}

/** Waits until the keyboard is somewhere, and not lost to the page's body. */
export async function expectFocus(): Promise<void> {
  await expect.poll(() => document.activeElement).not.toBe(document.body);
}
