import type { DatabaseSync } from 'node:sqlite';
import { fromErrorData } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import type { FilterToken } from '../filter-tokens.ts';
import { documentKeyOf, parsed, rowUnreadable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { type DownloadCandidate, documentsAt, selectRows, type UnreadableDocument } from './selection.ts';

/** A document that may be downloaded, with the data that its name needs. */
export type NamedCandidate = Omit<DownloadCandidate, 'path'>;

const listMissed = `SELECT DISTINCT x.connection_id, x.document_id FROM destination t JOIN download_batch b ON b.destination = t.id
  JOIN transfer x ON x.batch = b.id
  WHERE t.folder = ? AND b.of_refresh = 1 AND b.state = 'ended' AND x.state IN ('failed', 'unsigned')`;

/** Documents that refreshes failed to fetch into a folder, while their batches are stored. */
export function listMissedDocuments(database: DatabaseSync, folder: string): DocumentKey[] {
  return prepared(database, listMissed).all(folder).map(documentKeyOf);
}

const listUnchecked = `SELECT c.uuid AS connection_id, d.document_id FROM result_set s JOIN result_document m ON m.result_set = s.id
  JOIN document d ON d.id = m.document JOIN connection c ON c.id = d.connection
  JOIN holding h ON h.connection_id = c.uuid AND h.document_id = d.document_id
  WHERE s.uuid = ? AND d.gone_at IS NULL AND (h.etag IS NOT NULL OR h.md5 IS NOT NULL)
  GROUP BY d.id HAVING max(max(h.checked_at), max(h.at)) < ? ORDER BY max(h.checked_at) LIMIT ?`;

/**
 * Downloaded documents of a result set that were neither fetched nor checked since then, least recent
 * first.
 */
export function listUncheckedDocuments(
  database: DatabaseSync,
  resultSetId: string,
  since: string,
  limit: number,
): DocumentKey[] {
  return prepared(database, listUnchecked).all(resultSetId, since, limit).map(documentKeyOf);
}

const listNotDownloaded = `SELECT c.uuid AS connection_id, d.document_id FROM result_set s JOIN result_document m ON m.result_set = s.id
  JOIN document d ON d.id = m.document JOIN connection c ON c.id = d.connection
  LEFT JOIN destination t ON t.folder = :folder
  WHERE s.uuid = :set AND d.gone_at IS NULL AND d.is_active = 1 AND d.file <> 'none'
    AND NOT EXISTS (SELECT 1 FROM holding h WHERE h.destination = t.id AND h.connection_id = c.uuid
      AND h.document_id = d.document_id AND (d.version = 1 OR h.at >= d.changed_at))
    AND NOT EXISTS (SELECT 1 FROM download_batch b JOIN transfer x ON x.batch = b.id AND x.connection_id = c.uuid
        AND x.document_id = d.document_id
      WHERE b.destination = t.id AND b.state NOT IN ('ended', 'forgotten') AND x.state IN ('waiting', 'transferring', 'paused'))`;

/**
 * Active documents of a result set, with a file, that a refresh must fetch into a folder. They are missing
 * there, or changed since their newest file. Excludes what an open batch will download there.
 */
export function listDocumentsNotDownloaded(
  database: DatabaseSync,
  resultSetId: string,
  folder: string,
): DocumentKey[] {
  return prepared(database, listNotDownloaded).all({ set: resultSetId, folder }).map(documentKeyOf);
}

/**
 * Rows of a batch's own selection, as `selectRows`; empty once all of it has been added. Throws
 * `RESULT_SET_GONE`, `ROW_UNREADABLE`.
 */
export function selectBatchRows(
  database: DatabaseSync,
  batch: string,
  tokens: readonly FilterToken[],
): readonly number[] {
  const sql = 'SELECT selection FROM download_batch WHERE uuid = ? AND selection IS NOT NULL';
  const row = prepared(database, sql).get(batch);
  return row ? selectRows(database, readSelection(text(row, 'selection'), batch), tokens) : [];
}

/**
 * As `documentsAt`, with only the values at these paths of each item (`dispatch.fechaApertura`): whole
 * items are many times larger to transfer.
 */
export function readCandidates(
  database: DatabaseSync,
  rows: readonly number[],
  paths: readonly string[],
): { documents: NamedCandidate[]; unreadable: UnreadableDocument[] } {
  const { documents, unreadable } = documentsAt(database, rows);
  return {
    documents: documents.map((document) => ({ ...document, item: pick(document.item, paths) })),
    unreadable,
  };
}

/** The selection stored with a batch. Throws `ROW_UNREADABLE`. */
function readSelection(row: string, batch: string): Selection {
  try {
    const selection = parsed<Selection>(row);
    const named =
      selection.kind === 'some'
        ? selection.documents
        : selection.kind === 'all'
          ? selection.except
          : selection.dispatches;
    if (Array.isArray(named)) return selection;
  } catch {
    // Invalid JSON is damage too.
  }
  throw fromErrorData(rowUnreadable('the selection of batch', batch));
}

function pick(item: JsonObject, paths: readonly string[]): JsonObject {
  const picked: Record<string, Json> = {};
  for (const path of paths) {
    const [first = '', ...rest] = path.split('.');
    const value = item[first];
    if (value === undefined) continue;
    picked[first] =
      rest.length === 0 || !isObject(value) ? value : merged(picked[first], pick(value, [rest.join('.')]));
  }
  return picked;
}

function merged(before: Json | undefined, more: JsonObject): JsonObject {
  return before !== undefined && isObject(before) ? { ...before, ...more } : more;
}
