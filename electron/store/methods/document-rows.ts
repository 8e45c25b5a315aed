import type { FileState, KeptDocument } from '../../../shared/model/document.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { optionalText, parsed, type Row, text } from '../row.ts';

/** What a query for whole documents selects; `d` is the document, joined by `documentJoins`. */
export const documentColumns = `d.id, c.uuid AS connection_id, d.document_id, d.rut, d.is_active, d.file, d.type, d.seen_at, d.gone_at,
  b.fields, json(b.item) AS own, json(o.item) AS object,
  (SELECT path FROM kept_file f WHERE f.connection_id = c.uuid AND f.document_id = d.document_id) AS path,
  (SELECT is_unseen FROM kept_file f WHERE f.connection_id = c.uuid AND f.document_id = d.document_id) AS is_unseen,
  (SELECT path FROM known_file f WHERE f.connection_id = c.uuid AND f.document_id = d.document_id AND f.is_absent = 1
   ORDER BY f.holding DESC LIMIT 1) AS path_before`;
export const documentJoins = `JOIN document_body b ON b.document = d.id JOIN dispatch_object o ON o.id = d.object
  JOIN connection c ON c.id = d.connection`;

type Fields = Pick<
  KeptDocument,
  'dispatchNumber' | 'folio' | 'issueDate' | 'issuerId' | 'issuerName' | 'reference'
>;

/** A kept document from a row of `documentColumns`. */
export function toDocument(row: Row): KeptDocument {
  const goneAt = optionalText(row, 'gone_at');
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
    ...(goneAt !== undefined && { goneAt }),
    ...(path !== undefined && { path }),
    ...(row['is_unseen'] === 1 && { isUnseen: true }),
    ...(path === undefined && before !== undefined && { pathBefore: before }),
  };
}
