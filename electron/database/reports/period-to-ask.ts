import type { DatabaseSync } from 'node:sqlite';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { type CoverageScope, coverageOf, type Period } from './coverage.ts';

/**
 * The queries for what was never requested of a period, none if all of it was, and their minimum number of
 * requests.
 */
export function periodToAsk(
  database: DatabaseSync,
  { start, end }: Period,
  of: CoverageScope,
): { queries: SearchQuery[]; requests: number } {
  if (start > of.today) return { queries: [], requests: 0 };
  const period = { start, end: end < of.today ? end : of.today };
  return coverageOf(database, of).missingQueries([period]);
}
