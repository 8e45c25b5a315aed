// @ts-check
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../../..');

/** What a thread of the store runs. */
export const storeWorker = join(root, 'electron/database/worker.ts');

/** What does the same for one file after another. */
export const storeThread = join(import.meta.dirname, 'store-thread.ts');

/** That in one file, made before the first test runs. */
export const bundledStoreWorker = join(root, 'node_modules/.cache/store-worker.mjs');

/** The options of Node that have the threads of a process run that one. */
export const bundledWorkerOptions = [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'run-store-worker.mjs')).href,
];
