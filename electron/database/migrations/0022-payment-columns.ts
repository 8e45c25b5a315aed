import type { Migration } from './migration.ts';

/** SQL: the first value of an item that is given, as JSON. */
const firstOf = (...paths: string[]) =>
  `coalesce(${paths.map((path) => `nullif(item -> '$.${path}', 'null')`).join(', ')})`;
const currency = firstOf('moneda', 'currency', 'invoiceInfo.moneda', 'documentInfo.moneda');
const exempt = firstOf('montoExento', 'exento');
const totals = `coalesce(item -> '$.invoiceInfo.totals', item -> '$.documentInfo.totals')`;

/**
 * What tables of disbursements sum and group stands in columns, so that no report parses `fields` and `item` of each row. `parties` is
 * `[providerId, providerName, analysisCode, analysisName, state]`: few rows differ in it. It is `''` in a row whose JSON is damaged.
 * Node keeps what its functions are given until the statement ends: they get the few values that they need, and no whole item.
 */
export const paymentColumns: Migration = {
  stamp: 689120473,
  sql: `
ALTER TABLE disbursement ADD COLUMN currency TEXT NOT NULL DEFAULT '';
ALTER TABLE disbursement ADD COLUMN parties TEXT NOT NULL DEFAULT '';
ALTER TABLE disbursement ADD COLUMN document_number TEXT NOT NULL DEFAULT '';
ALTER TABLE disbursement ADD COLUMN amount REAL;
ALTER TABLE disbursement ADD COLUMN net REAL;
ALTER TABLE disbursement ADD COLUMN tax REAL;
ALTER TABLE disbursement ADD COLUMN exempt REAL;
ALTER TABLE disbursement ADD COLUMN balance REAL;
ALTER TABLE disbursement ADD COLUMN debit REAL;
UPDATE disbursement SET
  currency = CASE WHEN ${currency} IS NULL THEN '' ELSE currency_in(json_object('moneda', json(${currency}))) END,
  parties = json_array(fields ->> '$.providerId', fields ->> '$.providerName', fields ->> '$.analysisCode', fields ->> '$.analysisName',
    fields ->> '$.state'),
  document_number = coalesce(fields ->> '$.documentNumber', ''),
  amount = fields ->> '$.amount',
  net = fields ->> '$.net',
  tax = fields ->> '$.tax',
  exempt = CASE
    WHEN json_type(${exempt}) IN ('integer', 'real') THEN ${exempt} ->> '$'
    WHEN ${totals} LIKE '%e%x%' OR ${totals} LIKE '%n%o%a%f%' THEN exempt_in(json_object('documentInfo', json_object('totals', json(${totals}))))
  END,
  balance = fields ->> '$.balance',
  debit = fields ->> '$.debit'
WHERE json_valid(fields) AND json_type(fields) = 'object' AND json_valid(item, 8) AND NOT EXISTS (
  SELECT 1 FROM json_each(fields)
  WHERE key IN ('amount', 'net', 'tax', 'balance', 'debit') AND type NOT IN ('integer', 'real', 'null')
);
`,
};
