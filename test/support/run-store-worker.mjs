// @ts-check
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { bundledStoreWorker, storeWorker } from './store-worker-files.mjs';

const source = pathToFileURL(storeWorker).href;
const bundle = pathToFileURL(bundledStoreWorker).href;

// Imported before anything else in a process of tests, and so in each of its threads: a thread that is to run the source runs the bundle.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === source ? { url: bundle, format: 'module', shortCircuit: true } : next(specifier, context),
});
