import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import type { Preferences } from '../../host.ts';

const zoomKey = 'zoom';
/** Chromium's zoom levels, each a factor of 1.2: from a little more than half the size to three times. */
const levels = { min: -3, max: 6, step: 0.5 };
const zoomSchema = z.number().min(levels.min).max(levels.max);

/** The zoom commands of the page. */
export interface Zoom {
  in(): void;
  out(): void;
  reset(): void;
}

interface ZoomOptions {
  window: BrowserWindow;
  preferences: Preferences;
  /** Called when the level could not be saved, which does not prevent closing the window. */
  onError: (error: unknown) => void;
}

/**
 * Restores the last zoom level: Chromium stores it by host, and for an in-memory session only until the
 * process ends. Electron only reports Ctrl and the wheel; the app has to zoom
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
  // Before a page is loaded, the level applies to no host.
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
