// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** @type {{ scripts: { cli: string } }} */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * The options that Node is started with in the terminal, as `npm run cli` gives them (package.json). They
 * bound what V8 lets pile up before it collects (docs/decisions/0009), which it takes at the start alone, and
 * are what running the sources needs besides (`source-options.mjs`, `keep-compiled.mjs`). For programs that
 * start in the checkout's folder.
 */
export const terminalOptions = scripts.cli.split(' ').filter((word) => word.startsWith('--'));
