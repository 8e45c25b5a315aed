import type { DatabaseSync } from 'node:sqlite';
import { number, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { addMembers } from './result-members.ts';
import type { Owner } from './search-runs.ts';

const selectStoredMembersSql = `SELECT w.id AS walk, p.id AS dispatch, d.id, d.file, d.seen_at
  FROM result_set s CROSS JOIN walk w ON w.result_set = s.id AND w.run = s.run
  JOIN connection c ON c.uuid = w.connection JOIN dispatch p ON p.connection = c.id AND p.number = w.subject
  JOIN document d ON d.dispatch = p.id
  WHERE s.uuid = ? AND w.kind = 'dispatch' AND d.gone_at IS NULL
    AND (w.ruts = '[]' OR EXISTS (SELECT 1 FROM json_each(w.ruts) j WHERE j.value = p.rut))
  ORDER BY w.id, d.id`;

/**
 * Adds stored documents of the dispatches that a result set is about to request, as of when they were
 * last seen. They are shown at once, and the run then replaces them. Throws `RESULT_SET_GONE`,
 * `SEARCH_OWNED_ELSEWHERE`.
 */
export function addStoredMembers(
  database: DatabaseSync,
  resultSetId: string,
  at: string,
  owner?: Owner,
): void {
  transaction(database, () => {
    const rows = prepared(database, selectStoredMembersSql).all(resultSetId);
    if (rows.length === 0) return;
    for (const [taskId, ofTask] of Map.groupBy(rows, (row) => number(row, 'walk'))) {
      const member = { resultSetId, taskId, ...(owner !== undefined && { owner }) };
      addMembers(database, member, ofTask.map(toMember), at);
    }
    const oldest = rows.map((row) => text(row, 'seen_at')).reduce((a, b) => (a < b ? a : b));
    prepared(database, 'UPDATE result_set SET as_of = ? WHERE uuid = ?').run(oldest, resultSetId);
  });
}

function toMember(row: Row): { id: number; dispatch: number; hasFile: boolean } {
  return {
    id: number(row, 'id'),
    dispatch: number(row, 'dispatch'),
    hasFile: text(row, 'file') === 'available',
  };
}
