import { EventEmitter } from 'node:events';
import { needReady } from './life-cycle.ts';
import { addState } from './state.ts';

export const sessionState = addState(() => ({
  sessions: new Map<string, FakeSession>(),
}));

export class FakeSession extends EventEmitter {
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

export const session = {
  fromPartition(name: string, options: unknown) {
    needReady('Session can only be received when app is ready');
    const known = sessionState.sessions.get(name) ?? new FakeSession(options);
    sessionState.sessions.set(name, known);
    return known;
  },
};
