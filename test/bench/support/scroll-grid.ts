import type { Page } from 'playwright';
import { framesDuring } from './frames.ts';

/** The frames of a scroll, in ms, and how far it came, in pixels. */
export interface GridScroll {
  frames: number[];
  reached: number;
  whole: number;
}

interface ScrollBox {
  scrollTop: number;
  clientHeight: number;
  scrollHeight: number;
}

/** Scrolls the grid from where it is through every row; the whole way takes so many seconds. */
export async function scrollGrid(page: Page, seconds: number): Promise<GridScroll> {
  const grid = page.getByRole('grid');
  const box = await grid.boundingBox();
  if (!box) throw new Error('the grid is not on the screen');
  const height = await grid.evaluate((element) => (element as unknown as ScrollBox).scrollHeight);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const frames = await framesDuring(page, async () => {
    await session.send('Input.synthesizeScrollGesture', {
      ...at,
      yDistance: -height,
      speed: Math.ceil(height / seconds),
      gestureSourceType: 'mouse',
    });
  });
  await session.detach();
  const line = await grid.evaluate((element) => {
    const { scrollTop, clientHeight, scrollHeight } = element as unknown as ScrollBox;
    return { reached: scrollTop + clientHeight, whole: scrollHeight };
  });
  return { frames, ...line };
}

/** The time that so many percent of the frames stay within, ms. */
export function percentile(times: readonly number[], percent: number): number {
  const ordered = times.toSorted((a, b) => a - b);
  return ordered[Math.min(ordered.length - 1, Math.ceil((percent / 100) * ordered.length) - 1)] ?? Number.NaN;
}
