import { setFlagsFromString } from 'node:v8';
import { defineConfig } from '@playwright/test';
import { sourceOptions } from '../../scripts/source-options.mjs';

// Each process of the tests reads this file first.
for (const option of sourceOptions) setFlagsFromString(option);

// Agencies and the people they serve are in Chile: pictures tell its hours, wherever they are made.
process.env['TZ'] = 'America/Santiago';

export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/shots',
  workers: 1,
  timeout: 480_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
});
