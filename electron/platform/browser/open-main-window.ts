import type { BrowserContext, Page } from 'playwright';
import { type App, createApp } from '../../app.ts';
import type { Host } from '../../host.ts';
import { createCallGate } from '../../ipc/index.ts';
import { markAsForeign } from '../node/mark-of-the-web.ts';
import { createTerminalHost, terminalDesktop } from '../terminal/index.ts';
import { createDialogs } from './dialogs.ts';
import { loadPage, openWindow, pageOrigin, type WindowOptions } from './open-window.ts';
import { bindBridge } from './page-bindings.ts';
import { createPrograms } from './programs.ts';
import { askInOwnPage } from './prompt-page.ts';

interface MainWindowOptions extends Omit<WindowOptions, 'userData'> {
  env?: NodeJS.ProcessEnv;
}

/** The main window in Chromium: the app, its page, and the function that closes both. */
export interface MainWindow {
  app: App;
  page: Page;
  context: BrowserContext;
  /** Resolves when the window has closed, whoever closed it. */
  closed: Promise<void>;
  /** Closes the window, then the app; further calls do nothing more. */
  close(): Promise<void>;
}

/**
 * Opens the main window: the terminal host's network, keychain and preferences, with a window instead of the
 * terminal. With a debugging port open it reaches only the practice agency: another program could read a real
 * agency's documents through that port.
 */
export async function openMainWindow({
  env = process.env,
  ...options
}: MainWindowOptions): Promise<MainWindow> {
  const terminal = createTerminalHost(env);
  const { context, page, openPrompt } = await openWindow({ ...options, userData: terminal.userData });
  const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
  const dialogs = createDialogs({
    ask: (prompt) => askInOwnPage(openPrompt, prompt),
    language: async () => (await app.handlers['settings.get'](undefined)).settings.language,
  });
  const host: Host = {
    ...terminal,
    kind: 'chromium',
    desktop: { ...terminalDesktop, ...dialogs, ...createPrograms(), markAsForeign },
  };
  const app = await createApp(host, { practiceOnly: options.remoteDebuggingPort !== undefined });
  const dispatch = createCallGate({
    handlers: app.pageHandlers,
    origin: pageOrigin,
    onRefused: (rejection) => app.log.error('refused a call', rejection),
  });
  await bindBridge(page, dispatch, app.on);
  await loadPage(page);
  let closing: Promise<void> | undefined;
  const close = async () => {
    await context.close();
    await app.close();
    terminal.close();
  };
  return {
    app,
    page,
    context,
    closed,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
