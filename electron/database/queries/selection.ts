import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors.ts';
import type { DocumentKey, StoredDocument } from '../../../shared/model/document.ts';
import type { SelectionSummary } from '../../../shared/model/download.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import type { DocumentsQuery } from '../../api/index.ts';
import { attempt, firstReadable } from '../damaged-rows.ts';
import { fileStatusCondition } from '../file-status.ts';
import { number, optionalText, parsed, type Row, text } from '../row.ts';
import { anywhere, type FilterToken, filterTokens } from '../search-text.ts';
import { documentFacts, documentJoins, documentReader, toDocument } from './document-rows.ts';
import { resultSetRow } from './search-runs.ts';

/** A document that may be downloaded, with the query that found it; it renews the link. */
export type DownloadCandidate = StoredDocument & { foundBy: DocumentsQuery };

/** A document whose row is damaged, with the values that can be read; `''` for the rest. */
export interface UnreadableDocument extends DocumentKey {
  rut: string;
  type: string;
  dispatch: string;
}

interface Condition {
  where: string;
  input: (string | number)[];
  among: string;
}

/** Ids of the documents with these keys. */
const amongNamed = `SELECT d.id FROM json_each(?1) j JOIN connection c ON c.uuid = j.value ->> 'connectionId'
  JOIN document d ON d.connection = c.id AND d.document_id = j.value ->> 'id'`;

