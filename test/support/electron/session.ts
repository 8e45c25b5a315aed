import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

export const sessionState = addState(() => ({
  sessions: new Map<string, FakeSession>(),
  /** Partitions whose dictionaries were asked for, on the internet. */
  dictionaryRequests: [] as string[],
}));

export class FakeSession extends EventEmitter {
  options: unknown;
  handlers = new Map<string, (request: { url: string; method: string }) => Promise<Response>>();
  protocol = {
    handle: (scheme: string, handler: (request: { url: string; method: string }) => Promise<Response>) =>
      this.handlers.set(scheme, handler),
  };
  beforeRequest:
    | ((details: { url: string }, respond: (verdict: { cancel: boolean }) => void) => void)
    | undefined;
  webRequest = {
    onBeforeRequest: (listener: NonNullable<FakeSession['beforeRequest']>) => {
      this.beforeRequest = listener;
    },
  };
  asksPermission:
    | ((contents: unknown, permission: string, respond: (granted: boolean) => void) => void)
    | undefined;
  checksPermission: ((contents: unknown, permission: string) => boolean) | undefined;
  checksDevice: (() => boolean) | undefined;
  asksScreen: ((request: unknown, respond: (streams: object) => void) => void) | undefined;
  spellChecks = true;
  /** That of the system, unless told (`ElectronBrowserContext::InitPrefs`). */
  spellCheckerLanguages = ['es-419'];
  /** What its names lead to; others are not found. */
  addresses = new Map<string, readonly string[]>();
  /** As Chromium's list of proxies reads (`net/proxy_resolution/proxy_list.cc`). */
  proxy = 'DIRECT';
  /**
   * Looking up a proxy waits for it: a session has one such lookup at a time, and the others queue behind it.
   */
  lookingUp: Promise<void> = Promise.resolve();
  /** What was asked about proxies. */
  proxied: string[] = [];
  constructor(options: unknown) {
    super();
    this.options = options;
  }
  /** `shell/browser/net/resolve_proxy_helper.cc`: answers with the list, whatever it holds. */
  async resolveProxy(url: string) {
    this.proxied.push(url);
    await this.lookingUp;
    return this.proxy;
  }
  /**
   * `shell/browser/net/resolve_host_function.cc`: rejects with Chromium's name of the error where a name is
   * not found.
   */
  async resolveHost(host: string) {
    const addresses = this.addresses.get(host);
    if (!addresses) throw new Error('net::ERR_NAME_NOT_RESOLVED');
    const endpoints = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 'ipv6' : 'ipv4',
    }));
    return { endpoints };
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
  /** No more than a setting: what is on its way comes all the same. */
  setSpellCheckerEnabled(enabled: boolean) {
    this.spellChecks = enabled;
  }
  /**
   * Begins anew with these, so that what is on its way for others is dropped
   * (`Session::SetSpellCheckerLanguages`).
   */
  setSpellCheckerLanguages(languages: string[]) {
    this.spellCheckerLanguages = languages;
    this.spellChecks = languages.length > 0;
  }
}

/**
 * The dictionaries are begun in the constructor, and asked for once a thread has looked whether they are on
 * disk; `session-created` comes in the turn of the constructor (`Session::Session`, `Session::FromOrCreate`
 * in `electron_api_session.cc`; `SpellcheckService::InitializeDictionaries` of Chromium).
 */
function createSession(name: string, options: unknown): FakeSession {
  const made = new FakeSession(options);
  const { sessions, dictionaryRequests } = sessionState;
  sessions.set(name, made);
  setImmediate(() => {
    if (made.spellCheckerLanguages.length > 0) dictionaryRequests.push(name);
  });
  app.emit('session-created', made);
  return made;
}

export const session = {
  fromPartition(name: string, options: unknown) {
    needReady('Session can only be received when app is ready');
    const known = sessionState.sessions.get(name);
    return known ?? createSession(name, options);
  },
};
