import type { Migration } from './migration.ts';

/**
 * What the service told, once per connection and id. A dispatch object comes with each document of its dispatch, so it is kept once per
 * content. `document` is narrow, because sorting reads all of it; what is only shown stands in `document_body`, what is only searched in
 * `document_text`. Columns named `key_…` sort, `find_…` are looked up; `item` is JSONB. `seen_run` is the number of the run that saw a row
 * last (see `run`), so that what a later run misses can be told without a clock.
 */
const documentTables = `
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

/**
 * Answers: a question, its walks, and which documents and dispatches it found. `position` is the order of arrival; `revision` changes
 * whenever what is shown of an answer does in another way than by new rows at its end. `seen_version` and `seen_state` are what a person last
 * marked as seen of a saved search; NULL is not seen yet. `first_rows` holds the beginning of a saved search as it is shown, for as long as
 * nothing in it changes: it opens as fast however long it is. A walk's `before_…` are days that it was asked for in earlier runs and about
 * whose documents nothing has been decided since.
 */
const resultTables = `
CREATE TABLE result_set (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  state TEXT NOT NULL,
  owner INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  asked_at TEXT NOT NULL,
  as_of TEXT NOT NULL DEFAULT '',
  touched_at TEXT NOT NULL,
  run INTEGER NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  requests INTEGER NOT NULL DEFAULT 0,
  documents INTEGER NOT NULL DEFAULT 0,
  may_be_cut INTEGER NOT NULL DEFAULT 0,
  last_position INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE walk (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  result_set INTEGER NOT NULL REFERENCES result_set ON DELETE CASCADE,
  kind TEXT NOT NULL,
  connection TEXT NOT NULL,
  rut TEXT NOT NULL,
  subject TEXT NOT NULL,
  ruts TEXT NOT NULL,
  start TEXT NOT NULL,
  "end" TEXT NOT NULL,
  before_start TEXT NOT NULL DEFAULT '',
  before_end TEXT NOT NULL DEFAULT '',
  run INTEGER NOT NULL,
  state TEXT NOT NULL,
  error TEXT,
  found_rut TEXT NOT NULL DEFAULT '',
  documents INTEGER NOT NULL DEFAULT 0,
  UNIQUE (result_set, kind, connection, subject, rut)
) STRICT;

CREATE TABLE result_document (
  result_set INTEGER NOT NULL REFERENCES result_set ON DELETE CASCADE,
  position INTEGER NOT NULL,
  document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
  walk INTEGER,
  added_at TEXT NOT NULL,
  seen_version INTEGER,
  PRIMARY KEY (result_set, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX result_document_once ON result_document (result_set, document);
CREATE INDEX result_document_used ON result_document (document);

CREATE TABLE result_dispatch (
  result_set INTEGER NOT NULL REFERENCES result_set ON DELETE CASCADE,
  position INTEGER NOT NULL,
  dispatch INTEGER NOT NULL REFERENCES dispatch ON DELETE CASCADE,
  documents INTEGER NOT NULL DEFAULT 0,
  with_file INTEGER NOT NULL DEFAULT 0,
  seen_state TEXT,
  PRIMARY KEY (result_set, position)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX result_dispatch_once ON result_dispatch (result_set, dispatch);
CREATE INDEX result_dispatch_used ON result_dispatch (dispatch);

CREATE TABLE first_rows (
  result_set INTEGER PRIMARY KEY REFERENCES result_set ON DELETE CASCADE,
  view TEXT NOT NULL,
  revision INTEGER NOT NULL,
  position INTEGER NOT NULL,
  total INTEGER NOT NULL,
  groups TEXT,
  ids TEXT NOT NULL
) STRICT;

CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  draft TEXT NOT NULL,
  result_set INTEGER NOT NULL UNIQUE REFERENCES result_set,
  seen_at TEXT NOT NULL DEFAULT '',
  news INTEGER NOT NULL DEFAULT 0
) STRICT;
`;

/**
 * The download ledger. A batch is a row, each of its documents a `transfer`; what outlives batches stands beside them: which names are
 * taken in a destination (`place`), the number of a paper within its dispatch, the folder that a dispatch keeps, and the files that are
 * there (`holding`, the one truth about where a document's file stands; `kept_file` gives its newest by document).
 * Paths below a destination are relative, with `/`. A transfer with a hash that is not done is sealed: what it fetched is proven and only has to be
 * put into place. Indexes are few and partial, because each state that changes writes every one it stands in.
 */
const ledgerTables = `
CREATE TABLE destination (
  id INTEGER PRIMARY KEY,
  folder TEXT NOT NULL UNIQUE,
  index_stamp TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE download_batch (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  destination INTEGER NOT NULL REFERENCES destination,
  template TEXT NOT NULL,
  started_at TEXT NOT NULL,
  selection TEXT,
  with_inactive INTEGER NOT NULL,
  again INTEGER NOT NULL,
  state TEXT NOT NULL,
  pause_why TEXT,
  pause_error TEXT,
  ended_at TEXT,
  counts TEXT,
  owner TEXT NOT NULL DEFAULT '',
  lease_until INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE place (
  id INTEGER PRIMARY KEY,
  destination INTEGER NOT NULL REFERENCES destination,
  connection_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  template TEXT NOT NULL,
  folder TEXT NOT NULL,
  stem TEXT NOT NULL,
  key TEXT NOT NULL,
  UNIQUE (destination, key)
) STRICT;
CREATE INDEX place_document ON place (destination, connection_id, document_id, template);

CREATE TABLE paper_number (
  destination INTEGER NOT NULL REFERENCES destination,
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  document_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (destination, connection_id, dispatch, document_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX paper_number_last ON paper_number (destination, connection_id, dispatch, number);

CREATE TABLE dispatch_folder (
  destination INTEGER NOT NULL REFERENCES destination,
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  template TEXT NOT NULL,
  folder TEXT NOT NULL,
  PRIMARY KEY (destination, connection_id, dispatch, template)
) STRICT, WITHOUT ROWID;

CREATE TABLE folder_spelling (
  destination INTEGER NOT NULL REFERENCES destination,
  key TEXT NOT NULL,
  folder TEXT NOT NULL,
  PRIMARY KEY (destination, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE transfer (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  batch INTEGER NOT NULL REFERENCES download_batch ON DELETE CASCADE,
  connection_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  rut TEXT NOT NULL,
  type TEXT NOT NULL,
  folio TEXT NOT NULL,
  found_by TEXT NOT NULL,
  place INTEGER NOT NULL REFERENCES place,
  state TEXT NOT NULL,
  is_touched INTEGER NOT NULL DEFAULT 0,
  path TEXT NOT NULL DEFAULT '',
  size INTEGER,
  sha256 TEXT,
  md5 TEXT,
  etag TEXT,
  proof TEXT,
  error TEXT,
  request_id TEXT NOT NULL DEFAULT '',
  at TEXT NOT NULL DEFAULT '',
  is_untold INTEGER NOT NULL DEFAULT 0,
  UNIQUE (batch, connection_id, document_id)
) STRICT;
CREATE INDEX transfer_waiting ON transfer (batch, id) WHERE state = 'waiting';
CREATE INDEX transfer_place ON transfer (place);
CREATE INDEX transfer_untold ON transfer (batch) WHERE is_untold = 1;

CREATE TABLE holding (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  destination INTEGER NOT NULL REFERENCES destination,
  connection_id TEXT NOT NULL,
  document_id TEXT NOT NULL,
  path TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  md5 TEXT,
  etag TEXT,
  modified INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  at TEXT NOT NULL,
  checked_at TEXT NOT NULL DEFAULT '',
  UNIQUE (destination, path)
) STRICT;
CREATE INDEX holding_document ON holding (connection_id, document_id);

CREATE VIEW kept_file AS
SELECT h.connection_id, h.document_id, t.folder || '/' || h.path AS path, h.id AS holding
FROM holding h JOIN destination t ON t.id = h.destination
WHERE NOT EXISTS (
  SELECT 1 FROM holding n WHERE n.connection_id = h.connection_id AND n.document_id = h.document_id AND n.id > h.id
);
`;

/**
 * What a person decided or noted about folders. Rows name connection and dispatch by their own names, not by rows of what was kept: they
 * outlive kept data that is pruned and asked for again.
 */
const carpetaTables = `
CREATE TABLE type_decision (
  connection_id TEXT NOT NULL,
  rut TEXT NOT NULL,
  tramite TEXT NOT NULL,
  via TEXT NOT NULL,
  type TEXT NOT NULL,
  is_expected INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  seen_of INTEGER NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, rut, tramite, via, type)
) STRICT, WITHOUT ROWID;

CREATE TABLE chase (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  type TEXT NOT NULL,
  rut TEXT NOT NULL,
  asked_on TEXT NOT NULL,
  asked_of TEXT NOT NULL,
  note TEXT NOT NULL,
  arrived_on TEXT,
  document_id TEXT
) STRICT;
CREATE INDEX chase_gap ON chase (connection_id, dispatch, type);
CREATE INDEX chase_open ON chase (id) WHERE arrived_on IS NULL;

CREATE TABLE folder_keep (
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  rut TEXT NOT NULL,
  until TEXT NOT NULL,
  note TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, dispatch)
) STRICT, WITHOUT ROWID;

CREATE TABLE finding_dismissal (
  finding TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  note TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE agency_rut (
  connection_id TEXT PRIMARY KEY,
  rut TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE handover (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL
) STRICT;
`;

/** The tables of each idea, as the first version had them. */
export const firstTables: Migration = {
  stamp: 1781759551,
  sql: [documentTables, resultTables, ledgerTables, carpetaTables].join('\n'),
};
