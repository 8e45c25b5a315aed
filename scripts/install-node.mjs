// @ts-check
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './install-packages.mjs';
import { isNewEnough, nodeForProject, projectNode, root } from './project.mjs';
import { run, say } from './run.mjs';

/**
 * Installs the project's Node where the machine's own is too old, and has `npm run` and `npx` find it first.
 * Throws where it cannot be had.
 */
export async function installNode() {
  if (isNewEnough() && !runsOnProjectNode()) return;
  if (projectNode !== undefined && !existsSync(projectNode.program)) await fetchNode(projectNode);
  linkNode(join(root, 'node_modules/.bin'), nodeForProject());
}

/** Whether it is the project's Node that runs this: through its link, on a machine whose own is too old. */
function runsOnProjectNode() {
  return (
    projectNode !== undefined &&
    existsSync(projectNode.program) &&
    realpathSync(process.execPath) === realpathSync(projectNode.program)
  );
}

/**
 * Put in place when it is whole: what was interrupted is done again, and of two at once one is kept.
 * @param {{ version: string, folder: string, program: string }} node
 */
async function fetchNode({ version, folder, program }) {
  say(`Installing Node ${version}: this machine's own, ${process.versions.node}, is too old.`);
  const coming = `${folder}.${process.pid}`;
  mkdirSync(coming, { recursive: true });
  try {
    for (const name of ['package.json', 'package-lock.json']) {
      copyFileSync(join(root, 'scripts/node', name), join(coming, name));
    }
    const { command, args } = npm();
    const options = ['--include=optional', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];
    const code = await run(command, [...args, 'ci', '--prefix', coming, ...options]);
    if (code !== 0) throw new Error(`npm ci for Node ${version} ended with code ${code}`);
    if (!existsSync(program)) renameSync(coming, folder);
  } finally {
    rmSync(coming, { recursive: true, force: true });
  }
}

/**
 * Puts a Node first on the PATH of what npm starts, which begins with this folder.
 * @param {string} folder
 * @param {string} program
 */
export function linkNode(folder, program) {
  mkdirSync(folder, { recursive: true });
  if (process.platform === 'win32') {
    writeFileSync(join(folder, 'node.cmd'), `@"${program}" %*\r\n`);
    return;
  }
  const link = join(folder, 'node');
  const target = relative(folder, program);
  if (isLink(link) && readlinkSync(link) === target) return;
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

/** @param {string} path */
function isLink(path) {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

// After npm has installed packages by hand, too (package.json, `postinstall`).
if (process.argv[1] === fileURLToPath(import.meta.url)) await installNode();
