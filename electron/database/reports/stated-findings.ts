import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import { isAppError } from '../../../shared/errors.ts';
import type { Json } from '../../../shared/model/json.ts';
import type { Finding } from '../../../shared/model/review.ts';
import { openPrepared } from '../open-database.ts';
import { number, optionalText, parsed, text } from '../row.ts';
import {
  type Claim,
  type DeclaredDispatch,
  findClaims,
  type StatedDocument,
} from '../rules/document-claims.ts';
import { toLink } from '../rules/findings.ts';
import { readTotals } from '../rules/totals.ts';
import { prepared } from '../statements.ts';
import type { DocumentFact, FactForm, FactName } from '../text-index/fact-queries.ts';
import { textIndexPath } from '../text-index/open-text-index.ts';
import { readDocumentsOf } from './dispatch-documents.ts';
import type { DispatchFacts } from './dispatch-facts.ts';

/** What documents state, and whose text layers are complete; both by connection and document. */
interface Stated {
  facts: ReadonlyMap<string, readonly DocumentFact[]>;
  whole: ReadonlySet<string>;
}

/** Findings from what the documents of these dispatches state themselves. */
export function findStatedOtherwise(database: DatabaseSync, dispatches: readonly DispatchFacts[]): Finding[] {
  const stated = withTextIndex(database, readIndex);
  if (!stated) return [];
  const documents = readStated(database, stated.facts, dispatches);
  return toFindings(
    database,
    findClaims(documents, readDeclared(database, stated.whole, dispatches, documents)),
  );
}

