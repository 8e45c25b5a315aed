// @ts-check
import { fileURLToPath } from 'node:url';
import { whyMove } from './checkout-path.mjs';
import { installNode } from './install-node.mjs';
import { installPackages } from './install-packages.mjs';
import { root } from './project.mjs';
import { installSystemPackages } from './system-packages.mjs';

/**
 * Everything that must be there before the project runs: Debian's packages first, because the keychain module
 * may have to be compiled, then npm's, then a Node that runs them.
 * @param {import('./system-packages.mjs').Purpose} purpose
 */
export async function setUp(purpose) {
  const why = whyMove(root, purpose);
  if (why !== undefined) throw new Error(why);
  await installSystemPackages(purpose);
  await installPackages();
  await installNode();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp('test');
