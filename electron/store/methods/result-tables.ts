/**
 * Answers: a question, its walks, and which documents and dispatches it found. `position` is the order of arrival; `revision` changes
 * whenever what is shown of an answer does in another way than by new rows at its end. `seen_version` and `seen_state` are what a person last
 * marked as seen of a saved search; NULL is not seen yet. `first_rows` holds the beginning of a saved search as it is shown, for as long as
 * nothing in it changes: it opens as fast however long it is. A walk's `before_…` are days that it was asked for in earlier runs and about
 * whose documents nothing has been decided since.
 */
export const resultTables = `
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

/** An answer that is being asked for has one owner at a time, among the processes on the store: until `lease_until`, ms since 1970, unless it is renewed. */
export const answerLeases = `
ALTER TABLE result_set DROP COLUMN owner;
ALTER TABLE result_set ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE result_set ADD COLUMN lease_until INTEGER NOT NULL DEFAULT 0;
`;

/** The revision of its answer at which the news of a saved search were counted last. */
export const newsRevisions = `
ALTER TABLE saved_search ADD COLUMN news_revision INTEGER NOT NULL DEFAULT -1;
`;
