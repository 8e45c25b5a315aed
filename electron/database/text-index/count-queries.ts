import type { DatabaseSync } from 'node:sqlite';
import type { UnreadReason } from '../../../shared/model/text-search.ts';
import { number, text } from '../row.ts';
import { prepared } from '../statements.ts';
import { countWaitingScans } from './scanned-page-queries.ts';
import { countWaitingFacts } from './waiting-fact-queries.ts';

/** How many documents are read, wait, or could not be read. */
export interface TextCounts {
  read: number;
  /** Waiting ones that can be read now. */
  waiting: number;
  unread: Partial<Record<UnreadReason, number>>;
  /** Scanned pages that wait to be recognised. */
  waitingScans: number;
  /** Files with words whose facts wait to be read. */
  waitingFacts: number;
  /** The index was damaged and was made anew. */
  isRemade: boolean;
}

const increment = `INSERT INTO file_count VALUES (new.state, new.reason, new.is_away, 1)
  ON CONFLICT DO UPDATE SET files = files + 1;`;
const decrement = `UPDATE file_count SET files = files - 1
  WHERE state = old.state AND reason = old.reason AND is_away = old.is_away;`;

/** The counts of `file`, kept with each row: counting a hundred thousand would delay the searches behind. */
export const countTables = `
  CREATE TABLE file_count (
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    is_away INTEGER NOT NULL,
    files INTEGER NOT NULL,
    PRIMARY KEY (state, reason, is_away)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER file_came AFTER INSERT ON file BEGIN ${increment} END;
  CREATE TRIGGER file_went AFTER DELETE ON file BEGIN ${decrement} END;
  CREATE TRIGGER file_turned AFTER UPDATE OF state, reason, is_away ON file
    WHEN old.state <> new.state OR old.reason <> new.reason OR old.is_away <> new.is_away
    BEGIN ${decrement} ${increment} END;
`;

/** How much of the files is read. */
export function countTexts(database: DatabaseSync): TextCounts {
  const waitingScans = countWaitingScans(database);
  const waitingFacts = countWaitingFacts(database);
  const counts: TextCounts = {
    read: 0,
    waiting: 0,
    unread: {},
    waitingScans,
    waitingFacts,
    isRemade: false,
  };
  for (const row of prepared(database, 'SELECT * FROM file_count WHERE files > 0').all()) {
    const [files, reason] = [number(row, 'files'), text(row, 'reason') as UnreadReason | ''];
    const isWaiting = text(row, 'state') === 'waiting';
    if (reason !== '') add(counts.unread, reason, files);
    else if (!isWaiting) counts.read += files;
    else if (number(row, 'is_away') === 1) add(counts.unread, 'away', files);
    else counts.waiting += files;
  }
  const about = prepared(database, 'SELECT remade FROM about').get();
  return { ...counts, isRemade: about !== undefined && number(about, 'remade') === 1 };
}

function add(unread: TextCounts['unread'], reason: UnreadReason, files: number): void {
  unread[reason] = (unread[reason] ?? 0) + files;
}
