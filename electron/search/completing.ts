import { isCarpetaError } from '../../shared/errors.ts';
import type { DispatchKey } from '../../shared/model/carpeta.ts';
import type { Rut } from '../../shared/model/rut.ts';
import { ruleOf } from '../../shared/retry-table.ts';
import { NotAsked } from '../breaker.ts';
import type { Clock } from '../host.ts';
import { refusesConnection } from './sweep.ts';

/** Has dispatches that are kept in part asked for all of their documents, while nobody waits: what they lack can be told then. */
export interface Completing {
  begin(): void;
  /** Connections may be asked again: their key was replaced. */
  resume(connectionIds: readonly string[]): void;
  /** Does something while nothing is asked; what is on its way is ended first, so that it brings back nothing that is being deleted. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** A dispatch that is kept in part. */
export type PartialDispatch = DispatchKey & { rut: Rut };

export interface CompletingDeps {
  /** Whether the person, or an administrator, has it done at all; asked before each dispatch. */
  isOn(): boolean;
  /** Connections that are there now. */
  connectionIds(): Promise<readonly string[]>;
  /** Whether a service was away when it was asked last. */
  isAway(connectionId: string): boolean;
  /** Dispatches of these connections that are kept in part and were seen since then (UTC ISO 8601), the latest first. */
  partial(
    connectionIds: readonly string[],
    since: string,
    limit: number,
  ): Promise<readonly PartialDispatch[]>;
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
/** What nobody has seen for so long is left to its retention, ms. */
const recent = 30 * day;

export function createCompleting(deps: CompletingDeps): Completing {
  const { isOn, connectionIds, isAway, partial, complete, clock, problem } = deps;
  const controller = new AbortController();
  const { signal } = controller;
  /** Dispatches that were not to be had: asked once as long as the app runs. */
  const failed = new Set<string>();
  /** Connections that refused to be asked, until they have another key. */
  const refused = new Set<string>();
  let [asked, since] = [0, clock.now()];
  let going: Promise<void> = Promise.resolve();
  /** What is on its way, and what is done while nothing may be. */
  let current: { ending: AbortController; done: Promise<void> } | undefined;
  let pauses: Promise<unknown> = Promise.resolve();

  function mayAsk(): boolean {
    const now = clock.now();
    if (now - since >= day || now < since) [asked, since] = [0, now];
    return isOn() && asked < mostADay;
  }

  /** The one to ask next, read anew each time: it may have been deleted, or completed by somebody else. */
  async function next(away: ReadonlySet<string>): Promise<PartialDispatch | undefined> {
    const ids = (await connectionIds()).filter((id) => !away.has(id) && !refused.has(id) && !isAway(id));
    if (ids.length === 0) return undefined;
    const kept = await partial(ids, new Date(clock.now() - recent).toISOString(), mostAtOnce);
    return kept.find((dispatch) => !failed.has(keyOf(dispatch)));
  }

  /** Asks until there is no more, or the day's share is used up; an agency that cannot be asked is left alone until the next round. */
  async function round(): Promise<void> {
    const away = new Set<string>();
    while (mayAsk()) {
      await pauses;
      const dispatch = await next(away);
      signal.throwIfAborted();
      if (!dispatch) return;
      asked++;
      const ending = new AbortController();
      const done = ask(dispatch, AbortSignal.any([signal, ending.signal]), away);
      current = { ending, done };
      await done;
      current = undefined;
      await clock.sleep(pause, signal);
    }
  }

  async function ask(dispatch: PartialDispatch, within: AbortSignal, away: Set<string>): Promise<void> {
    try {
      await complete(dispatch, within);
    } catch (thrown) {
      if (within.aborted) return;
      if (isCarpetaError(thrown) && (thrown instanceof NotAsked || ruleOf(thrown.code).concerns === 'way')) {
        away.add(dispatch.connectionId);
      } else if (isCarpetaError(thrown) && refusesConnection(thrown)) refused.add(dispatch.connectionId);
      else failed.add(keyOf(dispatch));
      // That a dispatch is not of this client is no fault of anybody.
      if (!isCarpetaError(thrown) || thrown.status !== 404) problem('completing a dispatch', thrown);
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
    resume(ids) {
      for (const id of ids) refused.delete(id);
    },
    async pausedFor(work) {
      const worked = pauses.then(async () => {
        current?.ending.abort();
        await current?.done;
        return work();
      });
      pauses = worked.catch(() => undefined);
      return worked;
    },
    async stop() {
      controller.abort();
      await going;
    },
  };
}

function keyOf({ connectionId, number }: DispatchKey): string {
  return JSON.stringify([connectionId, number]);
}
