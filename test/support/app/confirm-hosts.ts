import type { BrowserContext } from 'playwright';

/** A person who says yes to every host that the app in Chromium asks about. */
export function confirmHosts(context: BrowserContext): void {
  context.on('page', (prompt) => {
    const yes = prompt.locator('[data-host=question]').getByRole('button').first();
    // Any other prompt is somebody else's to answer, and is closed without having shown the button.
    yes.click({ timeout: 0 }).catch(() => undefined);
  });
}
