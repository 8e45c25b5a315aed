import type { DatabaseSync } from 'node:sqlite';
import { isAppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { attempt, readableRows, writeAroundDamage } from '../damaged-rows.ts';
import { documentKeyOf, number, optionalText, type Row, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import { destinationsByIndex } from './batch-reader.ts';
import type { DownloadedFile } from './batch-rows.ts';

/** A document recognised in a folder that another computer filled. */
export interface RecognisedFile extends DownloadedFile {
  dispatch: string;
  /** Its folder, its name without extension, and both folded for comparison. */
  folder: string;
  stem: string;
  key: string;
  /** The part of the folder path that belongs to its dispatch. */
  fixedFolder: string;
  /** Its number within the dispatch, where the index has it. */
  number?: number;
  /** The file does not exist: only its name and number are stored. */
  isAbsent?: boolean;
  /** The file was seen just now. */
  isSeen?: boolean;
}

/** The last known path of a file, and whether the last check found it. */
export interface KnownFile extends DocumentKey {
  fileId: number;
  /** The folder of its destination. */
  folder: string;
  /** Relative to it, with `/`. */
  path: string;
  isAbsent: boolean;
  away: FolderAway;
}

/** Whether a destination is available (`''`), missing, or does not respond. */
export type FolderAway = '' | 'gone' | 'unseen';

const upsertFile = `INSERT INTO holding (destination, connection_id, document_id, path, size, sha256, md5, etag, modified, request_id, at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (destination, path) DO UPDATE SET connection_id = excluded.connection_id, document_id = excluded.document_id,
    size = excluded.size, sha256 = excluded.sha256, md5 = coalesce(excluded.md5, md5), etag = coalesce(excluded.etag, etag),
    modified = excluded.modified, request_id = excluded.request_id, at = excluded.at, is_absent = 0`;

/** Stores a file of a destination, in place of an earlier one with its path. */
export function upsertDownloadedFile(
  database: DatabaseSync,
  destination: number,
  { connectionId, id, path, size, sha256, md5, etag, modified, requestId, at }: DownloadedFile,
): void {
  prepared(database, upsertFile).run(
    destination,
    connectionId,
    id,
    path,
    size,
    sha256,
    md5 ?? null,
    etag ?? null,
    Math.trunc(modified),
    requestId,
    at,
  );
}

const findFile =
  'SELECT h.*, d.folder, d.away FROM holding h JOIN destination d ON d.id = h.destination WHERE h.id = ?';

// A destination with a damaged row counts as available.
const findFileByIndex = `SELECT h.*, d.folder, '' AS away
  FROM holding h JOIN ${destinationsByIndex} ON +d.id = h.destination WHERE h.id = ?`;

/** Which files a query lists, by clauses that use an index alone. */
interface FileFilter {
  from: string;
  which: string;
}

/** Downloaded files of a query, without those that cannot be read. */
function listFiles<T>(
  database: DatabaseSync,
  { from, which }: FileFilter,
  input: (string | number)[],
  read: (row: Row) => T,
): T[] {
  const listAll = `SELECT h.*, d.folder, d.away ${from} JOIN destination d ON d.id = h.destination ${which}`;
  const found = readableRows(database, {
    all: () => prepared(database, listAll).all(...input),
    ids: () => prepared(database, `SELECT h.id ${from} ${which}`).all(...input),
    one: [(id) => prepared(database, findFile).get(id), (id) => prepared(database, findFileByIndex).get(id)],
  });
  return found.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (isAppError(error, 'UNEXPECTED')) return [];
      throw error;
    }
  });
}

/**
 * The state of a folder's index when it was last imported; `''` for never, or where that cannot be read.
 */
export function getIndexStamp(database: DatabaseSync, folder: string): string {
  const sql = 'SELECT index_stamp FROM destination WHERE folder = ?';
  const row = attempt(database, () => prepared(database, sql).get(folder));
  return row ? text(row, 'index_stamp') : '';
}

/** A document's files, newest first; absolute paths, with `/` below the destination. */
export function listFilesOf(
  database: DatabaseSync,
  { connectionId, id }: DocumentKey,
): { path: string; file: DownloadedFile }[] {
  return listFiles(
    database,
    {
      from: 'FROM holding h',
      which: 'WHERE h.connection_id = ? AND h.document_id = ? ORDER BY h.id DESC',
    },
    [connectionId, id],
    (row) => ({ path: `${text(row, 'folder')}/${text(row, 'path')}`, file: toDownloadedFile(row) }),
  );
}

/** Every known path of these documents' files. */
export function listKnownFiles(database: DatabaseSync, documents: readonly DocumentKey[]): KnownFile[] {
  return listFiles(
    database,
    {
      from: `FROM json_each(?) j
        CROSS JOIN holding h ON h.connection_id = j.value ->> 'connectionId' AND h.document_id = j.value ->> 'id'`,
      which: 'ORDER BY h.id DESC',
    },
    [JSON.stringify(documents)],
    toKnownFile,
  );
}

/** SQL: a destination `d` with known files. */
const hasFiles = 'EXISTS (SELECT 1 FROM holding h WHERE h.destination = d.id)';

const listFolders = `SELECT d.folder, d.away FROM destination d WHERE ${hasFiles}`;
const listFolderIds = `SELECT d.id FROM ${destinationsByIndex} WHERE ${hasFiles}`;
const findFolder = 'SELECT folder, away FROM destination WHERE id = ?';
const findFolderByIndex = `SELECT d.folder, '' AS away FROM ${destinationsByIndex} WHERE +d.id = ?`;

