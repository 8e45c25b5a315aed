import { EventEmitter } from 'node:events';
import { ClientRequest, type RequestOptions } from './client-request.ts';
import { needNotReady, needReady, type Stage, setStage, stageNow } from './life-cycle.ts';

/**
 * A model of Electron: what this project calls of it, with the life cycle and the streams that its source gives it. Windows remember what
 * was asked of them, sessions and the protocol answer. Stands in for the module `electron` in every test (vitest.config.ts).
 */

/** Everything a test looks at or decides; made anew by `resetElectron`. */
function fresh() {
  return {
    isPackaged: false,
    switches: new Set<string>(),
    isOnlyInstance: true,
    paths: new Map<string, string>(),
    exitCode: undefined as number | undefined,
    hasQuit: false,
    schemes: [] as unknown[],
    sessions: new Map<string, FakeSession>(),
    windows: [] as BrowserWindow[],
    calls: new Map<string, (event: { senderFrame: unknown }, input: unknown) => unknown>(),
    menu: [] as MenuItem[],
    /** What the person answers to the next dialog. */
    dialogAnswer: undefined as unknown,
    dialogs: [] as unknown[],
    opened: [] as string[],
    /** What `shell.openPath` complains about. */
    openPathComplaint: '',
    notifications: [] as unknown[],
    canNotify: true,
    blockers: new Set<number>(),
    displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
    /** Set by tests that play a proxy: `net.request` asks for this login before it sends. */
    proxy: undefined as { user: string; password: string } | undefined,
    /** Set by tests whose server wants a login for itself. */
    serverAsks: false,
    exposed: new Map<string, Record<string, (...given: unknown[]) => unknown>>(),
    invoked: [] as unknown[],
    isInDock: true,
  };
}
export let electron = fresh();
export { setStage };

/** Forgets everything, listeners included. Tests of what is used after ready begin there. */
export function resetElectron(stage: Stage = 'ready'): void {
  electron = fresh();
  setStage(stage);
  app.removeAllListeners();
  ipcMain.removeAllListeners();
  ipcRenderer.removeAllListeners();
}

/**
 * Starts the process as `lib/browser/init.ts` does: imports the entry, and is ready only once that import has resolved. Resolves when the
 * listeners of `ready` have been called; an entry that waits for `ready` makes it wait for ever.
 */
export async function startElectron(entry: () => Promise<unknown>): Promise<void> {
  setStage('entry loading');
  try {
    await entry();
  } catch (thrown) {
    process.emit('uncaughtException', thrown instanceof Error ? thrown : new Error(String(thrown)));
  }
  setStage('entry loaded');
  // The browser has more to set up before it is ready.
  await new Promise((resolve) => setImmediate(resolve));
  setStage('ready');
  app.emit('ready');
}

interface MenuItem {
  label?: string;
  role?: string;
  submenu?: MenuItem[];
  click?: () => void;
}

class App extends EventEmitter {
  get isPackaged() {
    return electron.isPackaged;
  }
  commandLine = {
    appendSwitch: (name: string) => electron.switches.add(name),
    hasSwitch: (name: string) => electron.switches.has(name),
  };
  dock = {
    hide: () => {
      electron.isInDock = false;
    },
  };
  sandboxed = false;
  enableSandbox() {
    needNotReady('app.enableSandbox() can only be called before app is ready');
    this.sandboxed = true;
  }
  setPath(name: string, path: string) {
    electron.paths.set(name, path);
  }
  getPath(name: string) {
    return electron.paths.get(name) ?? '/nowhere';
  }
  getVersion() {
    return '0.0.0';
  }
  setAppUserModelId() {
    return undefined;
  }
  requestSingleInstanceLock() {
    return electron.isOnlyInstance;
  }
  isReady() {
    return stageNow() === 'ready';
  }
  /** `Browser::WhenReady` (`shell/browser/browser.cc`): resolved with the event. */
  whenReady(): Promise<void> {
    return this.isReady() ? Promise.resolve() : new Promise((resolve) => this.once('ready', resolve));
  }
  exit(code: number) {
    electron.exitCode = code;
  }
  async getFileIcon(path: string) {
    return `icon of ${path}`;
  }
  /** As Electron does: asks whether to quit, closes the windows, and is gone. */
  quit() {
    if (!stands(this, 'before-quit')) return;
    for (const window of electron.windows) if (!window.close()) return;
    electron.hasQuit = true;
  }
}

/** Whether nobody prevented what an event announces. */
function stands(emitter: EventEmitter, name: string, ...more: unknown[]): boolean {
  let prevented = false;
  const preventDefault = () => {
    prevented = true;
  };
  emitter.emit(name, { preventDefault }, ...more);
  return !prevented;
}

export const app = new App();

class FakeSession extends EventEmitter {
  options: unknown;
  handlers = new Map<string, (request: { url: string; method: string }) => Promise<Response>>();
  protocol = {
    handle: (scheme: string, handler: (request: { url: string; method: string }) => Promise<Response>) =>
      this.handlers.set(scheme, handler),
  };
  beforeRequest:
    | ((details: { url: string }, answer: (verdict: { cancel: boolean }) => void) => void)
    | undefined;
  webRequest = {
    onBeforeRequest: (listener: NonNullable<FakeSession['beforeRequest']>) => {
      this.beforeRequest = listener;
    },
  };
  asksPermission:
    | ((contents: unknown, permission: string, answer: (granted: boolean) => void) => void)
    | undefined;
  checksPermission: ((contents: unknown, permission: string) => boolean) | undefined;
  checksDevice: (() => boolean) | undefined;
  asksScreen: ((request: unknown, answer: (streams: object) => void) => void) | undefined;
  spellChecks = true;
  constructor(options: unknown) {
    super();
    this.options = options;
  }
  setPermissionRequestHandler(handler: NonNullable<FakeSession['asksPermission']>) {
    this.asksPermission = handler;
  }
  setPermissionCheckHandler(handler: NonNullable<FakeSession['checksPermission']>) {
    this.checksPermission = handler;
  }
  setDevicePermissionHandler(handler: () => boolean) {
    this.checksDevice = handler;
  }
  setDisplayMediaRequestHandler(handler: NonNullable<FakeSession['asksScreen']>) {
    this.asksScreen = handler;
  }
  setSpellCheckerEnabled(enabled: boolean) {
    this.spellChecks = enabled;
  }
}

