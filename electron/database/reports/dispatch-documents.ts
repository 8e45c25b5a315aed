import type { DatabaseSync } from 'node:sqlite';
import { compareTexts } from '../../../shared/compare-texts.ts';
import { getOrMake } from '../../../shared/get-or-make.ts';
import type { FileState } from '../../../shared/model/document.ts';
import type { Json } from '../../../shared/model/json.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { isAroundDamage, reportRows } from '../damaged-rows.ts';
import { number, optionalText, parsed, type Row, text } from '../row.ts';
import type { TypeDocuments } from '../rules/dispatch-completeness.ts';
import { readTotals } from '../rules/document-totals.ts';
import type { FindingDocument } from '../rules/findings.ts';
import type { DocumentFacts } from '../rules/payment-support.ts';
import { prepared } from '../statements.ts';

/** Active documents by dispatch row, then by type. Excludes removed documents and those without a type. */
export function readTypes(
  database: DatabaseSync,
  rows: readonly number[],
): ReadonlyMap<number, ReadonlyMap<string, TypeDocuments>> {
  const byDispatch = new Map<number, Map<string, TypeDocuments>>();
  for (const { dispatch, type, withFile, withoutFile } of countTypes(database, JSON.stringify(rows))) {
    const types = getOrMake(byDispatch, dispatch, () => new Map<string, TypeDocuments>());
    const before = types.get(type) ?? { withFile: 0, withoutFile: 0 };
    types.set(type, {
      withFile: before.withFile + withFile,
      withoutFile: before.withoutFile + withoutFile,
    });
  }
  return byDispatch;
}

/** Documents of a type in a dispatch: all of them, or, where damage is left out, one after the other. */
function countTypes(
  database: DatabaseSync,
  rows: string,
): (TypeDocuments & { dispatch: number; type: string })[] {
  const toCount = (row: Row) => ({
    dispatch: number(row, 'dispatch'),
    type: text(row, 'type'),
    withFile: number(row, 'with_file'),
    withoutFile: number(row, 'without_file'),
  });
  const isTyped = "d.is_active = 1 AND d.gone_at IS NULL AND d.type <> ''";
  if (!isAroundDamage(database)) {
    const counted = prepared(
      database,
      `SELECT d.dispatch, d.type, sum(d.file <> 'none') AS with_file, sum(d.file = 'none') AS without_file
       FROM json_each(?) j JOIN document d ON d.dispatch = j.value WHERE ${isTyped} GROUP BY d.dispatch, d.type`,
    );
    return counted.all(rows).map(toCount);
  }
  return reportRows(database, {
    table: 'document',
    alias: 'd',
    ids: documentsOfRows([rows]),
    select: (
      from,
    ) => `SELECT d.id, d.dispatch, d.type, d.file <> 'none' AS with_file, d.file = 'none' AS without_file
      FROM ${from} WHERE ${isTyped}`,
    toValue: toCount,
  });
}

/** A document with the data for findings, matching and the reconciliation, and the row of its dispatch. */
interface DocumentRow extends FindingDocument {
  dispatchRow: number;
  isActive: boolean;
  hasFile: boolean;
  issueDate: string;
}

const documentColumns = `d.document_id, d.rut, d.type, d.is_active, d.file, d.dispatch, c.uuid, p.number, b.fields,
  b.item -> '$.infoDoc' AS info`;
const documentJoins = `JOIN document_body b ON b.document = d.id JOIN dispatch p ON p.id = d.dispatch
  JOIN connection c ON c.id = p.connection`;
const documentOrder = 'ORDER BY d.dispatch, d.key_type, d.key_folio, d.document_id';

/** Documents of dispatches, by dispatch row; without removed ones. */
export function readDocuments(database: DatabaseSync, rows: readonly number[]): DocumentRow[] {
  const select = `SELECT ${documentColumns} FROM json_each(?) j JOIN document d ON d.dispatch = j.value ${documentJoins}
    WHERE d.gone_at IS NULL ${documentOrder}`;
  return prepared(database, select).all(JSON.stringify(rows)).map(toDocument);
}

/** Documents by their own row ids. */
export function readDocumentsOf(database: DatabaseSync, documents: readonly number[]): DocumentRow[] {
  const select = `SELECT ${documentColumns} FROM document d ${documentJoins}
    WHERE d.id IN (SELECT value FROM json_each(?)) ${documentOrder}`;
  return prepared(database, select).all(JSON.stringify(documents)).map(toDocument);
}

/** A document as its own row has it. */
export interface DocumentHead {
  /** Its own row. */
  row: number;
  dispatchRow: number;
  type: string;
  file: FileState;
}

