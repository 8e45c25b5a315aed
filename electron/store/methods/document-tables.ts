/**
 * What the service told, once per connection and id. A dispatch object comes with each document of its dispatch, so it is kept once per
 * content. `document` is narrow, because sorting reads all of it; what is only shown stands in `document_body`, what is only searched in
 * `document_text`. Columns named `key_…` sort, `find_…` are looked up; `item` is JSONB. `seen_run` is the number of the run that saw a row
 * last (see `run`), so that what a later run misses can be told without a clock.
 */
export const documentTables = `
CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL
) STRICT;

CREATE TABLE connection (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  types TEXT NOT NULL DEFAULT '[]',
  types_at TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE item_path (
  connection INTEGER NOT NULL REFERENCES connection ON DELETE CASCADE,
  list TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (connection, list, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE walk_question (
  id INTEGER PRIMARY KEY,
  question TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE dispatch_object (
  id INTEGER PRIMARY KEY,
  connection INTEGER NOT NULL REFERENCES connection,
  hash TEXT NOT NULL,
  item BLOB NOT NULL,
  text TEXT NOT NULL,
  find_reference TEXT NOT NULL,
  find_transport TEXT NOT NULL,
  find_declaration TEXT NOT NULL,
  UNIQUE (connection, hash)
) STRICT;
CREATE INDEX object_reference ON dispatch_object (find_reference) WHERE find_reference <> '';
CREATE INDEX object_transport ON dispatch_object (find_transport) WHERE find_transport <> '';
CREATE INDEX object_declaration ON dispatch_object (find_declaration) WHERE find_declaration <> '';

CREATE TABLE dispatch (
  id INTEGER PRIMARY KEY,
  connection INTEGER NOT NULL REFERENCES connection,
  number TEXT NOT NULL,
  rut TEXT NOT NULL,
  object INTEGER REFERENCES dispatch_object,
  status TEXT,
  status_at TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT '',
  state_at TEXT NOT NULL DEFAULT '',
  complete_at TEXT NOT NULL DEFAULT '',
  disbursements INTEGER NOT NULL DEFAULT 0,
  disbursements_at TEXT NOT NULL DEFAULT '',
  seen_at TEXT NOT NULL,
  text TEXT NOT NULL,
  key_number TEXT NOT NULL,
  find_number TEXT NOT NULL,
  UNIQUE (connection, number)
) STRICT;
CREATE INDEX dispatch_object_used ON dispatch (object);
CREATE INDEX dispatch_found ON dispatch (find_number);

CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  connection INTEGER NOT NULL REFERENCES connection,
  document_id TEXT NOT NULL,
  rut TEXT NOT NULL,
  dispatch INTEGER REFERENCES dispatch,
  object INTEGER NOT NULL REFERENCES dispatch_object,
  found_by INTEGER NOT NULL REFERENCES walk_question,
  is_active INTEGER NOT NULL,
  file TEXT NOT NULL,
  type TEXT NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  seen_at TEXT NOT NULL,
  seen_run INTEGER NOT NULL,
  changed_at TEXT NOT NULL,
  gone_at TEXT,
  issuer_id TEXT NOT NULL,
  key_type TEXT NOT NULL,
  key_dispatch TEXT NOT NULL,
  key_folio TEXT NOT NULL,
  key_issuer TEXT NOT NULL,
  key_date TEXT NOT NULL,
  key_reference TEXT NOT NULL,
  find_folio TEXT NOT NULL,
  UNIQUE (connection, document_id)
) STRICT;
CREATE INDEX document_dispatch ON document (dispatch);
CREATE INDEX document_object ON document (object);
CREATE INDEX document_type ON document (connection, type);
CREATE INDEX document_folio ON document (find_folio) WHERE find_folio <> '';
CREATE INDEX document_issuer ON document (key_issuer) WHERE key_issuer <> '';

CREATE TABLE document_body (
  document INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
  fields TEXT NOT NULL,
  item BLOB NOT NULL,
  fingerprint TEXT NOT NULL
) STRICT;

CREATE TABLE document_text (
  document INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;

CREATE TABLE document_version (
  document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
  version INTEGER NOT NULL,
  item BLOB NOT NULL,
  PRIMARY KEY (document, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE disbursement (
  id INTEGER PRIMARY KEY,
  dispatch INTEGER NOT NULL REFERENCES dispatch ON DELETE CASCADE,
  place INTEGER NOT NULL,
  fields TEXT NOT NULL,
  item BLOB NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (dispatch, place)
) STRICT;
`;

/** Dates that papers write in their own way sort, and are found, by their day; `date_key` and `days_to_add` are the store's own. */
export const writtenDates = `
UPDATE document SET key_date = date_key(coalesce((SELECT b.fields ->> '$.issueDate' FROM document_body b WHERE b.document = document.id), ''))
  WHERE key_date <> '';
${['document_text', 'dispatch_object', 'dispatch', 'disbursement']
  .map(
    (table) =>
      `UPDATE ${table} SET text = text || char(10) || days_to_add(text) WHERE days_to_add(text) <> '';`,
  )
  .join('\n')}
DELETE FROM first_rows;
`;
