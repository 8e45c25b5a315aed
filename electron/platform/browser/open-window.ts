import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright';
import { AppError } from '../../../shared/errors.ts';
import { createPageFiles, type PageFile } from '../node/page-files.ts';
import { type BrowserFlags, browserFlags, findBrowser } from './find-browser.ts';

/** Origin of the page in this host: a name that never resolves, so that no request reaches a network. */
export const pageOrigin = 'https://carpeta.invalid';

export interface WindowOptions extends BrowserFlags {
  /** The browser's own profile is in its subfolder `window`. */
  userData: string;
  /** Folder of the built page. */
  pageFolder: string;
  headless?: boolean;
  /** Size of a headless window; a real one restores its own. */
  size?: { width: number; height: number };
}

interface Window {
  context: BrowserContext;
  page: Page;
  /** Opens an empty page next to it, which has no bridge and which the page cannot reach. */
  openPrompt(): Promise<Page>;
}

/** Opens an empty window; bind the bridge before `loadPage` fills it. */
export async function openWindow(options: WindowOptions): Promise<Window> {
  const { userData, pageFolder, headless = false, size = { width: 1366, height: 768 } } = options;
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new AppError('UNEXPECTED', 'no Chromium, Chrome or Edge was found; CARPETA_CHROMIUM may name one');
  }
  const context = await chromium.launchPersistentContext(join(userData, 'window'), {
    executablePath,
    headless,
    // The system refuses a sandbox to root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...browserFlags(options), `--window-size=${size.width},${size.height}`],
    ignoreDefaultArgs: ['--enable-automation', 'about:blank'],
    viewport: headless ? size : null,
    // The system's setting, not Playwright's default.
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    acceptDownloads: false,
    serviceWorkers: 'block',
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  await serveOnly(context, createPageFiles(pageFolder));
  const page = context.pages()[0] ?? (await context.newPage());
  return { context, page, openPrompt: closeOtherPages(context, page) };
}

/**
 * Closes every page that is opened next to the window's own, except for the prompts that the returned
 * function opens.
 */
function closeOtherPages(context: BrowserContext, page: Page): () => Promise<Page> {
  let prompts = 0;
  const prompted = new Set<Page>([page]);
  const closeOthers = () => {
    // Closes every page that is opened next to the window's own, except for the prompts that the returned
    // function opens.
    if (prompts > 0) return;
    for (const other of context.pages()) if (!prompted.has(other)) void other.close();
  };
  context.on('page', closeOthers);
  return async () => {
    prompts++;
    try {
      const prompt = await context.newPage();
      prompted.add(prompt);
      prompt.once('close', () => prompted.delete(prompt));
      return prompt;
    } finally {
      prompts--;
      closeOthers();
    }
  };
}

/** While a prompt opens, it cannot be distinguished from a page that the app's page opens. */
export async function loadPage(page: Page): Promise<void> {
  await page.goto(pageOrigin);
  page.on('framenavigated', (frame) => {
    const isLost = frame === page.mainFrame() && !frame.url().startsWith(`${pageOrigin}/`);
    // A second way back that interrupts this one loads the same page.
    if (isLost) page.goto(pageOrigin).catch(() => undefined);
  });
}

/** Serves the page's files under its origin, and refuses every other request. */
async function serveOnly(context: BrowserContext, fileAt: (url: string) => Promise<PageFile>): Promise<void> {
  await context.route('**', async (route: Route) => {
    const request = route.request();
    const ours = URL.parse(request.url())?.origin === pageOrigin;
    if (!ours || request.method() !== 'GET') return route.abort('blockedbyclient');
    const { status, headers, body } = await fileAt(request.url());
    return route.fulfill({ status, headers: { ...headers }, body });
  });
}