/** Queries over the user's selection. */
export function selectionReads(database: DatabaseSync) {
  const setRow = resultSetRow(database);
  const whole = documentReader(database);

  /**
   * The selected documents, as a condition on `d` and its input; `among` selects candidate ids from indexes
   * alone.
   */
  function condition(selection: Selection, tokens: readonly FilterToken[]): Condition {
    const named = `(c.uuid, d.document_id) IN
      (SELECT json_extract(value, '$.connectionId'), json_extract(value, '$.id') FROM json_each(?))`;
    switch (selection.kind) {
      case 'some':
        return { where: named, input: [JSON.stringify(selection.documents)], among: amongNamed };
      case 'all': {
        const terms = tokens.map(({ texts, ruts, files }) => ({
          ...{ patterns: texts.map(anywhere), ruts },
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
          where: `d.id IN (SELECT document FROM result_document WHERE result_set = ?) AND d.gone_at IS NULL
            AND NOT ${named}${conditions.join('')}`,
          input: [
            setRow(selection.resultSetId),
            JSON.stringify(selection.except),
            ...terms.flatMap(({ patterns, ruts }) => [...patterns, ...patterns, JSON.stringify(ruts)]),
          ],
        };
      }
      case 'dispatches': {
        const { resultSetId, dispatches } = selection;
        const ofResult = 'd.id IN (SELECT document FROM result_document WHERE result_set = ?) AND';
        const isOfResult = resultSetId !== undefined;
        return {
          among: `SELECT d.id FROM json_each(${isOfResult ? '?2' : '?1'}) j JOIN connection c ON c.uuid = j.value ->> 'connectionId'
            JOIN dispatch p ON p.connection = c.id AND p.number = j.value ->> 'number' JOIN document d ON d.dispatch = p.id
            ${isOfResult ? 'WHERE d.id IN (SELECT document FROM result_document WHERE result_set = ?1)' : ''}`,
          where: `${isOfResult ? ofResult : ''} d.gone_at IS NULL
            AND d.dispatch IN (SELECT p.id FROM json_each(?) j
              JOIN connection k ON k.uuid = json_extract(j.value, '$.connectionId')
              JOIN dispatch p ON p.connection = k.id AND p.number = json_extract(j.value, '$.number'))`,
          input: [...(isOfResult ? [setRow(resultSetId)] : []), JSON.stringify(dispatches)],
        };
      }
    }
  }

  const summary = database.prepare(
    `SELECT count(*) AS documents, count(DISTINCT dispatch) AS dispatches, count(DISTINCT rut) AS clients,
       min(nullif(key_date, '')) AS first_day, max(key_date) AS last_day
     FROM document WHERE id IN (SELECT value FROM json_each(?)) AND (is_active = 1 OR ?)`,
  );
  const one = database.prepare(
    `SELECT ${documentFacts}, q.question FROM document d ${documentJoins} JOIN walk_question q ON q.id = d.found_by
     WHERE d.id = ?`,
  );
  const known = database.prepare(
    `SELECT c.uuid AS connection_id, d.document_id, d.rut, d.type, coalesce(p.number, '') AS dispatch
     FROM document d JOIN connection c ON c.id = d.connection LEFT JOIN dispatch p ON p.id = d.dispatch WHERE d.id = ?`,
  );
  // From indexes alone, under SQLite's automatic names; a search by row id would read the row.
  const keyOnly = database.prepare(
    `SELECT c.uuid AS connection_id, d.document_id, '' AS rut, '' AS type, '' AS dispatch
     FROM document d INDEXED BY sqlite_autoindex_document_1 JOIN connection c INDEXED BY sqlite_autoindex_connection_1 ON +c.id = d.connection
     WHERE +d.id = ?`,
  );

  /**
   * Documents of a selection, as rows for {@link documentsAt}: by dispatch, type and id, with inactive ones;
   * removed ones only where they are named. `tokens` are those of its filter, where they may also name
   * clients or file statuses. Throws `RESULT_SET_GONE`.
   */
  function selectRows(
    selection: Selection,
    tokens = selection.kind === 'all' ? filterTokens(selection.filter) : [],
  ): readonly number[] {
    const { where, input, among } = condition(selection, tokens);
    const select = (columns: string, which: string) =>
      `SELECT ${columns} FROM document d JOIN connection c ON c.id = d.connection JOIN document_text t ON t.document = d.id WHERE ${which}`;
    const sorted = select('d.id', `${where} ORDER BY d.key_dispatch, d.key_type, d.document_id, d.id`);
    const all = database.prepare(`SELECT json_group_array(id) AS ids FROM (${sorted})`);
    const quick = attempt(database, () => parsed<number[]>(text(all.get(...input) ?? {}, 'ids')));
    return quick ?? rowsAroundDamage(among, select('d.key_dispatch', `${where} AND d.id = ?`), input);
  }

  /** The same, one by one. Candidates that cannot be read come last: their reader reports them. */
  function rowsAroundDamage(among: string, condition: string, input: (string | number)[]): readonly number[] {
    const parameters = among.includes('?2') ? 2 : 1;
    const ids = database.prepare(among).all(...input.slice(0, parameters));
    const check = database.prepare(condition);
    const [readable, damaged]: [{ id: number; key: string }[], number[]] = [[], []];
    for (const id of new Set(ids.map((row) => number(row, 'id')))) {
      const found = attempt(database, () => ({ row: check.get(...input, id) }));
      if (!found) damaged.push(id);
      else if (found.row) readable.push({ id, key: text(found.row, 'key_dispatch') });
    }
    readable.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id));
    return [...readable.map(({ id }) => id), ...damaged];
  }

  function candidate(row: Row): DownloadCandidate {
    const document = toDocument(row);
    // File names use these values: valid JSON of another type is damage, too.
    if (typeof document.folio !== 'string' || typeof document.dispatchNumber !== 'string') {
      throw new AppError('UNEXPECTED', `document ${document.id} has no folio`);
    }
    return { ...document, foundBy: parsed<DocumentsQuery>(text(row, 'question')) };
  }

  /**
   * Documents by their row ids, in that order, without the paths of their files. Rows that are no longer
   * stored are left out, damaged ones returned separately. Throws `STORE_DAMAGED` where not even the
   * document's id can be read.
   */
  function documentsAt(rows: readonly number[]): {
    documents: DownloadCandidate[];
    unreadable: UnreadableDocument[];
  } {
    const documents: DownloadCandidate[] = [];
    const unreadable: UnreadableDocument[] = [];
    for (const id of rows) {
      const found = attempt(database, () => ({ row: one.get(id) }));
      const read = found && attempt(database, () => ({ document: found.row && candidate(found.row) }));
      if (read?.document) documents.push(read.document);
      if (!read) unreadable.push(unreadableAt(id));
    }
    return { documents, unreadable };
  }

  function unreadableAt(id: number): UnreadableDocument {
    const row = firstReadable(database, id, [(one) => known.get(one), (one) => keyOnly.get(one)]);
    if (!row) throw new AppError('STORE_DAMAGED', `row ${id} of the documents cannot be read`);
    return {
      connectionId: text(row, 'connection_id'),
      id: text(row, 'document_id'),
      rut: text(row, 'rut'),
      type: text(row, 'type'),
      dispatch: text(row, 'dispatch'),
    };
  }

  return {
    selectRows,
    documentsAt,
    /** Counts of a selection. `tokens` as in {@link selectRows}. Throws `RESULT_SET_GONE`. */
    selectSummary(
      selection: Selection,
      withInactive: boolean,
      tokens?: readonly FilterToken[],
    ): SelectionSummary {
      const rows = selectRows(selection, tokens);
      const row = summary.get(JSON.stringify(rows), withInactive ? 1 : 0) ?? {};
      const start = optionalText(row, 'first_day');
      const [first] = documentsAt(rows.slice(0, 1)).documents;
      return {
        documents: number(row, 'documents'),
        dispatches: number(row, 'dispatches'),
        clients: number(row, 'clients'),
        ...(start !== undefined && { days: { start, end: text(row, 'last_day') } }),
        ...(first && { first: namedBy(first) }),
      };
    },
    /** The stored document with this key, with its file's path where that can be read. */
    selectDocument(key: DocumentKey): DownloadCandidate | undefined {
      const rows = selectRows({ kind: 'some', documents: [key] });
      const [found] = documentsAt(rows).documents;
      const stored = found && rows[0] !== undefined ? whole(rows[0]) : undefined;
      return stored && found ? { ...stored, foundBy: found.foundBy } : undefined;
    },
  };
}

/** The key and names of a document. */
function namedBy({
  connectionId,
  id,
  rut,
  type,
  folio,
  dispatchNumber,
}: StoredDocument): NonNullable<SelectionSummary['first']> {
  return { connectionId, id, rut, type, folio, dispatchNumber };
}
