import type { ServerResponse } from 'node:http';
import type { Day } from '../../shared/model/dates.ts';
import type { PracticeDocument } from './data/records.ts';
import type { FaultInjector } from './fault-injector.ts';
import type { Content } from './files/draw-file.ts';
import type { Exchange } from './service/exchange.ts';

/** The settings of a practice agency, with their defaults. */
const defaults = {
  /** Port of the API; 0 takes any free one. */
  port: 0,
  /** Port of the storage; 0 takes any free one. */
  storagePort: 0,
  /** Exact number of documents; these are in about 240 dispatches. */
  documents: 2500,
  /** Number of active clients. One more exists and is inactive. */
  clients: 8,
  /** The same seed (and day) gives the same data, another day the same documents where both have them. */
  seed: '1',
  /** The same seed gives the same data on every day, with dates that many days later. */
  isSameEachDay: false,
  /** Delay of each response, of the API and of its storage. */
  latencyMs: 0,
  /** Lifetime of a link. */
  urlLifetimeSeconds: 3600,
  /** Percentage of links that cannot be signed; a retry may succeed. */
  unsignedPercent: 0,
  /** Percentage of requests that fail with a 500; a retry of the same query may succeed. */
  internalErrorPercent: 0,
  /** Percentage of transfers that break in the middle. */
  cutPercent: 0,
  /** Whether `GET /dispatch/status` exists. */
  hasDispatchList: true,
  /** Documents per page, as in the API. */
  pageSize: 100,
  /** The main agency's id. */
  agency: 'agencia-practica',
};

export type PracticeSettings = typeof defaults;

/** Configuration of a practice agency: settings to change, and what has no fixed default. */
export interface PracticeOptions extends Partial<Omit<PracticeSettings, 'seed'>> {
  seed?: string | number;
  /** The data covers about two years before this day; by default the clock's day in Santiago. */
  today?: Day;
  /** The key for the agencies; a random one by default. */
  key?: string;
  /** The time of dates and links, and the sleep of slow responses; the machine's by default. */
  clock?: { now(): number; sleep?(ms: number): Promise<void> };
}

/** The options with their defaults. */
export function practiceSettings({ seed = defaults.seed, ...options }: PracticeOptions): PracticeSettings {
  return { ...defaults, ...options, seed: String(seed) };
}

/** Follows the requests to an agency. */
export interface RequestObserver {
  /** Called at a request to the API; the returned function gets the status of its response. */
  onCall(exchange: Exchange): (status: number) => void;
  onFileRequest(documentId: string, response: ServerResponse): void;
  /** Called once all requested bytes have been sent. */
  onFileServed(documentId: string): void;
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
