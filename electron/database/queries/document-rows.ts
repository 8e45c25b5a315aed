import type { DatabaseSync } from 'node:sqlite';
import type { FileState, StoredDocument } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { readRow } from '../damaged-rows.ts';
import { optionalText, parsed, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';

/**
 * Columns of a query for documents, without the paths of their files; `d` is the document, joined by
 * `documentJoins`.
 */
export const documentFacts = `d.id, c.uuid AS connection_id, d.document_id, d.rut, d.is_active, d.file, d.type, d.seen_at, d.gone_at,
  b.fields, json(b.item) AS own, json(o.item) AS object`;

/** Columns of a query for whole documents. */
export const documentColumns = `${documentFacts},
  (SELECT path FROM kept_file f WHERE f.connection_id = c.uuid AND f.document_id = d.document_id) AS path,
  (SELECT is_unseen FROM kept_file f WHERE f.connection_id = c.uuid AND f.document_id = d.document_id) AS is_unseen,
  (SELECT path FROM known_file f WHERE f.connection_id = c.uuid AND f.document_id = d.document_id AND f.is_absent = 1
   ORDER BY f.holding DESC LIMIT 1) AS path_before`;
export const documentJoins = `JOIN document_body b ON b.document = d.id JOIN dispatch_object o ON o.id = d.object
  JOIN connection c ON c.id = d.connection`;

type Fields = Pick<
  StoredDocument,
  'dispatchNumber' | 'folio' | 'issueDate' | 'issuerId' | 'issuerName' | 'reference'
>;

/**
 * Reads a document by its row id, without its file where the file's row is damaged. Undefined where nothing
 * is stored, null where it cannot be read.
 */
export function documentReader(database: DatabaseSync): (id: number) => StoredDocument | undefined | null {
  const ways = [documentColumns, documentFacts].map((columns) => {
    const one = prepared(database, `SELECT ${columns} FROM document d ${documentJoins} WHERE d.id = ?`);
    return (id: number) => {
      const row = one.get(id);
      return row && toDocument(row);
    };
  });
  return (id) => readRow(database, id, ways);
}

/** A stored document from a row of `documentColumns`, or of `documentFacts`. */
export function toDocument(row: Row): StoredDocument {
  const removedAt = optionalText(row, 'gone_at');
  const path = optionalText(row, 'path');
  const before = optionalText(row, 'path_before');
  return {
    connectionId: text(row, 'connection_id'),
    id: text(row, 'document_id'),
    rut: text(row, 'rut') as Rut,
    isActive: row['is_active'] === 1,
    type: text(row, 'type'),
    file: text(row, 'file') as FileState,
    ...parsed<Fields>(text(row, 'fields')),
    item: { ...parsed(text(row, 'own')), dispatch: parsed(text(row, 'object')) },
    seenAt: text(row, 'seen_at'),
    ...(removedAt !== undefined && { removedAt }),
    ...(path !== undefined && { path }),
    ...(row['is_unseen'] === 1 && { isUnseen: true }),
    ...(path === undefined && before !== undefined && { pathBefore: before }),
  };
}
