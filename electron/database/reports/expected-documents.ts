import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { compositeKey } from '../../../shared/composite-key.ts';
import {
  countTypes,
  expectationRule,
  groupKey,
  groupWord,
  judgeTypes,
} from '../../../shared/dossier/expectation-rule.ts';
import type { Day } from '../../../shared/model/dates.ts';
import type {
  ExpectationGroup,
  GroupExpectations,
  Scope,
  TypeDecision,
  TypeExpectation,
} from '../../../shared/model/dossier.ts';
import { number, text } from '../row.ts';
import type { TypeDocuments } from '../rules/dispatch-completeness.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { readTypes } from './dispatch-documents.ts';
import { type DispatchFacts, readDispatches } from './dispatch-facts.ts';

/**
 * The expected documents of each dispatch of a scope: learned from all stored dispatches of its clients, and
 * decided by users.
 */
interface Expectations {
  groups: readonly GroupExpectations[];
  of(dispatch: DispatchFacts): readonly TypeExpectation[];
}

/**
 * Reads expectations for the clients of these dispatches. A group is learned from its latest complete
 * dispatches, inside the scope or not.
 */
export function readExpectations(
  database: DatabaseSync,
  dispatches: readonly DispatchFacts[],
  today: Day,
): Expectations {
  const ruts = [...new Set(dispatches.map(({ rut }) => rut))];
  const connectionIds = [...new Set(dispatches.map(({ connectionId }) => connectionId))];
  const stored = readDispatches(database, { ruts, connectionIds }, today);
  const groupKeys = new Set(dispatches.map((dispatch) => groupKey(dispatch)));
  const byGroup = [...Map.groupBy(stored, (dispatch) => groupKey(dispatch))].filter(([key]) =>
    groupKeys.has(key),
  );
  const samples = byGroup.flatMap(([, members]) => latestOver(members));
  const types = readTypes(
    database,
    samples.map(({ row }) => row),
  );
  const decisions = readDecisions(database, connectionIds);
  const groups = new Map(
    byGroup.flatMap(([key, [first, ...others]]) =>
      first ? [[key, expectationsOfGroup([first, ...others], types, decisions.get(key) ?? [])] as const] : [],
    ),
  );
  return {
    groups: [...groups.values()],
    of: (dispatch) => groups.get(groupKey(dispatch))?.types ?? [],
  };
}

/** The latest closed dispatches of a group, to learn from; sorted by day and number. */
function latestOver(members: readonly DispatchFacts[]): DispatchFacts[] {
  return members
    .filter(({ isFullyRead, isClosed }) => isFullyRead && isClosed)
    .slice(-expectationRule.window);
}

function expectationsOfGroup(
  members: readonly [DispatchFacts, ...DispatchFacts[]],
  types: ReadonlyMap<number, ReadonlyMap<string, TypeDocuments>>,
  decisions: readonly TypeDecision[],
): GroupExpectations {
  const latest = latestOver(members);
  const frequencies = countTypes(
    latest.map(({ number, day, row }) => ({ number, day, documents: counted(types.get(row) ?? new Map()) })),
  );
  return {
    group: groupOf(members),
    dispatches: members.length,
    partial: members.filter(({ isFullyRead }) => !isFullyRead).length,
    of: latest.length,
    minimum: expectationRule.minimum,
    types: judgeTypes(frequencies, decisions),
  };
}

/**
 * Counts documents by type, with a file or not: a registered document shows that its type belongs to such a
 * dispatch.
 */
function counted(types: ReadonlyMap<string, TypeDocuments>): ReadonlyMap<string, number> {
  return new Map([...types].map(([type, documents]) => [type, documents.withFile + documents.withoutFile]));
}

/** The group in the spelling of its latest dispatch. */
function groupOf(members: readonly [DispatchFacts, ...DispatchFacts[]]): ExpectationGroup {
  const { connectionId, rut, tramite, via } = members.at(-1) ?? members[0];
  return { connectionId, rut, tramite, via };
}

function readDecisions(
  database: DatabaseSync,
  connectionIds: readonly string[],
): Map<string, TypeDecision[]> {
  const rows = prepared(
    database,
    'SELECT * FROM type_decision WHERE connection_id IN (SELECT value FROM json_each(?))',
  ).all(JSON.stringify(connectionIds));
  return Map.groupBy(
    rows.map((row) => ({
      key: compositeKey(text(row, 'connection_id'), text(row, 'rut'), text(row, 'tramite'), text(row, 'via')),
      type: text(row, 'type'),
      isExpected: row['is_expected'] === 1,
      seen: number(row, 'seen'),
      of: number(row, 'seen_of'),
      at: text(row, 'at'),
    })),
    ({ key }) => key,
  );
}

/** Every group of a scope with its expected documents, those with most dispatches first. */
export function listExpectations(
  database: DatabaseSync,
  scope: Scope,
  today: Day,
): readonly GroupExpectations[] {
  const { groups } = readExpectations(database, readDispatches(database, scope, today), today);
  return [...groups].sort(
    (a, b) => b.dispatches - a.dispatches || compareTexts(groupKey(a.group), groupKey(b.group)),
  );
}

type GroupColumns = readonly [connectionId: string, rut: string, tramite: string, via: string];

function toColumns({ connectionId, rut, tramite, via }: ExpectationGroup): GroupColumns {
  return [connectionId, rut, groupWord(tramite), groupWord(via)];
}

/** Stores a user's decisions about types of a group. */
export function decideTypes(
  database: DatabaseSync,
  group: ExpectationGroup,
  decisions: readonly TypeDecision[],
): void {
  const insert = prepared(
    database,
    'INSERT OR REPLACE INTO type_decision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  transaction(database, () => {
    for (const { type, isExpected, seen, of, at } of decisions) {
      insert.run(...toColumns(group), type, Number(isExpected), seen, of, at);
    }
  });
}

/** Deletes decisions, so that learned expectations apply again. */
export function undecideTypes(
  database: DatabaseSync,
  group: ExpectationGroup,
  types: readonly string[],
): void {
  const remove = prepared(
    database,
    'DELETE FROM type_decision WHERE connection_id = ? AND rut = ? AND tramite = ? AND via = ? AND type = ?',
  );
  transaction(database, () => {
    for (const type of types) remove.run(...toColumns(group), type);
  });
}
