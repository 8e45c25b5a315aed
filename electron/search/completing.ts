import { isCarpetaError } from '../../shared/errors.ts';
import type { DispatchKey } from '../../shared/model/carpeta.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { Clock } from '../host.ts';

/** Has dispatches that are kept in part asked for all of their documents, while nobody waits: what they lack can be told then. */
export interface Completing {
  begin(): void;
  stop(): Promise<void>;
}

/** A dispatch that is kept in part. */
export type PartialDispatch = DispatchKey & { rut: Rut };

export interface CompletingDeps {
  /** The latest dispatches that are kept in part. */
  partial(limit: number): Promise<readonly PartialDispatch[]>;
  /** Reads all documents of one, in its turn behind what a person waits for. */
  complete(dispatch: PartialDispatch, signal: AbortSignal): Promise<void>;
  clock: Pick<Clock, 'now' | 'sleep'>;
  problem(what: string, thrown: unknown): void;
}

/** How long the app runs before the first is asked, and how long nothing is asked once there is no more, or an agency is away, ms. */
const rest = 10 * 60_000;
/** Between two dispatches, ms. */
const pause = 5_000;
/** No more a day: one who has kept tens of thousands in part is not to have an agency asked for all of them. */
const mostADay = 500;
/** Looked at together. Those that cannot be had leave room for others. */
const mostAtOnce = 1_000;
const day = 86_400_000;

export function createCompleting({ partial, complete, clock, problem }: CompletingDeps): Completing {
  const controller = new AbortController();
  const { signal } = controller;
  /** Dispatches that their agency did not give: asked once as long as the app runs. */
  const refused = new Set<string>();
  let [asked, since] = [0, clock.now()];
  let going: Promise<void> = Promise.resolve();

  function mayAsk(): boolean {
    const now = clock.now();
    if (now - since >= day || now < since) [asked, since] = [0, now];
    return asked < mostADay;
  }

  /** Asks until there is no more, or the day's share is used up; an agency that fails is left alone until the next round. */
  async function round(): Promise<void> {
    const away = new Set<string>();
    for (const dispatch of await partial(mostAtOnce)) {
      const key = JSON.stringify([dispatch.connectionId, dispatch.number]);
      if (refused.has(key) || away.has(dispatch.connectionId)) continue;
      if (signal.aborted || !mayAsk()) return;
      asked++;
      try {
        await complete(dispatch, signal);
      } catch (thrown) {
        signal.throwIfAborted();
        // The agency does not have it for this client; any other fault would be that of its next one, too.
        if (isCarpetaError(thrown) && thrown.status === 404) refused.add(key);
        else {
          away.add(dispatch.connectionId);
          problem('completing a dispatch', thrown);
        }
      }
      await clock.sleep(pause, signal);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await clock.sleep(rest, signal);
      await round().catch((thrown: unknown) => {
        if (!signal.aborted) problem('completing dispatches', thrown);
      });
    }
  }

  return {
    begin() {
      going = run().catch((thrown: unknown) => {
        if (!signal.aborted) problem('completing dispatches', thrown);
      });
    },
    async stop() {
      controller.abort();
      await going;
    },
  };
}
