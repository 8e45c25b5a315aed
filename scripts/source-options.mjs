// @ts-check
import { join } from 'node:path';
import { root } from './project.mjs';

/**
 * The options that Node is started with where it runs the sources as they stand (docs/decisions/0001): their
 * types are stripped by a WebAssembly module in each thread, and V8 ends the process now and then while it
 * frees code of that which it has compiled better since.
 */
export const sourceOptions = ['--no-wasm-code-gc'];

/**
 * The folder of compiled sources (`NODE_COMPILE_CACHE`): each process and thread strips types anew without
 * it.
 */
export const compiledSources = join(root, 'node_modules/.cache/compiled-sources');
