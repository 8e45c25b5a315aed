import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import type { Preferences } from '../../host.ts';

const zoomKey = 'zoom';
/**
 * Chromium's levels, each a fifth larger than the one before: from a little more than half the size to three
 * times.
 */
const levels = { min: -3, max: 6, step: 0.5 };
const zoomSchema = z.number().min(levels.min).max(levels.max);

/** How large the page is drawn. */
export interface Zoom {
  in(): void;
  out(): void;
  reset(): void;
}

export interface ZoomOptions {
  window: BrowserWindow;
  preferences: Preferences;
  /** Hears that it could not be kept, which keeps nobody from closing the window. */
  onError: (error: unknown) => void;
}

/**
 * Draws the page as large as it was left: Chromium keeps that by host, and of a session in memory until the
 * process ends. Ctrl and the wheel are told to the app alone, which has to do it
 * (`WebContents::ContentsZoomChange`, `shell/browser/api/electron_api_web_contents.cc`).
 */
export function persistZoom({ window, preferences, onError }: ZoomOptions): Zoom {
  const { webContents } = window;
  let level = zoomSchema.catch(0).parse(preferences.get(zoomKey));
  const apply = () => webContents.setZoomLevel(level);
  const change = (next: number) => {
    level = Math.min(levels.max, Math.max(levels.min, next));
    apply();
  };
  const zoom: Zoom = {
    in: () => change(level + levels.step),
    out: () => change(level - levels.step),
    reset: () => change(0),
  };
  // Before there is a page its level is nobody's.
  webContents.on('did-navigate', apply);
  webContents.on('zoom-changed', (_, direction) => zoom[direction]());
  const save = () => {
    try {
      preferences.change(zoomKey, () => level);
    } catch (error) {
      onError(error);
    }
  };
  window.on('close', save);
  window.on('session-end', save);
  return zoom;
}
