import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Campaign } from './run.ts';

const root = join(import.meta.dirname, '../..');

/** Every property of `*.properties.test.ts` 10,000 times, or as often as the first option says. */
export const campaign: Campaign = async ([runs = '10000']) => {
  const vitest = spawn(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '.properties.test.ts'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, CARPETA_PROPERTY_RUNS: runs } },
  );
  const [code] = await once(vitest, 'exit');
  return typeof code === 'number' ? code : 1;
};
