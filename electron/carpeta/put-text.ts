import { withMarks } from '../../shared/formula-text.ts';
import { diskError, type FileNames, patientNames, removeUnlessHeld } from '../disk/index.ts';

/**
 * Puts a text in a file's place, whole or not at all; until it is whole it stands at `unfinished`, on the same drive: a path that is nobody else's.
 * Rejects with `FOLDER_GONE`, `FOLDER_UNWRITABLE`, `FILE_LOCKED` or `DISK_FULL`.
 */
export async function putText(
  path: string,
  text: string,
  unfinished: string,
  names: FileNames = patientNames(),
): Promise<void> {
  try {
    // Made anew, so that nothing is written through a link that somebody put there.
    await names.remove(unfinished);
    const file = await names.create(unfinished, 0o644);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await names.rename(unfinished, path);
  } catch (thrown) {
    await removeUnlessHeld(names, unfinished);
    throw diskError(thrown);
  }
}

/** A line of CSV as Excel in Chile opens it, every field quoted, and none a formula. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map((field) => `"${withMarks(field, ';').replaceAll('"', '""')}"`).join(';')}\r\n`;
}
