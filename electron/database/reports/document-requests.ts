import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { dayInSantiago } from '../../../shared/model/dates.ts';
import type { Ask, DocumentRequest, DocumentRequests, Scope } from '../../../shared/model/dossier.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { reportRows } from '../damaged-rows.ts';
import { number, optionalText, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { byClient, byFields, pageOf, type Window } from './report-order.ts';

/** The open request of a missing document; the latest of several. */
export function openRequests(
  database: DatabaseSync,
): (connectionId: string, dispatch: string, type: string) => DocumentRequest | undefined {
  const open = reportRows(database, {
    table: 'chase',
    alias: 'h',
    ids: { sql: 'SELECT id FROM chase WHERE arrived_on IS NULL' },
    select: (from) => `SELECT h.* FROM ${from} WHERE h.arrived_on IS NULL ORDER BY h.id`,
    toValue: toRequest,
  });
  const requests = new Map(
    open.map((request) => [compositeKey(request.connectionId, request.number, request.type), request]),
  );
  return (connectionId, dispatch, type) => requests.get(compositeKey(connectionId, dispatch, type));
}

function toRequest(row: Row): DocumentRequest {
  const on = optionalText(row, 'arrived_on');
  return {
    id: text(row, 'uuid'),
    connectionId: text(row, 'connection_id'),
    number: text(row, 'dispatch'),
    type: text(row, 'type'),
    rut: text(row, 'rut') as Rut,
    askedOn: text(row, 'asked_on'),
    askedOf: text(row, 'asked_of'),
    note: text(row, 'note'),
    ...(on !== undefined && { arrived: { on, documentId: optionalText(row, 'document_id') ?? '' } }),
  };
}

/** Document requests in the requested order, else newest first. */
export function listDocumentRequests(
  database: DatabaseSync,
  scope: Pick<Scope, 'connectionIds' | 'ruts'>,
  { state, askedOf, ...window }: Window & { state: 'open' | 'arrived' | 'all'; askedOf?: string | undefined },
): DocumentRequests {
  const conditions = {
    open: 'arrived_on IS NULL',
    arrived: 'arrived_on IS NOT NULL',
    all: '1',
  };
  const where = `${conditions[state]}
    AND (?1 IS NULL OR connection_id IN (SELECT value FROM json_each(?1))) AND (?2 IS NULL OR rut IN (SELECT value FROM json_each(?2)))
    AND (?3 IS NULL OR asked_of = ?3)`;
  const input = [scope.connectionIds, scope.ruts].map((values) => (values ? JSON.stringify(values) : null));
  const rows = database
    .prepare(`SELECT * FROM chase WHERE ${where} ORDER BY asked_on DESC, id DESC`)
    .all(...input, askedOf ?? null)
    .map(toRequest);
  return pageOf(rows, window, {
    ...byFields('number', 'type', 'askedOf', 'note'),
    ...byClient(window),
    state: [({ askedOn }) => askedOn, ({ arrived }) => arrived?.on],
  });
}

/**
 * SQL: of several documents of a type, the first that changed since the request. A document without a file
 * may be the requested one.
 */
const selectArrivedSql = `SELECT h.id, h.asked_on, d.document_id, d.changed_at,
    min((d.changed_at < h.asked_on) || d.changed_at) AS first FROM chase h
  JOIN connection c ON c.uuid = h.connection_id JOIN dispatch p ON p.connection = c.id AND p.number = h.dispatch
  JOIN document d ON d.dispatch = p.id AND d.type = h.type AND d.is_active = 1 AND d.gone_at IS NULL
  WHERE h.arrived_on IS NULL GROUP BY h.id HAVING total(d.file = 'none') = 0`;

/** Records requests for documents; `ids` has one for each. */
export function insertDocumentRequests(
  database: DatabaseSync,
  { missingDocuments, askedOn, askedOf, note }: Ask,
  ids: readonly string[],
): void {
  const insert = prepared(
    database,
    'INSERT INTO chase (uuid, connection_id, dispatch, type, rut, asked_on, asked_of, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  transaction(database, () => {
    missingDocuments.forEach(({ connectionId, number, type, rut }, index) => {
      insert.run(ids[index] ?? '', connectionId, number, type, rut, askedOn, askedOf, note);
    });
  });
}

/** Corrects the date, recipient and note of a request. */
export function changeDocumentRequest(
  database: DatabaseSync,
  { id, askedOn, askedOf, note }: Pick<DocumentRequest, 'id' | 'askedOn' | 'askedOf' | 'note'>,
): void {
  prepared(database, 'UPDATE chase SET asked_on = ?, asked_of = ?, note = ? WHERE uuid = ?').run(
    askedOn,
    askedOf,
    note,
    id,
  );
}

/** Deletes document requests. */
export function removeDocumentRequests(database: DatabaseSync, ids: readonly string[]): void {
  prepared(database, 'DELETE FROM chase WHERE uuid IN (SELECT value FROM json_each(?))').run(
    JSON.stringify(ids),
  );
}

/**
 * Closes every request whose document now has a file, on the day that was first seen. Returns the closed
 * requests.
 */
export function closeRequests(database: DatabaseSync): DocumentRequest[] {
  const arrived = prepared(database, selectArrivedSql).all();
  if (arrived.length === 0) return [];
  const close = prepared(database, 'UPDATE chase SET arrived_on = ?, document_id = ? WHERE id = ?');
  return transaction(database, () => {
    for (const row of arrived) {
      const seen = dayInSantiago(Date.parse(text(row, 'changed_at')));
      const askedOn = text(row, 'asked_on');
      const arrivedOn = seen > askedOn ? seen : askedOn;
      close.run(arrivedOn, text(row, 'document_id'), number(row, 'id'));
    }
    return prepared(database, 'SELECT * FROM chase WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id')
      .all(JSON.stringify(arrived.map((row) => number(row, 'id'))))
      .map(toRequest);
  });
}
