import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey, StoredDocument } from '../../../shared/model/document.ts';
import type { SelectionSummary } from '../../../shared/model/download.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { attempt, firstReadable } from '../damaged-rows.ts';
import { fileStatusCondition } from '../file-status-condition.ts';
import { anywhere, type FilterToken, filterTokens } from '../filter-tokens.ts';
import { documentKeyOf, number, optionalText, parsed, type Row, text } from '../row.ts';
import { perDatabase, prepared } from '../statements.ts';
import { documentFacts, documentJoins, documentReader, toDocument } from './document-rows.ts';
import { requireResultSet } from './search-runs.ts';

/** A document that may be downloaded, with the query that found it; it renews the link. */
export type DownloadCandidate = StoredDocument & { foundBy: DocumentsQuery };

/** A document whose row is damaged, with the values that can be read; `''` for the rest. */
export interface UnreadableDocument extends DocumentKey {
  rut: string;
  type: string;
  dispatch: string;
}

/** A selected document, by what rules of clients go by. */
export interface SelectedDocument extends DocumentKey {
  rut: string;
  type: string;
  isActive: boolean;
}

/**
 * The selected documents, as a condition on `d` and its input; `among` selects candidate ids from indexes
 * alone.
 */
interface Condition {
  where: string;
  input: (string | number)[];
  among: string;
}

const readDocument = perDatabase(documentReader);

/** Ids of the documents with these keys. */
const amongNamed = `SELECT d.id FROM json_each(?1) j JOIN connection c ON c.uuid = j.value ->> 'connectionId'
  JOIN document d ON d.connection = c.id AND d.document_id = j.value ->> 'id'`;

/** SQL: the document has one of these keys. */
const isNamed = `(c.uuid, d.document_id) IN
  (SELECT json_extract(value, '$.connectionId'), json_extract(value, '$.id') FROM json_each(?))`;

const isOfResult = 'd.id IN (SELECT document FROM result_document WHERE result_set = ?)';

function conditionOf(
  database: DatabaseSync,
  selection: Selection,
  tokens: readonly FilterToken[],
): Condition {
  switch (selection.kind) {
    case 'some':
      return { where: isNamed, input: [JSON.stringify(selection.documents)], among: amongNamed };
    case 'all':
      return conditionOfAll(requireResultSet(database, selection.resultSetId), selection.except, tokens);
    case 'dispatches': {
      const { resultSetId, dispatches } = selection;
      const set = resultSetId === undefined ? undefined : requireResultSet(database, resultSetId);
      return conditionOfDispatches(set, dispatches);
    }
  }
}

/** All documents of a result set, except these, that match the tokens. */
function conditionOfAll(
  set: number,
  except: readonly DocumentKey[],
  tokens: readonly FilterToken[],
): Condition {
  const terms = tokens.map(({ texts, ruts, files }) => ({
    patterns: texts.map(anywhere),
    ruts,
    ofFile: files.length > 0 ? ` OR ${fileStatusCondition(files)}` : '',
  }));
  const any = (column: string, count: number) =>
    Array(count).fill(`${column} LIKE ? ESCAPE '\\'`).join(' OR ');
  const conditions = terms.map(
    ({ patterns: { length }, ofFile }) =>
      ` AND (${any('t.text', length)} OR d.object IN (SELECT id FROM dispatch_object WHERE ${any('text', length)})
        OR d.rut IN (SELECT value FROM json_each(?))${ofFile})`,
  );
  return {
    among: 'SELECT document AS id FROM result_document WHERE result_set = ?1',
    where: `${isOfResult} AND d.gone_at IS NULL AND NOT ${isNamed}${conditions.join('')}`,
    input: [
      set,
      JSON.stringify(except),
      ...terms.flatMap(({ patterns, ruts }) => [...patterns, ...patterns, JSON.stringify(ruts)]),
    ],
  };
}

