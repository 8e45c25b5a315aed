import type { DatabaseSync } from 'node:sqlite';
import { AppError, type ErrorData } from '../../../shared/errors.ts';
import type { DocumentType } from '../../../shared/model/document.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import type { DispatchOutcome, SavedSearch, SearchProgress } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { Lease } from '../../jobs/index.ts';
import { errorIn, number, numberOf, optionalError, parsed, type Row, readable, text } from '../row.ts';

/** A stored result set, without its rows. */
export interface StoredResultSet extends Lease {
  resultSetId: string;
  query: SearchQuery;
  /** Where no living process owns the result set, `running` means interrupted. */
  state: SearchProgress['state'];
  askedAt: string;
  asOf: string;
  /** When it was last written to. */
  touchedAt: string;
  requests: number;
  documents: number;
  mayBeTruncated: boolean;
}

/** A saved search as stored. */
export interface StoredSavedSearch
  extends Pick<SavedSearch, 'id' | 'resultSetId' | 'asOf' | 'news' | 'unasked'> {
  /** JSON that the reader must validate. */
  draft: string;
}

/**
 * The outcome of a dispatch, and the clients that it was requested for; empty where the client directory
 * named it.
 */
export interface StoredOutcome extends DispatchOutcome {
  ruts: readonly Rut[];
}

/** A known dispatch and its agency. */
export interface KnownDispatch {
  connectionId: string;
  number: string;
  rut: Rut;
}

/** A dispatch found by a number: its own, or that of its declaration, reference or transport document. */
export interface NumberedDispatch extends KnownDispatch {
  /** The number searched for, as `numberKey` writes it. */
  key: string;
  foundAs: FoundAs;
}

/** What a number may be of a dispatch; its own number ranks first. */
export type FoundAs = (typeof foundAs)[number];
const foundAs = ['dispatch', 'declaration', 'reference', 'transport', 'container'] as const;

/** Queries that read what result sets hold besides their rows. */
export function resultSetReads(database: DatabaseSync) {
  return {
    /** A result set. Throws `RESULT_SET_GONE`. */
    readResultSet(resultSetId: string): StoredResultSet {
      // A saved search stores its query a second time: use that one where this one is damaged.
      const row = database
        .prepare(
          `SELECT *, CASE WHEN json_valid(question) THEN question ELSE (SELECT json_extract(v.draft, '$.question') FROM saved_search v
             WHERE v.result_set = result_set.id AND json_valid(v.draft)) END AS question FROM result_set WHERE uuid = ?`,
        )
        .get(resultSetId);
      if (!row) throw new AppError('RESULT_SET_GONE', 'the answer is no longer kept');
      return toResultSet(row);
    },
    /** The latest result sets that are not saved, newest first, without those whose query cannot be read. */
    listRecentResultSets(limit: number): StoredResultSet[] {
      return database
        .prepare(
          `SELECT * FROM result_set WHERE json_valid(question) AND id NOT IN (SELECT result_set FROM saved_search)
           ORDER BY asked_at DESC, id DESC LIMIT ?`,
        )
        .all(limit)
        .map(toResultSet);
    },
    /** The outcome of each dispatch that a result set requested. */
    listOutcomes(resultSetId: string): StoredOutcome[] {
      return database
        .prepare(
          `SELECT w.connection, w.subject, w.state, w.error, w.found_rut, w.documents, w.ruts FROM walk w
           JOIN result_set s ON s.id = w.result_set WHERE s.uuid = ? AND w.kind = 'dispatch' ORDER BY w.id`,
        )
        .all(resultSetId)
        .map(toOutcome);
    },
    /**
     * The clients for whom a query of dates found nothing after all its types were read to the end, in query
     * order.
     */
    listClientsWithout(resultSetId: string): Rut[] {
      return database
        .prepare(
          `SELECT w.rut FROM walk w JOIN result_set s ON s.id = w.result_set
           WHERE s.uuid = ? AND w.kind = 'type' AND w.run = s.run
           GROUP BY w.rut HAVING sum(w.documents) = 0 AND sum(w.state <> 'done') = 0 ORDER BY min(w.id)`,
        )
        .all(resultSetId)
        .map((row) => text(row, 'rut') as Rut);
    },
    /** The dispatches of the documents that the current run of a result set found by type. */
    listFoundDispatches(resultSetId: string): KnownDispatch[] {
      return database
        .prepare(
          `SELECT DISTINCT c.uuid, p.number, p.rut FROM result_set s CROSS JOIN result_document m ON m.result_set = s.id
           CROSS JOIN document d ON d.id = m.document JOIN dispatch p ON p.id = d.dispatch JOIN connection c ON c.id = p.connection
           LEFT JOIN walk w ON w.id = m.walk
           WHERE s.uuid = ? AND d.seen_run >= s.run AND coalesce(w.kind, 'type') = 'type' AND d.gone_at IS NULL ORDER BY p.id`,
        )
        .all(resultSetId)
        .map(toKnownDispatch);
    },
    /** Keys of the API's items that a result set's connections returned, in alphabetical order. */
    listItemPaths(resultSetId: string, list: ListName): string[] {
      return database
        .prepare(
          `SELECT DISTINCT i.path FROM item_path i WHERE i.list = ? AND i.connection IN
             (SELECT c.id FROM result_set s JOIN json_each(${readable('s.question')}, '$.connectionIds') j JOIN connection c ON c.uuid = j.value
              WHERE s.uuid = ?)
           ORDER BY i.path`,
        )
        .all(list, resultSetId)
        .map((row) => text(row, 'path'));
    },
  };
}

