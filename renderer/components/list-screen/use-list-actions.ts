import { type Dispatch, type SetStateAction, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../shared/contract.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ShownRows } from '../../../shared/lists/list-presentation.ts';
import type { Sort } from '../../../shared/model/search-query.ts';
import { invoke, useAppMutation } from '../../ipc/invoke-hooks.ts';
import { copy } from '../../ui/copy-to-clipboard.ts';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { useToast } from '../../ui/toast.tsx';
import type { Column } from '../data-grid/column.ts';
import { useNotifySaved } from '../data-grid/excel-menu.tsx';
import type { PagedRows } from '../data-grid/paged-rows.ts';
import { countSelected, type RowSelection, selectedAmong } from '../data-grid/row-selection.ts';
import { copyTable } from '../data-grid/table-copy.ts';
import {
  type DeliverySelection,
  type FileToHave,
  requireDocuments,
} from '../document-actions/delivery-selection.ts';
import type { DownloadSelection } from '../document-actions/download-selection.ts';
import { useGetDocuments } from '../document-actions/open-download-dialog.ts';
import { usePrintDocuments } from '../document-actions/use-print-documents.ts';
import { type ListColumn, type SavedColumn, savedColumns } from './list-column.ts';
import { copyLimit, readSelectedRows, type SelectedRows } from './selected-rows.ts';
import { useDragOut } from './use-drag-out.ts';
import type { Sorting } from './use-paged-list.ts';

/** The parameters of a saved list; the screen adds its query and translations. */
interface ShownAs {
  format: 'csv' | 'xlsx';
  name: string;
  columns: SavedColumn[];
  /** The list's note, such as the number of dispatches it covers. */
  note?: string;
  /** The sort order, if main sorts it. */
  sort?: Sort;
  /** The visible rows in their order, if the page has the whole list. */
  shown?: ShownRows;
}

/** Where a list was saved; undefined if the person cancelled. */
type Saved = { path: string } | undefined;

/** A list of stored dispatches to save. */
type ExportInput = Extract<CallInput<'lists.export'>, { query: object }>;
type ExportOf<Id> = Extract<ExportInput, { list: Id }>;

/** Has main save a list of stored dispatches as shown; `words` translates its values. */
export function exportList<Id extends ExportInput['list']>(
  list: Id,
  query: ExportOf<Id>['query'],
  words: ExportOf<Id>['words'],
): (shown: ShownAs) => Promise<Saved> {
  // The types cannot tell, for a generic id, that its query and presentation are an input of the call.
  return (shown) => invoke('lists.export', { ...shown, list, query, words } as ExportInput);
}

/** What a list is, and what can be done with its rows. */
export interface ListActionOptions<Row> {
  /** The list's name: for screen readers, and for the saved file. */
  name: string;
  pages: PagedRows<Row>;
  /** Absent if the list has a fixed order. */
  sorting?: Sorting | undefined;
  rowKey: (row: Row) => string;
  /** The files of rows that are dragged out of the window; absent if rows are no files. */
  filesOf?: (rows: readonly Row[]) => FileToHave[];
  /** The documents of selected rows, which can then be downloaded; absent if rows have none. */
  documents?: (rows: readonly Row[]) => DownloadSelection;
  /** What selected rows stand for in a PDF, a ZIP, a mail or a print; absent if rows have no documents. */
  toDeliver?: ((rows: readonly Row[]) => DeliverySelection | Promise<DeliverySelection>) | undefined;
  /** The error of the last action on a row. */
  error?: AppError | null | undefined;
  /** The list's note, which is saved with it. */
  note?: string | undefined;
  /** Has main save the list as shown. */
  save: (shown: ShownAs) => Promise<Saved>;
}

/** An action of the list, as react-query tells of it. */
type Action = Pick<ReturnType<typeof useAppMutation>, 'submittedAt' | 'error'>;

