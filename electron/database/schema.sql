-- Made by the migrations; written by `npx vitest run schema.test.ts -u`.

CREATE TABLE agency_rut (
  connection_id TEXT PRIMARY KEY,
  rut TEXT NOT NULL
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

CREATE TABLE completing_request (
  id INTEGER PRIMARY KEY,
  at TEXT NOT NULL
) STRICT;

CREATE TABLE connection (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  types TEXT NOT NULL DEFAULT '[]',
  types_at TEXT NOT NULL DEFAULT ''
, types_doubt TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE destination (
  id INTEGER PRIMARY KEY,
  folder TEXT NOT NULL UNIQUE,
  index_stamp TEXT NOT NULL DEFAULT ''
, away TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE disbursement (
  id INTEGER PRIMARY KEY,
  dispatch INTEGER NOT NULL REFERENCES dispatch ON DELETE CASCADE,
  place INTEGER NOT NULL,
  fields TEXT NOT NULL,
  item BLOB NOT NULL,
  text TEXT NOT NULL, day TEXT NOT NULL DEFAULT '', currency TEXT NOT NULL DEFAULT '', parties TEXT NOT NULL DEFAULT '', document_number TEXT NOT NULL DEFAULT '', amount REAL, net REAL, tax REAL, exempt REAL, balance REAL, debit REAL,
  UNIQUE (dispatch, place)
) STRICT;

CREATE INDEX disbursement_day ON disbursement (day) WHERE day <> '';

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

CREATE INDEX dispatch_found ON dispatch (find_number);

CREATE INDEX dispatch_object_used ON dispatch (object);

CREATE INDEX dispatch_state_changed ON dispatch (state_at) WHERE state_at <> '';

CREATE TABLE dispatch_folder (
  destination INTEGER NOT NULL REFERENCES destination,
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  template TEXT NOT NULL,
  folder TEXT NOT NULL,
  PRIMARY KEY (destination, connection_id, dispatch, template)
) STRICT, WITHOUT ROWID;

CREATE TABLE dispatch_note (
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  rut TEXT NOT NULL,
  note TEXT NOT NULL,
  find_note TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, dispatch)
) STRICT, WITHOUT ROWID;

CREATE TABLE dispatch_object (
  id INTEGER PRIMARY KEY,
  connection INTEGER NOT NULL REFERENCES connection,
  hash TEXT NOT NULL,
  item BLOB NOT NULL,
  text TEXT NOT NULL,
  find_reference TEXT NOT NULL,
  find_transport TEXT NOT NULL,
  find_declaration TEXT NOT NULL, day_arrival TEXT NOT NULL DEFAULT '', day_due TEXT NOT NULL DEFAULT '', day_withdrawal TEXT NOT NULL DEFAULT '',
  UNIQUE (connection, hash)
) STRICT;

CREATE INDEX object_day_arrival ON dispatch_object (day_arrival) WHERE day_arrival <> '';

CREATE INDEX object_day_due ON dispatch_object (day_due) WHERE day_due <> '';

CREATE INDEX object_day_withdrawal ON dispatch_object (day_withdrawal) WHERE day_withdrawal <> '';

CREATE INDEX object_declaration ON dispatch_object (find_declaration) WHERE find_declaration <> '';

CREATE INDEX object_reference ON dispatch_object (find_reference) WHERE find_reference <> '';

CREATE INDEX object_transport ON dispatch_object (find_transport) WHERE find_transport <> '';

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

CREATE INDEX document_changed ON document (changed_at);

CREATE INDEX document_dispatch ON document (dispatch);

CREATE INDEX document_folio ON document (find_folio) WHERE find_folio <> '';

CREATE INDEX document_gone ON document (gone_at) WHERE gone_at IS NOT NULL;

CREATE INDEX document_issuer ON document (key_issuer) WHERE key_issuer <> '';

CREATE INDEX document_object ON document (object);

CREATE INDEX document_type ON document (connection, type);

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
, left_out INTEGER NOT NULL DEFAULT 0, of_refresh INTEGER NOT NULL DEFAULT 0, selection_error TEXT) STRICT;

CREATE TABLE finding_dismissal (
  finding TEXT PRIMARY KEY,
  connection_id TEXT NOT NULL,
  note TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE first_rows (
  result_set INTEGER PRIMARY KEY REFERENCES result_set ON DELETE CASCADE,
  view TEXT NOT NULL,
  revision INTEGER NOT NULL,
  position INTEGER NOT NULL,
  total INTEGER NOT NULL,
  groups TEXT,
  ids TEXT NOT NULL
) STRICT;

CREATE TABLE folder_keep (
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  rut TEXT NOT NULL,
  until TEXT NOT NULL,
  note TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, dispatch)
) STRICT, WITHOUT ROWID;

CREATE TABLE folder_spelling (
  destination INTEGER NOT NULL REFERENCES destination,
  key TEXT NOT NULL,
  folder TEXT NOT NULL,
  PRIMARY KEY (destination, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE handover (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  record TEXT NOT NULL
) STRICT;

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
  checked_at TEXT NOT NULL DEFAULT '', is_absent INTEGER NOT NULL DEFAULT 0,
  UNIQUE (destination, path)
) STRICT;

CREATE INDEX holding_document ON holding (connection_id, document_id);

CREATE TABLE home_count (
  part TEXT PRIMARY KEY,
  counts TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE item_path (
  connection INTEGER NOT NULL REFERENCES connection ON DELETE CASCADE,
  list TEXT NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (connection, list, path)
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  last_error TEXT,
  owner TEXT NOT NULL DEFAULT '',
  lease_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

CREATE VIEW kept_file AS
SELECT k.connection_id, k.document_id, k.path, k.holding, k.away = 'unseen' AS is_unseen FROM known_file k
WHERE k.is_absent = 0 AND NOT EXISTS (
  SELECT 1 FROM holding n
  WHERE n.connection_id = k.connection_id AND n.document_id = k.document_id AND n.id > k.holding AND n.is_absent = 0
);

CREATE VIEW known_file AS
SELECT
  h.connection_id,
  h.document_id,
  CASE
WHEN t.folder LIKE '/%' THEN t.folder || '/' || h.path
ELSE rtrim(t.folder, '\') || '\' || replace(h.path, '/', '\')
  END AS path,
  h.id AS holding,
  h.is_absent,
  t.away
FROM holding h JOIN destination t ON t.id = h.destination;

CREATE TABLE link_trouble (
  connection_id TEXT NOT NULL,
  question TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  is_alone INTEGER NOT NULL,
  since INTEGER NOT NULL,
  retry_after INTEGER NOT NULL,
  error TEXT NOT NULL,
  PRIMARY KEY (connection_id, question)
) STRICT, WITHOUT ROWID;

CREATE TABLE paper_number (
  destination INTEGER NOT NULL REFERENCES destination,
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  document_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (destination, connection_id, dispatch, document_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX paper_number_last ON paper_number (destination, connection_id, dispatch, number);

CREATE TABLE pin (
  connection_id TEXT NOT NULL,
  dispatch TEXT NOT NULL,
  rut TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, dispatch, rut)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE refused_client (
  connection_id TEXT NOT NULL,
  number TEXT NOT NULL,
  rut TEXT NOT NULL,
  at TEXT NOT NULL,
  PRIMARY KEY (connection_id, number, rut)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE result_set (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  question TEXT NOT NULL,
  state TEXT NOT NULL,
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
, owner TEXT NOT NULL DEFAULT '', lease_until INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL
) STRICT;

CREATE TABLE saved_search (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  draft TEXT NOT NULL,
  result_set INTEGER NOT NULL UNIQUE REFERENCES result_set,
  seen_at TEXT NOT NULL DEFAULT '',
  news INTEGER NOT NULL DEFAULT 0
, news_revision INTEGER NOT NULL DEFAULT -1) STRICT;

CREATE TABLE sqlite_sequence(name,seq);

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
  is_untold INTEGER NOT NULL DEFAULT 0, content_type TEXT, part TEXT, attempts INTEGER NOT NULL DEFAULT 0, retry_after INTEGER, last_error TEXT,
  UNIQUE (batch, connection_id, document_id)
) STRICT;

CREATE INDEX transfer_left ON transfer (batch) WHERE is_touched = 1 AND state IN ('failed', 'no-file', 'unsigned', 'cancelled');

CREATE INDEX transfer_place ON transfer (place);

CREATE INDEX transfer_untold ON transfer (batch) WHERE is_untold = 1;

CREATE INDEX transfer_waiting ON transfer (batch, id) WHERE state = 'waiting';

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

CREATE TABLE walk_question (
  id INTEGER PRIMARY KEY,
  question TEXT NOT NULL UNIQUE
) STRICT;
