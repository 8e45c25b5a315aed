// @ts-check
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createKeychainSession } from './keychain-session.mjs';
import { root } from './project.mjs';
import { say } from './run.mjs';
import { setUp } from './set-up.mjs';
import { keepCoresBusy } from './test/keep-cores-busy.mjs';
import { createTemporaryFolder } from './test/leftovers.mjs';
import { repeat, stagesOfPaths } from './test/repeated-runs.mjs';

/** `npm run test:repeat -- N PATH…`: tests again and again, beside a load that keeps every core busy. */
async function main() {
  const [count = '', ...paths] = process.argv.slice(2);
  const times = /^[1-9]\d{0,3}$/.test(count) ? Number(count) : undefined;
  if (times === undefined || paths.length === 0) {
    say('usage: npm run test:repeat -- N PATH…, with N from 1 to 9999 and files or folders of tests');
    return 2;
  }
  const missing = paths.filter((path) => !existsSync(resolve(root, path)));
  if (missing.length > 0) {
    say(`nothing is at ${missing.join(', ')}`);
    return 2;
  }
  await setUp('test');
  const load = keepCoresBusy();
  try {
    const { failures } = await repeat({
      times,
      stages: stagesOfPaths(paths),
      keychain: createKeychainSession(),
      temporary: createTemporaryFolder(),
      folder: join(root, 'dist/test-repeat'),
      print: say,
    });
    return failures.length === 0 ? 0 : 1;
  } finally {
    load.stop();
  }
}

process.exitCode = await main();