/** The selection of a list with its setter, the number of its rows, and its visible columns. */
interface ListState<Row> {
  selection: RowSelection;
  setSelection: Dispatch<SetStateAction<RowSelection>>;
  rowCount: number;
  columns: readonly ListColumn<Row>[];
}

/** Copies, saves, drags and downloads the rows of a list, with the error of the last action. */
export function useListActions<Row>(options: ListActionOptions<Row>, state: ListState<Row>) {
  const { name, pages, sorting, rowKey, filesOf, documents, toDeliver } = options;
  const { selection, setSelection, rowCount, columns } = state;
  const notifySaved = useNotifySaved();

  async function readSelected(): Promise<readonly Row[]> {
    const read = await readSelectedRows(pages, selection, rowKey, rowCount);
    const keys = new Set(read.map(rowKey));
    setSelection((now) => (now === selection ? selectedAmong(now, keys) : now));
    return read;
  }

  const action = useAppMutation(async (withRows: (rows: readonly Row[]) => void | Promise<void>) => {
    const read = await readSelected();
    if (read.length > 0) await withRows(read);
  });
  const save = useAppMutation(async (format: 'csv' | 'xlsx') =>
    notifySaved(
      await options.save({
        format,
        name,
        columns: savedColumns(columns),
        ...(sorting && (sorting.shown ? { shown: sorting.shown() } : { sort: sorting.sort })),
        ...(options.note && { note: options.note }),
      }),
    ),
  );
  const drag = useDragOut({ pages, selection, rowKey, filesOf });
  const count = countSelected(selection, rowCount);
  const copy = useCopySelected({ count, read: readSelected, columns });
  const selected: SelectedRows<Row> = {
    count,
    read: readSelected,
    choose: setSelection,
    copy: copy.copySelected,
    with: action.mutate,
  };
  const getDocuments = useGetDocuments();
  const download =
    documents && (() => selected.with((selectedRows) => getDocuments(documents(selectedRows))));
  const printDocuments = usePrintDocuments();
  const print =
    toDeliver &&
    (() => selected.with(async (read) => printDocuments(requireDocuments(await toDeliver(read)))));
  useCommand('download', () => {
    if (!download || count === 0) return false;
    download();
  });
  return {
    selected,
    /** Absent if rows have no documents. */
    download,
    /** Absent if rows have no documents. */
    print,
    save: save.mutate,
    drag,
    tooMany: copy.tooMany,
    error: lastOf(action, save, drag.action, copy.action).error ?? options.error,
  };
}

/** The action that was begun last: an earlier one's error is of no more use. */
export function lastOf(...actions: readonly [Action, ...Action[]]): Action {
  return actions.reduce((last, action) => (action.submittedAt > last.submittedAt ? action : last));
}

interface Options<Row> {
  /** Number of selected rows. */
  count: number;
  read: () => Promise<readonly Row[]>;
  /** The visible ones, in their order. */
  columns: readonly Column<Row>[];
}

/** Copies the selected rows as a table for Excel and reports their number. */
function useCopySelected<Row>({ count, read, columns }: Options<Row>): {
  copySelected: () => void;
  tooMany: string | undefined;
  action: Action;
} {
  const { t } = useTranslation('results');
  const toast = useToast();
  const [tooMany, setTooMany] = useState<string>();
  const action = useAppMutation(async () => {
    setTooMany(count > copyLimit ? t('tooManyToCopy', { limit: copyLimit }) : undefined);
    if (count === 0 || count > copyLimit) return;
    const rows = await read();
    if (rows.length === 0) return;
    const copied = columns.flatMap((column) => (column.copiedToo ? [column, column.copiedToo] : [column]));
    const { text, html } = copyTable(
      copied.map(({ title }) => title),
      rows.map((row) => copied.map(({ cell }) => cell(row))),
    );
    if (copy(text, html)) toast(t('copied', { count: rows.length }));
  });
  return { copySelected: () => action.mutate(), tooMany, action };
}
