import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { writeAroundDamage } from '../damaged-rows.ts';
import { number, parsed, type Row, text } from '../row.ts';
import { dateKey, fold, numberKey, searchText, sortKey } from '../search-text.ts';
import { quickTransaction } from '../transaction.ts';
import { dispatchWriter } from './dispatch-writer.ts';
import { type Member, memberWriter } from './members.ts';
import type { References } from './references.ts';

/** A page of documents to store. */
export interface PageToStore {
  connectionId: string;
  /** The client in the request. */
  rut: Rut;
  /** The query that found it; it renews the links. */
  query: DocumentsQuery;
  documents: readonly DispatchDocument[];
  /** When the response arrived, UTC ISO 8601. */
  at: string;
  member?: Member;
}

/** The effect of a page: documents new to the result set, and documents whose content changed. */
export interface PageStored {
  added: number;
  changed: number;
  /** Documents that could not be stored because their rows are damaged. */
  damaged: number;
}

/** Queries that store documents. */
export function documentWrites(database: DatabaseSync, references: References) {
  const dispatches = dispatchWriter(database);
  const members = memberWriter(database);
  const find = database.prepare(
    `SELECT d.id, d.version, d.file, d.object, d.gone_at, b.fingerprint FROM document d JOIN document_body b ON b.document = d.id
     WHERE d.connection = ? AND d.document_id = ?`,
  );
  const readItem = database.prepare('SELECT json(item) AS item FROM document_body WHERE document = ?');
  const insert = database.prepare(
    `INSERT INTO document (connection, document_id, rut, dispatch, object, found_by, file, seen_at, seen_run, key_reference, is_active,
       type, changed_at, issuer_id, key_type, key_dispatch, key_folio, key_issuer, key_date, find_folio)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertBody = database.prepare('INSERT INTO document_body VALUES (?, ?, jsonb(?), ?)');
  const insertText = database.prepare('INSERT INTO document_text VALUES (?, ?)');
  const see = database.prepare(
    `UPDATE document SET rut = ?, dispatch = ?, object = ?, found_by = ?, file = ?, seen_at = ?, seen_run = ?, key_reference = ?,
       gone_at = NULL WHERE id = ?`,
  );
  const change = database.prepare(
    `UPDATE document SET version = version + 1, is_active = ?, type = ?, changed_at = ?, issuer_id = ?, key_type = ?, key_dispatch = ?, key_folio = ?,
       key_issuer = ?, key_date = ?, find_folio = ? WHERE id = ?`,
  );
  const changeBody = database.prepare(
    'UPDATE document_body SET fields = ?, item = jsonb(?), fingerprint = ? WHERE document = ?',
  );
  const changeText = database.prepare('UPDATE document_text SET text = ? WHERE document = ?');
  const updateVersion = database.prepare(
    'INSERT OR IGNORE INTO document_version SELECT document, ?, item FROM document_body WHERE document = ?',
  );
  const touchSets = database.prepare(
    `UPDATE result_set SET revision = revision + 1
     WHERE id IN (SELECT result_set FROM result_document WHERE document = ?)`,
  );

  /** Stores one document. Returns its row and whether its content changed. */
  function upsert(page: PageToStore, context: Context, document: DispatchDocument): StoredRow {
    const { dispatch: given, url: _link, ...own } = document.item;
    const object = references.object(context.connection, isObject(given) ? given : {});
    const dispatch =
      document.dispatchNumber === ''
        ? null
        : dispatches.upsertDispatch(context.connection, document.dispatchNumber, page.rut, object, page.at);
    const sighting = [
      page.rut,
      dispatch,
      object.id,
      context.query,
      document.file,
      page.at,
      context.run,
      sortKey(document.reference),
    ];
    const before = find.get(context.connection, document.id);
    const item = JSON.stringify(own);
    const print = fingerprint(item, document.file, before && text(before, 'file'));
    const hasFile = document.file === 'available';
    if (before && isSame(before, print, own)) {
      const id = number(before, 'id');
      see.run(...sighting, id);
      if (before['object'] !== object.id || before['file'] !== document.file || before['gone_at'] !== null) {
        touchSets.run(id);
      }
      return { id, dispatch, hasFile, isChanged: false };
    }
    const content = contentOf(document, page.at);
    references.paths(context.connection, 'documents', own);
    if (!before) {
      const inserted = insert.run(context.connection, document.id, ...sighting, ...content);
      const id = Number(inserted.lastInsertRowid);
      insertBody.run(id, fieldsOf(document), item, print);
      insertText.run(id, textOf(document, own));
      return { id, dispatch, hasFile, isChanged: false };
    }
    const id = number(before, 'id');
    see.run(...sighting, id);
    updateVersion.run(number(before, 'version'), id);
    change.run(...content, id);
    changeBody.run(fieldsOf(document), item, print, id);
    changeText.run(textOf(document, own), id);
    touchSets.run(id);
    return { id, dispatch, hasFile, isChanged: true };
  }

  /** Whether a document equals the stored one, whatever the order of its keys. */
  function isSame(before: Row, print: string, own: JsonObject): boolean {
    const stored = text(before, 'fingerprint');
    if (stored === print) return true;
    if (stored.slice(0, 4) !== print.slice(0, 4)) return false;
    const item = parsed(text(readItem.get(number(before, 'id')) ?? {}, 'item'));
    return canonical(item) === canonical(own);
  }

  /** Clears the caches after a rollback: they may hold undone rows. */
  function undoable<T>(work: () => T): T {
    try {
      return quickTransaction(database, work);
    } catch (error) {
      references.forget();
      throw error;
    }
  }

  return {
    /**
     * Stores a page of a result set, without the documents whose rows are damaged, or nothing. Throws
     * `RESULT_SET_GONE` when the result set is no longer stored, `SEARCH_OWNED_ELSEWHERE`.
     */
    upsertPage(page: PageToStore): PageStored {
      let added = 0;
      let context: Context | undefined;
      function contextNow(): Context {
        context ??= {
          connection: references.connection(page.connectionId),
          query: references.query(page.query),
          run: references.run(),
        };
        return context;
      }
      const { results, damaged } = writeAroundDamage(
        database,
        page.documents,
        (document) => upsert(page, contextNow(), document),
        (_, storeAll) =>
          undoable(() => {
            references.refresh();
            context = undefined;
            // Damage here belongs to no document.
            contextNow();
            const stored = storeAll();
            added = page.member ? members.add(page.member, stored, page.at) : 0;
            return stored;
          }),
      );
      return { added, changed: results.filter(({ isChanged }) => isChanged).length, damaged: damaged.length };
    },
  };
}

interface Context {
  connection: number;
  query: number;
  run: number;
}

interface StoredRow {
  id: number;
  dispatch: number | null;
  hasFile: boolean;
  isChanged: boolean;
}

/** Values of an update of a document's content, in the order of its statement. */
function contentOf(document: DispatchDocument, at: string) {
  return [
    Number(document.isActive),
    document.type,
    at,
    document.issuerId,
    sortKey(document.type),
    sortKey(document.dispatchNumber),
    sortKey(document.folio),
    sortKey(document.issuerName),
    dateKey(document.issueDate),
    numberKey(document.folio),
  ] as const;
}

function fieldsOf(document: DispatchDocument): string {
  const { dispatchNumber, folio, issueDate, issuerId, issuerName, reference } = document;
  return JSON.stringify({ dispatchNumber, folio, issueDate, issuerId, issuerName, reference });
}

function textOf(document: DispatchDocument, own: JsonObject): string {
  // The dispatch number may come from a key outside the document.
  return `${searchText(own)}\n${fold(document.dispatchNumber)}`;
}

/**
 * Identifies the content of a document: its own keys, and whether it has a file. A link that could not be
 * signed, or is unknown, changes nothing.
 */
function fingerprint(item: string, file: DispatchDocument['file'], before: string | undefined): string {
  const known = file === 'unknown' ? (before ?? 'available') : file;
  return `${known === 'none' ? 'none' : 'file'} ${hash('sha1', item)}`;
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? null)}`).join()}}`;
}
