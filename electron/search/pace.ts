import PQueue from 'p-queue';
import { CarpetaError, isCarpetaError } from '../../shared/errors.ts';
import type { Service } from '../service/index.ts';

/** How many requests of a connection are under way at once: as many as allowed, fewer while the service errs. */
export interface Pace {
  /** The same service, each request waiting for its turn; the urgent ones go first. */
  through(service: Service, options?: { isUrgent?: boolean; onRequest?: () => void }): Service;
  /** Told how each attempt went: halves what is allowed on trouble, gives one back after ten good ones. */
  see(isGood: boolean): void;
}

const goodForOneMore = 10;

/** `most` is read anew whenever it could rise, so that a changed setting counts. */
export function createPace(most: () => number): Pace {
  const queue = new PQueue({ concurrency: most() });
  let good = 0;

  async function run<T>(
    work: () => Promise<T>,
    isUrgent: boolean,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    try {
      return await queue.add(work, { priority: isUrgent ? 1 : 0, ...(signal && { signal }) });
    } catch (thrown) {
      // Taken out of the queue before its turn.
      if (signal?.aborted && !isCarpetaError(thrown)) throw new CarpetaError('CANCELLED', 'cancelled');
      throw thrown;
    }
  }

  return {
    see(isGood) {
      if (!isGood) {
        good = 0;
        queue.concurrency = Math.max(1, Math.floor(queue.concurrency / 2));
        return;
      }
      good++;
      if (queue.concurrency > most()) queue.concurrency = most();
      else if (good >= goodForOneMore && queue.concurrency < most()) {
        good = 0;
        queue.concurrency++;
      }
    },
    through(service, { isUrgent = false, onRequest = () => undefined } = {}) {
      const paced =
        <Options extends { signal?: AbortSignal }, Answer>(ask: (options: Options) => Promise<Answer>) =>
        (options: Options): Promise<Answer> =>
          run(
            () => {
              onRequest();
              return ask(options);
            },
            isUrgent,
            options.signal,
          );
      return {
        documentTypes: paced((options: Parameters<Service['documentTypes']>[0]) =>
          service.documentTypes(options),
        ),
        dispatchFiles: paced((options: Parameters<Service['dispatchFiles']>[0]) =>
          service.dispatchFiles(options),
        ),
        files: paced((options: Parameters<Service['files']>[0]) => service.files(options)),
        status: paced((options: Parameters<Service['status']>[0]) => service.status(options)),
        disbursements: paced((options: Parameters<Service['disbursements']>[0]) =>
          service.disbursements(options),
        ),
        dispatches: paced((options: Parameters<Service['dispatches']>[0]) => service.dispatches(options)),
      };
    },
  };
}
