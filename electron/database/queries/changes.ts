import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { SearchChange } from '../../../shared/model/search.ts';
import { documentKeyOf, number, numberOf, optionalText, parsed, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { documentColumns, documentJoins, toDocument } from './document-rows.ts';

/**
 * SQL: a document `d` changed against the version that a member `m` has seen; `seen_version` is NULL for one
 * that was not there then.
 */
export const isDocumentChanged = `(d.gone_at IS NULL AND (m.seen_version IS NULL OR m.seen_version <> d.version)
  OR d.gone_at IS NOT NULL AND m.seen_version IS NOT NULL)`;
/** SQL: a dispatch `p` is in another state than a member `m` has seen. */
export const isStateChanged = `(m.seen_state IS NOT NULL AND lower(m.seen_state) <> lower(p.state))`;

/** The number of changes in the result set of a saved search. */
export function countNews(database: DatabaseSync, set: number): number {
  const documents = database.prepare(
    `SELECT count(*) FROM result_document m CROSS JOIN document d ON d.id = m.document WHERE m.result_set = ? AND ${isDocumentChanged}`,
  );
  const states = database.prepare(
    `SELECT count(*) FROM result_dispatch m CROSS JOIN dispatch p ON p.id = m.dispatch WHERE m.result_set = ? AND ${isStateChanged}`,
  );
  return (numberOf(documents, set) ?? 0) + (numberOf(states, set) ?? 0);
}

/** The changes of one result set, newest first. */
function listChangesOf(
  database: DatabaseSync,
  savedSearchId: string,
  set: number,
  limit: number,
): SearchChange[] {
  const documents = database
    .prepare(
      `SELECT ${documentColumns}, m.seen_version, m.added_at, d.version, d.changed_at, json(v.item) AS before
       FROM result_document m CROSS JOIN document d ON d.id = m.document ${documentJoins}
       LEFT JOIN document_version v ON v.document = d.id AND v.version = m.seen_version
       WHERE m.result_set = ? AND ${isDocumentChanged} ORDER BY max(m.added_at, d.changed_at, coalesce(d.gone_at, '')) DESC LIMIT ?`,
    )
    .all(set, limit)
    .map((row) => toDocumentChange(savedSearchId, row));
  const states = database
    .prepare(
      `SELECT c.uuid AS connection_id, p.number, p.rut, p.state, p.state_at, m.seen_state
       FROM result_dispatch m CROSS JOIN dispatch p ON p.id = m.dispatch JOIN connection c ON c.id = p.connection
       WHERE m.result_set = ? AND ${isStateChanged} ORDER BY p.state_at DESC LIMIT ?`,
    )
    .all(set, limit)
    .map((row) => toStateChange(savedSearchId, row));
  return [...documents, ...states].sort(newestFirst).slice(0, limit);
}

function newestFirst(a: SearchChange, b: SearchChange): number {
  return compareTexts(b.at, a.at);
}

function toDocumentChange(savedSearchId: string, row: Row): SearchChange {
  const document = toDocument(row);
  const base = {
    savedSearchId,
    connectionId: document.connectionId,
    dispatchNumber: document.dispatchNumber,
    document,
  };
  if (document.removedAt !== undefined) return { ...base, kind: 'gone', at: document.removedAt };
  if (row['seen_version'] === null) return { ...base, kind: 'new', at: text(row, 'added_at') };
  const before = optionalText(row, 'before');
  const changes = before === undefined ? [] : changesOf(parsed(before), document.item);
  return {
    ...base,
    kind: 'changed',
    at: text(row, 'changed_at'),
    ...(changes.length > 0 && {
      before: changes.map(({ path, before: value }) => `${path}: ${value}`).join('\n'),
      after: changes.map(({ path, after: value }) => `${path}: ${value}`).join('\n'),
    }),
  };
}

function toStateChange(savedSearchId: string, row: Row): SearchChange {
  return {
    savedSearchId,
    kind: 'status',
    at: text(row, 'state_at'),
    connectionId: text(row, 'connection_id'),
    dispatchNumber: text(row, 'number'),
    before: text(row, 'seen_state'),
    after: text(row, 'state'),
  };
}

/** The values that differ between two versions of an item, without its dispatch object. */
function changesOf(before: JsonObject, after: JsonObject): { path: string; before: string; after: string }[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((path) => ({ path, before: old.get(path) ?? '', after: now.get(path) ?? '' }))
    .filter((change) => change.before !== change.after && !change.path.startsWith('dispatch.'));
}

function leavesOf(item: JsonObject, prefix = '', leaves = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(item)) {
    if (isObject(value)) leavesOf(value, `${prefix}${key}.`, leaves);
    else leaves.set(prefix + key, valueText(value));
  }
  return leaves;
}

function valueText(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

/**
 * New and changed documents of a saved search that are not removed. Keys only, for there may be as many
 * as the result set has.
 */
export function listNewDocuments(
  database: DatabaseSync,
  savedSearchId: string,
): { key: DocumentKey; kind: 'new' | 'changed' }[] {
  return database
    .prepare(
      `SELECT c.uuid AS connection_id, d.document_id, m.seen_version FROM saved_search v
       CROSS JOIN result_document m ON m.result_set = v.result_set CROSS JOIN document d ON d.id = m.document
       JOIN connection c ON c.id = d.connection
       WHERE v.uuid = ? AND v.seen_at <> '' AND d.gone_at IS NULL AND ${isDocumentChanged}`,
    )
    .all(savedSearchId)
    .map((row) => ({
      key: documentKeyOf(row),
      kind: row['seen_version'] === null ? 'new' : 'changed',
    }));
}

/**
 * Changes since each saved search was last marked as seen, newest first, at most `limit` of each; of one
 * search or of all.
 */
export function listChanges(
  database: DatabaseSync,
  savedSearchId: string | undefined,
  limit: number,
): SearchChange[] {
  return prepared(
    database,
    `SELECT uuid, result_set FROM saved_search WHERE seen_at <> '' AND (? IS NULL OR uuid = ?) ORDER BY id`,
  )
    .all(savedSearchId ?? null, savedSearchId ?? null)
    .flatMap((row) => listChangesOf(database, text(row, 'uuid'), number(row, 'result_set'), limit))
    .sort(newestFirst);
}
