import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { dispatchKey } from '../../../shared/composite-key.ts';
import type { Day } from '../../../shared/model/dates.ts';
import type { ClosedDispatches, DispatchKey, LegalRetention, Scope } from '../../../shared/model/dossier.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, text } from '../row.ts';
import { legalRetention } from '../rules/legal-retention.ts';
import { prepared } from '../statements.ts';
import { type DispatchFacts, readDispatches } from './dispatch-facts.ts';
import {
  byClient,
  byFields,
  byPart,
  type Order,
  type OrderedBy,
  pageOf,
  rankIn,
  type Window,
} from './report-order.ts';

/** Dossiers in the requested order, else by the end of retention, unknown ends first. */
export function listClosedDispatches(
  database: DatabaseSync,
  scope: Scope,
  window: Window,
  today: Day,
): ClosedDispatches {
  const retentionOf = readRetention(database);
  const folders = readDispatches(database, scope, today)
    .map((facts) => ({ facts, retention: retentionOf(facts) }))
    .sort(
      (a, b) =>
        compareTexts(untilOf(a.retention), untilOf(b.retention)) ||
        compareTexts(a.facts.number, b.facts.number),
    );
  const page = pageOf(folders, window, closedDispatchOrder(window));
  const documents = countDocuments(
    database,
    page.rows.map(({ facts }) => facts.row),
  );
  return {
    ...page,
    rows: page.rows.map(({ facts, retention }) => {
      const { connectionId, number, rut, reference, operation, row } = facts;
      const counted = documents.get(row) ?? { papers: 0, filesHere: 0 };
      return { connectionId, number, rut, reference, operation, retention, ...counted };
    }),
    unknown: folders.filter(({ retention }) => retention.kind === 'unknown').length,
  };
}

function readSet(database: DatabaseSync): Map<string, { until: Day; note: string }> {
  const rows = prepared(database, 'SELECT * FROM folder_keep').all();
  return new Map(
    rows.map((row) => [
      dispatchKey({ connectionId: text(row, 'connection_id'), number: text(row, 'dispatch') }),
      { until: text(row, 'until'), note: text(row, 'note') },
    ]),
  );
}

function countDocuments(
  database: DatabaseSync,
  rows: readonly number[],
): Map<number, { papers: number; filesHere: number }> {
  const counted = prepared(
    database,
    `SELECT d.dispatch, count(*) AS papers, count(k.path) AS files FROM json_each(?) j JOIN document d ON d.dispatch = j.value
     JOIN connection c ON c.id = d.connection
     LEFT JOIN kept_file k ON k.connection_id = c.uuid AND k.document_id = d.document_id
     WHERE d.gone_at IS NULL AND d.is_active = 1 GROUP BY d.dispatch`,
  ).all(JSON.stringify(rows));
  return new Map(
    counted.map((row) => [
      number(row, 'dispatch'),
      { papers: number(row, 'papers'), filesHere: number(row, 'files') },
    ]),
  );
}

/** Sets the end of retention of a dossier; without one, the legal rule applies again. */
export function setRetention(
  database: DatabaseSync,
  folder: DispatchKey & { rut: Rut },
  set: { until: Day; note: string } | undefined,
  at: string,
): void {
  const { connectionId, number, rut } = folder;
  if (set)
    prepared(database, 'INSERT OR REPLACE INTO folder_keep VALUES (?, ?, ?, ?, ?, ?)').run(
      connectionId,
      number,
      rut,
      set.until,
      set.note,
      at,
    );
  else
    prepared(database, 'DELETE FROM folder_keep WHERE connection_id = ? AND dispatch = ?').run(
      connectionId,
      number,
    );
}

function closedDispatchOrder(order: Order): OrderedBy<{ facts: DispatchFacts; retention: LegalRetention }> {
  const byFacts = byPart(({ facts }: { facts: DispatchFacts }) => facts, {
    ...byFields('number', 'reference'),
    ...byClient(order),
  });
  return {
    ...byFacts,
    operation: [({ facts }) => rankIn(['import', 'export'], facts.operation)],
    until: [({ retention }) => untilOf(retention)],
  };
}

/** A function that returns a dispatch's retention: the day that a user set, else that of the rule. */
export function readRetention(database: DatabaseSync): (facts: DispatchFacts) => LegalRetention {
  const days = readSet(database);
  return (facts) => {
    const { operation, acceptance, legalisation } = facts;
    const set = days.get(dispatchKey(facts));
    return legalRetention({ operation, acceptance, legalisation, ...(set && { set }) });
  };
}

function untilOf(retention: LegalRetention): string {
  return retention.kind === 'known' ? retention.until : '';
}
