import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type CallName, calls } from '../../shared/contract.ts';
import {
  hostileFoldersIn,
  hostileOrder,
  makeHostileFolders,
  openHostileApp,
  removeHostileFolders,
} from '../support/faults/hostile-app.ts';
import type { Campaign } from './run.ts';

/**
 * Every call of the page with 10,000 hostile inputs, or as many as the first option says; the second names
 * one call. It runs in a process that Node lets write to the app's own folder and the chosen one alone.
 */
export const campaign: Campaign = async ([runs = '10000', only = '', inside]) => {
  if (inside !== undefined) return tryAll(runs, only, inside);
  const folders = makeHostileFolders();
  const { home, chosen, root } = folders;
  const withoutSync = join(import.meta.dirname, '../support/disk/without-sync.mjs');
  const confined = ['--permission', '--allow-worker', '--allow-fs-read=*', '--import', withoutSync];
  const writable = [home, chosen].map((folder) => `--allow-fs-write=${folder}`);
  const again = [process.argv[1] ?? '', 'ipc', runs, only, root];
  try {
    const child = spawn(process.execPath, [...confined, ...writable, '--no-warnings', ...again], {
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    return typeof code === 'number' ? code : 1;
  } finally {
    removeHostileFolders(folders);
  }
};

async function tryAll(runs: string, only: string, root: string): Promise<number> {
  const seed = Number(process.env['CARPETA_PROPERTY_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const names = hostileOrder(Object.keys(calls) as CallName[]).filter((name) => only === '' || name === only);
  console.log(`seed ${seed}, ${runs} inputs for each of ${names.length} calls`);
  let failures = 0;
  const crash = (error: unknown) => {
    failures++;
    console.error('would have crashed main:', error);
  };
  process.on('uncaughtException', crash).on('unhandledRejection', crash);
  const fixture = await openHostileApp(hostileFoldersIn(root));
  for (const name of names) {
    const began = performance.now();
    try {
      const tally = await fixture.tryOut(name, { runs: Number(runs), seed });
      console.log(name, `${Math.round(performance.now() - began)} ms`, JSON.stringify(tally));
    } catch (error) {
      failures++;
      console.error(name, error);
    }
  }
  await fixture.close().catch(crash);
  console.log(failures === 0 ? 'nothing was reached, nothing crashed' : `${failures} failures`);
  return failures === 0 ? 0 : 1;
}
