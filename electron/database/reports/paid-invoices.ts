import type { DatabaseSync } from 'node:sqlite';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { Json } from '../../../shared/model/json.ts';
import { number, optionalText, parsed } from '../row.ts';
import type { StatedDocument } from '../rules/claim.ts';
import { readTotals } from '../rules/document-totals.ts';
import { folioKey, partyKey, rutIn } from '../rules/folio.ts';
import type { FactName } from '../text-index/fact-queries.ts';

/**
 * The one disbursement that names each of these invoices by number and issuer's RUT, by the invoice's row.
 * Undefined where several do, or where it does not say the total of its document. Folios run per type: one
 * that documents of two types have may be of either.
 */
export function readPaid(
  database: DatabaseSync,
  invoices: readonly Pick<StatedDocument, 'row' | 'dispatchRow' | 'facts'>[],
): Map<number, StatedDocument['paid']> {
  const rows = database
    .prepare(
      `SELECT b.dispatch, b.fields ->> '$.documentNumber' AS folio, b.fields ->> '$.providerId' AS provider,
         b.fields ->> '$.amount' AS amount, b.item -> '$.invoiceInfo.totals' AS invoiced,
         b.item -> '$.documentInfo.totals' AS documented
       FROM json_each(?) j JOIN disbursement b ON b.dispatch = j.value`,
    )
    .all(JSON.stringify([...new Set(invoices.map(({ dispatchRow }) => dispatchRow))]));
  const byDispatch = Map.groupBy(rows, (row) => number(row, 'dispatch'));
  const sameNumber = Map.groupBy(invoices, numberOf);
  return new Map(
    invoices.map((invoice) => {
      const { row, dispatchRow, facts } = invoice;
      const [folio, issuer] = [folioKey(stated(facts, 'number')), rutIn(stated(facts, 'issuer'))];
      const types = new Set(sameNumber.get(numberOf(invoice))?.map((one) => stated(one.facts, 'type')));
      if (types.size > 1) return [row, undefined];
      const [only, ...others] = (byDispatch.get(dispatchRow) ?? []).filter((one) => {
        const isNamed = folio !== '' && folioKey(optionalText(one, 'folio') ?? '') === folio;
        return isNamed && issuer !== undefined && rutIn(optionalText(one, 'provider') ?? '') === issuer;
      });
      if (!only || others.length > 0) return [row, undefined];
      const totals = ['invoiced', 'documented'].flatMap((key) => {
        const { total } = readTotals(parsed<Json>(optionalText(only, key) ?? 'null'));
        return total === undefined ? [] : [total];
      });
      const [total] = totals;
      // Two totals that differ say nothing certain.
      if (total === undefined || totals.some((other) => other !== total)) return [row, undefined];
      const amount = only['amount'] === null ? undefined : Number(only['amount']);
      return [row, { total, amount }];
    }),
  );
}

type StatedInvoice = Pick<StatedDocument, 'dispatchRow' | 'facts'>;

function stated(facts: StatedInvoice['facts'], name: FactName): string {
  return facts.find((fact) => fact.name === name)?.value ?? '';
}

/** The issuer and folio of an invoice in its dispatch. */
function numberOf({ dispatchRow, facts }: StatedInvoice): string {
  return compositeKey(
    String(dispatchRow),
    partyKey(stated(facts, 'issuer')),
    folioKey(stated(facts, 'number')),
  );
}
