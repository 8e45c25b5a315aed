import type { Clock, Open } from '../host.ts';
import type { Store } from '../store/index.ts';
import { askHead } from './ask-head.ts';
import type { LinkSource } from './links.ts';

/** Whether storage serves anybody: tells what is wrong with one document from what is wrong with all of storage. */
export interface Serving {
  /** Storage has answered a document of this connection as it should. */
  note(connectionId: string): void;
  /** Whether it has answered any of them since, elapsed ms. */
  hasSince(connectionId: string, since: number): boolean;
  /** Asks storage about documents that it has given before, for a few seconds; gives whether it answers. Never rejects. */
  prove(connectionId: string): Promise<boolean>;
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

  const note = (connectionId: string) => void lastAnswers.set(connectionId, clock.elapsed());

  async function askAround(connectionId: string, signal: AbortSignal): Promise<boolean> {
    for (const wanted of await store.ledgerLastDone(connectionId, mostWitnesses)) {
      if (signal.aborted) return false;
      // One that cannot be asked is no witness.
      const head = await askHead({ links, open }, wanted, {}, signal).catch(() => undefined);
      if (head?.status === 200 || head?.status === 206) return true;
    }
    return false;
  }

  async function proveOnce(connectionId: string): Promise<boolean> {
    const ending = new AbortController();
    const tooLate = clock.sleep(patience, ending.signal).then(() => false);
    try {
      const isServing = await Promise.race([askAround(connectionId, ending.signal), tooLate]);
      if (isServing) note(connectionId);
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
    hasSince: (connectionId, since) => (lastAnswers.get(connectionId) ?? Number.NEGATIVE_INFINITY) > since,
    prove(connectionId) {
      const current = proving.get(connectionId);
      if (current) return current;
      const started = proveOnce(connectionId).finally(() => proving.delete(connectionId));
      proving.set(connectionId, started);
      return started;
    },
  };
}
