import { BrowserWindow, type Rectangle, type Session, screen } from 'electron';
import { AppError } from '../../../shared/errors.ts';
import type { Clock, Preferences } from '../../host.ts';
import { startTimer } from '../../lib/async.ts';
import { pageOrigin } from './page-scheme.ts';
import { fitToScreens, movedWithin, type StoredBounds, smallest } from './window-bounds.ts';

const boundsKey = 'window';

interface WindowOptions {
  session: Session;
  /** The bundled preload, a CommonJS file. */
  preload: string;
  preferences: Preferences;
  clock: Clock;
  /** Called when the window's bounds could not be saved, which does not prevent closing it. */
  onError: (error: unknown) => void;
}

/**
 * Creates the app's window at its last bounds, hidden until the page has drawn, and locks it down before
 * anything loads.
 */
export function createWindow({
  session,
  preload,
  preferences,
  clock,
  onError,
}: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = fitToScreens(preferences.get(boundsKey), workAreas());
  const window = new BrowserWindow({
    ...bounds,
    minWidth: Math.min(smallest.width, bounds.width),
    minHeight: Math.min(smallest.height, bounds.height),
    show: false,
    title: 'Carpeta',
    autoHideMenuBar: true,
    webPreferences: {
      session,
      preload,
      // Electron's security checklist, 2 to 4, 6 and 8 to 11; the defaults, written out so that a change is
      // visible.
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
  // The page does not use WebRTC, whose packets bypass the session's rules and its proxy.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  stayOnPage(window);
  keepReachable(window, clock);
  window.once('ready-to-show', () => {
    // `maximize` shows a hidden window without the focus, so it has to wait for the first frame, too.
    if (maximized) window.maximize();
    window.show();
  });
  const saveBounds = () => {
    try {
      preferences.change(boundsKey, () => boundsToStore(window));
    } catch (error) {
      onError(error);
    }
  };
  window.on('close', saveBounds);
  // A Windows shutdown ends the process without closing its windows (`native_window_views_win.cc`,
  // WM_ENDSESSION).
  window.on('session-end', saveBounds);
  return window;
}

/**
 * Shows the page in its window. Rejects with Electron's own error where loading failed, and with
 * `PROGRAM_INCOMPLETE` where the page's file or the preload is missing or does not run. Electron reports both
 * as loaded, and the window would stay empty, or its page without access to main.
 */
export async function loadPage(window: BrowserWindow): Promise<void> {
  const { webContents } = window;
  let missing: string | undefined = 'page/index.html';
  // A 404 response counts as a page, too.
  webContents.once('did-navigate', (_, _url, status) => {
    if (status === 200 && missing === 'page/index.html') missing = undefined;
  });
  webContents.once('preload-error', (_, path) => {
    missing = path;
  });
  await window.loadURL(`${pageOrigin}/`);
  if (missing === undefined) return;
  throw new AppError('PROGRAM_INCOMPLETE', 'a part of the program is missing', {
    values: { path: missing },
  });
}

/**
 * Shows a window in which nothing has been drawn for so many milliseconds: hidden, nobody could close it, and
 * it would block every later start.
 */
export function showUndrawn(window: BrowserWindow, clock: Clock, after: number): void {
  if (window.isDestroyed() || window.isVisible()) return;
  const stopTimer = startTimer(clock, after, () => window.show());
  // As nearly always.
  window.once('show', stopTimer);
  window.once('closed', stopTimer);
}

/**
 * Milliseconds before and after a display change in which the system moves windows by itself, and a person
 * hardly does.
 */
const displayChangeMs = 2_000;

/**
 * Keeps a window reachable while displays are added, removed and changed, several times a second at a docking
 * station or over remote desktop. Such a display may be temporary: the window is moved, never resized, and
 * returns to the person's own bounds once they can be reached again.
 */
function keepReachable(window: BrowserWindow, clock: Clock): void {
  let preferredBounds = window.getNormalBounds();
  let lastChange = Number.NEGATIVE_INFINITY;
  let stopTimer: (() => void) | undefined;
  const bringBack = () => {
    stopTimer?.();
    lastChange = clock.elapsed();
    // The system moves a maximised or minimised window itself.
    if (window.isMaximized() || window.isMinimized() || window.isFullScreen()) return;
    const bounds = movedWithin(preferredBounds, workAreas());
    if (!isSame(bounds, window.getNormalBounds())) window.setBounds(bounds);
  };
  const storeBoundsLater = () => {
    stopTimer?.();
    if (clock.elapsed() - lastChange < displayChangeMs) return;
    // Stopped where the window moves on, or a display change moves it.
    stopTimer = startTimer(clock, displayChangeMs, () => {
      if (!window.isDestroyed()) preferredBounds = window.getNormalBounds();
    });
  };
  window.on('move', storeBoundsLater);
  window.on('resize', storeBoundsLater);
  screen.on('display-added', bringBack);
  screen.on('display-removed', bringBack);
  screen.on('display-metrics-changed', bringBack);
  window.once('closed', () => {
    stopTimer?.();
    screen.off('display-added', bringBack);
    screen.off('display-removed', bringBack);
    screen.off('display-metrics-changed', bringBack);
  });
}

/** The work area of each screen, in its own pixels after scaling. */
function workAreas(): Rectangle[] {
  return screen.getAllDisplays().map(({ workArea }) => workArea);
}

function isSame(one: Rectangle, other: Rectangle): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

function boundsToStore(window: BrowserWindow): StoredBounds {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

/** No other page, no other window, no embedded page (Electron's security checklist, 12 to 14). */
function stayOnPage({ webContents }: BrowserWindow): void {
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
