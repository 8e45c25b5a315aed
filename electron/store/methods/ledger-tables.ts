/**
 * The download ledger. A batch is a row, each of its documents a `transfer`; what outlives batches stands beside them: which names are
 * taken in a destination (`place`), the number of a paper within its dispatch, the folder that a dispatch keeps, and the files that are
 * there (`holding`, the one truth about where a document's file stands; `kept_file` gives its newest by document).
 * Paths below a destination are relative, with `/`. A transfer with a hash that is not done is sealed: what it fetched is proven and only has to be
 * put into place. Indexes are few and partial, because each state that changes writes every one it stands in.
 */
export const ledgerTables = `
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

/** What a transfer that goes on must know besides: what storage calls its content, and which `.part` is its own. */
export const begunParts = `
ALTER TABLE transfer ADD COLUMN content_type TEXT;
ALTER TABLE transfer ADD COLUMN part TEXT;
`;

/** How many documents of its selection a batch left out, so that its sums are those of what was chosen. */
export const leftOut = `
ALTER TABLE download_batch ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
`;

/** Finds the few documents that are not coming any more and beside whose places something is left. */
export const leftovers = `
CREATE INDEX transfer_left ON transfer (batch) WHERE is_touched = 1 AND state IN ('failed', 'no-file', 'unsigned', 'cancelled');
`;

/**
 * Paths of files as their system writes them: a folder of Windows (`C:\…`, `\\server\share\…`) with `\` between all names. What asks for a path gives
 * it to the system as it stands, to open, drag or print its file.
 */
export const systemPaths = String.raw`
DROP VIEW kept_file;
CREATE VIEW kept_file AS
SELECT
  h.connection_id,
  h.document_id,
  CASE
    WHEN t.folder LIKE '/%' THEN t.folder || '/' || h.path
    ELSE rtrim(t.folder, '\') || '\' || replace(h.path, '/', '\')
  END AS path,
  h.id AS holding
FROM holding h JOIN destination t ON t.id = h.destination
WHERE NOT EXISTS (
  SELECT 1 FROM holding n WHERE n.connection_id = h.connection_id AND n.document_id = h.document_id AND n.id > h.id
);
`;
