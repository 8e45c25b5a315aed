import PQueue from 'p-queue';
import type { SearchRunEnd } from './search-run.ts';

/** Limits how many refreshes run at once; the others wait in order. */
export interface RefreshQueue {
  /**
   * Queues a refresh of a result set. If it is queued already, its promise is returned. One that is removed
   * resolves as cancelled.
   */
  add(resultSetId: string): Promise<SearchRunEnd>;
  isWaiting(resultSetId: string): boolean;
  /** Removes a result set from the queue; returns whether it was there. */
  remove(resultSetId: string): boolean;
  /** Removes all; resolves when the running refreshes have ended. */
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

  function remove(resultSetId: string): boolean {
    const queued = waiting.get(resultSetId);
    waiting.delete(resultSetId);
    queued?.controller.abort();
    return queued !== undefined;
  }

  return {
    isWaiting: (resultSetId) => waiting.has(resultSetId),
    remove,
    add(resultSetId) {
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
      // A refresh that starts at once is never queued.
      if (queue.size > 0) waiting.set(resultSetId, { controller, ended });
      return ended;
    },
    async close() {
      for (const id of [...waiting.keys()]) remove(id);
      await queue.onIdle();
    },
  };
}
