import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser } from './electron/platform/browser/find-browser.ts';
import { workers } from './scripts/test/workers.mjs';

const executablePath = findBrowser();

/** Tests of the page's parts, in the Chromium that end-to-end specs run in. */
export default defineConfig({
  plugins: [react()],
  cacheDir: 'node_modules/.cache/page-tests',
  // Found at the start of each run, also in what is imported late: a package that is found while tests run has the page loaded again under them.
  optimizeDeps: { entries: ['renderer/**/*.{ts,tsx}'], force: true },
  test: {
    setupFiles: ['test/support/page/mouse-away.ts'],
    include: ['test/{unit,scenarios}/renderer/**/*.browser.test.tsx'],
    // Guards against hanging alone: a slow machine is no failure.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: workers,
    api: { host: '127.0.0.1', port: 0 },
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      traceView: false,
      // As wide as the windows of end-to-end specs: narrower ones hide panes.
      viewport: { width: 1366, height: 768 },
      dependencySourcemaps: false,
      connectTimeout: 240_000,
      // As Playwright's own locators find: a part of a text, in whatever case.
      locators: { exact: false },
      commands: { moveMouseAway: ({ page }) => page.mouse.move(-1, -1) },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        // Tests write days; the machine's own zone would move them.
        contextOptions: { timezoneId: 'Etc/UTC' },
        // A control that does not come is told before the test's own end.
        actionTimeout: 60_000,
        // The system refuses a sandbox to root.
        launchOptions: {
          ...(executablePath && { executablePath }),
          chromiumSandbox: process.getuid?.() !== 0,
        },
      }),
    },
  },
});
