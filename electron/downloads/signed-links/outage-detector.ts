import { compositeKey } from '../../../shared/composite-key.ts';
import { ruleOf } from '../../../shared/error-codes.ts';
import { AppError } from '../../../shared/errors.ts';
import { type BreakerOf, type GetApiClient, givesTypes } from '../../api/index.ts';
import type { Store } from '../../database/index.ts';
import type { Clock, HttpGet } from '../../host.ts';
import { Breaker, respondsInTime } from '../../jobs/index.ts';
import { SingleFlight } from '../../lib/async.ts';
import type { LinkRequest, LinkSource } from './link-source.ts';
import { isSecureLink, isTransient, readHead, type StorageHead } from './storage-response.ts';

/**
 * A server of documents: the service of a connection, which signs links, or a storage host, which has the
 * files.
 */
export type Server =
  | { kind: 'service'; connectionId: string }
  | { kind: 'storage'; connectionId: string; host: string };

export interface OutageDetectorOptions {
  store: Pick<Store, 'listLastDownloaded'>;
  links: Pick<LinkSource, 'linkFor'>;
  getApiClient: GetApiClient;
  /** The breaker of a connection's service, shared with searches. */
  breakerOf: BreakerOf;
  httpGet: HttpGet;
  clock: Clock;
}

// Several, since one may have been removed.
const maxSamples = 3;
// Failures before types are requested: they may work while all dispatches fail.
const failuresBeforeTypes = 5;

/**
 * Distinguishes the failure of one document from an outage of its server. Each server has a circuit breaker.
 */
export class OutageDetector {
  readonly #options: OutageDetectorOptions;
  readonly #checks = new SingleFlight<boolean>();
  readonly #breakers = new Map<string, Breaker>();
  /** Failed checks since the last success, by server and dispatch. */
  readonly #failedChecks = new Map<string, Map<string, number>>();

  constructor(options: OutageDetectorOptions) {
    this.#options = options;
  }

  breakerOf(server: Server): Breaker {
    const key = serverKey(server);
    const known = this.#breakers.get(key);
    if (known) return known;
    const { clock, breakerOf } = this.#options;
    const breaker =
      server.kind === 'service'
        ? breakerOf(server.connectionId)
        : new Breaker({
            clock,
            probe: (error) => respondsInTime(clock, (signal) => this.#probeStorage(server, error, signal)),
          });
    this.#breakers.set(key, breaker);
    return breaker;
  }

  /** All breakers that documents wait for. */
  breakers(): Iterable<Breaker> {
    return this.#breakers.values();
  }

  /** A server responded properly for a document; `at` is monotonic ms, default now. */
  recordServed(server: Server, at = this.#options.clock.elapsed()): void {
    const breaker = this.breakerOf(server);
    // A cached link says nothing about the server's current state.
    if (at > breaker.servedAt) this.#failedChecks.delete(serverKey(server));
    breaker.served(at);
  }

  /**
   * Checks within a few seconds whether a server responds for earlier documents. For the service, other
   * dispatches than the failed one are used. After several failures without a sample it is asked for its
   * document types, which need no dispatch. Concurrent equal checks share one result. Never rejects.
   */
  checkServing(server: Server, dispatch: string): Promise<boolean> {
    return this.#checks.run(checkKey(server, dispatch), () => this.#checkOnce(server, dispatch));
  }

  /** The running `checkServing` with these arguments; undefined if there is none. Never rejects. */
  runningCheck(server: Server, dispatch: string): Promise<boolean> | undefined {
    return this.#checks.running(checkKey(server, dispatch));
  }

  async #checkOnce(server: Server, dispatch: string): Promise<boolean> {
    const isServing = await respondsInTime(this.#options.clock, (signal) =>
      this.#probeSamples(server, dispatch, signal),
    ).catch(() => false);
    const key = serverKey(server);
    // Not `recordServed`: only the types may have responded.
    if (isServing) this.breakerOf(server).served();
    else {
      const counts = this.#failedChecks.get(key) ?? new Map<string, number>();
      this.#failedChecks.set(key, counts.set(dispatch, (counts.get(dispatch) ?? 0) + 1));
    }
    return isServing;
  }

