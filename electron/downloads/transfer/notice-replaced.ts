import type { DocumentKey } from '../../../shared/model/document.ts';
import type { Clock } from '../../host.ts';
import type { Store } from '../../store/index.ts';
import { findReplaced, type ReplacedMeans } from './replaced.ts';

/** Notices papers of an answer that the agency has replaced under the same id. */
export interface Noticing {
  /** Asks storage for those that have not been asked for longest; gives those that turned out to be others, and keeps them as changed. */
  notice(resultSetId: string): Promise<DocumentKey[]>;
  /** Ends what is being asked; resolves when it has. */
  close(): Promise<void>;
}

// One question to storage for each: few enough for a refresh, which comes again.
const most = 200;
// Before that, ms, nobody asks again.
const rest = 3_600_000;

/** A noticing over what the ledger knows to be on this computer. */
export function createNoticing(means: ReplacedMeans & { store: Store; clock: Pick<Clock, 'now'> }): Noticing {
  const { store, clock } = means;
  const ending = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function look(resultSetId: string): Promise<DocumentKey[]> {
    const at = clock.now();
    const documents = await store.ledgerUnchecked(resultSetId, new Date(at - rest).toISOString(), most);
    if (documents.length === 0) return [];
    const replaced = await findReplaced(means, documents, ending.signal);
    return store.ledgerChecked(documents, replaced, new Date(at).toISOString());
  }

  return {
    notice(resultSetId) {
      const next = running.then(() => (ending.signal.aborted ? [] : look(resultSetId)));
      running = next.catch(() => undefined);
      return next;
    },
    async close() {
      ending.abort();
      await running;
    },
  };
}
