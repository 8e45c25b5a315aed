// @ts-check
/**
 * Loaded before the sources of the terminal (`--import`): types are stripped and code is compiled once, not
 * at every start and in each of its threads again. Before them, because the file that a process begins with
 * is read like the others.
 */
import { enableCompileCache } from 'node:module';
import { compiledSources } from './source-options.mjs';

// Threads and processes that are begun from here read it.
process.env['NODE_COMPILE_CACHE'] ??= compiledSources;
enableCompileCache(process.env['NODE_COMPILE_CACHE']);
