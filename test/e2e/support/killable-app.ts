import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type Browser, chromium, expect, type Page } from '@playwright/test';
import { pageOrigin } from '../../../electron/platform/browser/index.ts';
import { electronBinary } from '../../../scripts/electron-binary.mjs';
import { sourceOptions } from '../../../scripts/source-options.mjs';
import { isRunning } from '../../support/process/is-running.ts';
import { answerDialogs, answerPrompt, skipTour } from './app.ts';

const root = join(import.meta.dirname, '../../..');

/** The app in a process of its own, on the practice agency that lives in it. */
export interface KillableApp {
  page: Page;
  choosing(path: string, action: () => Promise<void>): Promise<void>;
  /** Ends the process at once, as a power cut would; harmless when it has ended. */
  kill(): Promise<void>;
}

/** Starts the app as `npm start` does, and gives its page. */
export async function startKillableApp(home: string, pageFolder?: string): Promise<KillableApp> {
  skipTour(home);
  const binary = electronBinary();
  return binary === undefined || pageFolder !== undefined
    ? inChromium(home, pageFolder)
    : onElectron(binary, home);
}

/** Goes into the app on the practice agency, however it greets. */
export async function enterPractice(page: Page): Promise<void> {
  const practice = page.getByRole('button', { name: /Probar con la agencia de práctica/ });
  const navigation = page.getByRole('navigation');
  await expect(practice.or(navigation)).toBeVisible();
  if (await practice.isVisible()) await practice.click();
  await expect(navigation).toBeVisible();
}

async function onElectron(executablePath: string, home: string): Promise<KillableApp> {
  const app = await _electron.launch({
    executablePath,
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: { ...process.env, CARPETA_HOME: home, CARPETA_E2E: '1' } as Record<string, string>,
  });
  return {
    page: await app.firstWindow(),
    choosing: async (path, action) => {
      await answerDialogs(app, path);
      await action();
    },
    kill: () => endNow(app.process()),
  };
}

async function inChromium(home: string, pageFolder?: string): Promise<KillableApp> {
  const portFile = join(home, 'window/DevToolsActivePort');
  rmSync(portFile, { force: true });
  // What a process that is killed leaves is left beside its home, which goes with the test. The name is
  // short: the browser's socket below it may have 107 bytes at most.
  const temporary = join(home, '../t');
  mkdirSync(temporary, { recursive: true });
  const child = spawn(
    process.execPath,
    [
      ...sourceOptions,
      join(root, 'electron/platform/browser/main.ts'),
      '--headless',
      '--remote-debugging-port=0',
      ...(pageFolder === undefined ? [] : [`--page-folder=${pageFolder}`]),
    ],
    {
      env: { ...process.env, CARPETA_HOME: home, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await portIn(portFile)}`);
  const page = await pageOf(browser);
  // Read now: the next app in this home has a browser of its own.
  const pid = browserIn(home);
  return {
    page,
    choosing: (path, action) => answerPrompt(page, path, action),
    kill: async () => {
      await endNow(child);
      // The browser goes by itself when nobody holds its pipe any more, and writes in its folder until then.
      await browser.close().catch(() => undefined);
      if (pid !== undefined) await expect.poll(() => isRunning(pid)).toBe(false);
    },
  };
}

async function endNow(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}

/** The window begins empty: its page is there once it has the page's address. */
async function pageOf(browser: Browser): Promise<Page> {
  const find = () =>
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((page) => page.url().startsWith(pageOrigin));
  await expect
    .poll(() => find() !== undefined, { message: 'the desk shows its page', timeout: 60_000 })
    .toBe(true);
  const page = find();
  if (!page) throw new Error('the page of the desk is gone');
  return page;
}

/** The process of the browser, as the link in its folder names it; Windows has none there. */
function browserIn(home: string): number | undefined {
  try {
    const [, pid] = /-(\d+)$/.exec(readlinkSync(join(home, 'window/SingletonLock'))) ?? [];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    return undefined;
  }
}

/** The browser writes its port on the first line of this file once it listens. */
async function portIn(file: string): Promise<string> {
  const read = () => (existsSync(file) ? /^(\d+)\n/.exec(readFileSync(file, 'utf8'))?.[1] : undefined) ?? '';
  await expect.poll(read, { message: 'the desk opens its port', timeout: 60_000 }).not.toBe('');
  return read();
}
