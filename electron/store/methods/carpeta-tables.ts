/**
 * What a person decided or noted about folders. Rows name connection and dispatch by their own names, not by rows of what was kept: they
 * outlive kept data that is pruned and asked for again.
 */
export const carpetaTables = `
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
