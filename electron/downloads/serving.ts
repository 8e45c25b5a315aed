import type { Clock, Open } from '../host.ts';
import type { Store } from '../store/index.ts';
import { askHead } from './ask-head.ts';
import type { LinkSource, Wanted } from './links.ts';

/** Who serves documents: the service, which gives their links, and storage, which gives their files. */
export type Server = 'service' | 'storage';

/** Whether a server serves anybody: tells what is wrong with one document from what is wrong with all of them. */
export interface Serving {
  /** A server has answered for a document of this connection as it should; `at` is elapsed ms, now where left out. */
  note(server: Server, connectionId: string, at?: number): void;
  /** Whether it has answered for any of them since, elapsed ms. */
  hasSince(server: Server, connectionId: string, since: number): boolean;
  /** Asks a server about documents that came before, for a few seconds; gives whether it answers. Never rejects. */
  prove(server: Server, connectionId: string): Promise<boolean>;
}

export interface ServingParts {
  store: Pick<Store, 'ledgerLastDone'>;
  links: LinkSource;
  open: Open;
  clock: Clock;
}

// One of them may have gone since.
const mostWitnesses = 3;
const patience = 10_000;

/** Nothing has been answered yet. */
export function createServing({ store, links, open, clock }: ServingParts): Serving {
  const lastAnswers = new Map<string, number>();
  const proving = new Map<string, Promise<boolean>>();

  const lastAnswer = (key: string) => lastAnswers.get(key) ?? Number.NEGATIVE_INFINITY;

  function note(server: Server, connectionId: string, at = clock.elapsed()): void {
    const key = keyOf(server, connectionId);
    lastAnswers.set(key, Math.max(at, lastAnswer(key)));
  }

  async function serves(server: Server, wanted: Wanted, signal: AbortSignal): Promise<boolean> {
    if (server === 'service') return (await links.linkFor(wanted, clock.elapsed())) !== undefined;
    const head = await askHead({ links, open }, wanted, {}, signal);
    return head?.status === 200 || head?.status === 206;
  }

  async function askAround(server: Server, connectionId: string, signal: AbortSignal): Promise<boolean> {
    for (const wanted of await store.ledgerLastDone(connectionId, mostWitnesses)) {
      if (signal.aborted) return false;
      // One that cannot be asked is no witness.
      if (await serves(server, wanted, signal).catch(() => false)) return true;
    }
    return false;
  }

  async function proveOnce(server: Server, connectionId: string): Promise<boolean> {
    const ending = new AbortController();
    const tooLate = clock.sleep(patience, ending.signal).then(() => false);
    try {
      const isServing = await Promise.race([askAround(server, connectionId, ending.signal), tooLate]);
      if (isServing) note(server, connectionId);
      return isServing;
    } catch {
      // A ledger that cannot be read names no witness.
      return false;
    } finally {
      ending.abort();
    }
  }

  return {
    note,
    hasSince: (server, connectionId, since) => lastAnswer(keyOf(server, connectionId)) > since,
    prove(server, connectionId) {
      const key = keyOf(server, connectionId);
      const current = proving.get(key);
      if (current) return current;
      const started = proveOnce(server, connectionId).finally(() => proving.delete(key));
      proving.set(key, started);
      return started;
    },
  };
}

function keyOf(server: Server, connectionId: string): string {
  return `${server} ${connectionId}`;
}
