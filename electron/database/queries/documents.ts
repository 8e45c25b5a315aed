import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { DispatchDocument } from '../../../shared/model/document.ts';
import { isObject, type Json, type JsonObject } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { fold } from '../../../shared/without-accents.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { writeAroundDamage } from '../damaged-rows.ts';
import { number, parsed, type Row, text } from '../row.ts';
import { searchText } from '../search-text.ts';
import { dateKey, numberKey, sortKey } from '../sort-keys.ts';
import { prepared } from '../statements.ts';
import { quickTransaction } from '../transaction.ts';
import { upsertDispatch } from './dispatches.ts';
import { referencedRowsOf } from './referenced-rows.ts';
import { addMembers, type Member } from './result-members.ts';

/** A page of documents to store. */
interface PageToStore {
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
interface PageStored {
  added: number;
  changed: number;
  /** Documents that could not be stored because their rows are damaged. */
  damaged: number;
}

const selectDocumentSql = `SELECT d.id, d.version, d.file, d.object, d.gone_at, b.fingerprint
  FROM document d JOIN document_body b ON b.document = d.id WHERE d.connection = ? AND d.document_id = ?`;
const insertDocumentSql = `INSERT INTO document (connection, document_id, rut, dispatch, object, found_by, file, seen_at, seen_run,
    key_reference, is_active, type, changed_at, issuer_id, key_type, key_dispatch, key_folio, key_issuer, key_date, find_folio)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const updateSightingSql = `UPDATE document SET rut = ?, dispatch = ?, object = ?, found_by = ?, file = ?, seen_at = ?, seen_run = ?,
  key_reference = ?, gone_at = NULL WHERE id = ?`;
const updateContentSql = `UPDATE document SET version = version + 1, is_active = ?, type = ?, changed_at = ?, issuer_id = ?, key_type = ?,
  key_dispatch = ?, key_folio = ?, key_issuer = ?, key_date = ?, find_folio = ? WHERE id = ?`;
const insertVersionSql =
  'INSERT OR IGNORE INTO document_version SELECT document, ?, item FROM document_body WHERE document = ?';
const updateBodySql =
  'UPDATE document_body SET fields = ?, item = jsonb(?), fingerprint = ? WHERE document = ?';
const reviseResultSetsSql = `UPDATE result_set SET revision = revision + 1
  WHERE id IN (SELECT result_set FROM result_document WHERE document = ?)`;

/**
 * Stores a page of a result set, without the documents whose rows are damaged, or nothing. Throws
 * `RESULT_SET_GONE` when the result set is no longer stored, `SEARCH_OWNED_ELSEWHERE`.
 */
export function upsertPage(database: DatabaseSync, page: PageToStore): PageStored {
  const references = referencedRowsOf(database);
  let added = 0;
  let context: Context | undefined;
  function getContext(): Context {
    context ??= {
      connection: references.getConnection(page.connectionId),
      query: references.getQuery(page.query),
      run: references.getLatestRun(),
    };
    return context;
  }
  const { results, damaged } = writeAroundDamage(
    database,
    page.documents,
    [(document) => upsertDocument(database, page, getContext(), document)],
    (_, storeAll) =>
      clearOnRollback(database, () => {
        references.refresh();
        context = undefined;
        // Damage here belongs to no document.
        getContext();
        const stored = storeAll();
        added = page.member ? addMembers(database, page.member, stored, page.at) : 0;
        return stored;
      }),
  );
  return { added, changed: results.filter(({ isChanged }) => isChanged).length, damaged: damaged.length };
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

/** Clears the caches after a rollback: they may hold undone rows. */
function clearOnRollback<T>(database: DatabaseSync, work: () => T): T {
  try {
    return quickTransaction(database, work);
  } catch (error) {
    referencedRowsOf(database).clear();
    throw error;
  }
}

/** Stores one document. Returns its row and whether its content changed. */
function upsertDocument(
  database: DatabaseSync,
  page: PageToStore,
  context: Context,
  document: DispatchDocument,
): StoredRow {
  const references = referencedRowsOf(database);
  const { dispatch: dispatchObject, url: _link, ...own } = document.item;
  const object = references.getObject(context.connection, isObject(dispatchObject) ? dispatchObject : {});
  const dispatch =
    document.dispatchNumber === ''
      ? null
      : upsertDispatch(database, context.connection, document.dispatchNumber, page.rut, object, page.at);
  const sighting: Sighting = [
    page.rut,
    dispatch,
    object.id,
    context.query,
    document.file,
    page.at,
    context.run,
    sortKey(document.reference),
  ];
  const before = prepared(database, selectDocumentSql).get(context.connection, document.id);
  const item = JSON.stringify(own);
  const print = fingerprint(item, document.file, before && text(before, 'file'));
  const hasFile = document.file === 'available';
  if (before && isSame(database, before, print, own)) {
    const id = number(before, 'id');
    prepared(database, updateSightingSql).run(...sighting, id);
    if (before['object'] !== object.id || before['file'] !== document.file || before['gone_at'] !== null) {
      prepared(database, reviseResultSetsSql).run(id);
    }
    return { id, dispatch, hasFile, isChanged: false };
  }
  references.addPaths(context.connection, 'documents', own);
  const values: DocumentValues = {
    sighting,
    content: contentOf(document, page.at),
    fields: fieldsOf(document),
    item,
    fingerprint: print,
    text: textOf(document, own),
  };
  if (!before) {
    const id = insertDocument(database, context.connection, document.id, values);
    return { id, dispatch, hasFile, isChanged: false };
  }
  return { id: updateDocument(database, before, values), dispatch, hasFile, isChanged: true };
}

/** When, by what and with which file state a document was seen, in the order of `updateSightingSql`. */
type Sighting = readonly [
  rut: Rut,
  dispatch: number | null,
  object: number,
  query: number,
  file: DispatchDocument['file'],
  at: string,
  run: number,
  reference: string,
];

interface DocumentValues {
  sighting: Sighting;
  content: ReturnType<typeof contentOf>;
  fields: string;
  item: string;
  fingerprint: string;
  text: string;
}

function insertDocument(
  database: DatabaseSync,
  connection: number,
  documentId: string,
  { sighting, content, fields, item, fingerprint: print, text: searchable }: DocumentValues,
): number {
  const inserted = prepared(database, insertDocumentSql).run(connection, documentId, ...sighting, ...content);
  const id = Number(inserted.lastInsertRowid);
  prepared(database, 'INSERT INTO document_body VALUES (?, ?, jsonb(?), ?)').run(id, fields, item, print);
  prepared(database, 'INSERT INTO document_text VALUES (?, ?)').run(id, searchable);
  return id;
}

function updateDocument(
  database: DatabaseSync,
  before: Row,
  { sighting, content, fields, item, fingerprint: print, text: searchable }: DocumentValues,
): number {
  const id = number(before, 'id');
  prepared(database, updateSightingSql).run(...sighting, id);
  prepared(database, insertVersionSql).run(number(before, 'version'), id);
  prepared(database, updateContentSql).run(...content, id);
  prepared(database, updateBodySql).run(fields, item, print, id);
  prepared(database, 'UPDATE document_text SET text = ? WHERE document = ?').run(searchable, id);
  prepared(database, reviseResultSetsSql).run(id);
  return id;
}

/** Whether a document equals the stored one, whatever the order of its keys. */
function isSame(database: DatabaseSync, before: Row, print: string, own: JsonObject): boolean {
  const stored = text(before, 'fingerprint');
  if (stored === print) return true;
  if (stored.slice(0, 4) !== print.slice(0, 4)) return false;
  const select = 'SELECT json(item) AS item FROM document_body WHERE document = ?';
  const item = parsed(text(prepared(database, select).get(number(before, 'id')) ?? {}, 'item'));
  return canonical(item) === canonical(own);
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
