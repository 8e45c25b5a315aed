import { Menu } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { type Dispatch, memo, type ReactNode, type SetStateAction, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Sort } from '../../../shared/model/search-query.ts';
import type { ShownRows } from '../../../shared/model/shown-as.ts';
import { useAppMutation } from '../../ipc/invoke-hooks.ts';
import { useSetting } from '../../ipc/settings-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { OneLine } from '../../ui/one-line.tsx';
import { listOf, useRoute } from '../../ui/route.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useShowInspector } from '../../ui/use-show-inspector.ts';
import type { Arrangement } from '../data-grid/arrangement.ts';
import { ColumnsButton } from '../data-grid/columns-button.tsx';
import { ExcelMenu } from '../data-grid/excel-menu.tsx';
import { Grid } from '../data-grid/grid.tsx';
import { restoreListState } from '../data-grid/list-view-state.ts';
import type { PagedRows } from '../data-grid/paged-rows.ts';
import { countSelected, noRows, type RowSelection, selectedAmong } from '../data-grid/row-selection.ts';
import { type Arranged, useArrangement } from '../data-grid/use-arrangement.ts';
import { useNotifySaved } from '../data-grid/use-notify-saved.ts';
import type { DownloadSelection } from '../downloads-dialog/download-selection.ts';
import { useGetDocuments } from '../downloads-dialog/get-documents.ts';
import { type ListColumn, type SavedColumn, savedColumns } from './list-column.ts';
import styles from './list-screen.module.css';
import { readSelectedRows, type SelectedRows } from './selected-rows.ts';
import { CopySelected, DownloadSelected, SelectionBar, TooMany } from './selection-bar.tsx';
import { useCopySelected } from './use-copy-selected.ts';
import { type HadFile, useDragOut } from './use-drag-out.ts';
import type { Sorting } from './use-paged-list.ts';
import { useSelection } from './use-selection.ts';