/** Folders with known files, each with whether it was available at the last check. */
export function listDownloadFolders(database: DatabaseSync): { folder: string; away: FolderAway }[] {
  const rows = readableRows(database, {
    all: () => prepared(database, listFolders).all(),
    ids: () => prepared(database, listFolderIds).all(),
    one: [
      (id) => prepared(database, findFolder).get(id),
      (id) => prepared(database, findFolderByIndex).get(id),
    ],
  });
  return rows.map((row) => ({ folder: text(row, 'folder'), away: toAway(text(row, 'away')) }));
}

/** Paths of files that were absent at the last check, at most `limit`. */
export function listAbsentFiles(database: DatabaseSync, folder: string, limit: number): string[] {
  return listFiles(
    database,
    {
      from: 'FROM holding h',
      which: `WHERE h.destination = (SELECT id FROM destination WHERE folder = ?) AND h.is_absent = 1
        ORDER BY h.path LIMIT ?`,
    },
    [folder, limit],
    (row) => text(row, 'path'),
  );
}

/** Files of a destination folder, by path, at most `limit` after `after`. */
export function listDownloadedFiles(
  database: DatabaseSync,
  folder: string,
  after: string,
  limit: number,
): DownloadedFile[] {
  return listFiles(
    database,
    {
      from: 'FROM holding h',
      which: `WHERE h.destination = (SELECT id FROM destination WHERE folder = ?) AND h.path > ?
        ORDER BY h.path LIMIT ?`,
    },
    [folder, after, limit],
    toDownloadedFile,
  );
}

/**
 * Imports an index of a folder: files, their reserved names, and the numbers and folders of their
 * dispatches. Keeps what the ledger already has; a damaged row stops no other. Returns how many files
 * were new.
 */
export function insertRecognisedFiles(
  database: DatabaseSync,
  folder: string,
  files: readonly RecognisedFile[],
  stamp?: string,
): number {
  const id = transaction(database, () => {
    prepared(database, 'INSERT OR IGNORE INTO destination (folder) VALUES (?)').run(folder);
    const row = prepared(database, 'SELECT id FROM destination WHERE folder = ?').get(folder);
    return number(row ?? {}, 'id');
  });
  const { results } = writeAroundDamage(database, files, [
    (file) => recognise(database, id, file),
    (file) => recogniseFile(database, id, file),
  ]);
  if (stamp !== undefined) {
    // If the stamp is not stored, the index is imported again.
    const sql = 'UPDATE destination SET index_stamp = ? WHERE id = ?';
    attempt(database, () => prepared(database, sql).run(stamp, id));
  }
  return results.filter((isNew) => isNew).length;
}

const insertReservedName = `INSERT INTO place (destination, connection_id, document_id, template, folder, stem, key)
  VALUES (?, ?, ?, '*', ?, ?, ?) ON CONFLICT DO NOTHING`;
const insertDispatchFolder = `INSERT OR IGNORE INTO dispatch_folder VALUES (?, ?, ?, '*', ?)`;
const insertNumber = 'INSERT OR IGNORE INTO paper_number VALUES (?, ?, ?, ?, ?)';
const updateSeen = 'UPDATE holding SET is_absent = 0 WHERE destination = ? AND path = ?';
const isKnown = 'SELECT 1 FROM holding WHERE destination = ? AND path = ?';

/** Imports a file into a destination, with its name, number and folder; returns whether it was new. */
function recognise(database: DatabaseSync, destination: number, file: RecognisedFile): boolean {
  const { connectionId, id, dispatch, folder, stem, key, fixedFolder } = file;
  prepared(database, insertReservedName).run(destination, connectionId, id, folder, stem, key);
  if (dispatch !== '') {
    prepared(database, insertDispatchFolder).run(destination, connectionId, dispatch, fixedFolder);
    if (file.number !== undefined) {
      prepared(database, insertNumber).run(destination, connectionId, dispatch, id, file.number);
    }
  }
  return recogniseFile(database, destination, file);
}

/** As `recognise`, without the file's reserved name, number and folder. */
function recogniseFile(database: DatabaseSync, destination: number, file: RecognisedFile): boolean {
  const { path } = file;
  if (file.isSeen) prepared(database, updateSeen).run(destination, path);
  if (file.isAbsent || prepared(database, isKnown).get(destination, path)) return false;
  upsertDownloadedFile(database, destination, file);
  return true;
}

function toKnownFile(row: Row): KnownFile {
  return {
    ...documentKeyOf(row),
    fileId: number(row, 'id'),
    folder: text(row, 'folder'),
    path: text(row, 'path'),
    isAbsent: number(row, 'is_absent') === 1,
    away: toAway(text(row, 'away')),
  };
}

function toAway(away: string): FolderAway {
  return away === 'gone' || away === 'unseen' ? away : '';
}

/** A downloaded file from its row. */
export function toDownloadedFile(row: Row): DownloadedFile {
  const [md5, etag] = [optionalText(row, 'md5'), optionalText(row, 'etag')];
  return {
    ...documentKeyOf(row),
    path: text(row, 'path'),
    size: number(row, 'size'),
    sha256: text(row, 'sha256'),
    modified: number(row, 'modified'),
    requestId: text(row, 'request_id'),
    at: text(row, 'at'),
    ...(md5 !== undefined && { md5 }),
    ...(etag !== undefined && { etag }),
  };
}
