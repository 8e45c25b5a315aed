import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Gives a control the focus, once it is there. */
export async function focus(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible();
  const element = control.element();
  if (element instanceof HTMLElement) element.focus();
  await expect.element(control).toHaveFocus();
}
