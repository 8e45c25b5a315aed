import type { Migration } from './migration.ts';

/**
 * What tables of disbursements sum and group stands in columns, so that no report parses `fields` and `item` of each row. `parties` is
 * `[providerId, providerName, analysisCode, analysisName, state]`: few rows differ in it. It is `''` in a row whose JSON is damaged.
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
  currency = currency_in(json(item)),
  parties = json_array(fields ->> '$.providerId', fields ->> '$.providerName', fields ->> '$.analysisCode', fields ->> '$.analysisName',
    fields ->> '$.state'),
  document_number = coalesce(fields ->> '$.documentNumber', ''),
  amount = fields ->> '$.amount',
  net = fields ->> '$.net',
  tax = fields ->> '$.tax',
  exempt = exempt_in(json(item)),
  balance = fields ->> '$.balance',
  debit = fields ->> '$.debit'
WHERE json_valid(fields) AND json_valid(item, 8) AND NOT EXISTS (
  SELECT 1 FROM json_each(fields)
  WHERE key IN ('amount', 'net', 'tax', 'balance', 'debit') AND type NOT IN ('integer', 'real', 'null')
);
`,
};
