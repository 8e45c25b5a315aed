import http from 'node:http';
import https from 'node:https';
import { Readable, Writable } from 'node:stream';

/**
 * `net.request` as `lib/common/api/net-client-request.ts` of Electron plays it, over Node's own http in the place of Chromium's network: a
 * `Writable` that is destroyed, and emits `close`, as soon as it has ended, which is long before the answer; it goes on emitting after that.
 */

export interface RequestOptions {
  url: string;
  method: string;
  headers: Record<string, string>;
  redirect: string;
}

/** What a test's network does beside answering. */
export interface NetworkTrouble {
  /** A proxy that wants this login before it lets anything through. */
  proxy: { user: string; password: string } | undefined;
  /** The server itself wants a login. */
  serverAsks: boolean;
}

type Login = (user?: string, password?: string) => void;

/** The answer: a stream that hands on what the network brings, no faster than it is read. */
class IncomingMessage extends Readable {
  readonly statusCode: number;
  readonly headers: Record<string, string | string[]>;
  private readonly source: http.IncomingMessage;

  constructor(source: http.IncomingMessage) {
    super();
    this.source = source;
    this.statusCode = source.statusCode ?? 0;
    this.headers = Object.fromEntries(
      Object.entries(source.headers).map(([name, value]) => [
        name,
        // Repeated headers are joined, `set-cookie` stays a list.
        Array.isArray(value) && name !== 'set-cookie' ? value.join(', ') : (value ?? ''),
      ]),
    );
    source.pause();
    source.on('data', (piece: Buffer) => {
      if (!this.push(piece)) source.pause();
    });
    source.on('end', () => this.push(null));
  }

  override _read(): void {
    this.source.resume();
  }
}

export class ClientRequest extends Writable {
  private readonly options: RequestOptions;
  private readonly trouble: NetworkTrouble;
  private loader: http.ClientRequest | undefined;
  private response: IncomingMessage | undefined;
  private isAborted = false;

  constructor(options: RequestOptions, trouble: NetworkTrouble) {
    super({ autoDestroy: true });
    this.options = options;
    this.trouble = trouble;
  }

  override _final(done: () => void): void {
    this.logIn(3);
    done();
  }

  /** `abort` comes a tick later; what was begun is cancelled and the answer destroyed, without an error. */
  abort(): void {
    if (!this.isAborted) process.nextTick(() => this.emit('abort'));
    this.isAborted = true;
    this.die();
  }

  /** A stream that is destroyed emits no error by itself, so Electron emits it, and throws where nobody listens. */
  private die(error?: Error): void {
    if (this.destroyed && error) this.emit('error', error);
    this.destroy(error);
    this.loader?.destroy();
    this.response?.destroy(error);
  }

  private fail(netError: string): void {
    const error = new Error(netError);
    this.response?.destroy(error);
    this.die(error);
  }

  /** A proxy asks a few times, then refuses. */
  private logIn(tries: number): void {
    const { proxy, serverAsks } = this.trouble;
    if (serverAsks) this.ask({ isProxy: false }, () => this.send());
    else if (proxy === undefined) this.send();
    else if (tries === 0) this.fail('net::ERR_PROXY_AUTH_REQUESTED');
    else this.askForProxy(proxy, tries);
  }

  private askForProxy(proxy: { user: string; password: string }, tries: number): void {
    const info = { isProxy: true, host: 'proxy.office', port: 8080, realm: 'Office', scheme: 'basic' };
    this.ask(info, (user, password) => {
      if (user === undefined) this.fail('net::ERR_INVALID_AUTH_CREDENTIALS');
      else if (user === proxy.user && password === proxy.password) this.send();
      else this.logIn(tries - 1);
    });
  }

  /** Asked for only once the entry's own turn is over; without a listener the login is refused. */
  private ask(info: object, answer: Login): void {
    setImmediate(() => {
      if (!this.emit('login', info, answer)) answer();
    });
  }

  private send(): void {
    const { url, method, headers } = this.options;
    const send = url.startsWith('https:') ? https.request : http.request;
    this.loader = send(url, { method, headers }, (source) => {
      if (this.isAborted) return;
      const { statusCode = 0, headers: received } = source;
      const { location } = received;
      if (location !== undefined && statusCode >= 300 && statusCode < 400) {
        source.resume();
        this.emit('redirect', statusCode, method, location, received);
        if (!this.isAborted) this.die(new Error('Redirect was cancelled'));
        return;
      }
      source.on('error', (thrown: NodeJS.ErrnoException) => {
        if (!this.isAborted) this.fail(`net::${chromiumCode(thrown)}`);
      });
      this.response = new IncomingMessage(source);
      this.emit('response', this.response);
    });
    this.loader.on('error', (thrown: NodeJS.ErrnoException) => {
      if (!this.isAborted && !this.response) this.fail(`net::${chromiumCode(thrown)}`);
    });
    this.loader.end();
  }
}

/** Chromium's name of an error of Node's (`net/base/net_error_list.h`). */
function chromiumCode({ code = '' }: NodeJS.ErrnoException): string {
  if (/^EPROTO|^ERR_SSL/.test(code)) return 'ERR_SSL_PROTOCOL_ERROR';
  const names: Record<string, string> = {
    ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
    ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
    ECONNRESET: 'ERR_CONNECTION_RESET',
  };
  return names[code] ?? `ERR_FAILED ${code}`;
}
