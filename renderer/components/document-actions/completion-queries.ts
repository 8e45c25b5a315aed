import type { OwnDispatch } from '../../../shared/model/dossier.ts';
import { parseRut, type Rut } from '../../../shared/model/rut.ts';
import type { SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { slicesOf } from '../../../shared/slices-of.ts';
import type { InvokeResult } from '../../ipc/invoke-hooks.ts';

/** Maximum number of dispatches per query. */
const maxDispatchesPerQuery = 5000;

/** Queries for every document of these dispatches: one per agency, more if there are very many. */
export function completionQueries(dispatches: readonly OwnDispatch[]): SearchQuery[] {
  const byAgency = Map.groupBy(dispatches, ({ connectionId }) => connectionId);
  return [...byAgency].flatMap(([connectionId, own]) =>
    queriesFor(
      [connectionId],
      own.map(({ number, rut }) => ({ number, ruts: [rut] })),
    ),
  );
}

/**
 * Queries to every agency for numbers without stored data, as the client given with each or as all clients.
 */
export function unknownDispatchQueries(
  connectionIds: readonly string[],
  numbers: readonly { number: string; rut: string }[],
): SearchQuery[] {
  if (connectionIds.length === 0) return [];
  const dispatches = numbers.map(({ number, rut }) => {
    const read = parseRut(rut);
    return { number, ruts: read.form === 'wrong' ? [] : [read.rut] };
  });
  return queriesFor(connectionIds, dispatches);
}

function queriesFor(
  connectionIds: readonly string[],
  dispatches: readonly { number: string; ruts: Rut[] }[],
): SearchQuery[] {
  return [...slicesOf(dispatches, maxDispatchesPerQuery)].map((some) => ({
    kind: 'dispatches',
    connectionIds: [...connectionIds],
    dispatches: some,
  }));
}

/** The progress of several search runs combined. */
export interface CombinedProgress {
  isRunning: boolean;
  done: number;
  total: number;
  /** Requests that failed. */
  problems: number;
  /** RUTs that are no clients of the agency. */
  unknownClients: number;
}

/** A search run without progress data is not waited for. */
export function combineProgress(searches: readonly InvokeResult<SearchProgress>[]): CombinedProgress {
  const known = searches.flatMap(({ data }) => data ?? []);
  const sum = (value: (progress: SearchProgress) => number) =>
    known.reduce((all, progress) => all + value(progress), 0);
  return {
    isRunning: searches.some(({ data, error }) => !error && (!data || data.state === 'running')),
    done: sum(({ tasksDone }) => tasksDone),
    total: sum(({ tasksTotal }) => tasksTotal),
    // "No such dispatch" and "no such client" are valid responses, not problems.
    problems: sum(({ problemsTotal, notThere, unknownClients }) => problemsTotal - notThere - unknownClients),
    unknownClients: sum(({ unknownClients }) => unknownClients),
  };
}
