import type { OwnDispatch } from '../../../shared/model/dossier.ts';
import { parseRut } from '../../../shared/model/rut.ts';
import type { SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { InvokeResult } from '../../ipc/invoke-hooks.ts';

/** As many dispatches as one query takes. */
const maxDispatchesPerQuery = 5000;

/**
 * The queries that ask for every document of these dispatches: one for each agency, more where there are very
 * many.
 */
export function completionQueries(dispatches: readonly OwnDispatch[]): SearchQuery[] {
  const byAgency = Map.groupBy(dispatches, ({ connectionId }) => connectionId);
  return [...byAgency].flatMap(([connectionId, own]) => {
    const parts = Math.ceil(own.length / maxDispatchesPerQuery);
    return Array.from({ length: parts }, (_, part) => ({
      kind: 'dispatches' as const,
      connectionIds: [connectionId],
      dispatches: own
        .slice(part * maxDispatchesPerQuery, (part + 1) * maxDispatchesPerQuery)
        .map(({ number, rut }) => ({ number, ruts: [rut] })),
    }));
  });
}

/**
 * The queries that ask every agency for numbers of which nothing is kept, as the client that stands beside
 * each or as everybody.
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

/** How far several search runs are, taken together. */
export interface CombinedProgress {
  isRunning: boolean;
  done: number;
  total: number;
  /** What was not answered. */
  problems: number;
  /** What was asked for RUTs that are no clients of the agency. */
  unknownClients: number;
}

/** A search run of which nothing is told is not waited for. */
export function combineProgress(searches: readonly InvokeResult<SearchProgress>[]): CombinedProgress {
  const known = searches.flatMap(({ data }) => data ?? []);
  const sum = (value: (progress: SearchProgress) => number) =>
    known.reduce((all, progress) => all + value(progress), 0);
  return {
    isRunning: searches.some(({ data, error }) => !error && (!data || data.state === 'running')),
    done: sum(({ tasksDone }) => tasksDone),
    total: sum(({ tasksTotal }) => tasksTotal),
    // That a dispatch is not there is an answer, and that a RUT is no client is one, too.
    problems: sum(({ problemsTotal, notThere, unknownClients }) => problemsTotal - notThere - unknownClients),
    unknownClients: sum(({ unknownClients }) => unknownClients),
  };
}
