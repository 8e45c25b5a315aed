/**
 * The port between the app and its platform. Three implementations, one per folder of `platform/`. Tests
 * build one from parts; a missing part works in memory.
 */

/** Time as an argument, so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970, UTC, by this machine's clock. */
  now(): number;
  /** Monotonic milliseconds, for measuring durations. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with `AbortError` when the signal ends first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The zone of a network address, nearest first: on this computer, in a private range, or anywhere else. */
export type NetworkZone = 'this-machine' | 'local-network' | 'elsewhere';

/** Response of one GET. Redirects are not followed; no cookies, no cache, no decoding. */
export interface HttpResponse {
  status: number;
  /** Lower-case names; repeated headers joined with `, `. */
  headers: Readonly<Record<string, string>>;
  /** The body as it arrives. Must be read to its end or cancelled. */
  body: AsyncIterable<Uint8Array>;
  /** Closes the connection; harmless when the body has ended. */
  cancel(): void;
  /**
   * The zone of the response: by the remote address, or by the host name as written where a proxy connected.
   * Never nearer than the real one, so that an outside response never counts as one of this computer.
   */
  zone: NetworkZone;
  /**
   * The protocol marks the end of the body (HTTP/2 and later), so that a truncated one ends with an error.
   * Default: false.
   */
  isFramed?: boolean;
}

export interface HttpGetOptions {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /**
   * The nearest zone that the request may reach, after its name is resolved; a nearer one rejects with
   * `LINK_INSECURE`, and nothing is sent. With a proxy only the host name as written is checked. Default:
   * this computer, so everything is allowed.
   */
  nearestZone?: NetworkZone | undefined;
  /**
   * Called with true while the request waits locally, for a connection or for a proxy's login, and then with
   * false: such time is no stall. Never called by a host that sends at once.
   */
  onBlocked?: ((isBlocked: boolean) => void) | undefined;
}

/**
 * One GET. Rejects with an `AppError`: `NO_NETWORK`, `TLS_FAILED`, `PROXY_REFUSED`, `CANCELLED`; a broken
 * body rejects its iteration with `TRANSFER_BROKEN`. It has no timeout: callers limit the time with `signal`.
 */
export type HttpGet = (url: string, options: HttpGetOptions) => Promise<HttpResponse>;

