import { setFlagsFromString } from 'node:v8';
import { defineConfig } from '@playwright/test';
import { sourceOptions } from './scripts/source-options.mjs';

// Each process of the tests reads this file first.
for (const option of sourceOptions) setFlagsFromString(option);

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  // A folder of its own: it is emptied, and the pictures of `npm run screenshots` stand beside it.
  outputDir: 'test-results/e2e',
  globalSetup: './test/e2e/support/say-host.ts',
  // Each test has a browser and an app of its own.
  workers: process.env['CI'] ? 2 : 1,
  // A guard against hanging alone: a slow machine is no failure.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
});