export type { FakeSession };

export const session = {
  fromPartition(name: string, options: unknown) {
    needReady('Session can only be received when app is ready');
    const known = electron.sessions.get(name) ?? new FakeSession(options);
    electron.sessions.set(name, known);
    return known;
  },
};

class WebContents extends EventEmitter {
  mainFrame = { url: '' };
  sent: unknown[] = [];
  drags: unknown[] = [];
  reloads = 0;
  opens: (() => { action: string }) | undefined;
  setWindowOpenHandler(handler: () => { action: string }) {
    this.opens = handler;
  }
  send(name: string, payload: unknown) {
    this.sent.push([name, payload]);
  }
  startDrag(item: unknown) {
    this.drags.push(item);
  }
  reload() {
    this.reloads++;
  }
  /** Whether the page may do what an event announces. */
  may(name: string): boolean {
    return stands(this, name);
  }
}

export class BrowserWindow extends EventEmitter {
  options: Record<string, unknown> & { webPreferences: Record<string, unknown> };
  webContents = new WebContents();
  bounds: { x: number; y: number; width: number; height: number };
  maximized = false;
  minimized = false;
  destroyed = false;
  isShown = false;
  focused = 0;
  progress: number[] = [];
  constructor(options: BrowserWindow['options'] & BrowserWindow['bounds']) {
    super();
    needReady('Cannot create BrowserWindow before app is ready');
    this.options = options;
    const { x, y, width, height } = options;
    this.bounds = { x, y, width, height };
    electron.windows.push(this);
  }
  async loadURL(url: string) {
    this.webContents.mainFrame = { url };
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }
  /** Gives whether it closed. */
  close(): boolean {
    if (this.destroyed) return true;
    if (!stands(this, 'close')) return false;
    this.destroyed = true;
    return true;
  }
  show() {
    this.isShown = true;
  }
  focus() {
    this.focused++;
  }
  maximize() {
    this.maximized = true;
  }
  restore() {
    this.minimized = false;
  }
  isMaximized() {
    return this.maximized;
  }
  isMinimized() {
    return this.minimized;
  }
  isDestroyed() {
    return this.destroyed;
  }
  getNormalBounds() {
    return this.bounds;
  }
  setProgressBar(fraction: number) {
    this.progress.push(fraction);
  }
}

class IpcMain extends EventEmitter {
  handle(name: string, handler: (event: { senderFrame: unknown }, input: unknown) => unknown) {
    if (electron.calls.has(name)) throw new Error(`${name} is handled twice`);
    electron.calls.set(name, handler);
  }
}
export const ipcMain = new IpcMain();

class IpcRenderer extends EventEmitter {
  async invoke(name: string, input: unknown) {
    electron.invoked.push([name, input]);
    return { ok: true, value: name };
  }
}
export const ipcRenderer = new IpcRenderer();

export const contextBridge = {
  exposeInMainWorld: (name: string, api: Record<string, (...given: unknown[]) => unknown>) =>
    electron.exposed.set(name, api),
};

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]) => {
    needNotReady('protocol.registerSchemesAsPrivileged should be called before app is ready');
    electron.schemes.push(...schemes);
  },
};

export const screen = {
  getAllDisplays: () => {
    needReady("The 'screen' module can't be used before the app 'ready' event");
    return electron.displays;
  },
};

export const Menu = {
  buildFromTemplate: (template: MenuItem[]) => template,
  setApplicationMenu: (menu: MenuItem[]) => {
    electron.menu = menu;
  },
};

async function showDialog(...given: unknown[]): Promise<unknown> {
  electron.dialogs.push(given.at(-1));
  return electron.dialogAnswer;
}
export const dialog = {
  showOpenDialog: showDialog,
  showSaveDialog: showDialog,
  showMessageBox: showDialog,
  showErrorBox: (title: string, content: string) => void electron.dialogs.push({ title, content }),
};

export const shell = {
  openPath: async (path: string) => {
    electron.opened.push(path);
    return electron.openPathComplaint;
  },
  showItemInFolder: (path: string) => electron.opened.push(`folder of ${path}`),
  openExternal: async (url: string) => electron.opened.push(url),
};

export class Notification {
  static isSupported() {
    return electron.canNotify;
  }
  message: unknown;
  constructor(message: unknown) {
    this.message = message;
  }
  show() {
    electron.notifications.push(this.message);
  }
}

export const powerSaveBlocker = {
  start: () => {
    const id = Math.max(0, ...electron.blockers) + 1;
    electron.blockers.add(id);
    return id;
  },
  isStarted: (id: number) => electron.blockers.has(id),
  stop: (id: number) => {
    if (!electron.blockers.delete(id)) throw new Error('no such blocker');
  },
};

export const net = {
  request: (options: RequestOptions) => {
    needReady('net module can only be used after app is ready');
    return new ClientRequest(options, electron);
  },
};

export default { app, ipcMain, ipcRenderer, shell };