/** The OS keychain, three methods. Rejects with `NO_KEYCHAIN` where there is none. */
export interface Secrets {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

/** Small values that are read and written whole: settings, connections, clients. JSON values only. */
export interface Preferences {
  /**
   * The value of a key. While another program locks the file, this blocks the thread; with `isPatient` false
   * it does not, for callers that poll and have the last value.
   */
  get(key: string, isPatient?: boolean): unknown;
  /**
   * Replaces a value by the result of `next`; `undefined` removes the key. No other process changes anything
   * between reading and writing, so `next` must not wait.
   */
  change(key: string, next: (before: unknown) => unknown): void;
  /**
   * Changes whenever a value may have changed, without opening the file; absent where that is unknown. Throws
   * as `get` does.
   */
  revision?(): string;
  /** The path of a damaged file that was set aside. */
  readonly setAside?: string | undefined;
}

/** A dialog that a person confirms or declines. */
export interface ConfirmDialog {
  message: string;
  detail: string;
  yes: string;
  no: string;
}

/** What an app can do for a person; the terminal host implements what a terminal can. */
export interface Desktop {
  /** A folder that the person selects, or undefined on cancel. */
  chooseFolder(options: { title: string; startAt?: string }): Promise<string | undefined>;
  /** A path to save to that the person selects. */
  chooseSavePath(options: { title: string; suggestedName: string }): Promise<string | undefined>;
  /** A file to read that the person selects. */
  chooseFile(options: { title: string; extensions: readonly string[] }): Promise<string | undefined>;
  /**
   * Shows a confirmation outside the page, which the page cannot reach; true where no dialog is possible, as
   * in a terminal.
   */
  confirm(dialog: ConfirmDialog): Promise<boolean>;
  /** Opens a local file with its program; `FILE_NOT_OPENED` where there is none, or it may be a program. */
  openFile(path: string): Promise<void>;
  /** Shows a local file or folder in the file manager. */
  showInFolder(path: string): Promise<void>;
  /** Prints a local PDF; where the host cannot print, opens it with its program. Rejects with any error. */
  printFile(path: string): Promise<void>;
  /**
   * Begins to drag local files out of the window, during the page's own drag; does nothing without such a
   * window.
   */
  startDrag(paths: readonly string[]): void;
  /** Starts a message in the person's mail program; `MAIL_NOT_OPENED` where there is none. */
  composeMail(message: { to?: string; subject: string; body: string }): Promise<void>;
  /**
   * Opens a page in the person's browser: https only, else `INPUT_INVALID`; `PAGE_NOT_OPENED` where there is
   * none.
   */
  openPage(address: string): Promise<void>;
  /** Marks a file from outside in the system's way (Mark of the Web, quarantine). */
  markAsForeign(path: string): Promise<void>;
  /** Keeps the machine awake until the returned function is called; call it in `finally`. */
  keepAwake(): () => void;
  /**
   * Whether nobody has used this computer for some minutes and it does not run on its battery; absent where
   * that is unknown.
   */
  isIdle?(): boolean;
  /** Taskbar or dock progress: 0 to 1, or undefined for none. */
  showProgress(fraction: number | undefined): void;
  /** Shows a notification outside the window; absent where there is none. */
  notify?(message: { title: string; body: string }): void;
}

/** A proxy that requires a login. */
export interface ProxyChallenge {
  host: string;
  port: number;
  realm: string;
  /** The previous login was refused. */
  isRetry: boolean;
}
/** Returns the login for a proxy, or undefined when there is none: then the proxy's error stays. */
export type ProxyLogin = (
  challenge: ProxyChallenge,
) => Promise<{ user: string; password: string } | undefined>;

/**
 * What an administrator has set for this computer: settings by name, in any case, and `connections`
 * (`connectionFields`).
 */
export type ManagedValues = Readonly<Record<string, unknown>>;

/** A separate process for one task on documents from outside; a crash ends nothing else. */
export interface WorkerProcess {
  /** Sends what structured clone accepts; queued until the script listens. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once with the exit code, or null where a signal or the system ended the process. */
  onEnd(listener: (code: number | null) => void): void;
  /** Kills the process; resolves when it has ended, so that it has no file open any more. */
  end(): Promise<void>;
}

/** Starts a script in a separate process with a maximum heap in MiB: beyond it V8 ends the process. */
export type StartWorker = (script: URL, limits: { heapMb: number }) => Promise<WorkerProcess>;

export type HostKind = 'electron' | 'chromium' | 'terminal';

export interface Host {
  kind: HostKind;
  /** Folder of settings, store and logs; `CARPETA_HOME` moves it. */
  userData: string;
  httpGet: HttpGet;
  secrets: Secrets;
  preferences: Preferences;
  desktop: Desktop;
  clock: Clock;
  startWorker: StartWorker;
  /** 0 to 1, for jitter. */
  random(): number;
  /** A fresh UUID. */
  uuid(): string;
  /**
   * Reads what an administrator has set; nothing where this is absent. Never from a file that a user can
   * create. `onUnread` gets the error of a source that may be empty, or certainly has nothing of an
   * administrator's (`holdsNone`). Rejects where a source with values cannot be read.
   */
  readManaged?(onUnread: (cause: unknown, holdsNone: boolean) => void): Promise<ManagedValues>;
  /** Groups besides the owner that may read the folder of the user's data; none where this is absent. */
  readersOfHome?(): Promise<readonly string[]>;
  /** Sets the function that logs in to a proxy; absent where the login is in the proxy's URL. */
  onProxyChallenge?(login: ProxyLogin): void;
}
