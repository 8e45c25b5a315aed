import { compositeKey } from '../../../shared/composite-key.ts';
import { AppError } from '../../../shared/errors.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
import { type BreakerOf, type GetApiClient, givesTypes } from '../../api/index.ts';
import type { Store } from '../../database/index.ts';
import type { Clock, HttpGet } from '../../host.ts';
import { type Breaker, createBreaker, respondsInTime } from '../../jobs/index.ts';
import type { LinkRequest, LinkSource } from './link-source.ts';
import { isTransient, type Stage } from './retry-decision.ts';
import { isSecureLink, readHead, type StorageHead } from './storage-response.ts';

/**
 * Who serves documents: the service of a connection, which gives their links, or a host of storage, which
 * gives their files.
 */
export type Server =
  | { kind: 'service'; connectionId: string }
  | { kind: 'storage'; connectionId: string; host: string };

/**
 * Detects outages of the servers that documents come from, each behind its circuit breaker: tells a failure
 * of one document from a failure of all.
 */
export interface OutageDetector {
  breakerOf(server: Server): Breaker;
  /** A server has answered for a document as it should; `at` is elapsed ms, now where left out. */
  recordServed(server: Server, at?: number): void;
  /**
   * Asks a server about documents that came before, the service about those of other dispatches than the one
   * that it failed about, for a few seconds; gives whether it answers. Once nobody has answered several
   * times, the service is asked for its types, which need no dispatch. Never rejects.
   */
  checkServing(server: Server, dispatch: string): Promise<boolean>;
  /**
   * The `checkServing` of the same that is running for others; undefined where nobody asks. Never rejects.
   */
  runningCheck(server: Server, dispatch: string): Promise<boolean> | undefined;
  /** Every breaker that documents wait for. */
  breakers(): Iterable<Breaker>;
}

export interface OutageDetectorDeps {
  store: Pick<Store, 'ledgerLastDone'>;
  links: Pick<LinkSource, 'linkFor'>;
  getApiClient: GetApiClient;
  /** The breaker before a connection's service, which searches ask, too. */
  breakerOf: BreakerOf;
  httpGet: HttpGet;
  clock: Clock;
}

// One of them may have gone since.
const maxSamples = 3;
// A service that is away for a while is not asked for its types: they may be there while all dispatches are
// away.
const minUnanswered = 5;

/** Nothing has been answered yet. */
export function createOutageDetector(parts: OutageDetectorDeps): OutageDetector {
  const { store, links, getApiClient, httpGet, clock } = parts;
  const checks = new Map<string, Promise<boolean>>();
  const breakers = new Map<string, Breaker>();
  // How often nobody has answered since somebody did: by server, then by dispatch.
  const unanswered = new Map<string, Map<string, number>>();

  function breakerOf(server: Server): Breaker {
    const key = serverKey(server);
    const known = breakers.get(key);
    if (known) return known;
    const breaker =
      server.kind === 'service'
        ? parts.breakerOf(server.connectionId)
        : createBreaker({
            clock,
            probe: (error) => respondsInTime(clock, (signal) => probeStorage(server, error, signal)),
          });
    breakers.set(key, breaker);
    return breaker;
  }

  /** Rejects where the sample document gets no proper answer. */
  async function askAboutSample(server: Server, sample: LinkRequest, signal: AbortSignal): Promise<void> {
    if (server.kind === 'service') {
      await links.linkFor(sample, clock.elapsed(), { isProbe: true });
      return;
    }
    const head = await askHead({ links, httpGet }, sample, {}, signal);
    if (head?.status !== 200 && head?.status !== 206)
      throw new AppError('STORAGE_REFUSED', 'a sample document was refused');
  }

  /** One byte. Rejects where storage, or the way to it, is still away. */
  async function probeStorage(
    { connectionId }: Server,
    error: AppError,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (ruleOf(error.code).concerns === 'way') await givesTypes(getApiClient, connectionId, signal);
    const [sample] = await store.ledgerLastDone(connectionId, 1);
    // Where nothing is known that storage has, or no link is to be had, the next document tells.
    const link = sample && (await links.linkFor(sample, 0).catch(() => undefined));
    if (!sample || link?.kind !== 'link') return true;
    const head = await askHead({ links, httpGet }, sample, {}, signal);
    return head === undefined || !isTransient(head.status);
  }

  async function askAboutSamples(server: Server, dispatch: string, signal: AbortSignal) {
    const { connectionId } = server;
    // What the service is asked is about a whole dispatch: its other documents would ask the same.
    const excluding = server.kind === 'service' ? dispatch : undefined;
    const samples = await store.ledgerLastDone(connectionId, maxSamples, excluding);
    const probes: Promise<unknown>[] = samples.map((sample) => askAboutSample(server, sample, signal));
    // What came before and is refused by now says more than types: all dispatches are away.
    const isAlone = server.kind === 'service' && samples.length === 0;
    const times = unanswered.get(serverKey(server))?.get(dispatch) ?? 0;
    if (isAlone && times >= minUnanswered) probes.push(givesTypes(getApiClient, connectionId, signal));
    await Promise.any(probes);
    return true;
  }

  async function checkOnce(server: Server, dispatch: string): Promise<boolean> {
    const isServing = await respondsInTime(clock, (signal) =>
      askAboutSamples(server, dispatch, signal),
    ).catch(() => false);
    const key = serverKey(server);
    // Not as an answer about a document: it may have given no more than its types.
    if (isServing) breakerOf(server).served();
    else {
      const times = unanswered.get(key) ?? new Map<string, number>();
      unanswered.set(key, times.set(dispatch, (times.get(dispatch) ?? 0) + 1));
    }
    return isServing;
  }

  return {
    breakerOf,
    recordServed(server, at = clock.elapsed()) {
      const breaker = breakerOf(server);
      // A link that was kept says nothing of now.
      if (at > breaker.servedAt) unanswered.delete(serverKey(server));
      breaker.served(at);
    },
    /** Those who ask the same at the same time share the answer. */
    checkServing(server, dispatch) {
      const key = probeKey(server, dispatch);
      const check = checks.get(key) ?? checkOnce(server, dispatch).finally(() => checks.delete(key));
      checks.set(key, check);
      return check;
    },
    runningCheck: (server, dispatch) => checks.get(probeKey(server, dispatch)),
    breakers: () => breakers.values(),
  };
}

function serverKey(server: Server): string {
  return compositeKey(server.kind, server.kind === 'service' ? server.connectionId : server.host);
}

function probeKey(server: Server, dispatch: string): string {
  return compositeKey(serverKey(server), dispatch);
}

// A head and at most one byte are waited for once the request has been sent, ms.
const headTimeoutMs = 30_000;

/**
 * The head of what storage answers about a document, of which one byte at most is asked for; undefined where
 * there is no link that may be used. Rejects as `LinkSource.linkFor` and `HttpGet` do.
 */
export async function askHead(
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

/**
 * Waits for what others wait for too, which goes on without the one who stops. Rejects with `CANCELLED` then,
 * else as it does.
 */
export function orStop<T>(awaited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new AppError('CANCELLED', 'cancelled'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    const free = () => signal.removeEventListener('abort', stop);
    // Also where nobody waits any more: what is awaited may fail later.
    awaited.then(resolve, reject).finally(free);
  });
}

/** Which server a transfer is just asking: the service for its link, or the host that the link leads to. */
export function serverAt(
  { stage, host }: { stage: Stage; host: string },
  { taken: { connectionId } }: { taken: { connectionId: string } },
): Server {
  if (stage === 'link') return { kind: 'service', connectionId };
  return { kind: 'storage', connectionId, host };
}