/** The parameters of a saved list; the screen adds its query and translations. */
export interface ShownAs {
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

interface Props<Row> {
  /** The key of its stored columns. */
  list: string;
  /** The list's name: for screen readers, and for the saved file. */
  name: string;
  pages: PagedRows<Row>;
  /** Absent if the list has a fixed order. */
  sorting?: Sorting | undefined;
  columns: readonly ListColumn<Row>[];
  /** Their arrangement, if the screen controls it. */
  arranged?: Arranged<ListColumn<Row>>;
  rowKey: (row: Row) => string;
  /** The selection and its setter, if the screen controls it. */
  selecting?: readonly [RowSelection, Dispatch<SetStateAction<RowSelection>>];
  /** Changes with the query; resets the cursor. */
  about?: string | number;
  /** The key of the stored scroll position; `about` if absent. */
  stateKey?: string;
  /** The tab panel that it is in: its id and that of its tab. */
  panel?: { id: string; tab: string };
  isDimmed?: (row: Row) => boolean;
  onCursor?: (row: Row) => void;
  /** Called with the only row, which then has the cursor; absent if more rows may follow. */
  onOnly?: (row: Row) => void;
  /** The action of Enter; by default the inspector shows the row. */
  onOpen?: (row: Row) => void;
  /** The action of Space; by default the inspector shows the row. */
  onPreview?: (row: Row) => void;
  /** Opens a row's file with its default program; absent if rows have no file. */
  onOutside?: (row: Row) => void;
  /** The files of rows that are dragged out of the window; absent if rows are no files. */
  filesOf?: (rows: readonly Row[]) => HadFile[];
  /** The context menu of a row, in addition to copying. */
  menu?: (row: Row, selected: SelectedRows<Row>) => ReactNode;
  empty: ReactNode;
  /** Filters, at the left of the toolbar. */
  tools?: ReactNode;
  /** More actions of the list, at the right of the toolbar. */
  toolsAtEnd?: ReactNode;
  /** Shown between the rows and the bar, if there are rows. */
  below?: ReactNode;
  /** Actions on the selection, at the right of the bar below; only copying if absent. */
  bar?: (selected: SelectedRows<Row>) => ReactNode;
  /** The documents of selected rows, which can then be downloaded; absent if rows have none. */
  documents?: (rows: readonly Row[]) => DownloadSelection;
  /** Replaces that bar. */
  footer?: (selected: SelectedRows<Row>) => ReactNode;
  /** Text of the bar while nothing is selected; by default that rows can be copied. */
  hint?: ReactNode;
  /** Refreshes the list; its rows are read again if absent. */
  onRefresh?: () => void;
  /** The label of the refresh if it covers more than the list, and whether it is enabled. */
  refreshing?: { label: string; isPossible: boolean };
  /** The error of the last action on a row. */
  error?: AppError | null | undefined;
  /** The list's note, which is saved with it. */
  note?: string | undefined;
  /** Has main save the list as shown. */
  save: (shown: ShownAs) => Promise<Saved>;
}

/** A list with its toolbar above and the selection bar below: copying, export to Excel, keyboard control. */
export function ListScreen<Row>(props: Props<Row>) {
  const { list, name, pages, sorting, columns, rowKey, onCursor } = props;
  const { onOpen = showPreview, onPreview = showPreview, onRefresh = () => pages.refresh() } = props;
  const { t } = useTranslation('results');
  const { t: common } = useTranslation('carpeta');
  const notifySaved = useNotifySaved();
  const rows = useSyncExternalStore(pages.subscribe, pages.shown);
  const rowHeight = useSetting('rowHeight') === 'compact' ? 24 : 32;
  const stored = useArrangement(list, columns);
  const { arrangement, onArrange, shown } = props.arranged ?? stored;
  const own = useSelection(pages, rowKey);
  const [selection, setSelection] = props.selecting ?? own;
  const isEmpty = rows.isCounted && rows.count === 0;
  const showInspector = useShowInspector();
  const rowsHere = listOf(useRoute());

  function showPreview(row: Row) {
    if (!onCursor) return;
    onCursor(row);
    showInspector();
  }

  async function readSelected(): Promise<readonly Row[]> {
    const read = await readSelectedRows(pages, selection, rowKey, rows.count);
    const keys = new Set(read.map(rowKey));
    setSelection((now) => (now === selection ? selectedAmong(now, keys) : now));
    return read;
  }

  const action = useAppMutation(async (withRows: (rows: readonly Row[]) => void) => {
    const read = await readSelected();
    if (read.length > 0) withRows(read);
  });
  const save = useAppMutation(async (format: 'csv' | 'xlsx') =>
    notifySaved(
      await props.save({
        ...{ format, name, columns: savedColumns(shown) },
        ...(sorting && (sorting.shown ? { shown: sorting.shown() } : { sort: sorting.sort })),
        ...(props.note && { note: props.note }),
      }),
    ),
  );
  const drag = useDragOut({ pages, selection, rowKey, filesOf: props.filesOf });

  const count = countSelected(selection, rows.count);
  const {
    copySelected,
    tooMany,
    error: copyError,
  } = useCopySelected({ count, read: readSelected, columns: shown });
  const selected: SelectedRows<Row> = {
    count,
    read: readSelected,
    choose: setSelection,
    copy: copySelected,
    with: (withRows) => {
      save.reset();
      action.mutate(withRows);
    },
  };
  const getDocuments = useGetDocuments();
  const { documents } = props;
  const download =
    documents && (() => selected.with((selectedRows) => getDocuments(documents(selectedRows))));
  useCommand('download', () => {
    if (!download || count === 0) return false;
    download();
  });
  const shownError = action.error ?? save.error ?? drag.error ?? copyError ?? props.error;
  return (
    <div
      className={styles.list}
      {...(props.panel && { role: 'tabpanel', id: props.panel.id, 'aria-labelledby': props.panel.tab })}
    >
      <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
        <OneLine label={t('moreTools')}>{props.tools}</OneLine>
        <CommonTools
          columns={columns}
          arrangement={arrangement}
          canCopy={selected.count > 0}
          isEmpty={isEmpty}
          refreshLabel={props.refreshing?.label ?? common('refresh')}
          canRefresh={props.refreshing?.isPossible ?? true}
          onArrange={useCallbackRef(onArrange)}
          onSave={save.mutate}
          onCopy={useCallbackRef(copySelected)}
          onRefresh={useCallbackRef(onRefresh)}
        />
        {props.toolsAtEnd}
      </div>
      {shownError && <ErrorMessage error={shownError} />}
      {tooMany && <TooMany>{tooMany}</TooMany>}
      {rows.unreadable > 0 && <Unreadable count={rows.unreadable} />}
      <Grid<Row>
        name={name}
        pages={pages}
        columns={columns}
        arrangement={arrangement}
        onArrange={onArrange}
        {...sorting}
        viewState={restoreListState(props.stateKey ?? compositeKey(list, rowsHere, props.about))}
        rowHeight={rowHeight}
        rowKey={rowKey}
        {...(props.about !== undefined && { about: props.about })}
        {...(props.isDimmed && { isDimmed: props.isDimmed })}
        selection={selection}
        onSelect={setSelection}
        {...(onCursor && { onCursor })}
        {...(props.onOnly && { onOnly: props.onOnly })}
        {...(props.onOutside && { onOutside: props.onOutside })}
        onOpen={onOpen}
        onPreview={onPreview}
        onCopy={copySelected}
        {...(props.filesOf && { onPointerDownOn: drag.press, onDragOut: drag.begin })}
        menu={(row) => (
          <>
            {props.menu?.(row, selected)}
            {(props.menu || download) && <Menu.Divider />}
            {download && (
              <Menu.Item rightSection={<Keys of="download" />} onClick={download}>
                {t('menu.download')}
              </Menu.Item>
            )}
            <Menu.Item rightSection={<Keys of="copy" />} onClick={copySelected}>
              {t('copyTable')}
            </Menu.Item>
          </>
        )}
        empty={props.empty}
      />
      {!isEmpty && props.below}
      {props.footer?.(selected) ?? (
        <SelectionBar
          count={selected.count}
          onNone={() => setSelection(noRows)}
          hint={isEmpty ? '' : (props.hint ?? common('chooseToCopy'))}
        >
          {download && <DownloadSelected count={selected.count} onDownload={download} />}
          {props.bar?.(selected) ?? <CopySelected count={selected.count} onCopy={copySelected} />}
        </SelectionBar>
      )}
    </div>
  );
}

/** Reports the number of damaged rows that are not shown. */
function Unreadable({ count }: { count: number }) {
  const { t } = useTranslation('grid');
  return (
    <div className={styles.incomplete} role="status" title={t('unreadableMeans')}>
      <IconAlertTriangle size={15} aria-hidden /> {t('unreadable', { count })}
    </div>
  );
}

interface CommonToolsProps {
  columns: readonly { id: string; title: string }[];
  arrangement: Arrangement;
  canCopy: boolean;
  isEmpty: boolean;
  refreshLabel: string;
  canRefresh: boolean;
  onArrange: (arrangement: Arrangement) => void;
  onSave: (format: 'csv' | 'xlsx') => void;
  onCopy: () => void;
  onRefresh: () => void;
}

/** The tools of every list; re-rendered only when a prop changes, however often rows arrive. */
const CommonTools = memo((props: CommonToolsProps) => {
  const { columns, arrangement, canRefresh, onRefresh } = props;
  useCommand('refresh', onRefresh);
  return (
    <>
      <ExcelMenu
        onSave={props.onSave}
        onCopy={props.onCopy}
        canCopy={props.canCopy}
        isDisabled={props.isEmpty}
      />
      <ColumnsButton columns={columns} arrangement={arrangement} onArrange={props.onArrange} />
      <ToolButton
        icon={IconRefresh}
        label={props.refreshLabel}
        command="refresh"
        // Instead of `disabled`: the button keeps its position and the focus.
        aria-disabled={!canRefresh}
        {...(!canRefresh && { 'data-disabled': true })}
        onClick={onRefresh}
      />
    </>
  );
});
