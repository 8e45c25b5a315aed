// @ts-check
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the Node of the `node` package stands once it is installed (package.json, devDependencies). */
export const projectNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * The Node that runs everything but the set-up: the project's own, else the machine's when that is new enough to run
 * TypeScript as it stands. Throws where neither is there.
 * @returns {string}
 */
export function nodeForProject() {
  if (existsSync(projectNode)) return projectNode;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new Error(
    `the npm package "node" did not install its binary, and this machine's Node ${process.versions.node} is older than 24`,
  );
}

/**
 * The entry file of an installed command-line tool, to be run by Node: no shell and no `.cmd` file in between.
 * @param {string} path inside `node_modules`
 */
export function tool(path) {
  return join(root, 'node_modules', path);
}