/** Queries that read what is known of agencies and clients. */
export function knownReads(database: DatabaseSync) {
  return {
    /**
     * The stored dispatches of these numbers (`numberKey`): their own, or those of their declaration,
     * reference or transport document. Several agencies may use one number.
     */
    whoseNumbers(keys: readonly string[]): NumberedDispatch[] {
      const ofObjects = ['find_declaration', 'find_reference', 'find_transport'].map(
        (column, index) =>
          `SELECT p.id, j.value AS key, ${index + 1} AS found_as FROM json_each(?1) j
           CROSS JOIN dispatch_object o ON o.${column} = j.value AND o.${column} <> '' CROSS JOIN dispatch p ON p.object = o.id`,
      );
      return database
        .prepare(
          `SELECT c.uuid, p.number, p.rut, f.key, min(f.found_as) AS found_as FROM (
             SELECT p.id, j.value AS key, 0 AS found_as FROM json_each(?1) j CROSS JOIN dispatch p ON p.find_number = j.value
             UNION ALL ${ofObjects.join(' UNION ALL ')}) f
           CROSS JOIN dispatch p ON p.id = f.id JOIN connection c ON c.id = p.connection
           GROUP BY p.id, f.key ORDER BY p.seen_at DESC, p.id`,
        )
        .all(JSON.stringify(keys.filter((key) => key !== '')))
        .map((row) => ({
          ...toKnownDispatch(row),
          ...{ key: text(row, 'key'), foundAs: foundAs[number(row, 'found_as')] ?? 'transport' },
        }));
    },
    /**
     * The stored dispatches that mention one of these containers (`MSCU1234567`). The API has no key for
     * containers, so this searches all data of a dispatch and its documents.
     */
    whoseContainers(containers: readonly string[]): NumberedDispatch[] {
      const written = containers.flatMap((container) => {
        const [owner, serial, digit] = [container.slice(0, 4), container.slice(4, 10), container.slice(10)];
        const forms = [
          `${owner}${serial}${digit}`,
          `${owner} ${serial}${digit}`,
          `${owner}${serial}-${digit}`,
        ];
        return [
          ...forms,
          `${owner} ${serial}-${digit}`,
          `${owner}-${serial}-${digit}`,
          `${owner} ${serial} ${digit}`,
        ].map((form) => ({ key: container.toLowerCase(), form: `%${form.toLowerCase()}%` }));
      });
      if (written.length === 0) return [];
      return database
        .prepare(
          `WITH form(key, form) AS (SELECT j.value ->> 'key', j.value ->> 'form' FROM json_each(?) j)
           SELECT DISTINCT c.uuid, p.number, p.rut, f.key FROM (
             SELECT p.id, f.key FROM form f CROSS JOIN dispatch_object o ON o.text LIKE f.form CROSS JOIN dispatch p ON p.object = o.id
             UNION SELECT d.dispatch, f.key FROM form f CROSS JOIN document_text t ON t.text LIKE f.form CROSS JOIN document d ON d.id = t.document) f
           CROSS JOIN dispatch p ON p.id = f.id JOIN connection c ON c.id = p.connection ORDER BY p.seen_at DESC, p.id`,
        )
        .all(JSON.stringify(written))
        .map((row) => ({ ...toKnownDispatch(row), key: text(row, 'key'), foundAs: 'container' }));
    },
    /**
     * How many stored documents have each of these numbers (`numberKey`); numbers without documents are
     * absent.
     */
    documentsNumbered(keys: readonly string[]): { key: string; documents: number }[] {
      return database
        .prepare(
          `SELECT j.value AS key, count(*) AS papers FROM json_each(?) j CROSS JOIN document d ON d.find_folio = j.value
           WHERE d.find_folio <> '' GROUP BY j.value`,
        )
        .all(JSON.stringify(keys.filter((key) => key !== '')))
        .map((row) => ({ key: text(row, 'key'), documents: number(row, 'papers') }));
    },
    /** Whether a stored dispatch has an all-digit number that begins with a zero. */
    hasLeadingZeros(): boolean {
      const found = database.prepare(
        `SELECT 1 FROM dispatch WHERE number >= '0' AND number < '1' AND number NOT GLOB '*[^0-9]*' LIMIT 1`,
      );
      return found.get() !== undefined;
    },
    /** Every connection with stored data. */
    listStoredConnections(): string[] {
      return database
        .prepare('SELECT uuid FROM connection ORDER BY id')
        .all()
        .map((row) => text(row, 'uuid'));
    },
    /**
     * The last catalogue of a connection; undefined when it was never read, or cannot be read from the row.
     */
    readTypes(connectionId: string): DocumentType[] | undefined {
      const row = database
        .prepare(`SELECT types FROM connection WHERE uuid = ? AND types_at <> '' AND json_valid(types)`)
        .get(connectionId);
      return row && parsed<DocumentType[]>(text(row, 'types'));
    },
    /** Why the stored catalogue of a connection may be incomplete; undefined where it is complete. */
    readTypesIncompleteReason(connectionId: string): ErrorData | undefined {
      const row = database
        .prepare(`SELECT types_doubt FROM connection WHERE uuid = ? AND types_doubt <> ''`)
        .get(connectionId);
      return row && errorIn(row, 'types_doubt');
    },
    /** Document types that a connection returned, in its catalogue or not. */
    listSeenTypes(connectionId: string): string[] {
      // One index step for each type, whatever the number of documents.
      return database
        .prepare(
          `WITH RECURSIVE seen(type) AS (
             SELECT min(type) FROM document WHERE connection = ?1
             UNION ALL SELECT (SELECT min(type) FROM document WHERE connection = ?1 AND type > seen.type) FROM seen WHERE seen.type IS NOT NULL)
           SELECT type FROM seen WHERE type <> ''`,
        )
        .all(numberOf(database.prepare('SELECT id FROM connection WHERE uuid = ?'), connectionId) ?? 0)
        .map((row) => text(row, 'type'));
    },
    /** Every saved search, in the order of creation. */
    listSaved(): StoredSavedSearch[] {
      return database
        .prepare(
          `SELECT v.uuid, v.draft, v.news, s.uuid AS result_set, s.as_of, s.last_error, count(w.id) AS parts, min(w.error) AS error
           FROM saved_search v JOIN result_set s ON s.id = v.result_set
           LEFT JOIN walk w ON w.result_set = s.id AND w.run = s.run AND ${isUnfinishedTask}
           GROUP BY v.id ORDER BY v.id`,
        )
        .all()
        .map((row) => ({
          id: text(row, 'uuid'),
          resultSetId: text(row, 'result_set'),
          draft: text(row, 'draft'),
          asOf: text(row, 'as_of'),
          news: number(row, 'news'),
          ...unaskedOf(row),
        }));
    },
  };
}

