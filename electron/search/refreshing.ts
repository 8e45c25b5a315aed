import { isCarpetaError } from '../../shared/errors.ts';
import type { SavedSearch } from '../../shared/model/search.ts';
import type { Clock } from '../host.ts';
import type { Saved } from './saved.ts';
import { refusesConnection } from './sweep.ts';

/** Refreshes saved searches by themselves, as each was set to. */
export interface Refreshing {
  /** Refreshes what is to be refreshed at start, then whatever falls due, until it is stopped. */
  begin(): void;
  /** A connection may be asked again: its key was replaced. */
  resume(connectionIds: readonly string[]): void;
  stop(): Promise<void>;
}

export interface RefreshingDeps {
  saved: Pick<Saved, 'list' | 'refresh' | 'lookAround'>;
  clock: Clock;
  /** 0 to 1. */
  random(): number;
  /** Whether a service was away when it was asked last, and nobody is to ask it yet. */
  isAway(connectionId: string): boolean;
  problem(what: string, thrown: unknown): void;
}

/** How often what is due is looked for, in milliseconds. */
const look = 60_000;
/** Of the hours chosen, how much earlier or later a refresh may come, so that many desks do not ask at once. */
const jitter = 0.1;

export function createRefreshing({ saved, clock, random, isAway, problem }: RefreshingDeps): Refreshing {
  const controller = new AbortController();
  /** Connections that all refused when they were asked together: asking them again and again helps nobody. One of them alone may just have been away. */
  const refused = new Map<string, readonly string[]>();
  /** When connections had a new key last, by the machine's own time, ms. */
  const renewed = new Map<string, number>();
  /** When a saved search falls due, by the wall clock, while its answer is as of `asOf`: another process that refreshes it puts it off. */
  const due = new Map<string, { at: number; asOf: string | undefined }>();
  let going: Promise<void> = Promise.resolve();

  /** So many hours, a little more or less, in milliseconds. */
  const drawn = (hours: number) => hours * (1 + jitter * (2 * random() - 1)) * 3_600_000;

  const together = (connectionIds: readonly string[]) => [...connectionIds].sort().join(' ');
  const isRefused = (connectionIds: readonly string[]) =>
    refused.has(together(connectionIds)) || connectionIds.every((one) => refused.has(one));

  function dueAt({ id, asOf, refresh }: SavedSearch): number {
    if (refresh.kind !== 'hours') return Number.POSITIVE_INFINITY;
    const known = due.get(id);
    // What is farther off than that was reckoned before the clock was set back.
    const farthest = clock.now() + refresh.hours * (1 + jitter) * 3_600_000;
    if (known) known.asOf ??= asOf;
    if (known && known.at <= farthest && known.asOf === asOf) return known.at;
    const last = asOf === '' ? 0 : Date.parse(asOf);
    const at = last > clock.now() ? clock.now() : last + drawn(refresh.hours);
    due.set(id, { at, asOf });
    return at;
  }

  async function refresh({ id, question, refresh: how }: SavedSearch): Promise<void> {
    const { connectionIds } = question;
    if (controller.signal.aborted || isRefused(connectionIds)) return;
    // It stays due, and is looked at again in a minute.
    if (how.kind === 'hours' && connectionIds.some(isAway)) return;
    const begun = clock.elapsed();
    try {
      await saved.refresh(id);
      // Not by the date of its answer: a run to which nothing came leaves that as it was.
      if (how.kind === 'hours') due.set(id, { at: clock.now() + drawn(how.hours), asOf: undefined });
    } catch (thrown) {
      // Refreshed, only not here.
      if (isCarpetaError(thrown, 'SEARCH_OWNED_ELSEWHERE')) return;
      problem('refresh of a saved search', thrown);
      // What was asked with the old key may be asked again.
      if (question.connectionIds.some((one) => begun <= (renewed.get(one) ?? -1))) return;
      // Tried again when as much time has passed again, not at every look.
      if (how.kind === 'hours') {
        const at = clock.now() + how.hours * 3_600_000 * (0.5 + jitter * random());
        due.set(id, { at, asOf: undefined });
      }
      if (isCarpetaError(thrown) && thrown.code !== 'NO_NETWORK' && refusesConnection(thrown)) {
        refused.set(together(question.connectionIds), question.connectionIds);
      }
    }
  }

  async function refreshWhat(isMeant: (one: SavedSearch) => boolean): Promise<void> {
    for (const one of await saved.list()) if (isMeant(one)) await refresh(one);
  }

  async function run(): Promise<void> {
    const isOfStart = ({ refresh: { kind }, question }: SavedSearch) =>
      kind === 'at-start' && question.connectionIds.length > 0;
    let isStarting = true;
    while (!controller.signal.aborted) {
      try {
        if (isStarting) await refreshWhat(isOfStart);
        isStarting = false;
        await refreshWhat((one) => dueAt(one) <= clock.now());
        // What another process has done.
        await saved.lookAround();
      } catch (thrown) {
        // The store is held by another process, or has no room: it may be otherwise at the next look.
        problem('refreshing', thrown);
      }
      await clock.sleep(look, controller.signal);
    }
  }

  return {
    begin() {
      going = run().catch((thrown) => {
        if (!controller.signal.aborted) problem('refreshing', thrown);
      });
    },
    resume(connectionIds) {
      for (const id of connectionIds) {
        for (const [key, group] of refused) if (group.includes(id)) refused.delete(key);
        renewed.set(id, clock.elapsed());
      }
      due.clear();
    },
    async stop() {
      controller.abort();
      await going;
    },
  };
}
