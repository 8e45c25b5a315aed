import { CarpetaError, fromErrorData, isCarpetaError, toErrorData } from '../../../shared/errors.ts';
import { ruleOf } from '../../../shared/retry-table.ts';
import type { Clock, Open } from '../../host.ts';
import type { ServiceOf } from '../../service/index.ts';
import type { Store } from '../../store/index.ts';
import { type Breaker, type BreakerState, createBreaker } from './breaker.ts';
import { isOfService, isPassing } from './consequence.ts';
import type { LinkSource, Wanted } from './link-source.ts';
import { isSecureLink, readHead, type StorageHead } from './storage-answer.ts';

/** Who serves documents: the service of a connection, which gives their links, or a host of storage, which gives their files. */
export type Server =
  | { kind: 'service'; connectionId: string }
  | { kind: 'storage'; connectionId: string; host: string };

/** Whether a server serves anybody: tells what is wrong with one document from what is wrong with all of them. */
export interface Serving {
  /** A server has answered for a document as it should; `at` is elapsed ms, now where left out. */
  note(server: Server, at?: number): void;
  /** Whether it has answered for any of them since, elapsed ms. */
  hasSince(server: Server, since: number): boolean;
  /**
   * Asks a server about documents that came before, the service about those of other dispatches than the one that it failed about, for a few seconds;
   * gives whether it answers. Once nobody has answered several times, the service is asked for its types, which need no dispatch. Never rejects.
   */
  prove(server: Server, dispatch: string): Promise<boolean>;
  /** What `prove` is just finding out for others about the same; undefined where nobody asks. Never rejects. */
  underProof(server: Server, dispatch: string): Promise<boolean> | undefined;
  /** The server is away: nobody asks it before it has answered its probe. */
  noteAway(server: Server, error: CarpetaError): void;
  /** Throws what a server that is away was last heard of with, instead of asking it. */
  refuseWhileAway(server: Server): void;
  /** Whether an error is one that `refuseWhileAway` has thrown: nobody was asked. */
  isRefusal(error: CarpetaError): boolean;
  /**
   * Resolves once a server is back: the service when it gives its types, storage when it gives a byte of a document that came before. Hears each state of
   * its breaker until then. Rejects as the signal is aborted.
   */
  untilBack(server: Server, onState: (state: BreakerState) => void, signal: AbortSignal): Promise<void>;
  /** The network may be back: servers that are waited for are asked at once. */
  probeNow(): void;
  /** A person will not wait. */
  tryAgain(): void;
}

export interface ServingParts {
  store: Pick<Store, 'ledgerLastDone'>;
  links: Pick<LinkSource, 'linkFor'>;
  serviceOf: ServiceOf;
  open: Open;
  clock: Clock;
}

// One of them may have gone since.
const mostWitnesses = 3;
const patience = 10_000;
// A service that is away for a while is not asked for its types: they may be there while all dispatches are away.
const unprovenBefore = 5;

