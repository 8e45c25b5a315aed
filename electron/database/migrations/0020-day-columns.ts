import type { Migration } from './migration.ts';

/**
 * The days of a dispatch and of its disbursements stand in columns with indexes, so that the start screen reads a fortnight without the rest.
 * `home_count` keeps the last counts that take long to make, with their time.
 */
export const dayColumns: Migration = {
  stamp: 1437205986,
  sql: `
ALTER TABLE dispatch_object ADD COLUMN day_arrival TEXT NOT NULL DEFAULT '';
ALTER TABLE dispatch_object ADD COLUMN day_due TEXT NOT NULL DEFAULT '';
ALTER TABLE dispatch_object ADD COLUMN day_withdrawal TEXT NOT NULL DEFAULT '';
UPDATE dispatch_object SET
  day_arrival = coalesce(nullif(date_key(coalesce(item ->> '$.fechaArriboEfectivo', '')), ''), date_key(coalesce(item ->> '$.fechaEta', ''))),
  day_due = date_key(coalesce(item ->> '$.fechaVencimiento', '')),
  day_withdrawal = date_key(coalesce(item ->> '$.fechaRetiro', ''))
WHERE json_valid(item, 8);
CREATE INDEX object_day_arrival ON dispatch_object (day_arrival) WHERE day_arrival <> '';
CREATE INDEX object_day_due ON dispatch_object (day_due) WHERE day_due <> '';
CREATE INDEX object_day_withdrawal ON dispatch_object (day_withdrawal) WHERE day_withdrawal <> '';

ALTER TABLE disbursement ADD COLUMN day TEXT NOT NULL DEFAULT '';
UPDATE disbursement SET day = date_key(coalesce(fields ->> '$.date', '')) WHERE json_valid(fields);
CREATE INDEX disbursement_day ON disbursement (day) WHERE day <> '';

CREATE INDEX document_changed ON document (changed_at);
CREATE INDEX document_gone ON document (gone_at) WHERE gone_at IS NOT NULL;
CREATE INDEX dispatch_state_changed ON dispatch (state_at) WHERE state_at <> '';

CREATE TABLE home_count (
  part TEXT PRIMARY KEY,
  counts TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
