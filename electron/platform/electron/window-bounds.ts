import { z } from 'zod';

const rectangle = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1),
  height: z.number().int().min(1),
});
type Rectangle = z.infer<typeof rectangle>;

const boundsSchema = rectangle.extend({ maximized: z.boolean() });
/** Bounds and state of the window, in the screens' common coordinates. */
export type StoredBounds = z.infer<typeof boundsSchema>;

/**
 * The smallest window that the page is designed for, in pixels after scaling. A 1366×768 screen at 150
 * percent has 911×512, taskbar and title bar included.
 */
export const smallest = { width: 880, height: 440 };
const usual = { width: 1366, height: 768 };
/** Minimum visible part of the window's upper edge, so that a person can drag it, in pixels. */
const minVisiblePx = 100;

/**
 * The initial bounds of the window: the last ones when a person can reach them, no larger than the screen.
 * Else the default size in the middle of the first screen. `stored` is unvalidated.
 */
export function fitToScreens(stored: unknown, screens: readonly Rectangle[]): StoredBounds {
  const parsed = boundsSchema.safeParse(stored);
  const screen = parsed.success ? screens.find((area) => canReach(parsed.data, area)) : undefined;
  return parsed.success && screen
    ? fitted(parsed.data, screen)
    : centred(screens[0], parsed.data?.maximized ?? false);
}

/**
 * The reachable position for a window: unchanged where its upper edge can be grabbed, however much lies
 * outside; else moved into the nearest screen. Its size stays.
 */
export function movedWithin(bounds: Rectangle, screens: readonly Rectangle[]): Rectangle {
  if (screens.some((screen) => canReach(bounds, screen))) return bounds;
  const [nearest] = screens.toSorted((one, other) => distance(bounds, one) - distance(bounds, other));
  return nearest ? { ...bounds, ...moved(bounds, nearest) } : bounds;
}

function moved({ x, y, width, height }: Rectangle, screen: Rectangle): Pick<Rectangle, 'x' | 'y'> {
  // For a window larger than the screen, the upper left corner counts.
  return {
    x: Math.max(screen.x, Math.min(x, screen.x + screen.width - width)),
    y: Math.max(screen.y, Math.min(y, screen.y + screen.height - height)),
  };
}

function distance(one: Rectangle, other: Rectangle): number {
  const { x, y } = moved(one, other);
  return Math.hypot(x - one.x, y - one.y);
}

function canReach({ x, y, width }: Rectangle, screen: Rectangle): boolean {
  const shown = Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x);
  return shown >= minVisiblePx && y >= screen.y && y <= screen.y + screen.height - minVisiblePx;
}

function fitted(bounds: StoredBounds, screen: Rectangle): StoredBounds {
  return {
    ...bounds,
    width: Math.min(Math.max(bounds.width, smallest.width), screen.width),
    height: Math.min(Math.max(bounds.height, smallest.height), screen.height),
  };
}

function centred(screen: Rectangle = { x: 0, y: 0, ...usual }, maximized: boolean): StoredBounds {
  const width = Math.min(usual.width, screen.width);
  const height = Math.min(usual.height, screen.height);
  return {
    x: screen.x + Math.floor((screen.width - width) / 2),
    y: screen.y + Math.floor((screen.height - height) / 2),
    width,
    height,
    maximized,
  };
}
