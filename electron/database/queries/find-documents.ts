import type { DatabaseSync } from 'node:sqlite';
import type { FoundDocuments } from '../../../shared/model/search.ts';
import { anywhere } from '../filter-tokens.ts';
import { number } from '../row.ts';
import { numberKey, sortKey } from '../sort-keys.ts';
import { documentReader } from './document-rows.ts';
import { listDocumentsByNote } from './notes-and-pins.ts';

/**
 * Stored documents of every agency, by folio (leading zeros ignored), supplier, reference, transport
 * document, declaration or dispatch number. The person's note on their dispatch finds them, too. At most
 * `limit`.
 */
export function findDocuments(database: DatabaseSync, text: string, limit: number): FoundDocuments {
  const key = numberKey(text);
  // Suppliers are stored by sort key, which encodes numbers.
  const tokens = sortKey(text)
    .split(' ')
    .filter((token) => token !== '');
  const found = new Set(key === '' ? [] : listByNumber(database, key, limit));
  if (found.size < limit && tokens.length > 0) {
    for (const id of listBySupplier(database, tokens, limit)) found.add(id);
  }
  if (found.size < limit) for (const id of listDocumentsByNote(database, text, limit)) found.add(id);
  const readDocument = documentReader(database);
  const all = [...found].slice(0, limit).map(readDocument);
  const unreadable = all.filter((document) => document === null).length;
  return {
    rows: all.filter((document) => document !== null && document !== undefined),
    ...(unreadable > 0 && { unreadable }),
  };
}

function listIds(database: DatabaseSync, sql: string, ...input: (string | number)[]): number[] {
  return database
    .prepare(sql)
    .all(...input)
    .map((row) => number(row, 'id'));
}

/** Documents by number, exact matches first, then prefixes: dispatch, document and shipment numbers. */
function listByNumber(database: DatabaseSync, key: string, limit: number): number[] {
  // A prefix of one or two characters would match nearly everything.
  const upTo = key.length < 3 ? `${key}\u0000` : `${key}\u{10ffff}`;
  const ofObjects = ['find_reference', 'find_transport', 'find_declaration'].map(
    (column) =>
      `SELECT d.id, o.${column} AS found FROM dispatch_object o CROSS JOIN document d ON d.object = o.id
       WHERE o.${column} >= ?1 AND o.${column} < ?2 AND o.${column} <> ''`,
  );
  return listIds(
    database,
    `SELECT id, min(found) AS found FROM (
       SELECT id, find_folio AS found FROM document WHERE find_folio >= ?1 AND find_folio < ?2 AND find_folio <> ''
       UNION ALL
       SELECT d.id, p.find_number FROM dispatch p CROSS JOIN document d ON d.dispatch = p.id
       WHERE p.find_number >= ?1 AND p.find_number < ?2
       UNION ALL ${ofObjects.join(' UNION ALL ')})
     GROUP BY id ORDER BY length(found), found, id DESC LIMIT ?3`,
    key,
    upTo,
    limit,
  );
}

/** Documents of suppliers whose name contains all tokens. */
function listBySupplier(database: DatabaseSync, tokens: readonly string[], limit: number): number[] {
  const where = tokens.map(() => `key_issuer LIKE ? ESCAPE '\\'`).join(' AND ');
  return listIds(
    database,
    `SELECT id FROM document WHERE key_issuer <> '' AND ${where} ORDER BY key_issuer, id DESC LIMIT ?`,
    ...tokens.map(anywhere),
    limit,
  );
}