  async #probeSamples(server: Server, dispatch: string, signal: AbortSignal): Promise<boolean> {
    const { store, getApiClient } = this.#options;
    const { connectionId } = server;
    // The service is asked for a whole dispatch: its other documents would repeat the same request.
    const excluding = server.kind === 'service' ? dispatch : undefined;
    const samples = await store.listLastDownloaded(connectionId, maxSamples, excluding);
    const probes: Promise<unknown>[] = samples.map((sample) => this.#probeSample(server, sample, signal));
    // With samples, types prove nothing: earlier documents that fail now mean that all dispatches fail.
    const isAlone = server.kind === 'service' && samples.length === 0;
    const failures = this.#failedChecks.get(serverKey(server))?.get(dispatch) ?? 0;
    if (isAlone && failures >= failuresBeforeTypes)
      probes.push(givesTypes(getApiClient, connectionId, signal));
    await Promise.any(probes);
    return true;
  }

  /** Rejects unless the sample document gets a proper response. */
  async #probeSample(server: Server, sample: LinkRequest, signal: AbortSignal): Promise<void> {
    const { links, clock } = this.#options;
    if (server.kind === 'service') {
      await links.linkFor(sample, clock.elapsed(), { isProbe: true });
      return;
    }
    const head = await requestHead(this.#options, sample, {}, signal);
    if (head?.status !== 200 && head?.status !== 206)
      throw new AppError('STORAGE_REFUSED', 'a sample document was refused');
  }

  /** Requests one byte. Rejects while storage, or the route to it, is unreachable. */
  async #probeStorage({ connectionId }: Server, error: AppError, signal: AbortSignal): Promise<boolean> {
    const { store, links, getApiClient } = this.#options;
    if (ruleOf(error.code).concerns === 'way') await givesTypes(getApiClient, connectionId, signal);
    const [sample] = await store.listLastDownloaded(connectionId, 1);
    // Without a sample or link, the next document decides.
    const link = sample && (await links.linkFor(sample, 0).catch(() => undefined));
    if (!sample || link?.kind !== 'link') return true;
    const head = await requestHead(this.#options, sample, {}, signal);
    return head === undefined || !isTransient(head.status);
  }
}

function serverKey(server: Server): string {
  return compositeKey(server.kind, server.kind === 'service' ? server.connectionId : server.host);
}

function checkKey(server: Server, dispatch: string): string {
  return compositeKey(serverKey(server), dispatch);
}

// Limit for the head and at most one byte after the request was sent, ms.
const headTimeoutMs = 30_000;

/**
 * The head of storage's response for a document, requesting at most one byte. Undefined without a usable
 * link. Rejects as `LinkSource.linkFor` and `HttpGet` do.
 */
export async function requestHead(
  { links, httpGet }: { links: Pick<LinkSource, 'linkFor'>; httpGet: HttpGet },
  request: LinkRequest,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<StorageHead | undefined> {
  const result = await links.linkFor(request, 0);
  if (result.kind !== 'link' || !isSecureLink(result.link.url)) return undefined;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onBlocked = (isBlocked: boolean) => {
    clearTimeout(timer);
    timer = isBlocked ? undefined : setTimeout(() => ending.abort(), headTimeoutMs).unref();
  };
  onBlocked(false);
  try {
    const response = await httpGet(result.link.url, {
      headers: { 'accept-encoding': 'identity', range: 'bytes=0-0', ...headers },
      signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
      nearestZone: result.link.nearestZone,
      onBlocked,
    });
    response.cancel();
    return readHead(response);
  } finally {
    clearTimeout(timer);
  }
}
