import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { compositeKey, documentKey } from '../../../shared/composite-key.ts';
import { isAppError } from '../../../shared/errors.ts';
import { getOrMake } from '../../../shared/get-or-make.ts';
import type { Json } from '../../../shared/model/json.ts';
import type { Finding } from '../../../shared/model/review.ts';
import { openPrepared } from '../open-database.ts';
import { number, optionalText, parsed, type Row, text } from '../row.ts';
import type { Claim, DeclaredDispatch, StatedDocument } from '../rules/claim.ts';
import { findClaims } from '../rules/document-claims.ts';
import { readTotals } from '../rules/document-totals.ts';
import { toLink } from '../rules/findings.ts';
import { type DocumentFact, type FactForm, type FactName, firstChange } from '../text-index/fact-queries.ts';
import { textIndexPath } from '../text-index/open-text-index.ts';
import { readDocumentsOf } from './dispatch-documents.ts';
import type { DispatchFacts } from './dispatch-facts.ts';
import { readPaid } from './paid-invoices.ts';

/** The revision of an index of words, and that of its first row, which changes when it is made anew. */
interface Revision {
  first: number;
  latest: number;
}

/**
 * Findings from what the documents of these dispatches state themselves. While words are read, only
 * dispatches whose files changed are read again. Another object is needed once the database changes.
 */
export class StatedFindings {
  readonly #database: DatabaseSync;
  readonly #dispatches: readonly DispatchFacts[];
  readonly #findings = new Map<number, Finding[]>();
  #known: Revision | undefined;
  #declared: readonly DeclarationRow[] | undefined;

  constructor(database: DatabaseSync, dispatches: readonly DispatchFacts[]) {
    this.#database = database;
    this.#dispatches = dispatches;
  }

  /** In the order of the dispatches; none without an index of words. */
  list(): Finding[] {
    const isThere = withTextIndex(this.#database, (index) => this.#update(index));
    if (!isThere) this.#forget();
    return this.#dispatches.flatMap(({ row }) => this.#findings.get(row) ?? []);
  }

  #forget(): void {
    this.#findings.clear();
    this.#known = undefined;
  }