/** Active documents by dispatch row, type and number. Excludes removed documents. */
export function readDocumentHeads(database: DatabaseSync, rows: readonly number[]): DocumentHead[] {
  const input = [JSON.stringify(rows)];
  const documents = reportRows(database, {
    table: 'document',
    alias: 'd',
    ids: documentsOfRows(input),
    select: (from) => `SELECT d.id, d.dispatch, d.type, d.file, d.key_type, d.key_folio FROM ${from}
      WHERE d.is_active = 1 AND d.gone_at IS NULL AND d.dispatch IN (SELECT value FROM json_each(?))`,
    input,
    toValue: (row) => ({
      row: number(row, 'id'),
      dispatchRow: number(row, 'dispatch'),
      type: text(row, 'type'),
      file: text(row, 'file') as FileState,
      keys: [text(row, 'key_type'), text(row, 'key_folio')] as const,
    }),
  });
  return documents
    .sort(
      (a, b) =>
        a.dispatchRow - b.dispatchRow ||
        compareTexts(a.keys[0], b.keys[0]) ||
        compareTexts(a.keys[1], b.keys[1]),
    )
    .map(({ keys: _keys, ...document }) => document);
}

/** What documents say of themselves, by their own rows; a damaged one is left out. */
export function readDocumentFields(
  database: DatabaseSync,
  documents: readonly number[],
): ReadonlyMap<number, Readonly<Fields>> {
  const input = [JSON.stringify(documents)];
  const read = reportRows(database, {
    table: '(SELECT document AS id, fields FROM document_body)',
    alias: 'b',
    ids: { sql: 'SELECT value AS id FROM json_each(?)', input },
    select: (from) => `SELECT b.id, b.fields FROM ${from} WHERE b.id IN (SELECT value FROM json_each(?))`,
    input,
    toValue: (row) => ({ id: number(row, 'id'), fields: parsed<Fields>(text(row, 'fields')) }),
  });
  return new Map(read.map(({ id, fields }) => [id, fields]));
}

/** Lists the documents of dispatches, of which these are the rows as JSON, from indexes alone. */
function documentsOfRows(input: string[]) {
  const sql = `SELECT d.id, d.dispatch FROM json_each(?) j CROSS JOIN document d INDEXED BY document_dispatch
    ON d.dispatch = j.value`;
  return { sql, input };
}

/** A document with the data that decides whether a payment names it. */
export interface NamedDocument extends DocumentFacts {
  dispatchRow: number;
  type: string;
}

/**
 * Documents with a number, by dispatch row, with only the columns that a payment can name; without removed
 * ones.
 */
export function readNamedDocuments(database: DatabaseSync, rows: readonly number[]): NamedDocument[] {
  return prepared(
    database,
    `SELECT d.document_id, d.dispatch, d.type, d.is_active, b.fields ->> '$.folio' AS folio, b.fields ->> '$.issuerId' AS issuer
     FROM json_each(?) j JOIN document d ON d.dispatch = j.value JOIN document_body b ON b.document = d.id
     WHERE d.gone_at IS NULL AND d.find_folio <> '' ${documentOrder}`,
  )
    .all(JSON.stringify(rows))
    .map((row) => ({
      documentId: text(row, 'document_id'),
      dispatchRow: number(row, 'dispatch'),
      type: text(row, 'type'),
      isActive: row['is_active'] === 1,
      folio: optionalText(row, 'folio') ?? '',
      issuerId: optionalText(row, 'issuer') ?? '',
    }));
}

/** What a document says of itself, as stored. */
export interface Fields {
  folio: string;
  issueDate: string;
  issuerId: string;
  issuerName: string;
}

interface InfoDoc {
  document?: { type?: unknown };
  customer?: { id?: unknown; name?: unknown };
  totals?: Json;
}

function toDocument(row: Row): DocumentRow {
  const { folio, issueDate, issuerId, issuerName } = parsed<Fields>(text(row, 'fields'));
  const info = parsed<InfoDoc | null>(optionalText(row, 'info') ?? '{}') ?? {};
  return {
    connectionId: text(row, 'uuid'),
    number: text(row, 'number'),
    dispatchRow: number(row, 'dispatch'),
    documentId: text(row, 'document_id'),
    rut: text(row, 'rut') as Rut,
    type: text(row, 'type'),
    isActive: row['is_active'] === 1,
    hasFile: row['file'] !== 'none',
    folio,
    issueDate,
    issuerId,
    issuerName,
    kind: plainText(info.document?.type),
    customerId: plainText(info.customer?.id),
    customerName: plainText(info.customer?.name),
    totals: readTotals(info.totals),
  };
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
