import type { DatabaseSync } from 'node:sqlite';
import { isAppError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { attempt, readableRows, writeAroundDamage } from '../damaged-rows.ts';
import { number, optionalText, type Row, text } from '../row.ts';
import { transaction } from '../transaction.ts';
import { destinationsByIndex } from './batch-reader.ts';
import type { DownloadedFile } from './ledger-rows.ts';

/** Inserts the files of a destination, each path once. */
export function downloadedFileWriter(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO holding (destination, connection_id, document_id, path, size, sha256, md5, etag, modified, request_id, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (destination, path) DO UPDATE SET connection_id = excluded.connection_id, document_id = excluded.document_id,
       size = excluded.size, sha256 = excluded.sha256, md5 = coalesce(excluded.md5, md5), etag = coalesce(excluded.etag, etag),
       modified = excluded.modified, request_id = excluded.request_id, at = excluded.at, is_absent = 0`,
  );
  return {
    upsert(destination: number, file: DownloadedFile): void {
      insert.run(
        destination,
        file.connectionId,
        file.id,
        file.path,
        file.size,
        file.sha256,
        file.md5 ?? null,
        file.etag ?? null,
        Math.trunc(file.modified),
        file.requestId,
        file.at,
      );
    },
  };
}

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

/** Result of a check of files, by the ids of {@link KnownFile}. */
export interface CheckedFiles {
  seen: readonly number[];
  absent: readonly number[];
  folders: readonly { folder: string; away: FolderAway }[];
  /** Folders that are available again and were not checked further: all their files count as present. */
  back: readonly string[];
}

/** Queries that read which files destinations contain. */
export function ledgerFileReads(database: DatabaseSync) {
  const destination = database.prepare('SELECT index_stamp FROM destination WHERE folder = ?');
  const one = database.prepare(
    'SELECT h.*, d.folder, d.away FROM holding h JOIN destination d ON d.id = h.destination WHERE h.id = ?',
  );
  // A destination with a damaged row counts as available.
  const oneByIndex = database.prepare(
    `SELECT h.*, d.folder, '' AS away FROM holding h JOIN ${destinationsByIndex} ON +d.id = h.destination WHERE h.id = ?`,
  );
  const inUse = 'EXISTS (SELECT 1 FROM holding h WHERE h.destination = d.id)';

  /**
   * Downloaded files of a query, without those that cannot be read; `from` and `which` use an index alone.
   */
  function readDownloadedFiles<T>(
    { from, which }: { from: string; which: string },
    input: (string | number)[],
    read: (row: Row) => T,
  ): T[] {
    const ask = (sql: string) => database.prepare(sql).all(...input);
    const found = readableRows(database, {
      all: () =>
        ask(`SELECT h.*, d.folder, d.away ${from} JOIN destination d ON d.id = h.destination ${which}`),
      ids: () => ask(`SELECT h.id ${from} ${which}`),
      one: [(id) => one.get(id), (id) => oneByIndex.get(id)],
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

  return {
    /**
     * The state of a folder's index when it was last imported; `''` for never, or where that cannot be read.
     */
    ledgerIndexStamp(folder: string): string {
      const row = attempt(database, () => destination.get(folder));
      return row ? text(row, 'index_stamp') : '';
    },
    /** A document's files, newest first; absolute paths, with `/` below the destination. */
    ledgerFilesOf({ connectionId, id }: DocumentKey): { path: string; file: DownloadedFile }[] {
      return readDownloadedFiles(
        {
          from: 'FROM holding h',
          which: 'WHERE h.connection_id = ? AND h.document_id = ? ORDER BY h.id DESC',
        },
        [connectionId, id],
        (row) => ({ path: `${text(row, 'folder')}/${text(row, 'path')}`, file: toDownloadedFile(row) }),
      );
    },
    /** Every known path of these documents' files. */
    ledgerKnownFiles(documents: readonly DocumentKey[]): KnownFile[] {
      return readDownloadedFiles(
        {
          from: `FROM json_each(?) j
           CROSS JOIN holding h ON h.connection_id = j.value ->> 'connectionId' AND h.document_id = j.value ->> 'id'`,
          which: 'ORDER BY h.id DESC',
        },
        [JSON.stringify(documents)],
        toKnownFile,
      );
    },
    /** Folders with known files, each with whether it was available at the last check. */
    ledgerFolders(): { folder: string; away: FolderAway }[] {
      const select = (what: string) => database.prepare(`SELECT ${what}`);
      const rows = readableRows(database, {
        all: () => select(`d.folder, d.away FROM destination d WHERE ${inUse}`).all(),
        ids: () => select(`d.id FROM ${destinationsByIndex} WHERE ${inUse}`).all(),
        one: [
          (id) => select('folder, away FROM destination WHERE id = ?').get(id),
          (id) => select(`d.folder, '' AS away FROM ${destinationsByIndex} WHERE +d.id = ?`).get(id),
        ],
      });
      return rows.map((row) => ({ folder: text(row, 'folder'), away: toAway(text(row, 'away')) }));
    },
    /** Paths of files that were absent at the last check, at most `limit`. */
    ledgerAbsent(folder: string, limit: number): string[] {
      return readDownloadedFiles(
        {
          from: 'FROM holding h',
          which: `WHERE h.destination = (SELECT id FROM destination WHERE folder = ?) AND h.is_absent = 1 ORDER BY h.path LIMIT ?`,
        },
        [folder, limit],
        (row) => text(row, 'path'),
      );
    },
    /** Files of a destination folder, by path, at most `limit` after `after`. */
    ledgerDownloadedFiles(folder: string, after: string, limit: number): DownloadedFile[] {
      return readDownloadedFiles(
        {
          from: 'FROM holding h',
          which: `WHERE h.destination = (SELECT id FROM destination WHERE folder = ?) AND h.path > ? ORDER BY h.path LIMIT ?`,
        },
        [folder, after, limit],
        toDownloadedFile,
      );
    },
  };
}

/** Queries that store which files destinations contain. */
export function ledgerFileWrites(database: DatabaseSync) {
  const downloadedFiles = downloadedFileWriter(database);
  const destination = database.prepare('SELECT id FROM destination WHERE folder = ?');

  /** Imports one file into a destination; returns whether it was new there. */
  function recogniser(id: number): (file: RecognisedFile) => boolean {
    const known = database.prepare('SELECT 1 FROM holding WHERE destination = ? AND path = ?');
    const seen = database.prepare('UPDATE holding SET is_absent = 0 WHERE destination = ? AND path = ?');
    const place = database.prepare(
      `INSERT INTO place (destination, connection_id, document_id, template, folder, stem, key) VALUES (?, ?, ?, '*', ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    );
    const document = database.prepare('INSERT OR IGNORE INTO paper_number VALUES (?, ?, ?, ?, ?)');
    const insert = database.prepare(`INSERT OR IGNORE INTO dispatch_folder VALUES (?, ?, ?, '*', ?)`);
    return (file: RecognisedFile): boolean => {
      place.run(id, file.connectionId, file.id, file.folder, file.stem, file.key);
      if (file.dispatch !== '') {
        insert.run(id, file.connectionId, file.dispatch, file.fixedFolder);
        if (file.number !== undefined) {
          document.run(id, file.connectionId, file.dispatch, file.id, file.number);
        }
      }
      if (file.isSeen) seen.run(id, file.path);
      if (file.isAbsent || known.get(id, file.path)) return false;
      downloadedFiles.upsert(id, file);
      return true;
    };
  }

  return {
    /**
     * Imports an index of a folder: files, their reserved names, and the numbers and folders of their
     * dispatches. Keeps what the ledger already has; a damaged row stops no other. Returns how many files
     * were new.
     */
    ledgerRecognise(folder: string, files: readonly RecognisedFile[], stamp?: string): number {
      const id = transaction(database, () => {
        database.prepare('INSERT OR IGNORE INTO destination (folder) VALUES (?)').run(folder);
        return number(destination.get(folder) ?? {}, 'id');
      });
      const recognise = recogniser(id);
      const { results } = writeAroundDamage(database, files, recognise);
      if (stamp !== undefined) {
        // If the stamp is not stored, the index is imported again.
        const note = database.prepare('UPDATE destination SET index_stamp = ? WHERE id = ?');
        attempt(database, () => note.run(stamp, id));
      }
      return results.filter((isNew) => isNew).length;
    },
    /** Stores the result of a check of files. Returns whether anything changed. */
    ledgerFilesChecked({ seen, absent, folders, back }: CheckedFiles): boolean {
      const mark = database.prepare('UPDATE holding SET is_absent = ?1 WHERE id = ?2 AND is_absent <> ?1');
      const all = (isAbsent: number) =>
        database.prepare(
          `UPDATE holding SET is_absent = ${isAbsent}
           WHERE is_absent <> ${isAbsent} AND destination = (SELECT id FROM destination WHERE folder = ?)`,
        );
      const [none, every] = [all(1), all(0)];
      const set = database.prepare('UPDATE destination SET away = ?1 WHERE folder = ?2 AND away <> ?1');
      // A destination with a damaged row cannot be marked as away; its files can. A transaction that meets
      // damage commits nothing.
      const find = database.prepare('SELECT folder, away FROM destination WHERE folder = ?');
      const canNote = new Set(folders.filter(({ folder }) => attempt(database, () => find.get(folder))));
      return transaction(database, () => {
        let changes = 0;
        for (const each of folders) {
          const { folder, away } = each;
          if (canNote.has(each)) changes += Number(set.run(away, folder).changes);
          if (away === 'gone') changes += Number(none.run(folder).changes);
        }
        for (const folder of back) changes += Number(every.run(folder).changes);
        for (const id of seen) changes += Number(mark.run(0, id).changes);
        for (const id of absent) changes += Number(mark.run(1, id).changes);
        return changes > 0;
      });
    },
    /**
     * Records that storage was checked for these documents, and marks those replaced there as changed, unless
     * they already are since their newest file. Returns the newly marked ones.
     */
    ledgerChecked(
      asked: readonly DocumentKey[],
      replaced: readonly DocumentKey[],
      at: string,
    ): DocumentKey[] {
      const check = database.prepare(
        'UPDATE holding SET checked_at = ? WHERE connection_id = ? AND document_id = ?',
      );
      const unknown = database.prepare(
        `SELECT d.id, d.version FROM document d JOIN connection c ON c.id = d.connection
         WHERE c.uuid = :connection AND d.document_id = :document AND d.changed_at <=
           (SELECT max(h.at) FROM holding h WHERE h.connection_id = :connection AND h.document_id = :document)`,
      );
      const insert = database.prepare(
        'INSERT OR IGNORE INTO document_version SELECT document, ?, item FROM document_body WHERE document = ?',
      );
      const change = database.prepare(
        'UPDATE document SET version = version + 1, changed_at = ? WHERE id = ?',
      );
      const touch = database.prepare(
        `UPDATE result_set SET revision = revision + 1
         WHERE id IN (SELECT result_set FROM result_document WHERE document = ?)`,
      );
      return transaction(database, () => {
        for (const { connectionId, id } of asked) check.run(at, connectionId, id);
        return replaced.filter(({ connectionId, id }) => {
          const row = unknown.get({ connection: connectionId, document: id });
          if (!row) return false;
          const document = number(row, 'id');
          insert.run(number(row, 'version'), document);
          change.run(at, document);
          touch.run(document);
          return true;
        });
      });
    },
  };
}

function toKnownFile(row: Row): KnownFile {
  return {
    connectionId: text(row, 'connection_id'),
    id: text(row, 'document_id'),
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
    connectionId: text(row, 'connection_id'),
    id: text(row, 'document_id'),
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
