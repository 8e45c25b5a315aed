import { BrowserWindow, type Session, screen } from 'electron';
import type { Preferences } from '../../host.ts';
import { pageOrigin } from './page-scheme.ts';
import { placeOnScreen, smallest, type WindowPlace } from './window-place.ts';

const placeKey = 'window';

export interface WindowOptions {
  session: Session;
  /** The bundled preload, a CommonJS file. */
  preload: string;
  preferences: Preferences;
  /** Hears that the window's place could not be kept, which keeps nobody from closing it. */
  onProblem: (thrown: unknown) => void;
}

/** Makes the desk's window where it stood last, hidden until the page has drawn itself, and locks it down before anything loads. */
export function createWindow({ session, preload, preferences, onProblem }: WindowOptions): BrowserWindow {
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { maximized, ...bounds } = placeOnScreen(preferences.get(placeKey), screens);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    title: 'Carpeta',
    autoHideMenuBar: true,
    webPreferences: {
      session,
      preload,
      // Electron's security checklist, 2 to 4, 6 and 8 to 11; the defaults, written down so that a change is seen.
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
  if (maximized) window.maximize();
  stayOnPage(window);
  comeBackAfterCrash(window);
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    try {
      preferences.change(placeKey, () => placeOf(window));
    } catch (thrown) {
      onProblem(thrown);
    }
  });
  return window;
}

/** Shows the page in its window. */
export async function loadPage(window: BrowserWindow): Promise<void> {
  await window.loadURL(`${pageOrigin}/`);
}

/** No navigation, no other window, no embedded page (Electron's security checklist, 12 to 14). */
function stayOnPage({ webContents }: BrowserWindow): void {
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-redirect', (event) => event.preventDefault());
  webContents.on('will-frame-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
}

/** A page whose process has ended is loaded again, where it was: its place stands in its address. One that never comes up is left alone. */
function comeBackAfterCrash(window: BrowserWindow): void {
  const { webContents } = window;
  let comeUp = false;
  webContents.on('did-finish-load', () => {
    comeUp = true;
  });
  webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit' || !comeUp || window.isDestroyed()) return;
    comeUp = false;
    webContents.reload();
  });
}

function placeOf(window: BrowserWindow): WindowPlace {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}
