import type { Settings } from '../shared/model/settings.ts';
import type { BreakerOf, GetApiClient, SignedLinkCache } from './api/index.ts';
import type { Store } from './database/index.ts';
import type { Clock, Desktop, HttpGet, StartWorker } from './host.ts';
import type { Translator } from './i18n/index.ts';
import type { Emit, On } from './ipc/index.ts';

/**
 * What the app passes to its modules. A module names what it takes as `Pick<AppContext, …>`, so that a test
 * passes no more. Every member works without `this`. The modules that this file imports are created before
 * the context and never import it.
 */
export interface AppContext {
  clock: Clock;
  /** 0 to 1, for jitter. */
  random(): number;
  /** A fresh UUID. */
  uuid(): string;
  desktop: Desktop;
  startWorker: StartWorker;
  store: Store;
  /** The settings at this moment: read them where they are used, as they change while the app runs. */
  settings(): Settings;
  /** Texts in the language of this moment. */
  translatorNow(): Translator;
  /** Emits an event of the contract to the page and to the other modules. */
  emit: Emit;
  /** Listens to an event of the contract. */
  on: On;
  /** GET to an agency; its outcome shows whether there is a network. */
  httpGet: HttpGet;
  getApiClient: GetApiClient;
  breakerOf: BreakerOf;
  /** The signed links of the service's responses. */
  links: SignedLinkCache;
  /** Logs the error of a background task, which nobody awaits; `what` names the task. */
  reportError(what: string, error: unknown): void;
}
