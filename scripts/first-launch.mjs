// @ts-check
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron } from 'playwright';
import { build } from './build.mjs';
import { hasDisplay } from './display.mjs';
import { electronBinary } from './electron-binary.mjs';
import { root } from './project.mjs';
import { run, say } from './run.mjs';

/**
 * Milliseconds. A system that has just got a program of this size looks through it before it lets it run,
 * once.
 */
const timeoutMs = 60_000;

/**
 * Starts the built app on Electron, waits until its page has drawn itself, and ends it. Throws when that did
 * not come in time. For a process that does nothing else.
 * @param {{ binary: string, home: string, limit: number }} launch Electron's program, a user-data folder, milliseconds
 */
export async function launchOnce({ binary, home, limit }) {
  // Of a launch that fails, Playwright leaves some promises to nobody; what they tell is what this throws.
  process.on('unhandledRejection', () => undefined);
  const end = performance.now() + limit;
  const timeout = () => Math.max(1, end - performance.now());
  try {
    const app = await _electron.launch({
      executablePath: binary,
      // The system refuses a sandbox to root.
      args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      env: { ...known(process.env), CARPETA_HOME: home, CARPETA_E2E: '1' },
      timeout: limit,
    });
    try {
      const page = await app.firstWindow({ timeout: timeout() });
      await page.locator('#root > *').first().waitFor({ timeout: timeout() });
    } finally {
      // Nothing of it is kept, and quitting could wait for what hangs.
      app.process().kill('SIGKILL');
    }
  } catch (cause) {
    throw new Error(`Electron showed no window of Carpeta within ${limit / 1000} s: ${cause}`, { cause });
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
function known(env) {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/**
 * Where the tests of each change run, before them: a window that never comes is told once, and not by every
 * one of them.
 */
async function main() {
  const binary = electronBinary();
  if (binary === undefined) {
    say('Electron is not here, so nothing was launched. npx install-electron fetches it.');
    return 1;
  }
  if (!hasDisplay()) return run('xvfb-run', ['-a', process.execPath, fileURLToPath(import.meta.url)]);
  await build('page');
  await build('main');
  const home = mkdtempSync(join(tmpdir(), 'carpeta-first-launch-'));
  const began = performance.now();
  try {
    await launchOnce({ binary, home, limit: timeoutMs });
    say(`The window was there after ${((performance.now() - began) / 1000).toFixed(1)} s.`);
    return 0;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return 1;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
