import type { BrowserWindow } from 'electron';
import { pageOrigin } from './page-scheme.ts';

/** No other page, no other window, no embedded page (Electron's security checklist, 12 to 14). */
export function stayOnPage({ webContents }: BrowserWindow): void {
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', preventOtherPages);
  webContents.on('will-frame-navigate', preventOtherPages);
  webContents.on('will-redirect', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}

interface Navigation {
  url: string;
  isMainFrame: boolean;
  preventDefault(): void;
}

/**
 * A page that reloads itself, as one does that failed to draw, navigates too
 * (`ElectronNavigationThrottle::WillStartRequest`).
 */
function preventOtherPages(event: Navigation): void {
  const isItself = event.url.split('#', 1)[0] === `${pageOrigin}/`;
  if (!event.isMainFrame || !isItself) event.preventDefault();
}