/** The documents of dispatches, of one result set where it is given. */
function conditionOfDispatches(
  set: number | undefined,
  dispatches: Extract<Selection, { kind: 'dispatches' }>['dispatches'],
): Condition {
  const isOfSet = set !== undefined;
  return {
    among: `SELECT d.id FROM json_each(${isOfSet ? '?2' : '?1'}) j JOIN connection c ON c.uuid = j.value ->> 'connectionId'
      JOIN dispatch p ON p.connection = c.id AND p.number = j.value ->> 'number' JOIN document d ON d.dispatch = p.id
      ${isOfSet ? 'WHERE d.id IN (SELECT document FROM result_document WHERE result_set = ?1)' : ''}`,
    where: `${isOfSet ? `${isOfResult} AND ` : ''}d.gone_at IS NULL
      AND d.dispatch IN (SELECT p.id FROM json_each(?) j
        JOIN connection k ON k.uuid = json_extract(j.value, '$.connectionId')
        JOIN dispatch p ON p.connection = k.id AND p.number = json_extract(j.value, '$.number'))`,
    input: [...(isOfSet ? [set] : []), JSON.stringify(dispatches)],
  };
}

/**
 * Documents of a selection, as rows for {@link documentsAt}: by dispatch, type and id, with inactive ones;
 * removed ones only where they are named. `tokens` are those of its filter, where they may also name
 * clients or file statuses. Throws `RESULT_SET_GONE`.
 */
export function selectRows(
  database: DatabaseSync,
  selection: Selection,
  tokens: readonly FilterToken[] = selection.kind === 'all' ? filterTokens(selection.filter) : [],
): readonly number[] {
  const { where, input, among } = conditionOf(database, selection, tokens);
  const select = (columns: string, which: string) =>
    `SELECT ${columns} FROM document d JOIN connection c ON c.id = d.connection JOIN document_text t ON t.document = d.id WHERE ${which}`;
  const sorted = select('d.id', `${where} ORDER BY d.key_dispatch, d.key_type, d.document_id, d.id`);
  // Not `prepared`: the text differs with the number of tokens.
  const all = database.prepare(`SELECT json_group_array(id) AS ids FROM (${sorted})`);
  const quick = attempt(database, () => parsed<number[]>(text(all.get(...input) ?? {}, 'ids')));
  return quick ?? rowsAroundDamage(database, among, select('d.key_dispatch', `${where} AND d.id = ?`), input);
}

/** The same, one by one. Candidates that cannot be read come last: their reader reports them. */
function rowsAroundDamage(
  database: DatabaseSync,
  among: string,
  condition: string,
  input: (string | number)[],
): readonly number[] {
  const parameters = among.includes('?2') ? 2 : 1;
  const ids = database.prepare(among).all(...input.slice(0, parameters));
  const check = database.prepare(condition);
  const [readable, damaged]: [{ id: number; key: string }[], number[]] = [[], []];
  for (const id of new Set(ids.map((row) => number(row, 'id')))) {
    const found = attempt(database, () => ({ row: check.get(...input, id) }));
    if (!found) damaged.push(id);
    else if (found.row) readable.push({ id, key: text(found.row, 'key_dispatch') });
  }
  readable.sort((a, b) => compareTexts(a.key, b.key) || a.id - b.id);
  return [...readable.map(({ id }) => id), ...damaged];
}

const findCandidate = `SELECT ${documentFacts}, q.question
  FROM document d ${documentJoins} JOIN walk_question q ON q.id = d.found_by WHERE d.id = ?`;

/**
 * Documents by their row ids, in that order, without the paths of their files. Rows that are no longer
 * stored are left out, damaged ones returned separately. Throws `STORE_DAMAGED` where not even the
 * document's id can be read.
 */
export function documentsAt(
  database: DatabaseSync,
  rows: readonly number[],
): { documents: DownloadCandidate[]; unreadable: UnreadableDocument[] } {
  const find = prepared(database, findCandidate);
  const documents: DownloadCandidate[] = [];
  const unreadable: UnreadableDocument[] = [];
  for (const id of rows) {
    const found = attempt(database, () => ({ row: find.get(id) }));
    const read = found && attempt(database, () => ({ document: found.row && toCandidate(found.row) }));
    if (read?.document) documents.push(read.document);
    if (!read) unreadable.push(unreadableAt(database, id));
  }
  return { documents, unreadable };
}

function toCandidate(row: Row): DownloadCandidate {
  const document = toDocument(row);
  // File names use these values: valid JSON of another type is damage, too.
  if (typeof document.folio !== 'string' || typeof document.dispatchNumber !== 'string') {
    throw new AppError('UNEXPECTED', `document ${document.id} has no folio`);
  }
  return { ...document, foundBy: parsed<DocumentsQuery>(text(row, 'question')) };
}