  #update(index: DatabaseSync): true {
    const now = readRevision(index);
    const changed = this.#known?.first === now.first ? this.#changedSince(index, this.#known) : undefined;
    if (!changed) this.#forget();
    const dispatches = changed ? this.#dispatches.filter(({ row }) => changed.has(row)) : this.#dispatches;
    if (dispatches.length > 0) this.#find(index, dispatches);
    this.#known = now;
    return true;
  }

  /** The rows of dispatches with changed files; undefined where a file is gone, and so is its dispatch. */
  #changedSince(index: DatabaseSync, { latest }: Revision): ReadonlySet<number> | undefined {
    const files = index
      .prepare(
        `SELECT f.connection_id, f.document_id FROM fact_change t LEFT JOIN file f ON f.id = t.file_id
         WHERE t.revision > ? AND t.file_id <> ${firstChange}`,
      )
      .all(latest);
    if (files.some((file) => file['document_id'] === null)) return undefined;
    const dispatchOf = this.#database.prepare(
      `SELECT d.dispatch FROM connection c JOIN document d ON d.connection = c.id
       WHERE c.uuid = ? AND d.document_id = ?`,
    );
    const rows = files.flatMap((file) =>
      dispatchOf.all(text(file, 'connection_id'), text(file, 'document_id')),
    );
    return new Set(rows.map((row) => number(row, 'dispatch')));
  }

  #find(index: DatabaseSync, dispatches: readonly DispatchFacts[]): void {
    const documents = readStated(this.#database, index, dispatches);
    for (const { row } of dispatches) this.#findings.delete(row);
    if (documents.length === 0) return;
    this.#declared ??= readDeclarations(this.#database, this.#dispatches);
    const claims = findClaims(documents, withWholeness(this.#database, index, this.#declared));
    for (const { dispatchRow, finding } of toFindings(this.#database, claims))
      getOrMake(this.#findings, dispatchRow, () => []).push(finding);
  }
}

function readRevision(index: DatabaseSync): Revision {
  const row = index
    .prepare(
      `SELECT max(revision) AS latest, max(revision) FILTER (WHERE file_id = ${firstChange}) AS first
       FROM fact_change`,
    )
    .get();
  return row ? { first: number(row, 'first'), latest: number(row, 'latest') } : { first: 0, latest: 0 };
}

/**
 * Opens the index of words for one reading, so that it can be made anew in between. Undefined where there is
 * none, or where it cannot be read: it holds nothing that is not read again.
 */
function withTextIndex<T>(database: DatabaseSync, read: (index: DatabaseSync) => T): T | undefined {
  const path = database.location();
  if (path === null || !existsSync(textIndexPath(path))) return undefined;
  let index: DatabaseSync | undefined;
  try {
    index = openPrepared(textIndexPath(path), { readOnly: true }, () => undefined);
    return read(index);
  } catch (error) {
    if (isAppError(error) || (error instanceof Error && 'errcode' in error)) return undefined;
    throw error;
  } finally {
    index?.close();
  }
}

/** The documents of these dispatches that state something, with what the service says of them. */
function readStated(
  database: DatabaseSync,
  index: DatabaseSync,
  dispatches: readonly DispatchFacts[],
): StatedDocument[] {
  const rows = database
    .prepare(
      `SELECT d.id, d.document_id, d.dispatch, c.uuid FROM json_each(?) j JOIN document d ON d.dispatch = j.value
       JOIN connection c ON c.id = d.connection WHERE d.is_active = 1 AND d.gone_at IS NULL`,
    )
    .all(JSON.stringify(dispatches.map(({ row }) => row)));
  const factsOf = factReader(index, rows.length);
  const documents = rows.flatMap((row) => {
    const [connectionId, documentId] = [text(row, 'uuid'), text(row, 'document_id')];
    const facts = factsOf(connectionId, documentId);
    const one = { row: number(row, 'id'), dispatchRow: number(row, 'dispatch'), connectionId, documentId };
    return facts.length === 0 ? [] : [{ ...one, facts }];
  });
  const known = readKnown(database, documents);
  return documents.map((document) => ({ ...document, ...(known.get(document.row) ?? nothingKnown) }));
}

type Known = Pick<StatedDocument, 'folio' | 'issuerId' | 'issuerName' | 'totals' | 'issueDate' | 'paid'>;
const nothingKnown: Known = {
  folio: '',
  issuerId: '',
  issuerName: '',
  totals: {},
  issueDate: '',
  paid: undefined,
};

/** What the service says of invoices and bills, by their rows: no other document is held against it. */
function readKnown(
  database: DatabaseSync,
  documents: readonly Pick<StatedDocument, 'row' | 'dispatchRow' | 'facts'>[],
): Map<number, Known> {
  const numbered = documents.filter(({ facts }) =>
    facts.some(({ form, name }) => name === 'number' && form !== 'din'),
  );
  const rows = database
    .prepare(
      `SELECT b.document, b.fields ->> '$.folio' AS folio, b.fields ->> '$.issuerId' AS issuer,
         b.fields ->> '$.issuerName' AS issuer_name, b.fields ->> '$.issueDate' AS issued,
         b.item -> '$.infoDoc.totals' AS totals FROM json_each(?) j JOIN document_body b ON b.document = j.value`,
    )
    .all(JSON.stringify(numbered.map(({ row }) => row)));
  const paid = readPaid(database, numbered);
  return new Map(
    rows.map((row) => [
      number(row, 'document'),
      {
        issueDate: optionalText(row, 'issued') ?? '',
        paid: paid.get(number(row, 'document')),
        folio: optionalText(row, 'folio') ?? '',
        issuerId: optionalText(row, 'issuer') ?? '',
        issuerName: optionalText(row, 'issuer_name') ?? '',
        totals: readTotals(parsed<Json>(optionalText(row, 'totals') ?? 'null')),
      },
    ]),
  );
}

const factColumns = 't.form, t.name, t.value, t.page, t.line, t.is_scanned';
/** Documents up to which their facts are read one by one, and not all of the index. */
const maxSingleReads = 500;

/** Reads what a document states: from all facts of the index at once where many documents are read. */
function factReader(index: DatabaseSync, documents: number) {
  if (documents <= maxSingleReads) {
    const one = index.prepare(
      `SELECT ${factColumns} FROM file p JOIN fact t ON t.file_id = p.id
       WHERE p.connection_id = ? AND p.document_id = ? ORDER BY t.rowid`,
    );
    return (connectionId: string, documentId: string) => one.all(connectionId, documentId).map(toFact);
  }
  const byFile = new Map<number, DocumentFact[]>();
  for (const row of index
    .prepare(`SELECT t.file_id, ${factColumns} FROM fact t ORDER BY t.rowid`)
    .iterate()) {
    getOrMake(byFile, number(row, 'file_id'), () => []).push(toFact(row));
  }
  const files = new Map<string, readonly DocumentFact[]>();
  for (const row of index.prepare('SELECT id, connection_id, document_id FROM file').iterate()) {
    const facts = byFile.get(number(row, 'id'));
    if (facts) files.set(compositeKey(text(row, 'connection_id'), text(row, 'document_id')), facts);
  }
  return (connectionId: string, documentId: string) =>
    files.get(compositeKey(connectionId, documentId)) ?? [];
}

function toFact(row: Row): DocumentFact {
  return {
    form: text(row, 'form') as FactForm,
    name: text(row, 'name') as FactName,
    value: text(row, 'value'),
    page: number(row, 'page'),
    line: text(row, 'line'),
    isScanned: number(row, 'is_scanned') === 1,
  };
}

/** What the service says of the declaration of a dispatch. */
type DeclarationRow = Omit<DeclaredDispatch, 'isWhole'> & { isFullyRead: boolean };

/** Adds whether everything of a dispatch is read. */
function withWholeness(
  database: DatabaseSync,
  index: DatabaseSync,
  dispatches: readonly DeclarationRow[],
): DeclaredDispatch[] {
  const isRead = index.prepare(
    `SELECT 1 FROM file p WHERE connection_id = ? AND document_id = ? AND state = 'read' AND reason = ''
       AND NOT EXISTS (SELECT 1 FROM scan WHERE file_id = p.id)
       AND NOT EXISTS (SELECT 1 FROM recognized r WHERE r.sha256 = p.sha256)`,
  );
  const withFile = database.prepare(
    `SELECT document_id FROM document
     WHERE dispatch = ? AND is_active = 1 AND gone_at IS NULL AND file <> 'none'`,
  );
  return dispatches.map((dispatch) => ({
    ...dispatch,
    isWhole: () =>
      dispatch.isFullyRead &&
      withFile
        .all(dispatch.row)
        .every((document) => isRead.get(dispatch.connectionId, text(document, 'document_id')) !== undefined),
  }));
}

/** All dispatches with their declaration: a document may state that of any other. */
function readDeclarations(database: DatabaseSync, dispatches: readonly DispatchFacts[]): DeclarationRow[] {
  const inScope = new Map(dispatches.map((dispatch) => [dispatch.row, dispatch]));
  return database
    .prepare(
      `SELECT p.id, c.uuid, p.number, o.item ->> '$.numeroIdentificacion' AS declaration,
         o.item ->> '$.doctoTransporte' AS transport
       FROM dispatch p JOIN connection c ON c.id = p.connection LEFT JOIN dispatch_object o ON o.id = p.object`,
    )
    .all()
    .map((row) => {
      const dispatch = inScope.get(number(row, 'id'));
      return {
        row: number(row, 'id'),
        connectionId: text(row, 'uuid'),
        number: text(row, 'number'),
        declaration: (optionalText(row, 'declaration') ?? '').toUpperCase().replace(/[^\dK]/g, ''),
        acceptance: dispatch?.acceptance ?? '',
        transport: dispatch?.transport ?? optionalText(row, 'transport') ?? '',
        isFullyRead: dispatch?.isFullyRead === true,
      };
    });
}

/** The finding of each claim, with the dispatch of the document that states it. */
function toFindings(
  database: DatabaseSync,
  claims: readonly Claim[],
): { dispatchRow: number; finding: Finding }[] {
  const shown = new Set(claims.flatMap(({ documents }) => documents.map(({ row }) => row)));
  const links = new Map(readDocumentsOf(database, [...shown]).map((one) => [documentKey(one), toLink(one)]));
  return claims.flatMap(({ reason, documents, otherDispatch }) => {
    const own = documents.flatMap((document) => links.get(documentKey(document)) ?? []);
    const [first] = own;
    if (!first) return [];
    const { connectionId } = first;
    const numbers = new Set([
      ...own.map((one) => one.number),
      ...(otherDispatch ? [otherDispatch.number] : []),
    ]);
    const finding: Finding = {
      id: JSON.stringify([
        ...[reason.kind, connectionId, ...own.map(({ documentId }) => documentId)],
        ...[reason.against, reason.stated.value],
      ]),
      reason,
      documents: own,
      payments: [],
      dispatches: [...numbers].map((each) => ({ connectionId, number: each })),
    };
    return documents.slice(0, 1).map(({ dispatchRow }) => ({ dispatchRow, finding }));
  });
}
