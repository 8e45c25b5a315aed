import type { Page } from 'playwright';

/** What of a page's globals this needs; this project's Node code is not checked against a browser's types. */
interface PageGlobals {
  frames: number[] | undefined;
  requestAnimationFrame(callback: (at: number) => void): void;
}

/** How long each frame of a page took while something was done, in ms: from one to the next. */
export async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(() => {
    const globals = globalThis as unknown as PageGlobals;
    const frames: number[] = [];
    globals.frames = frames;
    let last: number | undefined;
    const next = (at: number) => {
      if (last !== undefined) frames.push(at - last);
      last = at;
      if (globals.frames === frames) globals.requestAnimationFrame(next);
    };
    globals.requestAnimationFrame(next);
  });
  await action();
  return page.evaluate(() => {
    const globals = globalThis as unknown as PageGlobals;
    const frames = globals.frames ?? [];
    globals.frames = undefined;
    return frames;
  });
}
