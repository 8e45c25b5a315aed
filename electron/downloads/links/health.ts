import { CarpetaError, isCarpetaError } from '../../../shared/errors.ts';
import type { Clock, Open } from '../../host.ts';
import type { ServiceOf } from '../../service/index.ts';
import type { Store } from '../../store/index.ts';
import { isOfService } from './consequence.ts';
import type { LinkSource, Wanted } from './link-source.ts';
import { isSecureLink, readHead, type StorageHead } from './storage-answer.ts';

/** Who serves documents: the service, which gives their links, and storage, which gives their files. */
export type Server = 'service' | 'storage';

/** The document that was not served. */
type Failed = Pick<Wanted, 'connectionId' | 'dispatch'>;

/** Whether a server serves anybody: tells what is wrong with one document from what is wrong with all of them. */
export interface Serving {
  /** A server has answered for a document of this connection as it should; `at` is elapsed ms, now where left out. */
  note(server: Server, connectionId: string, at?: number): void;
  /** Whether it has answered for any of them since, elapsed ms. */
  hasSince(server: Server, connectionId: string, since: number): boolean;
  /**
   * Asks a server about documents that came before, the service about those of other dispatches, for a few seconds; gives whether it answers.
   * Once nobody has answered several times, the service is asked for its types, which need no dispatch. Never rejects.
   */
  prove(server: Server, failed: Failed): Promise<boolean>;
  /** What `prove` is just finding out for others about the same; undefined where nobody asks. Never rejects. */
  underProof(server: Server, failed: Failed): Promise<boolean> | undefined;
  /** Whether any of these connections has its service back: one request each, for its types. Never rejects. */
  isBack(connectionIds: ReadonlySet<string>): Promise<boolean>;
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
  // How often nobody has answered since somebody did: by server and connection, then by dispatch.
  const unproven = new Map<string, Map<string, number>>();

  const lastAnswer = (key: string) => lastAnswers.get(key) ?? Number.NEGATIVE_INFINITY;

  function serves(key: string, at: number): void {
    lastAnswers.set(key, Math.max(at, lastAnswer(key)));
  }

  function note(server: Server, connectionId: string, at = clock.elapsed()): void {
    const key = keyOf(server, connectionId);
    // A link that was kept says nothing of now.
    if (at > lastAnswer(key)) unproven.delete(key);
    serves(key, at);
  }

  function unprovenOf(server: Server, connectionId: string): Map<string, number> {
    const key = keyOf(server, connectionId);
    const times = unproven.get(key) ?? new Map<string, number>();
    unproven.set(key, times);
    return times;
  }

  /** Rejects where the witness gets no answer as it should be. */
  async function ask(server: Server, witness: Wanted, signal: AbortSignal): Promise<void> {
    if (server === 'service') {
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

  async function askAround(server: Server, failed: Failed, signal: AbortSignal) {
    const { connectionId, dispatch } = failed;
    // What the service is asked is about a whole dispatch: its other documents would ask the same.
    const besides = server === 'service' ? dispatch : undefined;
    const witnesses = await store.ledgerLastDone(connectionId, mostWitnesses, besides);
    const answers = witnesses.map((witness) => ask(server, witness, signal));
    // What came before and is refused by now says more than types: all dispatches are away.
    const isAlone = server === 'service' && witnesses.length === 0;
    const times = unprovenOf(server, connectionId).get(dispatch) ?? 0;
    if (isAlone && times >= unprovenBefore) answers.push(askForTypes(connectionId, signal));
    await Promise.any(answers);
    return true;
  }

  async function proveOnce(server: Server, failed: Failed): Promise<boolean> {
    const { connectionId, dispatch } = failed;
    const isServing = await answersNow((signal) => askAround(server, failed, signal));
    // Not as an answer about a document: it may have given no more than its types.
    if (isServing) serves(keyOf(server, connectionId), clock.elapsed());
    else {
      const times = unprovenOf(server, connectionId);
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
    hasSince: (server, connectionId, since) => lastAnswer(keyOf(server, connectionId)) > since,
    prove: (server, failed) => shared(questionOf(server, failed), () => proveOnce(server, failed)),
    underProof: (server, failed) => proving.get(questionOf(server, failed)),
    async isBack(connectionIds) {
      const answers = [...connectionIds].map((id) =>
        shared(`back ${id}`, () => answersNow((signal) => isThere(id, signal))),
      );
      return (await Promise.all(answers)).includes(true);
    },
  };
}

function keyOf(server: Server, connectionId: string): string {
  return `${server} ${connectionId}`;
}

function questionOf(server: Server, { connectionId, dispatch }: Failed): string {
  return `${keyOf(server, connectionId)} ${dispatch}`;
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
