// @ts-check
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasDisplay } from './display.mjs';
import { root } from './project.mjs';
import { run, say } from './run.mjs';

/** Milliseconds; it takes seconds, after the system has looked through the program once. */
const timeoutMs = 180_000;

/**
 * Where electron-builder leaves the program that it has made installers of.
 * @param {string} release
 * @param {{ platform: string, arch: string }} system
 */
export function packedProgram(release, { platform, arch }) {
  const suffix = arch === 'x64' ? '' : `-${arch}`;
  if (platform === 'win32') return join(release, `win${suffix}-unpacked/Carpeta.exe`);
  if (platform === 'darwin') return join(release, 'mac-universal/Carpeta.app/Contents/MacOS/Carpeta');
  return join(release, `linux${suffix}-unpacked/carpeta`);
}

/**
 * Has a packed program do the main job without a window: with its fuses, its signature and its archive as
 * people get them. Resolves to why it is not fit to be handed out, or to undefined when it is.
 * @param {string} program
 * @param {readonly string[]} [prefix] what the program is started by
 */
export async function whyUnfit(program, prefix = []) {
  if (!existsSync(program)) return `${program} is not there`;
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-try-package-'));
  const documents = join(folder, 'papers');
  try {
    const [command, ...args] = [...prefix, program, '--cli', '--', 'demo', '--into', documents];
    const env = { CARPETA_HOME: join(folder, 'home') };
    const code = await run(command ?? program, args, { env, limit: timeoutMs });
    if (code !== 0) return `${program} ended with code ${code}`;
    return existsSync(join(documents, 'SHA256SUMS')) ? undefined : `${program} wrote no papers`;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = packedProgram(join(root, 'release'), process);
  const why = await whyUnfit(program, hasDisplay() ? [] : ['xvfb-run', '-a']);
  say(why ?? `${program} did the main job.`);
  process.exitCode = why === undefined ? 0 : 1;
}
