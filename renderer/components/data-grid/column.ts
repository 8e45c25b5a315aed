import type { ReactNode } from 'react';
import type { Arrangeable } from './arrangement.ts';
import type { CopiedCell } from './table-copy.ts';

/** One column of a list: what it is called, how wide it is, what it says of a row. */
export interface Column<Row> extends Arrangeable {
  /** A field of the row or a path into `item`, as the store sorts and writes by. */
  id: string;
  title: string;
  align: 'start' | 'end';
  /** Whether its title stands on end, because what is in it is far narrower than what it is called. */
  isUpright?: boolean;
  /** Its values have no order that people would look for. */
  isUnsorted?: boolean;
  /** What is copied of a row's cell. */
  cell: (row: Row) => CopiedCell;
  /** What the page sorts its row by, `''` for nothing; what is copied when left out. */
  sortedBy?: (row: Row) => string;
  /** What is copied beside it, under a title of its own. */
  copiedToo?: { title: string; cell: (row: Row) => CopiedCell };
  /** What is shown of it; the copied text when left out. */
  node?: (row: Row) => ReactNode;
}