/** Nothing has been answered yet. */
export function createServing({ store, links, serviceOf, open, clock }: ServingParts): Serving {
  const lastAnswers = new Map<string, number>();
  const proving = new Map<string, Promise<boolean>>();
  const breakers = new Map<string, Breaker>();
  const refusals = new WeakSet<CarpetaError>();
  // How often nobody has answered since somebody did: by server and connection, then by dispatch.
  const unproven = new Map<string, Map<string, number>>();

  const lastAnswer = (key: string) => lastAnswers.get(key) ?? Number.NEGATIVE_INFINITY;

  function serves(key: string, at: number): void {
    lastAnswers.set(key, Math.max(at, lastAnswer(key)));
  }

  function breakerOf(server: Server): Breaker {
    const key = keyOf(server);
    const breaker =
      breakers.get(key) ??
      createBreaker({ clock, probe: (error) => answersNow((signal) => probe(server, error, signal)) });
    breakers.set(key, breaker);
    return breaker;
  }

  function note(server: Server, at = clock.elapsed()): void {
    const key = keyOf(server);
    // A link that was kept says nothing of now.
    if (at > lastAnswer(key)) unproven.delete(key);
    serves(key, at);
    breakers.get(key)?.served(at);
  }

  function unprovenOf(server: Server): Map<string, number> {
    const key = keyOf(server);
    const times = unproven.get(key) ?? new Map<string, number>();
    unproven.set(key, times);
    return times;
  }

  /** Rejects where the witness gets no answer as it should be. */
  async function ask(server: Server, witness: Wanted, signal: AbortSignal): Promise<void> {
    if (server.kind === 'service') {
      await links.linkFor(witness, clock.elapsed());
      return;
    }
    const head = await askHead({ links, open }, witness, {}, signal);
    if (head?.status !== 200 && head?.status !== 206)
      throw new CarpetaError('STORAGE_REFUSED', 'a witness was refused');
  }

  async function askForTypes(connectionId: string, signal: AbortSignal): Promise<void> {
    const service = await serviceOf(connectionId, { attempts: 1 });
    await service.documentTypes({ signal });
  }

  async function isThere(connectionId: string, signal: AbortSignal): Promise<boolean> {
    try {
      await askForTypes(connectionId, signal);
    } catch (thrown) {
      // A key that is refused by now is told by what asks next.
      if (!isCarpetaError(thrown) || isOfService(thrown)) throw thrown;
    }
    return true;
  }

  /** One small request. Rejects where the server is still away. */
  async function probe(server: Server, error: CarpetaError, signal: AbortSignal): Promise<boolean> {
    const { connectionId } = server;
    if (server.kind === 'service') return isThere(connectionId, signal);
    if (ruleOf(error.code).concerns === 'way') await isThere(connectionId, signal);
    const [witness] = await store.ledgerLastDone(connectionId, 1);
    // Where nothing is known that storage has, or no link is to be had, the next document tells.
    const link = witness && (await links.linkFor(witness, 0).catch(() => undefined));
    if (!witness || link?.kind !== 'link') return true;
    const head = await askHead({ links, open }, witness, {}, signal);
    return head === undefined || !isPassing(head.status);
  }

  async function askAround(server: Server, dispatch: string, signal: AbortSignal) {
    const { connectionId } = server;
    // What the service is asked is about a whole dispatch: its other documents would ask the same.
    const besides = server.kind === 'service' ? dispatch : undefined;
    const witnesses = await store.ledgerLastDone(connectionId, mostWitnesses, besides);
    const answers = witnesses.map((witness) => ask(server, witness, signal));
    // What came before and is refused by now says more than types: all dispatches are away.
    const isAlone = server.kind === 'service' && witnesses.length === 0;
    const times = unprovenOf(server).get(dispatch) ?? 0;
    if (isAlone && times >= unprovenBefore) answers.push(askForTypes(connectionId, signal));
    await Promise.any(answers);
    return true;
  }

  async function proveOnce(server: Server, dispatch: string): Promise<boolean> {
    const isServing = await answersNow((signal) => askAround(server, dispatch, signal));
    // Not as an answer about a document: it may have given no more than its types.
    if (isServing) serves(keyOf(server), clock.elapsed());
    else {
      const times = unprovenOf(server);
      times.set(dispatch, (times.get(dispatch) ?? 0) + 1);
    }
    return isServing;
  }

  async function answersNow(ask: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
    const ending = new AbortController();
    const tooLate = clock.sleep(patience, ending.signal).then(() => false);
    try {
      return await Promise.race([ask(ending.signal), tooLate]);
    } catch {
      // Nobody gets an answer, or the ledger cannot be read and names none.
      return false;
    } finally {
      ending.abort();
    }
  }

  /** Those who ask the same at the same time share the answer. */
  function shared(key: string, ask: () => Promise<boolean>): Promise<boolean> {
    const current = proving.get(key);
    if (current) return current;
    const started = ask().finally(() => proving.delete(key));
    proving.set(key, started);
    return started;
  }

  return {
    note,
    hasSince: (server, since) => lastAnswer(keyOf(server)) > since,
    prove: (server, dispatch) => shared(questionOf(server, dispatch), () => proveOnce(server, dispatch)),
    underProof: (server, dispatch) => proving.get(questionOf(server, dispatch)),
    noteAway: (server, error) => breakerOf(server).open(error),
    refuseWhileAway(server) {
      const refusal = breakers.get(keyOf(server))?.refusal;
      if (!refusal) return;
      const error = fromErrorData(toErrorData(refusal));
      refusals.add(error);
      throw error;
    },
    isRefusal: (error) => refusals.has(error),
    untilBack: (server, onState, signal) => breakerOf(server).untilClosed(onState, signal),
    probeNow() {
      for (const breaker of breakers.values()) breaker.probeNow();
    },
    tryAgain() {
      for (const breaker of breakers.values()) breaker.close();
    },
  };
}

function keyOf(server: Server): string {
  return server.kind === 'service' ? `service ${server.connectionId}` : `storage ${server.host}`;
}

function questionOf(server: Server, dispatch: string): string {
  return `${keyOf(server)} ${dispatch}`;
}

// A head and at most one byte are waited for once the request has been sent, ms.
const headPatience = 30_000;

/**
 * The head of what storage answers about a document, of which one byte at most is asked for; undefined where there is no link that may be used.
 * Rejects as `LinkSource.linkFor` and `Open` do.
 */
export async function askHead(
  { links, open }: { links: Pick<LinkSource, 'linkFor'>; open: Open },
  wanted: Wanted,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<StorageHead | undefined> {
  const answer = await links.linkFor(wanted, 0);
  if (answer.kind !== 'link' || !isSecureLink(answer.link.url)) return undefined;
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onHold = (isHeld: boolean) => {
    clearTimeout(timer);
    timer = isHeld ? undefined : setTimeout(() => ending.abort(), headPatience).unref();
  };
  onHold(false);
  try {
    const opened = await open(answer.link.url, {
      headers: { 'accept-encoding': 'identity', range: 'bytes=0-0', ...headers },
      signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
      nearest: answer.link.nearest,
      onHold,
    });
    opened.cancel();
    return readHead(opened);
  } finally {
    clearTimeout(timer);
  }
}
