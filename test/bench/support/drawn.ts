import type { Page } from 'playwright';

/** The few things of a document that are looked for; benches are not checked against a browser's types. */
interface Looked {
  textContent: string | null;
}
interface PageScope {
  document: { querySelectorAll(selector: string): Iterable<Looked> };
  MutationObserver: new (
    seen: () => void,
  ) => { observe(target: unknown, what: object): void; disconnect(): void };
  requestAnimationFrame(next: () => void): void;
}

/**
 * Resolves once an element of the page that `selector` finds has these words in it (any words, where none are
 * given). The page is watched from inside: Playwright's own waiting looks every tenth of a second, and takes
 * the page's main thread for it. Throws after a minute: what is looked for is not in the page any more.
 */
export async function drawn(page: Page, selector: string, words = ''): Promise<void> {
  await page.evaluate(
    ([selector, text]) => {
      const { document, MutationObserver } = globalThis as unknown as PageScope;
      const isThere = () =>
        [...document.querySelectorAll(selector)].some(
          ({ textContent }) => textContent?.trim() && textContent.includes(text),
        );
      return new Promise<void>((resolve, reject) => {
        const deadline = setTimeout(() => reject(new Error(`nothing is drawn at ${selector}`)), 60_000);
        const look = () => {
          if (!isThere()) return;
          clearTimeout(deadline);
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        look();
      });
    },
    [selector, words] as const,
  );
}

/** Resolves once what the page has drawn is on its way to the screen. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { requestAnimationFrame } = globalThis as unknown as PageScope;
    return new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
}
