import { EventEmitter } from 'node:events';
import { emitPreventable } from './events.ts';
import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

export const windowState = addState(() => ({
  windows: [] as BrowserWindow[],
  displays: [{ workArea: { x: 0, y: 0, width: 1920, height: 1040 } }],
}));

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
    return emitPreventable(this, name);
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
    windowState.windows.push(this);
  }
  async loadURL(url: string) {
    this.webContents.mainFrame = { url };
    this.webContents.emit('did-finish-load');
    this.emit('ready-to-show');
  }
  /** Gives whether it closed. */
  close(): boolean {
    if (this.destroyed) return true;
    if (!emitPreventable(this, 'close')) return false;
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

export const screen = {
  getAllDisplays: () => {
    needReady("The 'screen' module can't be used before the app 'ready' event");
    return windowState.displays;
  },
};
