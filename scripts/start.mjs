// @ts-check
import { build } from './build.mjs';
import { hasDisplay } from './display.mjs';
import { electronBinaryOrDownload } from './electron-binary.mjs';
import { run, runNode, say } from './run.mjs';
import { setUp } from './set-up.mjs';
import { compiledSources, sourceOptions } from './source-options.mjs';
import { terminalOptions } from './terminal-options.mjs';

/**
 * What the Chromium window's process ends with where none can be had (`electron/platform/browser/main.ts`).
 */
const noWindowExitCode = 69;

/** `npm start`: the app on Electron, else in a Chromium window, else the main job in the terminal. */
async function start() {
  const display = hasDisplay();
  await setUp(display ? 'window' : 'install');
  if (!display) {
    say('There is no display here.');
    return workInTerminal();
  }
  const electron = await electronBinaryOrDownload();
  return electron === undefined ? openInChromium() : openOnElectron(electron);
}

async function workInTerminal() {
  say('Doing the main job in the terminal, on the practice agency.');
  return runNode([...terminalOptions, 'electron/cli.ts', 'demo', '--into', 'carpeta-practica']);
}

/** @param {string} electron */
async function openOnElectron(electron) {
  await build('page');
  await build('main');
  // The system refuses a sandbox to root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  say('Opening the window. Close it, or press Ctrl+C here, to end Carpeta.');
  return run(electron, ['.', ...sandbox, ...process.argv.slice(2)]);
}

async function openInChromium() {
  say('Electron is not here and cannot be downloaded: opening the same page in a Chromium window.');
  await build('page');
  const sources = [...sourceOptions, 'electron/platform/browser/main.ts'];
  const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compiledSources };
  const code = await runNode([...sources, ...process.argv.slice(2)], { env });
  return code === noWindowExitCode ? workInTerminal() : code;
}

try {
  process.exitCode = await start();
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
