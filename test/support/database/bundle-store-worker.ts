import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { bundledStoreWorker, storeThread } from './store-worker-files.mjs';

/**
 * Bundles what the store's threads run into one file, as the app ships its own, before any test runs: nearly
 * every test opens a store of two or three threads, and each thread would load a hundred modules, which takes
 * more of the processor than most tests do themselves.
 */
export async function setup(project: TestProject): Promise<void> {
  await bundle();
  project.onTestsRerun(bundle);
}

async function bundle(): Promise<void> {
  const built = await build({
    root: join(import.meta.dirname, '../../..'),
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ssr: storeThread, write: false, minify: false, target: 'node24' },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((each) => ('output' in each ? each.output : []));
  const [only, ...others] = chunks.flatMap((each) => (each.type === 'chunk' ? each : []));
  if (only === undefined || others.length > 0) throw new Error('the store’s worker is to be one file');
  mkdirSync(dirname(bundledStoreWorker), { recursive: true });
  // Another run in this checkout may be reading it.
  const part = `${bundledStoreWorker}.${randomUUID()}`;
  writeFileSync(part, only.code);
  renameSync(part, bundledStoreWorker);
}
