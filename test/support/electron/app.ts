import { EventEmitter } from 'node:events';
import { emitPreventable } from './events.ts';
import { isReadyNow, needNotReady, setStage, stageNow } from './life-cycle.ts';
import type { Picture } from './native-image.ts';
import { addState } from './state.ts';
import { windowState } from './windows.ts';

export const appState = addState(() => ({
  /** The system it plays: what others alone have is missing. */
  platform: process.platform as NodeJS.Platform,
  userModelId: undefined as string | undefined,
  isPackaged: false,
  switches: new Set<string>(),
  isOnlyInstance: true,
  paths: new Map<string, string>(),
  exitCode: undefined as number | undefined,
  hasQuit: false,
  isInDock: true,
  /** What the system has of icons. */
  icons: 'some' as 'some' | 'empty' | 'fail',
}));

class App extends EventEmitter {
  get isPackaged() {
    return appState.isPackaged;
  }
  commandLine = {
    appendSwitch: (name: string) => appState.switches.add(name),
    hasSwitch: (name: string) => appState.switches.has(name),
  };
  /** macOS alone has one (`App::GetObjectTemplateBuilder`, `shell/browser/api/electron_api_app.cc`). */
  get dock() {
    if (appState.platform !== 'darwin') return undefined;
    return {
      hide: () => {
        appState.isInDock = false;
      },
    };
  }
  sandboxed = false;
  enableSandbox() {
    needNotReady('app.enableSandbox() can only be called before app is ready');
    this.sandboxed = true;
  }
  setPath(name: string, path: string) {
    appState.paths.set(name, path);
  }
  getPath(name: string) {
    return appState.paths.get(name) ?? '/nowhere';
  }
  getVersion() {
    return '0.0.0';
  }
  /** Windows alone has it natively; `lib/browser/api/app.ts` puts one that does nothing in its place elsewhere. */
  setAppUserModelId(id: string) {
    if (appState.platform === 'win32') appState.userModelId = id;
  }
  requestSingleInstanceLock() {
    return appState.isOnlyInstance;
  }
  isReady() {
    return isReadyNow();
  }
  /** `Browser::WhenReady` (`shell/browser/browser.cc`): resolved with the event. */
  whenReady(): Promise<void> {
    return this.isReady() ? Promise.resolve() : new Promise((resolve) => this.once('ready', resolve));
  }
  exit(code: number) {
    appState.exitCode = code;
  }
  /** The system's icon comes later, from a thread of its own (`App::GetFileIcon`); an empty one where it has none. */
  async getFileIcon(path: string): Promise<Picture> {
    const { icons } = appState;
    if (icons === 'fail') throw new Error('Failed to get file icon.');
    return { of: path, isEmpty: () => icons === 'empty' };
  }
  /** Asks whether to quit, closes the windows, asks once more, and is gone; who prevents any of it goes on (`Browser::Quit`, `NotifyAndShutdown`). */
  quit() {
    if (stageNow() === 'quitting' || stageNow() === 'quit') return;
    const before = stageNow();
    if (!emitPreventable(this, 'before-quit')) return;
    setStage('quitting');
    if (!windowState.windows.every((window) => window.close()) || !emitPreventable(this, 'will-quit')) {
      setStage(before);
      return;
    }
    this.emit('quit', {}, 0);
    setStage('quit');
    appState.hasQuit = true;
  }
}
export const app = new App();
