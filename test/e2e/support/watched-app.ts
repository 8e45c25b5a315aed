import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type App, createApp } from '../../../electron/app.ts';
import { createCallGate, type Dispatch } from '../../../electron/ipc/call-gate.ts';
import { loadPage, openWindow, pageOrigin } from '../../../electron/platform/browser/open-window.ts';
import { bindBridge, emitToPage } from '../../../electron/platform/browser/page-bindings.ts';
import { createTerminalHost, terminalDesktop } from '../../../electron/platform/terminal/index.ts';
import type { CallName, EventName } from '../../../shared/contract.ts';
import { ask } from '../../support/app/bridge.ts';

/** One call that the page has made. */
export interface WatchedCall {
  name: CallName;
  input: unknown;
}

/** What a test answers in place of the app; undefined leaves the answer to the app. */
type Instead = (call: WatchedCall) => Promise<unknown> | undefined;

/**
 * The app and its page with a gate between them that sees every call. On Chromium, wherever the other specs
 * run.
 */
export interface WatchedApp {
  app: App;
  page: Page;
  /** Every call of the page, in the order in which they came. */
  calls: readonly WatchedCall[];
  /** Has calls answered otherwise from now on: what crosses the bridge as an outcome, or whatever else. */
  answer(instead: Instead): void;
  /** Has the person choose a folder, to which may then be written. */
  choose(folder: string): Promise<void>;
  /** Tells the page of an event, whatever it holds. */
  tell(event: EventName, payload: unknown): Promise<void>;
  close(): Promise<void>;
}

interface WatchedSettings {
  /** User-data folder. */
  home: string;
  /** Folder of the built page; that of `npm run build` by default. */
  pageFolder?: string;
  size?: { width: number; height: number };
  /** Answers of the first moment. */
  instead?: Instead;
  /** What is done before the page is there. */
  prepare?: (app: App) => Promise<unknown>;
}

const builtPage = join(import.meta.dirname, '../../../dist/page');

/** Opens it and waits for nothing. */
export async function startWatchedApp({
  home,
  pageFolder = builtPage,
  size = { width: 1366, height: 768 },
  instead,
  prepare,
}: WatchedSettings): Promise<WatchedApp> {
  const terminal = createTerminalHost({ ...process.env, CARPETA_HOME: home });
  const { context, page } = await openWindow({
    userData: terminal.userData,
    pageFolder,
    headless: true,
    size,
  });
  let chosen: string | undefined;
  const desktop = { ...terminalDesktop, chooseFolder: async () => chosen };
  const app = await createApp({ ...terminal, kind: 'chromium', desktop });
  await prepare?.(app);
  const calls: WatchedCall[] = [];
  let answerInstead = instead;
  const dispatch = createCallGate({ handlers: app.pageHandlers, origin: pageOrigin });
  // The page is sent what a test says in place of an outcome: that it is none may be what is tried.
  const watched = async (...[sender, name, input]: Parameters<Dispatch>) => {
    const call = { name: name as CallName, input };
    calls.push(call);
    return (await answerInstead?.(call)) ?? dispatch(sender, name, input);
  };
  await bindBridge(page, watched as Dispatch, app.on);
  await loadPage(page);
  return {
    app,
    page,
    calls,
    answer: (next) => {
      answerInstead = next;
    },
    choose: async (folder) => {
      chosen = folder;
      await ask(page, 'folder.choose', { title: 'Carpetas' });
    },
    tell: (event, payload) => emitToPage(page, event, payload),
    close: async () => {
      await context.close();
      await app.close();
      terminal.close();
    },
  };
}

/** Answers calls of one name with an outcome, and leaves the others to the app. */
export function answering(call: CallName, outcome: () => unknown): Instead {
  return ({ name }) => (name === call ? Promise.resolve(outcome()) : undefined);
}
