import { Readable, Writable } from 'node:stream';
import { createURLLoader, type LoaderOptions, type Network, type ResponseHead } from './url-loader.ts';

/**
 * `net.request` as `lib/common/api/net-client-request.ts` of Electron plays it: a `Writable` that is
 * destroyed, and emits `close`, as soon as it has ended, which is long before the answer; it goes on emitting
 * after that.
 */

export interface RequestOptions extends LoaderOptions {
  redirect: string;
}

/** Of these a repeated one is left out; all others are joined. */
const singleHeaders = new Set([
  'content-type',
  'content-length',
  'location',
  'retry-after',
  'etag',
  'server',
]);

/** The answer: a stream that asks the loader for more only when it is read. */
class IncomingMessage extends Readable {
  readonly statusCode: number;
  readonly httpVersionMajor: number;
  readonly headers: Record<string, string | string[]>;
  private readonly untaken: (Buffer | null)[] = [];
  private resumeLoader: (() => void) | undefined;
  private isAsked = false;

  constructor({ statusCode, headers, httpVersionMajor }: ResponseHead) {
    super();
    this.statusCode = statusCode;
    this.httpVersionMajor = httpVersionMajor;
    this.headers = Object.fromEntries(
      Object.entries(headers).map(([name, values]) => {
        if (name === 'set-cookie') return [name, values];
        return [name, singleHeaders.has(name) ? (values[0] ?? '') : values.join(', ')];
      }),
    );
  }

  /** One piece, or null for the end: that, too, is told only to who reads. */
  receive(chunk: Buffer | null, resume?: () => void): void {
    this.untaken.push(chunk);
    this.resumeLoader = resume;
    this.handOn();
  }

  private handOn(): void {
    while (this.isAsked) {
      const chunk = this.untaken.shift();
      if (chunk === undefined) break;
      this.isAsked = this.push(chunk);
    }
    if (!this.isAsked) return;
    const resume = this.resumeLoader;
    this.resumeLoader = undefined;
    resume?.();
  }

  override _read(): void {
    this.isAsked = true;
    this.handOn();
  }
}

export class ClientRequest extends Writable {
  private readonly options: RequestOptions;
  private readonly network: Network;
  private cancelLoader: (() => void) | undefined;
  private response: IncomingMessage | undefined;
  private isAborted = false;

  constructor(options: RequestOptions, network: Network) {
    super({ autoDestroy: true });
    this.options = options;
    this.network = network;
  }

  override _final(done: () => void): void {
    this.cancelLoader = createURLLoader(this.options, this.network, {
      started: (head) => {
        this.response = new IncomingMessage(head);
        this.emit('response', this.response);
      },
      data: (chunk, resume) => this.response?.receive(chunk, resume),
      complete: () => this.response?.receive(null),
      error: (netError) => {
        const error = new Error(netError);
        this.response?.destroy(error);
        this.die(error);
      },
      redirect: (...redirect) => {
        this.emit('redirect', ...redirect);
        if (!this.isAborted) this.die(new Error('Redirect was cancelled'));
      },
      // Without a listener no login is given.
      login: (info, respond) => {
        if (!this.emit('login', info, respond)) respond();
      },
    });
    done();
  }

  /** `abort` comes a tick later; what was begun is cancelled and the answer destroyed, without an error. */
  abort(): void {
    if (!this.isAborted) process.nextTick(() => this.emit('abort'));
    this.isAborted = true;
    this.die();
  }

  /**
   * A stream that is destroyed emits no error by itself, so Electron emits it, and throws where nobody
   * listens.
   */
  private die(error?: Error): void {
    if (this.destroyed && error) this.emit('error', error);
    this.destroy(error);
    this.cancelLoader?.();
    this.response?.destroy(error);
  }
}
