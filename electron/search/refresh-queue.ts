import PQueue from 'p-queue';
import type { SearchRunEnd } from './search-run.ts';

/** Refreshes that run a few at once; the others wait in order. */
export interface RefreshQueue {
  /**
   * Asks an answer again when its turn has come; one that waits already is waited for. What is taken out ends
   * as cancelled.
   */
  ask(resultSetId: string): Promise<SearchRunEnd>;
  isWaiting(resultSetId: string): boolean;
  /** Takes an answer out of those that wait; gives whether it was one. */
  takeOut(resultSetId: string): boolean;
  /** Takes all out; resolves when those that had their turn have ended. */
  close(): Promise<void>;
}

interface Waiting {
  controller: AbortController;
  ended: Promise<SearchRunEnd>;
}

export function createRefreshQueue(
  maxConcurrent: number,
  rerun: (resultSetId: string) => Promise<SearchRunEnd>,
): RefreshQueue {
  const queue = new PQueue({ concurrency: maxConcurrent });
  const waiting = new Map<string, Waiting>();

  function takeOut(resultSetId: string): boolean {
    const one = waiting.get(resultSetId);
    waiting.delete(resultSetId);
    one?.controller.abort();
    return one !== undefined;
  }

  return {
    isWaiting: (resultSetId) => waiting.has(resultSetId),
    takeOut,
    ask(resultSetId) {
      const known = waiting.get(resultSetId);
      if (known) return known.ended;
      const controller = new AbortController();
      const { signal } = controller;
      const start = () => {
        waiting.delete(resultSetId);
        return rerun(resultSetId);
      };
      const ended = queue.add(start, { signal }).catch((error): SearchRunEnd => {
        if (!signal.aborted) throw error;
        return { state: 'cancelled' };
      });
      // What has its turn at once is never seen to wait.
      if (queue.size > 0) waiting.set(resultSetId, { controller, ended });
      return ended;
    },
    async close() {
      for (const id of [...waiting.keys()]) takeOut(id);
      await queue.onIdle();
    },
  };
}
