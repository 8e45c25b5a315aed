// @ts-check
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { doWhenStale, hashOf } from './content-hash.mjs';
import { writeLicences } from './licences.mjs';
import { root, tool } from './project.mjs';
import { runNode, say } from './run.mjs';

/**
 * @typedef {'page' | 'main' | 'development'} Target the last is the page as React checks it in development
 */

const common = ['shared', 'vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.json'];

/**
 * @type {Record<Target, { inputs: readonly string[], modes: readonly string[], options?: readonly string[], env?: Record<string, string> }>}
 */
const targets = {
  page: { inputs: ['renderer', ...common], modes: ['page'] },
  development: {
    inputs: ['renderer', ...common],
    modes: ['page'],
    env: { NODE_ENV: 'development' },
    options: ['--outDir', join(root, 'dist/development'), '--minify', 'false'],
  },
  main: {
    inputs: ['electron', 'scripts/policy-templates.mjs', 'scripts/policy-words.mjs', ...common],
    modes: ['main', 'preload'],
  },
};

/**
 * Builds `dist/<target>` when its sources differ from those it was last built from. Throws when Vite fails.
 * @param {Target} target
 */
export async function build(target) {
  const { inputs, modes, options = [], env = {} } = targets[target];
  await doWhenStale({
    stamp: join(root, 'dist', `${target}.built`),
    inputs: hashOf(root, inputs),
    make: async () => {
      say(`Building ${target}.`);
      rmSync(join(root, 'dist', target), { recursive: true, force: true });
      for (const mode of modes) {
        const code = await runNode(
          [tool('vite/bin/vite.js'), 'build', '--mode', mode, '--logLevel', 'warn', ...options],
          { env },
        );
        if (code !== 0) throw new Error(`building ${mode} ended with code ${code}`);
      }
      writeLicences(root);
      // A process of its own: this one runs on a Node without types, before packages are there.
      if (target === 'main' && (await runNode(['scripts/policy-templates.mjs'])) !== 0)
        throw new Error('the templates of policies could not be written');
    },
  });
}

/**
 * The targets that a command names; without a name, those that `npm start` and packages use.
 * @param {readonly string[]} names
 */
export function chosenTargets(names) {
  return /** @type {Target[]} */ (Object.keys(targets)).filter((target) =>
    names.length === 0 ? target !== 'development' : names.includes(target),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const target of chosenTargets(process.argv.slice(2))) await build(target);
}
