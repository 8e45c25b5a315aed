import type { DatabaseSync } from 'node:sqlite';
import { compositeKey, parseCompositeKey } from '../../../shared/composite-key.ts';
import { getOrMake } from '../../../shared/get-or-make.ts';
import type { Disbursement } from '../../../shared/model/document.ts';
import type { PaymentLink } from '../../../shared/model/review.ts';
import type { Rut } from '../../../shared/model/rut.ts';
import { number, parsed, type Row, text } from '../row.ts';
import { folioKey, partyKey } from '../rules/folio.ts';
import { isOtherRut } from '../rules/payment-support.ts';
import { prepared } from '../statements.ts';

// Documents that a rule may report, selected from as few columns as possible. The rule then checks the whole
// documents: of a hundred thousand only some are read.

const activeDocument = 'd.is_active = 1 AND d.gone_at IS NULL AND d.dispatch IS NOT NULL';

/**
 * Documents, by row id, and disbursements whose issuer and number occur in several dispatches of an agency.
 */
export function alikeElsewhere(
  database: DatabaseSync,
  connectionIds: readonly string[],
): { documents: number[]; payments: PaymentLink[] } {
  const parties = new Map<string, string>();
  const groups = new Map<string, Alike>();
  const groupOf = (connection: number, issuer: string, folio: string, dispatch: number) => {
    const key = compositeKey(connection, getOrMake(parties, issuer, partyKey), folio);
    const group = getOrMake(groups, key, () => ({
      dispatch,
      isElsewhere: false,
      documents: [],
      payments: [],
    }));
    group.isElsewhere ||= group.dispatch !== dispatch;
    return group;
  };
  const connectionsJson = JSON.stringify(connectionIds);
  const documents = database
    .prepare(
      `SELECT d.id, d.dispatch, d.connection, b.fields ->> '$.folio' AS folio, b.fields ->> '$.issuerId' AS issuer
       FROM document d JOIN document_body b ON b.document = d.id JOIN connection c ON c.id = d.connection
       WHERE ${activeDocument} AND d.find_folio <> '' AND issuer <> '' AND c.uuid IN (SELECT value FROM json_each(?))`,
    )
    .iterate(connectionsJson);
  for (const row of documents) {
    const folio = folioKey(text(row, 'folio'));
    if (folio === '') continue;
    const { documents } = groupOf(
      number(row, 'connection'),
      text(row, 'issuer'),
      folio,
      number(row, 'dispatch'),
    );
    documents.push(number(row, 'id'));
  }
  const payments = prepared(
    database,
    `SELECT b.dispatch, p.connection, p.number, p.rut, c.uuid, b.fields FROM disbursement b JOIN dispatch p ON p.id = b.dispatch
     JOIN connection c ON c.id = p.connection WHERE c.uuid IN (SELECT value FROM json_each(?))`,
  ).iterate(connectionsJson);
  for (const row of payments) {
    const link = paymentLink(row);
    const folio = folioKey(link.documentNumber);
    if (folio === '' || link.providerId === '') continue;
    const { payments } = groupOf(number(row, 'connection'), link.providerId, folio, number(row, 'dispatch'));
    payments.push(link);
  }
  const alike = [...groups.values()].filter(({ isElsewhere }) => isElsewhere);
  return {
    documents: alike.flatMap(({ documents }) => documents),
    payments: alike.flatMap(({ payments }) => payments),
  };
}

/** One issuer and number: its first dispatch, and whether another dispatch has it, too. */
interface Alike {
  dispatch: number;
  isElsewhere: boolean;
  documents: number[];
  payments: PaymentLink[];
}

function paymentLink(row: Row): PaymentLink {
  const fields = parsed<Omit<Disbursement, 'item'>>(text(row, 'fields'));
  const { id, documentNumber, analysisName, providerId, providerName, amount } = fields;
  return {
    connectionId: text(row, 'uuid'),
    number: text(row, 'number'),
    rut: text(row, 'rut') as Rut,
    id,
    documentNumber,
    analysisName,
    providerId,
    providerName,
    ...(amount !== undefined && { amount }),
  };
}

/** Documents of these dispatches whose customer is a RUT that is neither the client's nor the agency's. */
export function madeOutToOthers(
  database: DatabaseSync,
  dispatches: readonly number[],
  agencies: ReadonlyMap<string, Rut>,
): number[] {
  const rows = database
    .prepare(
      `SELECT d.id, d.rut, c.uuid, b.item ->> '$.infoDoc.customer.id' AS customer FROM json_each(?) j
       JOIN document d ON d.dispatch = j.value JOIN document_body b ON b.document = d.id JOIN connection c ON c.id = d.connection
       WHERE ${activeDocument} AND customer IS NOT NULL`,
    )
    .iterate(JSON.stringify(dispatches));
  const judged = new Map<string, boolean>();
  const isOther = (key: string) => {
    const [customer = '', ...ruts] = parseCompositeKey(key);
    return isOtherRut(customer, ruts);
  };
  const found: number[] = [];
  for (const row of rows) {
    const agency = agencies.get(text(row, 'uuid')) ?? '';
    const key = compositeKey(String(row['customer']), text(row, 'rut'), agency);
    if (getOrMake(judged, key, isOther)) found.push(number(row, 'id'));
  }
  return found;
}

/** Documents of these dispatches that share their type with another there, or that have totals. */
export function severalOrSummed(database: DatabaseSync, dispatches: readonly number[]): number[] {
  const input = JSON.stringify(dispatches);
  const several = database.prepare(
    `SELECT d.id FROM document d JOIN (
       SELECT d.dispatch, d.type FROM json_each(?) j JOIN document d ON d.dispatch = j.value
       WHERE ${activeDocument} AND d.type <> '' GROUP BY d.dispatch, d.type HAVING count(*) > 1
     ) s ON s.dispatch = d.dispatch AND s.type = d.type WHERE ${activeDocument}`,
  );
  const summed = database.prepare(
    `SELECT d.id FROM json_each(?) j JOIN document d ON d.dispatch = j.value JOIN document_body b ON b.document = d.id
     WHERE ${activeDocument} AND json_type(b.item, '$.infoDoc.totals') = 'object'`,
  );
  return [...several.all(input), ...summed.all(input)].map((row) => number(row, 'id'));
}