/** A task without a result that nothing runs any more. `NOT_FOUND` for a dispatch is a result. */
const isUnfinishedTask = `(w.state = 'problem' OR (w.state = 'waiting' AND s.state <> 'running'))
  AND coalesce((${readable('w.error')}) ->> '$.code', '') <> 'DISPATCH_NOT_FOUND'`;

function unaskedOf(row: Row): Pick<SavedSearch, 'unasked'> {
  const parts = number(row, 'parts');
  const error = optionalError(row, 'last_error') ?? optionalError(row, 'error');
  if (parts === 0 && !error) return {};
  return { unasked: { parts, ...(error && { error: { code: error.code, message: error.message } }) } };
}

function toResultSet(row: Row): StoredResultSet {
  return {
    resultSetId: text(row, 'uuid'),
    query: parsed<SearchQuery>(text(row, 'question')),
    state: text(row, 'state') as SearchProgress['state'],
    owner: text(row, 'owner'),
    leaseUntil: number(row, 'lease_until'),
    askedAt: text(row, 'asked_at'),
    asOf: text(row, 'as_of'),
    touchedAt: text(row, 'touched_at'),
    requests: number(row, 'requests'),
    documents: number(row, 'documents'),
    mayBeTruncated: row['may_be_cut'] === 1,
  };
}

function toKnownDispatch(row: Row): KnownDispatch {
  return { connectionId: text(row, 'uuid'), number: text(row, 'number'), rut: text(row, 'rut') as Rut };
}

function toOutcome(row: Row): StoredOutcome {
  const error = optionalError(row, 'error');
  const rut = text(row, 'found_rut');
  const documents = number(row, 'documents');
  return {
    connectionId: text(row, 'connection'),
    number: text(row, 'subject'),
    outcome: outcomeOf(text(row, 'state'), documents, error),
    documents,
    ruts: parsed<Rut[]>(text(row, 'ruts')),
    ...(rut !== '' && { rut: rut as Rut }),
    ...(error && { error }),
  };
}

function outcomeOf(
  state: string,
  documents: number,
  error: ErrorData | undefined,
): DispatchOutcome['outcome'] {
  if (state === 'done') return documents > 0 ? 'found' : 'empty';
  if (state === 'waiting') return 'waiting';
  return error?.code === 'DISPATCH_NOT_FOUND' ? 'not-found' : 'problem';
}
