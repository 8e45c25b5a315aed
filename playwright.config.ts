import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from '@playwright/test';
import { compiledSources, sourceOptions } from './scripts/source-options.mjs';
import { workers } from './scripts/test/workers.mjs';
import type { PageOptions } from './test/e2e/support/test.ts';

// Each process of the tests reads this file first.
for (const option of sourceOptions) setFlagsFromString(option);
// And each process that they start: what is compiled once is not compiled again.
process.env['NODE_COMPILE_CACHE'] ??= compiledSources;

export default defineConfig<PageOptions>({
  testMatch: '*.spec.ts',
  // Journeys through the app that each change is proved by; the same on a page where React runs each effect twice; every other spec; every screen under axe, and the kept pictures.
  projects: [
    { name: 'smoke', testDir: 'test/e2e/smoke' },
    { name: 'development build', testDir: 'test/e2e/development' },
    {
      ...{ name: 'development', testDir: 'test/e2e/smoke', dependencies: ['development build'] },
      use: { pageFolder: join(import.meta.dirname, 'dist/development') },
    },
    { name: 'full', testDir: 'test/e2e/full' },
    { name: 'screens', testDir: 'test/e2e/screens' },
  ],
  // Kept pictures have the name that the test gives them, whichever project takes them.
  snapshotPathTemplate: '{snapshotDir}/{testFileDir}/{testFileName}-snapshots/{arg}-{platform}{ext}',
  // A folder of its own: it is emptied, and the pictures of `npm run screenshots` stand beside it.
  outputDir: 'test-results/e2e',
  globalSetup: './test/e2e/support/say-host.ts',
  // Each test has a browser and an app of its own.
  workers,
  fullyParallel: true,
  // A guard against hanging alone: a slow machine is no failure.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
});