const findFacts = `SELECT c.uuid AS connection_id, d.document_id, d.rut, d.type, coalesce(p.number, '') AS dispatch
  FROM document d JOIN connection c ON c.id = d.connection LEFT JOIN dispatch p ON p.id = d.dispatch WHERE d.id = ?`;

// From indexes alone, under SQLite's automatic names; a search by row id would read the row.
const findKey = `SELECT c.uuid AS connection_id, d.document_id, '' AS rut, '' AS type, '' AS dispatch
  FROM document d INDEXED BY sqlite_autoindex_document_1 JOIN connection c INDEXED BY sqlite_autoindex_connection_1 ON +c.id = d.connection
  WHERE +d.id = ?`;

function unreadableAt(database: DatabaseSync, id: number): UnreadableDocument {
  const row = firstReadable(database, id, [
    (one) => prepared(database, findFacts).get(one),
    (one) => prepared(database, findKey).get(one),
  ]);
  if (!row) throw new AppError('STORE_DAMAGED', `row ${id} of the documents cannot be read`);
  return {
    ...documentKeyOf(row),
    rut: text(row, 'rut'),
    type: text(row, 'type'),
    dispatch: text(row, 'dispatch'),
  };
}

const summarize = `SELECT count(*) AS documents, count(DISTINCT dispatch) AS dispatches, count(DISTINCT rut) AS clients,
    min(nullif(key_date, '')) AS first_day, max(key_date) AS last_day
  FROM document WHERE id IN (SELECT value FROM json_each(?)) AND (is_active = 1 OR ?)`;

/** Counts of a selection. `tokens` as in {@link selectRows}. Throws `RESULT_SET_GONE`. */
export function selectSummary(
  database: DatabaseSync,
  selection: Selection,
  withInactive: boolean,
  tokens?: readonly FilterToken[],
): SelectionSummary {
  const rows = selectRows(database, selection, tokens);
  const row = prepared(database, summarize).get(JSON.stringify(rows), withInactive ? 1 : 0) ?? {};
  const start = optionalText(row, 'first_day');
  const [first] = documentsAt(database, rows.slice(0, 1)).documents;
  return {
    documents: number(row, 'documents'),
    dispatches: number(row, 'dispatches'),
    clients: number(row, 'clients'),
    ...(start !== undefined && { days: { start, end: text(row, 'last_day') } }),
    ...(first && { first: namesOf(first) }),
  };
}

const listFacts = `SELECT c.uuid AS connection_id, d.document_id, d.rut, d.type, d.is_active
  FROM json_each(?) j JOIN document d ON d.id = j.value JOIN connection c ON c.id = d.connection ORDER BY j.key`;

/**
 * Documents of a selection, by what rules of clients go by. `tokens` as in {@link selectRows}. Throws
 * `RESULT_SET_GONE`.
 */
export function listSelected(
  database: DatabaseSync,
  selection: Selection,
  tokens?: readonly FilterToken[],
): SelectedDocument[] {
  const rows = selectRows(database, selection, tokens);
  const read = () => prepared(database, listFacts).all(JSON.stringify(rows)).map(toSelected);
  // Around damage one by one; a document without its facts has no rules.
  return attempt(database, read) ?? rows.map((row) => ({ ...unreadableAt(database, row), isActive: true }));
}

function toSelected(row: Row): SelectedDocument {
  return {
    ...documentKeyOf(row),
    rut: text(row, 'rut'),
    type: text(row, 'type'),
    isActive: number(row, 'is_active') === 1,
  };
}

/** The stored document with this key, with its file's path where that can be read. */
export function selectDocument(database: DatabaseSync, key: DocumentKey): DownloadCandidate | undefined {
  const rows = selectRows(database, { kind: 'some', documents: [key] });
  const [found] = documentsAt(database, rows).documents;
  const stored = found && rows[0] !== undefined ? readDocument(database)(rows[0]) : undefined;
  return stored && found ? { ...stored, foundBy: found.foundBy } : undefined;
}

/** The key and names of a document. */
function namesOf({
  connectionId,
  id,
  rut,
  type,
  folio,
  dispatchNumber,
}: StoredDocument): NonNullable<SelectionSummary['first']> {
  return { connectionId, id, rut, type, folio, dispatchNumber };
}
