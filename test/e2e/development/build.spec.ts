import { test } from '@playwright/test';
import { build } from '../../../scripts/build.mjs';

test('the page is built for development, where React runs each effect twice', async () => {
  await build('development');
});
