import type { DatabaseSync } from 'node:sqlite';
import type { Day } from '../../../shared/model/dates.ts';
import type { Delivery, DeliveryDocument } from '../../../shared/model/delivery.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { DispatchKey } from '../../../shared/model/dossier.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { optionalText, parsed, type Row, rowUnreadable, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { readDocuments } from './dispatch-documents.ts';
import { type DispatchFacts, readDispatches } from './dispatch-facts.ts';

/** A dispatch to deliver: its facts, and its documents by type, number and date. */
export interface DispatchToDeliver extends DispatchFacts {
  documents: readonly DeliveryDocument[];
}

/** A document to deliver by itself; without a dispatch, number and reference are empty. */
export interface DocumentToDeliver extends Omit<DeliveryDocument, 'issueDate' | 'isActive'> {
  reference: string;
  /** Its client, also where it has no dispatch. */
  rut: Rut | '';
}

/** Maximum number of stored deliveries. */
const maxDeliveries = 500;

/** Stored dispatches with their documents and file paths; others are left out. */
export function dispatchesToDeliver(
  database: DatabaseSync,
  dispatches: readonly DispatchKey[],
  today: Day,
): DispatchToDeliver[] {
  const facts = readDispatches(database, { dispatches: [...dispatches] }, today);
  const documents = readDocuments(
    database,
    facts.map(({ row }) => row),
  );
  const byDispatch = Map.groupBy(documents, ({ dispatchRow }) => dispatchRow);
  return facts.map((one) => ({
    ...one,
    documents: (byDispatch.get(one.row) ?? []).map(
      ({ connectionId, number, documentId, type, folio, issueDate, isActive, hasFile }) =>
        withFile(database, { connectionId, number, documentId, type, folio, issueDate, isActive, hasFile }),
    ),
  }));
}

/** Stored dispatches of these numbers, in these agencies, or in all. */
export function findDispatches(
  database: DatabaseSync,
  numbers: readonly string[],
  connectionIds: readonly string[] | undefined,
  today: Day,
): DispatchFacts[] {
  const agencies =
    connectionIds ??
    prepared(database, 'SELECT uuid FROM connection')
      .all()
      .map((row) => text(row, 'uuid'));
  const dispatches = agencies.flatMap((connectionId) => numbers.map((number) => ({ connectionId, number })));
  return readDispatches(database, { dispatches }, today);
}

export function documentsOfDispatches(
  database: DatabaseSync,
  dispatches: readonly DispatchKey[],
): DocumentKey[] {
  return prepared(
    database,
    `SELECT c.uuid, d.document_id FROM json_each(?) j JOIN connection c ON c.uuid = j.value ->> 'connectionId'
     JOIN dispatch p ON p.connection = c.id AND p.number = j.value ->> 'number' JOIN document d ON d.dispatch = p.id`,
  )
    .all(JSON.stringify(dispatches))
    .map((row) => ({ connectionId: text(row, 'uuid'), id: text(row, 'document_id') }));
}

/**
 * Documents with their dispatches and file paths, by dispatch, type and number; documents that are not
 * stored are left out.
 */
export function documentsToDeliver(
  database: DatabaseSync,
  documents: readonly DocumentKey[],
): DocumentToDeliver[] {
  return prepared(
    database,
    `SELECT c.uuid, d.document_id, d.type, d.file, b.fields ->> '$.folio' AS folio, k.path, coalesce(p.number, '') AS number,
       d.rut, coalesce(json_extract(o.item, '$.referencia'), '') AS reference FROM json_each(?) j
     JOIN connection c ON c.uuid = json_extract(j.value, '$.connectionId')
     JOIN document d ON d.connection = c.id AND d.document_id = json_extract(j.value, '$.id')
     JOIN document_body b ON b.document = d.id
     LEFT JOIN kept_file k ON k.connection_id = c.uuid AND k.document_id = d.document_id
     LEFT JOIN dispatch p ON p.id = d.dispatch LEFT JOIN dispatch_object o ON o.id = d.object
     ORDER BY d.key_dispatch, d.key_type, d.key_folio, d.document_id`,
  )
    .all(JSON.stringify(documents))
    .map((row) => {
      const path = optionalText(row, 'path');
      return {
        connectionId: text(row, 'uuid'),
        documentId: text(row, 'document_id'),
        number: text(row, 'number'),
        reference: text(row, 'reference'),
        rut: text(row, 'rut') as Rut | '',
        type: text(row, 'type'),
        folio: optionalText(row, 'folio') ?? '',
        hasFile: text(row, 'file') !== 'none',
        ...(path !== undefined && { path }),
      };
    });
}

/**
 * Deliveries, newest first. An unreadable one appears as failed with `ROW_UNREADABLE`, and hides no
 * other.
 */
export function listDeliveries(database: DatabaseSync, limit: number): Delivery[] {
  return database
    .prepare('SELECT uuid, record FROM handover ORDER BY id DESC LIMIT ?')
    .all(limit)
    .map(toDelivery);
}

export function getDelivery(database: DatabaseSync, id: string): Delivery | undefined {
  const row = prepared(database, 'SELECT uuid, record FROM handover WHERE uuid = ?').get(id);
  return row && toDelivery(row);
}

function withFile(database: DatabaseSync, document: Omit<DeliveryDocument, 'path'>): DeliveryDocument {
  const row = prepared(
    database,
    'SELECT path FROM kept_file WHERE connection_id = ? AND document_id = ?',
  ).get(document.connectionId, document.documentId);
  const path = row && optionalText(row, 'path');
  return path === undefined ? document : { ...document, path };
}

/** A delivery from its row (`uuid`, `record`); undefined where it cannot be read. */
export function readDelivery(row: Row): Delivery | undefined {
  try {
    const stored = parsed<Delivery>(text(row, 'record'));
    const lists: readonly unknown[] = [stored.files, stored.dispatches, stored.tooLarge];
    const texts: readonly unknown[] = [stored.kind, stored.state, stored.folder, stored.startedAt];
    const isWhole = lists.every(Array.isArray) && texts.every((one) => typeof one === 'string');
    return isWhole && stored.id === row['uuid'] ? stored : undefined;
  } catch {
    return undefined;
  }
}

function toDelivery(row: Row): Delivery {
  const id = text(row, 'uuid');
  return (
    readDelivery(row) ?? {
      id,
      kind: 'unknown',
      folder: '',
      startedAt: '',
      state: 'failed',
      done: 0,
      of: 0,
      files: [],
      dispatches: [],
      tooLarge: [],
      error: rowUnreadable('delivery', id),
    }
  );
}

/** Stores the current state of a delivery; deletes the oldest ones. */
export function saveDelivery(database: DatabaseSync, delivery: Delivery): void {
  database
    .prepare(
      'INSERT INTO handover (uuid, record) VALUES (?, ?) ON CONFLICT (uuid) DO UPDATE SET record = excluded.record',
    )
    .run(delivery.id, JSON.stringify(delivery));
  database
    .prepare('DELETE FROM handover WHERE id NOT IN (SELECT id FROM handover ORDER BY id DESC LIMIT ?)')
    .run(maxDeliveries);
}

/** Deletes a delivery; its files stay. */
export function forgetDelivery(database: DatabaseSync, id: string): void {
  prepared(database, 'DELETE FROM handover WHERE uuid = ?').run(id);
}
