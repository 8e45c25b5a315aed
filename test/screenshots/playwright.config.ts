import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.shots.ts',
  outputDir: '../../test-results/shots',
  workers: 1,
  timeout: 480_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
});
