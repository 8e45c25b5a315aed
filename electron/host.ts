/**
 * The port: what the app asks of the place it runs in. Three implementations, one per folder of `platform/`.
 * Tests build one from parts; a part that is not given works in memory.
 */

/** Time as an argument, so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970, UTC, as this machine believes. */
  now(): number;
  /** Monotonic milliseconds, for measuring how long something took. */
  elapsed(): number;
  /** Resolves after `ms`; rejects with `AbortError` when the signal ends first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The zone of a network address, nearest first: on this computer, in a private range, or anywhere else. */
export type NetworkZone = 'this-machine' | 'local-network' | 'elsewhere';

/** Response of one GET. Never a redirect followed, never cookies, never from a cache, never decoded. */
export interface HttpResponse {
  status: number;
  /** Lower-case names; repeated headers joined with `, `. */
  headers: Readonly<Record<string, string>>;
  /** The body as it arrives. Must be read to its end or cancelled. */
  body: AsyncIterable<Uint8Array>;
  /** Lets go of the connection; harmless when the body has ended. */
  cancel(): void;
  /**
   * Where the response came from: by the address that was connected to, or by the name as it is written where
   * a proxy connected. Never nearer than the truth, so that a response from outside is never taken for one of
   * this computer.
   */
  zone: NetworkZone;
  /**
   * The protocol tells where the body ends (HTTP/2 and later), so that one that is cut ends with an error.
   * Default: false.
   */
  isFramed?: boolean;
}

export interface HttpGetOptions {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  /**
   * The nearest zone that the request may lead to, after its name is resolved; one that leads nearer rejects
   * with `LINK_INSECURE`, and nothing is sent. Where a proxy connects, the name as it is written is judged
   * alone. Default: this computer, so everything.
   */
  nearestZone?: NetworkZone | undefined;
  /**
   * Told true while the request waits on this side of the network, for a connection or for a proxy's login,
   * and false when it goes on: such time is nobody's silence. Never called by a host that sends at once.
   */
  onBlocked?: ((isBlocked: boolean) => void) | undefined;
}

/**
 * One GET. Rejects with an `AppError`: `NO_NETWORK`, `TLS_FAILED`, `PROXY_REFUSED`, `CANCELLED`; a body that
 * breaks rejects its iteration with `TRANSFER_BROKEN`. No time-out of its own: callers own their time by
 * `signal`.
 */
export type HttpGet = (url: string, options: HttpGetOptions) => Promise<HttpResponse>;

/** The OS keychain, three methods. Rejects with `NO_KEYCHAIN` where there is none. */
export interface Secrets {
  get(account: string): Promise<string | undefined>;
  set(account: string, secret: string): Promise<void>;
  remove(account: string): Promise<void>;
}

/** Small things that are read and written whole: settings, connections, clients. JSON values only. */
export interface Preferences {
  /**
   * What is kept under a key. A file that another program holds is waited for, in the thread that asks; not
   * where `isPatient` is false, as it is for whoever asks again and again, and has what was read last.
   */
  get(key: string, isPatient?: boolean): unknown;
  /**
   * Puts what `next` makes of a value in its place; `undefined` forgets the key. Nobody else, in no other
   * process, changes anything between reading and writing, so `next` must not wait.
   */
  change(key: string, next: (before: unknown) => unknown): void;
  /**
   * Changes whenever what is kept may have, told without opening the file; absent where that cannot be told.
   * Throws as `get` does.
   */
  revision?(): string;
  /** Where a damaged file was put. */
  readonly setAside?: string | undefined;
}

/** A question that a person answers with yes or no. */
export interface ConfirmDialog {
  message: string;
  detail: string;
  yes: string;
  no: string;
}

