import { addDays, type Day } from '../../shared/model/dates.ts';
import type { Rut } from '../../shared/model/rut.ts';
import type { Clock } from '../host.ts';
import { type ServiceOf, walk } from '../service/index.ts';
import type { MissingDocuments, Store } from '../store/index.ts';

export interface SettlingDeps {
  store: Store;
  clock: Pick<Clock, 'now'>;
  serviceOf: ServiceOf;
  signal: AbortSignal;
  owner: string;
}

/** Days, both included. */
interface Days {
  start: Day;
  end: Day;
}

/**
 * Decides about documents that a run missed. What was asked for by its dispatch, or over at least the same days, is gone. Where the days have moved on
 * ("last 30 days"), the days that were left behind are asked once more: which date of a document they filter on is stated nowhere
 * (names.md), so only the service can tell a document that is gone from one that is older now.
 */
export async function settle(deps: SettlingDeps, resultSetId: string): Promise<void> {
  const undecided: number[] = [];
  for (const missing of await deps.store.missingDocuments(resultSetId)) {
    if (deps.signal.aborted) return;
    const left = leftBehind(missing);
    const older = left.length > 0 ? await foundIn(deps, missing, left) : new Set<string>();
    // Not told now: the next run asks about these days as well.
    if (!older) {
      undecided.push(missing.walkId);
      continue;
    }
    const at = new Date(deps.clock.now()).toISOString();
    const { connectionId, documentIds } = missing;
    const dropped = documentIds.filter((id) => older.has(id));
    const gone = documentIds.filter((id) => !older.has(id));
    if (gone.length > 0) await deps.store.markGone(connectionId, gone, at);
    if (dropped.length > 0) await deps.store.dropMembers(resultSetId, connectionId, dropped, deps.owner);
  }
  await deps.store.noteDecided(resultSetId, undecided, deps.owner);
}

/** The days that were asked before and are no more. */
export function leftBehind({ kind, before, now }: Pick<MissingDocuments, 'kind' | 'before' | 'now'>): Days[] {
  if (kind === 'dispatch' || before.start === '') return [];
  const earlier = { start: before.start, end: earliest(before.end, addDays(now.start, -1)) };
  const later = { start: latest(before.start, addDays(now.end, 1)), end: before.end };
  return [earlier, later].filter(({ start, end }) => start <= end);
}

/** Which documents are found in some days; undefined when the service could not say. */
async function foundIn(
  { store, clock, serviceOf, signal }: SettlingDeps,
  { connectionId, rut, subject }: MissingDocuments,
  days: readonly Days[],
): Promise<Set<string> | undefined> {
  const found = new Set<string>();
  try {
    const service = await serviceOf(connectionId);
    for (const { start, end } of days) {
      const question = { kind: 'files' as const, rut: rut as Rut, start, end, type: subject };
      for await (const { documents, gone } of walk(service, question, { signal })) {
        const at = new Date(clock.now()).toISOString();
        await store.upsertPage({ connectionId, rut: question.rut, question, documents, at });
        for (const { id } of documents) found.add(id);
        for (const id of gone) found.delete(id);
      }
    }
    return found;
  } catch {
    // Whatever kept the service from saying: nothing is decided.
    return undefined;
  }
}

function earliest(a: Day, b: Day): Day {
  return a < b ? a : b;
}

function latest(a: Day, b: Day): Day {
  return a > b ? a : b;
}
