import type { DatabaseSync } from 'node:sqlite';
import type { DocumentKey } from '../../../shared/model/document.ts';
import { attempt } from '../damaged-rows.ts';
import { number } from '../row.ts';
import { prepared } from '../statements.ts';
import { transaction } from '../transaction.ts';
import type { FolderAway } from './downloaded-files.ts';

/** Result of a check of files, by the ids of `KnownFile`. */
interface CheckedFiles {
  seen: readonly number[];
  absent: readonly number[];
  folders: readonly { folder: string; away: FolderAway }[];
  /** Folders that are available again and were not checked further: all their files count as present. */
  back: readonly string[];
}

const updateAway = 'UPDATE destination SET away = ?1 WHERE folder = ?2 AND away <> ?1';
const updateAbsent = 'UPDATE holding SET is_absent = ?1 WHERE id = ?2 AND is_absent <> ?1';
const updateAllAbsent = `UPDATE holding SET is_absent = ?1
  WHERE is_absent <> ?1 AND destination = (SELECT id FROM destination WHERE folder = ?2)`;

/** Stores the result of a check of files. Returns whether anything changed. */
export function updateCheckedFiles(
  database: DatabaseSync,
  { seen, absent, folders, back }: CheckedFiles,
): boolean {
  // A destination with a damaged row cannot be marked as away; its files can. A transaction that meets
  // damage commits nothing.
  const find = prepared(database, 'SELECT folder, away FROM destination WHERE folder = ?');
  const canNote = new Set(folders.filter(({ folder }) => attempt(database, () => find.get(folder))));
  const [setAway, setAbsent] = [prepared(database, updateAway), prepared(database, updateAbsent)];
  const setAllAbsent = prepared(database, updateAllAbsent);
  return transaction(database, () => {
    let changes = 0;
    for (const each of folders) {
      const { folder, away } = each;
      if (canNote.has(each)) changes += Number(setAway.run(away, folder).changes);
      if (away === 'gone') changes += Number(setAllAbsent.run(1, folder).changes);
    }
    for (const folder of back) changes += Number(setAllAbsent.run(0, folder).changes);
    for (const id of seen) changes += Number(setAbsent.run(0, id).changes);
    for (const id of absent) changes += Number(setAbsent.run(1, id).changes);
    return changes > 0;
  });
}

const updateChecked = 'UPDATE holding SET checked_at = ? WHERE connection_id = ? AND document_id = ?';

const findUnmarked = `SELECT d.id, d.version FROM document d JOIN connection c ON c.id = d.connection
  WHERE c.uuid = :connection AND d.document_id = :document AND d.changed_at <=
    (SELECT max(h.at) FROM holding h WHERE h.connection_id = :connection AND h.document_id = :document)`;

const insertVersion =
  'INSERT OR IGNORE INTO document_version SELECT document, ?, item FROM document_body WHERE document = ?';

const updateChanged = 'UPDATE document SET version = version + 1, changed_at = ? WHERE id = ?';

const updateRevisions = `UPDATE result_set SET revision = revision + 1
  WHERE id IN (SELECT result_set FROM result_document WHERE document = ?)`;

/**
 * Records that storage was checked for these documents, and marks those replaced there as changed, unless
 * they already are since their newest file. Returns the newly marked ones.
 */
export function markStorageChecked(
  database: DatabaseSync,
  checked: readonly DocumentKey[],
  replaced: readonly DocumentKey[],
  at: string,
): DocumentKey[] {
  return transaction(database, () => {
    for (const { connectionId, id } of checked) prepared(database, updateChecked).run(at, connectionId, id);
    return replaced.filter(({ connectionId, id }) => {
      const row = prepared(database, findUnmarked).get({ connection: connectionId, document: id });
      if (!row) return false;
      const document = number(row, 'id');
      prepared(database, insertVersion).run(number(row, 'version'), document);
      prepared(database, updateChanged).run(at, document);
      prepared(database, updateRevisions).run(document);
      return true;
    });
  });
}