/** Changes whenever documents state something else; 0 without an index of words. */
export function statedRevision(database: DatabaseSync): number {
  const row = withTextIndex(database, (index) => index.prepare('SELECT revision FROM fact_change').get());
  return row ? number(row, 'revision') : 0;
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

function readIndex(index: DatabaseSync): Stated {
  const whole = index.prepare(
    `SELECT connection_id, document_id FROM file p
     WHERE state = 'read' AND reason = '' AND NOT EXISTS (SELECT 1 FROM scan WHERE file_id = p.id)
       AND NOT EXISTS (SELECT 1 FROM recognized r WHERE r.sha256 = p.sha256)`,
  );
  return {
    facts: readFacts(index),
    whole: new Set(
      whole.all().map((row) => compositeKey(text(row, 'connection_id'), text(row, 'document_id'))),
    ),
  };
}

function readFacts(index: DatabaseSync): Map<string, DocumentFact[]> {
  const rows = index
    .prepare(
      `SELECT p.connection_id, p.document_id, t.form, t.name, t.value, t.page, t.line
       FROM fact t JOIN file p ON p.id = t.file_id ORDER BY t.rowid`,
    )
    .iterate();
  const facts = new Map<string, DocumentFact[]>();
  for (const row of rows) {
    const key = compositeKey(text(row, 'connection_id'), text(row, 'document_id'));
    const own = facts.get(key) ?? [];
    own.push({
      form: text(row, 'form') as FactForm,
      name: text(row, 'name') as FactName,
      ...{ value: text(row, 'value'), page: number(row, 'page'), line: text(row, 'line') },
    });
    facts.set(key, own);
  }
  return facts;
}

/** The documents of these dispatches that state something, with what the service says of them. */
function readStated(
  database: DatabaseSync,
  facts: ReadonlyMap<string, readonly DocumentFact[]>,
  dispatches: readonly DispatchFacts[],
): StatedDocument[] {
  const rows = database
    .prepare(
      `SELECT d.id, d.document_id, d.dispatch, c.uuid, b.fields ->> '$.folio' AS folio,
         b.fields ->> '$.issuerId' AS issuer, b.item -> '$.infoDoc.totals' AS totals
       FROM json_each(?) j JOIN document d ON d.dispatch = j.value JOIN document_body b ON b.document = d.id
       JOIN connection c ON c.id = d.connection WHERE d.is_active = 1 AND d.gone_at IS NULL`,
    )
    .iterate(JSON.stringify(dispatches.map(({ row }) => row)));
  const documents: StatedDocument[] = [];
  for (const row of rows) {
    const [connectionId, documentId] = [text(row, 'uuid'), text(row, 'document_id')];
    const own = facts.get(compositeKey(connectionId, documentId));
    if (!own) continue;
    documents.push({
      ...{ row: number(row, 'id'), dispatchRow: number(row, 'dispatch'), connectionId, documentId },
      ...{ folio: optionalText(row, 'folio') ?? '', issuerId: optionalText(row, 'issuer') ?? '' },
      totals: readTotals(parsed<Json>(optionalText(row, 'totals') ?? 'null')),
      facts: own,
    });
  }
  return documents;
}

/** All dispatches with their declaration: a document may state that of any other. */
function readDeclared(
  database: DatabaseSync,
  whole: ReadonlySet<string>,
  dispatches: readonly DispatchFacts[],
  documents: readonly StatedDocument[],
): DeclaredDispatch[] {
  const inScope = new Map(dispatches.map((dispatch) => [dispatch.row, dispatch]));
  const withBill = new Set(
    documents.filter(({ facts }) => facts.some(({ form }) => form === 'bill')).map((one) => one.dispatchRow),
  );
  return database
    .prepare(
      `SELECT p.id, c.uuid, p.number, o.item ->> '$.numeroIdentificacion' AS declaration
       FROM dispatch p JOIN connection c ON c.id = p.connection LEFT JOIN dispatch_object o ON o.id = p.object`,
    )
    .all()
    .map((row) => {
      const dispatch = inScope.get(number(row, 'id'));
      return {
        ...{ row: number(row, 'id'), connectionId: text(row, 'uuid'), number: text(row, 'number') },
        declaration: (optionalText(row, 'declaration') ?? '').toUpperCase().replace(/[^\dK]/g, ''),
        ...{ acceptance: dispatch?.acceptance ?? '', transport: dispatch?.transport ?? '' },
        isWhole:
          dispatch?.isFullyRead === true && withBill.has(dispatch.row) && isWhole(database, whole, dispatch),
      };
    });
}

/** Whether every file of a dispatch is here and is read completely. */
function isWhole(
  database: DatabaseSync,
  whole: ReadonlySet<string>,
  { row, connectionId }: DispatchFacts,
): boolean {
  return prepared(
    database,
    `SELECT document_id FROM document
     WHERE dispatch = ? AND is_active = 1 AND gone_at IS NULL AND file <> 'none'`,
  )
    .all(row)
    .every((document) => whole.has(compositeKey(connectionId, text(document, 'document_id'))));
}

function toFindings(database: DatabaseSync, claims: readonly Claim[]): Finding[] {
  const shown = new Set(claims.flatMap(({ documents }) => documents.map(({ row }) => row)));
  const keyOf = (one: { connectionId: string; documentId: string }) =>
    compositeKey(one.connectionId, one.documentId);
  const links = new Map(readDocumentsOf(database, [...shown]).map((one) => [keyOf(one), toLink(one)]));
  return claims.flatMap(({ reason, documents, otherDispatch }) => {
    const own = documents.flatMap((document) => links.get(keyOf(document)) ?? []);
    const [first] = own;
    if (!first) return [];
    const { connectionId } = first;
    const numbers = new Set([
      ...own.map((one) => one.number),
      ...(otherDispatch ? [otherDispatch.number] : []),
    ]);
    return [
      {
        id: JSON.stringify([
          ...[reason.kind, connectionId, ...own.map(({ documentId }) => documentId)],
          ...[reason.against, reason.stated.value],
        ]),
        ...{ reason, documents: own, payments: [] },
        dispatches: [...numbers].map((each) => ({ connectionId, number: each })),
      },
    ];
  });
}
