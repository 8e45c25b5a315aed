import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright';
import { AppError } from '../../../shared/errors.ts';
import { createPageFiles, type PageFile } from '../node/page-files.ts';
import { type BrowserFlags, browserFlags, findBrowser } from './find-browser.ts';

/**
 * Origin of the page in this host: a name that can never be resolved, so nothing is ever asked of a network.
 */
export const pageOrigin = 'https://carpeta.invalid';

export interface WindowOptions extends BrowserFlags {
  /** Holds the browser's own profile, in a folder `window`. */
  userData: string;
  /** Folder of the built page. */
  pageFolder: string;
  headless?: boolean;
  /** Size of a window nobody sees; a real one keeps its own. */
  size?: { width: number; height: number };
}

/** The window of the one page that this host shows. */
export interface Window {
  context: BrowserContext;
  page: Page;
  /** Opens an empty page beside it, which has no bridge and which the page cannot reach. */
  openPrompt(): Promise<Page>;
}

/** Opens an empty window; the bridge is bound before `loadPage` fills it. */
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
    // As the system has it, rather than Playwright's own.
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
 * Closes every page that is opened beside the window's own, but for the prompts that the returned function
 * opens.
 */
function closeOtherPages(context: BrowserContext, page: Page): () => Promise<Page> {
  let prompts = 0;
  const prompted = new Set<Page>([page]);
  const closeOthers = () => {
    // While a prompt is being opened, its page is not yet known from one that the app's page opens.
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

/** Shows the page, and again whenever it was led elsewhere, where it only meets a refusal. */
export async function loadPage(page: Page): Promise<void> {
  await page.goto(pageOrigin);
  page.on('framenavigated', (frame) => {
    const isLost = frame === page.mainFrame() && !frame.url().startsWith(`${pageOrigin}/`);
    // Another way back that interrupts this one leads to the same place.
    if (isLost) page.goto(pageOrigin).catch(() => undefined);
  });
}

/** Answers requests under the page's origin with its files, and refuses every other. */
async function serveOnly(context: BrowserContext, fileAt: (url: string) => Promise<PageFile>): Promise<void> {
  await context.route('**', async (route: Route) => {
    const request = route.request();
    const ours = URL.parse(request.url())?.origin === pageOrigin;
    if (!ours || request.method() !== 'GET') return route.abort('blockedbyclient');
    const { status, headers, body } = await fileAt(request.url());
    return route.fulfill({ status, headers: { ...headers }, body });
  });
}
