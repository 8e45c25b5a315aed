import type { DatabaseSync } from 'node:sqlite';
import { isDamage, suspect } from './database.ts';
import { number, type Row } from './row.ts';

/** How rows are read: all at once, or one by one by their ids, which an index alone gives. */
export interface RowReading {
  all(): Row[];
  ids(): Row[];
  one(id: number): Row | undefined;
  /** What is known of a row without what is damaged. */
  instead?(id: number): Row | undefined;
}

/** The rows of a question; where damage stops it, those that can be read: one damaged row costs no other. */
export function readableRows(database: DatabaseSync, { all, ids, one, instead }: RowReading): Row[] {
  const attempt = <T>(read: () => T): { value?: T } => {
    try {
      return { value: read() };
    } catch (thrown) {
      if (!isDamage(thrown)) throw thrown;
      suspect(database.location() ?? '');
      return {};
    }
  };
  const quick = attempt(all).value;
  if (quick) return quick;
  const rows: Row[] = [];
  for (const found of ids()) {
    const id = number(found, 'id');
    const row = attempt(() => one(id)).value ?? attempt(() => instead?.(id)).value;
    if (row) rows.push(row);
  }
  return rows;
}
