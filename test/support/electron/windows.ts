import { EventEmitter } from 'node:events';
import { emitPreventable } from './events.ts';
import { needReady } from './life-cycle.ts';
import type { Picture } from './native-image.ts';
import { addState } from './state.ts';

export const windowState = addState(() => ({
  windows: [] as BrowserWindow[],
  /** With what the page's own files are answered: a 404 is a document like any other, and loads. */
  pageStatus: 200,
  /** The preload that is not there or throws; its page loads all the same (`lib/browser/rpc-server.ts`). */
  preloadError: undefined as string | undefined,
  /** The page's process ends in the middle of its next load. */
  diesLoading: false,
  /** The page that comes has nothing in it that would be laid out. */
  drawsNothing: false,
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
}));

class WebContents extends EventEmitter {
  readonly window: BrowserWindow;
  mainFrame = { url: '' };
  sent: unknown[] = [];
  drags: unknown[] = [];
  reloads = 0;
  webRTCPolicy = 'default';
  crashes = 0;
  /**
   * By host, for as long as the process lasts: its session is in memory (`HostZoomMap` of Chromium,
   * `ZoomLevelDelegate`).
   */
  zoomLevels = new Map<string, number>();
  opens: (() => { action: string }) | undefined;
  constructor(window: BrowserWindow) {
    super();
    this.window = window;
  }
  setWindowOpenHandler(handler: () => { action: string }) {
    this.opens = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string) {
    this.webRTCPolicy = policy;
  }
  /** Of the page that is there (`WebContentsZoomController::SetZoomLevel`). */
  setZoomLevel(level: number) {
    this.window.needAlive();
    if (this.mainFrame.url !== '') this.zoomLevels.set(new URL(this.mainFrame.url).host, level);
  }
  getZoomLevel() {
    return this.zoomLevels.get(URL.parse(this.mainFrame.url)?.host ?? '') ?? 0;
  }
  send(name: string, payload: unknown) {
    this.window.needAlive();
    this.sent.push([name, payload]);
  }
  /**
   * Throws without a picture or a file, and drags nothing with an empty picture (`WebContents::StartDrag`).
   */
  startDrag({ file, files = [file], icon }: { file: string; files?: string[]; icon?: Picture }) {
    this.window.needAlive();
    if (!icon) throw new Error("'icon' parameter is required");
    if (icon.isEmpty()) return;
    if (files.length === 0) throw new Error("Must specify either 'file' or 'files' option");
    this.drags.push({ file, files, icon });
  }
  /**
   * Does nothing where no page has come yet: there is no entry to load again
   * (`NavigationControllerImpl::Reload` of Chromium).
   */
  reload() {
    this.window.needAlive();
    if (this.mainFrame.url !== '') this.reloads++;
  }
  /**
   * The end of the page's process is told of later, like any other
   * (`WebContents::PrimaryMainFrameRenderProcessGone`).
   */
  forcefullyCrashRenderer() {
    this.crashes++;
    setImmediate(() => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
  }
  /** Whether the page may do what an event announces. */
  may(name: string, facts: object = {}): boolean {
    return emitPreventable(this, name, facts);
  }
  /**
   * Whether a page may go somewhere by itself, `location.reload()` included: each of two listeners may keep
   * it (`ElectronNavigationThrottle::WillStartRequest`); what main loads asks nobody.
   */
  mayGo(url: string, isMainFrame = true): boolean {
    const facts = { url, isMainFrame, isSameDocument: false };
    return this.may('will-frame-navigate', facts) && (!isMainFrame || this.may('will-navigate', facts));
  }
}

export class BrowserWindow extends EventEmitter {
  options: Record<string, unknown> & { webPreferences: Record<string, unknown> };
  webContents = new WebContents(this);
  bounds: { x: number; y: number; width: number; height: number };
  maximized = false;
  minimized = false;
  destroyed = false;
  isShown = false;
  fullScreen = false;
  focused = 0;
  progress: number[] = [];
  /** Where the app has put it. */
  placed: BrowserWindow['bounds'][] = [];
  constructor(options: BrowserWindow['options'] & BrowserWindow['bounds']) {
    super();
    needReady('Cannot create BrowserWindow before app is ready');
    this.options = options;
    const { x, y, width, height } = options;
    this.bounds = { x, y, width, height };
    windowState.windows.push(this);
  }
  /**
   * The first layout with something on it is passed on to the window a tick later
   * (`lib/browser/api/web-contents.ts`).
   */
  async loadURL(url: string) {
    const { pageStatus, preloadError, diesLoading, drawsNothing } = windowState;
    windowState.diesLoading = false;
    if (diesLoading) {
      // Told in a task of its own, so that the load has failed before
      // (`WebContents::PrimaryMainFrameRenderProcessGone`).
      setImmediate(() =>
        this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
      );
      const failed = { errno: -2, code: 'ERR_FAILED', url };
      throw Object.assign(new Error(`ERR_FAILED (-2) loading '${url}'`), failed);
    }
    this.webContents.mainFrame = { url };
    if (preloadError) this.webContents.emit('preload-error', {}, preloadError, new Error('no such file'));
    this.webContents.emit('did-navigate', {}, url, pageStatus);
    this.webContents.emit('did-finish-load');
    // An empty document is never laid out.
    if (pageStatus === 200 && !drawsNothing) process.nextTick(() => this.emit('ready-to-show'));
  }
  /** Gives whether it closed. */
  close(): boolean {
    if (this.destroyed) return true;
    if (!emitPreventable(this, 'close')) return false;
    this.destroyed = true;
    this.emit('closed');
    return true;
  }
  /**
   * Of a window that is gone nothing can be asked but whether it is
   * (`shell/common/gin_helper/function_template.h`).
   */
  needAlive() {
    if (this.destroyed) throw new TypeError('Object has been destroyed');
  }
  show() {
    this.needAlive();
    this.isShown = true;
    this.emit('show');
  }
  hide() {
    this.needAlive();
    this.isShown = false;
  }
  isVisible() {
    this.needAlive();
    return this.isShown;
  }
  isFullScreen() {
    this.needAlive();
    return this.fullScreen;
  }
  /**
   * macOS leaves the full screen with an animation, and tells when it is over
   * (`NativeWindowMac::SetFullScreen`).
   */
  setFullScreen(full: boolean) {
    setImmediate(() => {
      this.fullScreen = full;
      this.emit(full ? 'enter-full-screen' : 'leave-full-screen');
    });
  }
  /**
   * Sizes and places are told alike, whoever changes them (`NativeWindow::NotifyWindowMove` and
   * `NotifyWindowResize`).
   */
  setBounds(bounds: BrowserWindow['bounds']) {
    this.needAlive();
    this.placed.push(bounds);
    this.change(bounds);
  }
  /** By the person or the system. */
  change(bounds: BrowserWindow['bounds']) {
    const { x, y, width, height } = this.bounds;
    this.bounds = bounds;
    if (x !== bounds.x || y !== bounds.y) this.emit('move', {});
    if (width !== bounds.width || height !== bounds.height) this.emit('resize', {});
  }
  focus() {
    this.needAlive();
    this.focused++;
  }
  /** Shows a window that is hidden (`NativeWindowViews::Maximize`). */
  maximize() {
    this.needAlive();
    this.maximized = true;
    this.isShown = true;
  }
  restore() {
    this.needAlive();
    this.minimized = false;
  }
  isMaximized() {
    this.needAlive();
    return this.maximized;
  }
  isMinimized() {
    this.needAlive();
    return this.minimized;
  }
  isDestroyed() {
    return this.destroyed;
  }
  getNormalBounds() {
    this.needAlive();
    return this.bounds;
  }
  setProgressBar(fraction: number) {
    this.needAlive();
    this.progress.push(fraction);
  }
}

class Screen extends EventEmitter {
  /**
   * Told in tasks of their own, so that what is asked then may be of a later moment (`DelayEmitWithMetrics`,
   * `electron_api_screen.cc`).
   */
  change(displays: typeof windowState.displays) {
    windowState.displays = displays;
    setImmediate(() => this.emit('display-metrics-changed', {}, displays[0], ['workArea']));
  }
  getAllDisplays() {
    needReady("The 'screen' module can't be used before the app 'ready' event");
    return windowState.displays;
  }
}
export const screen = new Screen();
