import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { openMainWindow } from '../../../electron/platform/browser/index.ts';
import { emitToPage as tellPage } from '../../../electron/platform/browser/page-bindings.ts';
import { electronBinary } from '../../../scripts/electron-binary.mjs';
import type { EventName, Events } from '../../../shared/contract.ts';
import { confirmHosts } from '../../support/app/confirm-hosts.ts';
import { rememberToasts } from './toasts.ts';

const root = join(import.meta.dirname, '../../..');
const builtPage = join(root, 'dist/page');

/** The app under test, on Electron where its program is found, else in headless Chromium. */
export interface AppUnderTest {
  host: 'electron' | 'chromium';
  page: Page;
  /** Does what makes the app ask for a folder or path, and answers with this one. */
  choosing(path: string, action: () => Promise<void>): Promise<void>;
  /** Tells the page of an event, as main would, once it listens: what it has drawn may not do so yet. */
  tell<Name extends EventName>(name: Name, payload: Events[Name]): Promise<void>;
  close(): Promise<void>;
}

export interface AppSettings {
  /** User-data folder; the same one again is the same person's app. */
  home: string;
  /** Folder of a page that was built otherwise, shown in Chromium wherever other apps are. */
  pageFolder?: string | undefined;
  size?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Whether the first run ends with the tour, as on a new computer. Default: it has been shown. */
  showsTour?: boolean;
  /**
   * What the person says to a host that the app asks about. Default: yes; otherwise the spec answers for
   * them.
   */
  confirmsHosts?: boolean;
}

/** Opens the main window and waits for nothing: the page may still be drawing itself. */
export async function startApp(settings: AppSettings): Promise<AppUnderTest> {
  if (!settings.showsTour) skipTour(settings.home);
  const binary = electronBinary();
  const app =
    binary === undefined || settings.pageFolder !== undefined
      ? await inChromium(settings)
      : await onElectron(binary, settings);
  await rememberToasts(app.page);
  if (settings.colorScheme) await app.page.emulateMedia({ colorScheme: settings.colorScheme });
  return app;
}

/** Has a new home be that of a person who has seen the tour: its card would lie over the page. */
export function skipTour(home: string): void {
  const file = join(home, 'preferences.json');
  if (existsSync(file)) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(file, JSON.stringify({ settings: { showsTour: false } }));
}

async function inChromium({
  home,
  pageFolder = builtPage,
  size,
  confirmsHosts = true,
}: AppSettings): Promise<AppUnderTest> {
  const { page, context, close } = await openMainWindow({
    pageFolder,
    headless: true,
    env: { ...process.env, CARPETA_HOME: home },
    ...(size && { size }),
  });
  if (confirmsHosts) confirmHosts(context);
  return {
    host: 'chromium',
    page,
    close,
    choosing: (path, action) => answerPrompt(page, path, action),
    tell: async (name, payload) => {
      await idle(page);
      await tellPage(page, name, payload);
    },
  };
}

/** Types a path into the prompt that the Chromium host opens beside the app's page. */
export async function answerPrompt(page: Page, path: string, action: () => Promise<void>): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await action();
  const prompt = await opened;
  const field = prompt.locator('[data-host=path-prompt]').getByRole('textbox');
  await field.fill(path);
  await endPrompt(prompt, () => field.press('Enter'));
}

/** Does what answers a prompt, and resolves when it is gone. */
export async function endPrompt(prompt: Page, action: () => Promise<void>): Promise<void> {
  const closed = prompt.waitForEvent('close');
  // The page may be gone before Playwright hears that it has pressed; where it stays, the event is waited for
  // in vain.
  action().catch(() => undefined);
  await closed;
}

async function onElectron(
  executablePath: string,
  { home, size, confirmsHosts = true }: AppSettings,
): Promise<AppUnderTest> {
  const app = await _electron.launch({
    executablePath,
    args: [root, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    env: { ...process.env, CARPETA_HOME: home, CARPETA_E2E: '1' } as Record<string, string>,
  });
  const page = await app.firstWindow();
  if (confirmsHosts) await answerConfirmations(app, true);
  if (size) await page.setViewportSize(size);
  return {
    host: 'electron',
    page,
    close: () => app.close(),
    choosing: async (path, action) => {
      await answerDialogs(app, path);
      await action();
    },
    tell: async (name, payload) => {
      await idle(page);
      await app.evaluate(
        ({ BrowserWindow }, [event, data]) => {
          for (const window of BrowserWindow.getAllWindows()) window.webContents.send(event, data);
        },
        [name, payload] as const,
      );
    },
  };
}

/** Every dialog that asks for a path gets this one at once. */
export async function answerDialogs(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen });
  }, path);
}

/** Every question about a host gets this answer; other questions are shown. */
async function answerConfirmations(app: ElectronApplication, isYes: boolean): Promise<void> {
  await app.evaluate(({ dialog }, yes) => {
    const show = dialog.showMessageBox as (
      ...input: unknown[]
    ) => Promise<{ response: number; checkboxChecked: boolean }>;
    dialog.showMessageBox = async (...input: unknown[]) => {
      const { message } = input.at(-1) as { message: string };
      if (!/^(¿Conectar con|Connect to) /.test(message)) return show.apply(dialog, input);
      return { response: yes ? 0 : 1, checkboxChecked: false };
    };
  }, isYes);
}

/**
 * Resolves when the page has done all that follows from what it has drawn; a page that is not drawn is called
 * idle late or never.
 */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })));
}