/** What an app can do for a person; the terminal host answers as far as a terminal can. */
export interface Desktop {
  /** A folder chosen by the person, or undefined when they changed their mind. */
  chooseFolder(options: { title: string; startAt?: string }): Promise<string | undefined>;
  /** A path to save to, chosen by the person. */
  chooseSavePath(options: { title: string; suggestedName: string }): Promise<string | undefined>;
  /** A file to read, chosen by the person. */
  chooseFile(options: { title: string; extensions: readonly string[] }): Promise<string | undefined>;
  /**
   * Asks a person outside the page, where the page cannot answer; yes where nobody can be asked, as in a
   * terminal.
   */
  confirm(dialog: ConfirmDialog): Promise<boolean>;
  /** Opens a local file with its program. */
  openFile(path: string): Promise<void>;
  /** Shows a local file or folder in the file manager. */
  showInFolder(path: string): Promise<void>;
  /** Prints a local PDF; where the host cannot print by itself, opens it with its program, which can. */
  printFile(path: string): Promise<void>;
  /**
   * Begins to drag local files out of the window, while the page's own drag is under way; nothing where there
   * is no such window.
   */
  startDrag(paths: readonly string[]): void;
  /** Starts a message in the person's mail program; `MAIL_NOT_OPENED` where there is none. */
  composeMail(message: { to?: string; subject: string; body: string }): Promise<void>;
  /**
   * Opens a page in the person's browser: https alone, else `INPUT_INVALID`; `PAGE_NOT_OPENED` where there is
   * none.
   */
  openPage(address: string): Promise<void>;
  /** Marks a file that came from outside the way the system does (Mark of the Web, quarantine). */
  markAsForeign(path: string): Promise<void>;
  /** Keeps the machine awake until the returned function is called; call it in `finally`. */
  keepAwake(): () => void;
  /** Taskbar or dock progress: 0 to 1, or undefined for none. */
  showProgress(fraction: number | undefined): void;
  /** Tells a person who looks elsewhere; absent where nobody can be told. */
  notify?(message: { title: string; body: string }): void;
}

/** A proxy that wants to know who asks. */
export interface ProxyChallenge {
  host: string;
  port: number;
  realm: string;
  /** The login given before was refused. */
  isRetry: boolean;
}
/** Gives the login for a proxy, or undefined when there is none: then its refusal stands. */
export type ProxyLogin = (
  challenge: ProxyChallenge,
) => Promise<{ user: string; password: string } | undefined>;

/**
 * What an administrator has set for this computer: settings by their names, in whatever capitals, and
 * `connections` (`connectionFields`).
 */
export type ManagedValues = Readonly<Record<string, unknown>>;

/**
 * A process of its own, for one piece of work on papers that come from outside; what ends it ends nothing
 * else.
 */
export interface WorkerProcess {
  /** Sends what structured clone takes; it waits until the script listens. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Hears once how it ended: its exit code, or null where a signal or the system ended it. */
  onEnd(listener: (code: number | null) => void): void;
  /** Ends it at once; resolves when it has ended, so that no file is open in it any more. */
  end(): Promise<void>;
}

/** Starts a script in a process of its own whose heap may take so many MiB: past that V8 ends the process. */
export type StartWorker = (script: URL, limits: { heapMb: number }) => Promise<WorkerProcess>;

export type HostKind = 'electron' | 'chromium' | 'terminal';

export interface Host {
  kind: HostKind;
  /** Where settings, store and logs are; `CARPETA_HOME` moves it. */
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
   * Reads what an administrator has set; none where this is absent. Never from a file that a user can create.
   * `onUnread` hears why a place could not be read that may well be empty, or is known to hold nothing of an
   * administrator's (`holdsNone`); rejects where something is set and cannot be read.
   */
  readManaged?(onUnread: (cause: unknown, holdsNone: boolean) => void): Promise<ManagedValues>;
  /** Groups beside the owner that may read the folder of the user's data; none where this is absent. */
  readersOfHome?(): Promise<readonly string[]>;
  /** Takes what answers a proxy's challenge; absent where the login comes with the proxy's address. */
  onProxyChallenge?(login: ProxyLogin): void;
}
