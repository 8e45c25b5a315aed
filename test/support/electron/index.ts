import { EventEmitter } from 'node:events';
import http from 'node:http';
import https from 'node:https';

/**
 * A small Electron that works: what this project calls of it and no more. Windows remember what was asked of them, sessions and the
 * protocol answer, `net.request` goes over Node's own http. Stands in for the module `electron` in every test (vitest.config.ts).
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

/** Forgets everything, listeners included. */
export function resetElectron(): void {
  electron = fresh();
  app.removeAllListeners();
  ipcMain.removeAllListeners();
  ipcRenderer.removeAllListeners();
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
  async whenReady() {
    return undefined;
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
  registerSchemesAsPrivileged: (schemes: unknown[]) => electron.schemes.push(...schemes),
};

export const screen = { getAllDisplays: () => electron.displays };

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

interface RequestOptions {
  url: string;
  method: string;
  headers: Record<string, string>;
  redirect: string;
}

/** One request over Node's own http, with the events that Electron's has. */
class ClientRequest extends EventEmitter {
  options: RequestOptions;
  request: http.ClientRequest | undefined;
  aborted = false;
  constructor(options: RequestOptions) {
    super();
    this.options = options;
  }
  end() {
    this.logIn(3);
  }
  abort() {
    if (this.aborted) return;
    this.aborted = true;
    this.request?.destroy();
    this.emit('abort');
    this.emit('close');
  }
  /** A proxy asks a few times, then refuses. */
  private logIn(tries: number) {
    const { proxy } = electron;
    if (electron.serverAsks) return void this.emit('login', { isProxy: false }, () => this.send());
    if (proxy === undefined) return this.send();
    if (tries === 0) return void this.emit('error', new Error('net::ERR_PROXY_AUTH_REQUESTED'));
    const info = { isProxy: true, host: 'proxy.office', port: 8080, realm: 'Office', scheme: 'basic' };
    this.emit('login', info, (user?: string, password?: string) => {
      if (user === undefined) this.emit('error', new Error('net::ERR_INVALID_AUTH_CREDENTIALS'));
      else if (user === proxy.user && password === proxy.password) this.send();
      else this.logIn(tries - 1);
    });
  }
  private send() {
    const { url, method, headers } = this.options;
    const send = url.startsWith('https:') ? https.request : http.request;
    this.request = send(url, { method, headers }, (response) => {
      const { statusCode = 0, headers: received } = response;
      const { location } = received;
      if (location !== undefined && statusCode >= 300 && statusCode < 400) {
        response.resume();
        this.emit('redirect', statusCode, method, location, received);
        if (!this.aborted) this.emit('error', new Error('Redirect was cancelled'));
        return;
      }
      response.on('close', () => this.emit('close'));
      this.emit('response', response);
    });
    this.request.on('error', (thrown: NodeJS.ErrnoException) => {
      if (!this.aborted) this.emit('error', new Error(`net::${chromiumCode(thrown)}`));
    });
    this.request.end();
  }
}

function chromiumCode({ code = '' }: NodeJS.ErrnoException): string {
  if (/^EPROTO|^ERR_SSL/.test(code)) return 'ERR_SSL_PROTOCOL_ERROR';
  const names: Record<string, string> = {
    ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
    ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
    ECONNRESET: 'ERR_CONNECTION_RESET',
  };
  return names[code] ?? `ERR_FAILED ${code}`;
}

export const net = { request: (options: RequestOptions) => new ClientRequest(options) };

export default { app, ipcMain, ipcRenderer, shell };
