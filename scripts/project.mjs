// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The oldest Node that runs TypeScript as it stands and has all that the app uses. */
const oldestNode = 24;

/**
 * The Node that the project brings where the machine's own is older: a package of npm for this system and
 * processor, pinned in `scripts/node/`, and where its program stands once it is installed
 * (`install-node.mjs`). Outside node_modules, so that npm may make those anew while it runs. Undefined where
 * npm has none.
 * @type {{ version: string, folder: string, program: string } | undefined}
 */
export const projectNode = findProjectNode(process.platform, process.arch);

/**
 * @param {string} platform
 * @param {string} arch
 */
export function findProjectNode(platform, arch) {
  const isWindows = platform === 'win32';
  const name = `node-${isWindows ? 'win' : platform}-${arch}`;
  /** @type {{ optionalDependencies: Record<string, string> }} */
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'scripts/node/package.json'), 'utf8'));
  const version = optionalDependencies[name];
  if (version === undefined) return undefined;
  const folder = join(root, `.cache/node-${version}`);
  return {
    version,
    folder,
    program: join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node'),
  };
}

/** Whether the Node that runs this is new enough for everything. */
export function isNewEnough(version = process.versions.node) {
  return Number.parseInt(version, 10) >= oldestNode;
}

/**
 * The Node that runs everything but the set-up: the one that runs this when it is new enough, else the
 * project's own. Throws where neither is there.
 * @returns {string}
 */
export function nodeForProject() {
  if (isNewEnough()) return process.execPath;
  if (projectNode !== undefined && existsSync(projectNode.program)) return projectNode.program;
  throw new Error(
    `this machine's Node ${process.versions.node} is older than ${oldestNode}, and npm brought no newer one for ` +
      `${process.platform} ${process.arch}; https://nodejs.org has it`,
  );
}

/**
 * The entry file of an installed command-line tool, to be run by Node: no shell and no `.cmd` file in
 * between.
 * @param {string} path inside `node_modules`
 */
export function tool(path) {
  return join(root, 'node_modules', path);
}
