import type { ServerResponse } from 'node:http';
import type { PracticeDocument } from './data/records.ts';
import type { FaultInjector } from './fault-injector.ts';
import type { Content } from './files/draw-file.ts';
import type { Exchange } from './service/exchange.ts';

/** Configuration of a practice agency. Everything has a default. */
export interface PracticeOptions {
  /** Port of the API; any free one by default. */
  port?: number;
  /** Port of the storage; any free one by default. */
  storagePort?: number;
  /** Exact number of documents; 2,500 by default, in about 240 dispatches. */
  documents?: number;
  /** Number of active clients; 8 by default. One more exists and is inactive. */
  clients?: number;
  /**
   * The same seed (and day) gives the same data, and another day the same documents as far as both have them;
   * `'1'` by default.
   */
  seed?: string | number;
  /**
   * The current day, `YYYY-MM-DD`: the data covers about two years before it. By default the clock's day in
   * Santiago.
   */
  today?: string;
  /**
   * The same seed gives the same data on every day, its dates that many days later, instead of the same
   * documents. False by default.
   */
  isSameEachDay?: boolean;
  /** Delay of each response, of the API and of its storage; 0 by default. */
  latencyMs?: number;
  /** Lifetime of a link; 3600 by default. */
  urlLifetimeSeconds?: number;
  /** Percentage of links that cannot be signed; a retry may succeed. 0 by default. */
  unsignedPercent?: number;
  /** Percentage of requests that fail with a 500; a retry of the same query may succeed. 0 by default. */
  internalErrorPercent?: number;
  /** Percentage of transfers that break in the middle. 0 by default. */
  cutPercent?: number;
  /** Whether `GET /dispatch/status` exists; true by default. */
  hasDispatchList?: boolean;
  /** Documents per page; 100 by default, as in the API. */
  pageSize?: number;
  /** The main agency's id. */
  agency?: string;
  /** The key for the agencies; a random one by default. */
  key?: string;
  /**
   * The time of dates, links and the `Date` header, and the sleep of slow responses; the machine's by
   * default.
   */
  clock?: { now(): number; sleep?(ms: number): Promise<void> };
}

/** Follows the requests to an agency. */
export interface RequestObserver {
  /** Called at a request to the API; the returned function gets the status of its response. */
  onCall(exchange: Exchange): (status: number) => void;
  onFileRequest(documentId: string, response: ServerResponse): void;
  /** Called once all requested bytes have been sent. */
  onFileServed(documentId: string): void;
}

const defaults = {
  port: 0,
  storagePort: 0,
  documents: 2500,
  clients: 8,
  seed: '1',
  isSameEachDay: false,
  latencyMs: 0,
  urlLifetimeSeconds: 3600,
  unsignedPercent: 0,
  internalErrorPercent: 0,
  cutPercent: 0,
  hasDispatchList: true,
  pageSize: 100,
  agency: 'agencia-practica',
} satisfies PracticeOptions;

export type PracticeSettings = ReturnType<typeof practiceSettings>;

/** The options with their defaults. */
export function practiceSettings(options: PracticeOptions) {
  return { ...defaults, ...options, seed: String(options.seed ?? defaults.seed) };
}

/** What the API and its storage share. */
export interface PortContext {
  settings: PracticeSettings;
  faults: FaultInjector;
  observer: RequestObserver | undefined;
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** The places at which a test looks into an agency; the app has nothing there. */
export interface PracticeHooks {
  observer?: RequestObserver;
  /** The file of a document after so many replacements, instead of the drawn one. */
  contentOf?(document: PracticeDocument, revision: number): Content;
}
