// @ts-check
import { build } from './build.mjs';
import { tool } from './project.mjs';
import { runNode, say } from './run.mjs';
import { setUp } from './set-up.mjs';

/**
 * `npm run screenshots`: every screen in both languages, light and dark, in two sizes, into
 * `test-results/screenshots`.
 */
await setUp('window');
await build('page');
process.exitCode = await runNode([
  tool('@playwright/test/cli.js'),
  'test',
  '--config=test/screenshots/playwright.config.ts',
  ...process.argv.slice(2),
]);
say('Pictures are in test-results/screenshots.');
