import type { OwnDispatch } from '../../../shared/model/dossier.ts';
import { parseRut } from '../../../shared/model/rut.ts';
import type { SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { InvokeResult } from '../../ipc/invoke-hooks.ts';

/** Maximum number of dispatches per query. */
const maxDispatchesPerQuery = 5000;

/** Queries for every document of these dispatches: one per agency, more if there are very many. */
export function completionQueries(dispatches: readonly OwnDispatch[]): SearchQuery[] {
  const byAgency = Map.groupBy(dispatches, ({ connectionId }) => connectionId);
  return [...byAgency].flatMap(([connectionId, own]) => {
    const queryCount = Math.ceil(own.length / maxDispatchesPerQuery);
    return Array.from({ length: queryCount }, (_, part) => ({
      kind: 'dispatches' as const,
      connectionIds: [connectionId],
      dispatches: own
        .slice(part * maxDispatchesPerQuery, (part + 1) * maxDispatchesPerQuery)
        .map(({ number, rut }) => ({ number, ruts: [rut] })),
    }));
  });
}

/**
 * Queries to every agency for numbers without stored data, as the client given with each or as all clients.
 */
export function unknownDispatchQueries(
  connectionIds: readonly string[],
  numbers: readonly { number: string; rut: string }[],
): SearchQuery[] {
  if (connectionIds.length === 0) return [];
  return Array.from({ length: Math.ceil(numbers.length / maxDispatchesPerQuery) }, (_, part) => ({
    kind: 'dispatches' as const,
    connectionIds: [...connectionIds],
    dispatches: numbers
      .slice(part * maxDispatchesPerQuery, (part + 1) * maxDispatchesPerQuery)
      .map(({ number, rut }) => {
        const read = parseRut(rut);
        return { number, ruts: read.form === 'wrong' ? [] : [read.rut] };
      }),
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
