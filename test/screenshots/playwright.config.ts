import { defineConfig } from '@playwright/test';

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
