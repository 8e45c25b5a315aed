import { EventEmitter } from 'node:events';
import { isAbsolute } from 'node:path';
import { emitPreventable } from './events.ts';
import { isReadyNow, needNotReady, needReady, setStage, stageNow } from './life-cycle.ts';
import type { Picture } from './native-image.ts';
import { addState } from './state.ts';
import { windowState } from './windows.ts';

export const appState = addState(() => ({
  /** The system it plays: what others alone have is missing. */
  platform: process.platform as NodeJS.Platform,
  userModelId: undefined as string | undefined,
  isPackaged: false,
  switches: new Set<string>(),
  /**
   * How asking for the lock ends (`ProcessSingleton::NotifyResult` of Chromium,
   * `App::RequestSingleInstanceLock`).
   */
  singleInstance: 'PROCESS_NONE' as 'PROCESS_NONE' | 'PROCESS_NOTIFIED' | 'PROFILE_IN_USE' | 'LOCK_ERROR',
  /** The process that has the lock; one that hangs takes a message and emits nothing. */
  firstInstance: undefined as EventEmitter | undefined,
  /** With what names are resolved. */
  secureDns: 'automatic' as 'automatic' | 'off' | 'secure',
  /** Where Chromium writes down the keys of what it exchanges. */
  keyLog: undefined as string | undefined,
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
  /**
   * `App::SetPath`; that of sessions is read when the first one is made, which is with ready
   * (`ElectronBrowserContext`).
   */
  setPath(name: string, path: string) {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (name === 'sessionData') needNotReady('sessionData is set too late');
    appState.paths.set(name, path);
  }
  getPath(name: string) {
    return appState.paths.get(name) ?? '/nowhere';
  }
  getVersion() {
    return '0.0.0';
  }
  /**
   * Windows alone has it natively; `lib/browser/api/app.ts` puts one that does nothing in its place
   * elsewhere.
   */
  setAppUserModelId(id: string) {
    if (appState.platform === 'win32') appState.userModelId = id;
  }
  /**
   * Three of its four ends are one to the caller: only where the other process was notified does that one
   * hear, from its own loop, what was given (`App::OnSecondInstance`), which is cloned on the way. One of
   * another session of the same person is not found, and its folder is in use.
   */
  requestSingleInstanceLock(data?: object) {
    const { singleInstance, firstInstance } = appState;
    const copy = structuredClone(data);
    if (singleInstance === 'PROCESS_NOTIFIED')
      setImmediate(() => firstInstance?.emit('second-instance', {}, ['carpeta'], '/', copy));
    return singleInstance === 'PROCESS_NONE';
  }
  /**
   * `ConfigureHostResolver` (`electron_api_app.cc`); without it names are resolved over HTTPS where that
   * seems possible (`docs/api/app.md`).
   */
  configureHostResolver({ secureDnsMode }: { secureDnsMode: 'automatic' | 'off' | 'secure' }) {
    needReady('configureHostResolver cannot be called before the app is ready');
    appState.secureDns = secureDnsMode;
  }
  isReady() {
    return isReadyNow();
  }
  /** `Browser::WhenReady` (`shell/browser/browser.cc`): resolved with the event. */
  whenReady(): Promise<void> {
    return this.isReady() ? Promise.resolve() : new Promise((resolve) => this.once('ready', resolve));
  }
  /**
   * Emits no more than `quit`, and nothing where there is no loop yet (`Browser::Exit`, `Browser::Shutdown`).
   */
  exit(code: number) {
    appState.exitCode = code;
    if (isReadyNow()) this.emit('quit', {}, code);
  }
  /**
   * The system's icon comes later, from a thread of its own (`App::GetFileIcon`); an empty one where it has
   * none.
   */
  async getFileIcon(path: string): Promise<Picture> {
    const { icons } = appState;
    if (icons === 'fail') throw new Error('Failed to get file icon.');
    return { of: path, isEmpty: () => icons === 'empty' };
  }
  /**
   * Asks whether to quit, closes the windows, asks once more, and is gone; who prevents any of it goes on
   * (`Browser::Quit`, `NotifyAndShutdown`).
   */
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
