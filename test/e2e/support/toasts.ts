import { expect, type Page } from '@playwright/test';

interface Remembering {
  shownNews?: string[];
}

/**
 * Remembers the good news that the page shows: each goes away after a few seconds, whether or not a busy
 * machine has looked by then.
 */
export async function rememberToasts(page: Page): Promise<void> {
  await page.addInitScript(remember);
  await page.evaluate(remember);
}

/** Waits until good news has been shown that holds this text. */
export async function expectToast(page: Page, text: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (globalThis as Remembering).shownNews))
    .toContainEqual(expect.stringContaining(text));
}

/** Runs in the page. */
function remember(): void {
  const scope = globalThis as Remembering;
  if (scope.shownNews) return;
  const shown: string[] = [];
  scope.shownNews = shown;
  new MutationObserver((records) => {
    for (const added of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (added instanceof Element && added.closest('output')) shown.push(added.textContent ?? '');
    }
  }).observe(document, { childList: true, subtree: true });
}
