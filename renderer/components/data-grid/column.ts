import type { ReactNode } from 'react';
import type { Arrangeable } from './column-arrangement.ts';
import type { CopiedCell } from './table-copy.ts';

/** One column of a list: title, width and cells. */
export interface Column<Row> extends Arrangeable {
  /** A field of the row or a path into `item`, as the database sorts and exports by. */
  id: string;
  title: string;
  align: 'start' | 'end';
  /** Whether its title is vertical, because its values are far narrower than the title. */
  isUpright?: boolean;
  /** Sorting by its values is of no use. */
  isUnsorted?: boolean;
  /** The cell's value for the clipboard. */
  cell: (row: Row) => CopiedCell;
  /** The value by which the page sorts, `''` for none; the copied text if absent. */
  sortedBy?: (row: Row) => string;
  /** An additional copied column, with a title of its own. */
  copiedToo?: { title: string; cell: (row: Row) => CopiedCell };
  /** What the cell renders; the copied text if absent. */
  node?: (row: Row) => ReactNode;
}
