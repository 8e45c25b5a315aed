import PQueue from 'p-queue';
import { cancelled } from './attempt.ts';

/** How many requests to a service are under way at once: as many as allowed, fewer while it errs. */
export interface Pace {
  /** Makes one attempt when its turn has come; what a person waits for goes first. Rejects with `CANCELLED` when its signal ends before that. */
  turn<T>(
    attempt: () => Promise<T>,
    asking: { isUrgent: boolean; signal: AbortSignal | undefined },
  ): Promise<T>;
  /** Told how each attempt went: halves what is allowed on trouble, gives one back after ten good ones. */
  see(wasGood: boolean): void;
}

const goodForOneMore = 10;

/** The pace of one service, whoever asks it; `most` is read anew with each request, so that a changed setting counts. */
export function createPace(most: () => number): Pace {
  const queue = new PQueue({ concurrency: most() });
  let good = 0;

  return {
    async turn(attempt, { isUrgent, signal }) {
      if (queue.concurrency > most()) queue.concurrency = most();
      try {
        return await queue.add(attempt, { priority: isUrgent ? 1 : 0, ...(signal && { signal }) });
      } catch (thrown) {
        // Taken out of the queue before its turn, or ended in it.
        throw signal?.aborted ? cancelled() : thrown;
      }
    },
    see(wasGood) {
      if (!wasGood) {
        good = 0;
        queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2));
        return;
      }
      good++;
      if (good < goodForOneMore || queue.concurrency >= most()) return;
      good = 0;
      queue.concurrency++;
    },
  };
}
