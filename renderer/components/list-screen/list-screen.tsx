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

/** What a list is saved as; the screen adds what it asked for, and words. */
export interface ShownAs {
  format: 'csv' | 'xlsx';
  name: string;
  columns: SavedColumn[];
  /** What the list says of itself, such as of how many dispatches it speaks. */
  note?: string;
  /** How main sorts it, where main does. */
  sort?: Sort;
  /** Which rows stand on the screen, and in what order, where the page has the whole list. */
  shown?: ShownRows;
}

/** Where a list was saved; nothing where the person changed their mind. */
type Saved = { path: string } | undefined;

interface Props<Row> {
  /** Under which its columns are kept. */
  list: string;
  /** What the list is called: for those who cannot see it, and for the file it is saved as. */
  name: string;
  pages: PagedRows<Row>;
  /** Left out where the order is the list's own. */
  sorting?: Sorting | undefined;
  columns: readonly ListColumn<Row>[];
  /** How they are arranged, where the screen keeps that. */
  arranged?: Arranged<ListColumn<Row>>;
  rowKey: (row: Row) => string;
  /** What is selected, and how that is changed, where the screen keeps it. */
  selecting?: readonly [RowSelection, Dispatch<SetStateAction<RowSelection>>];
  /** Changes with the query: where it does, the person is at no row until they go to one. */
  about?: string | number;
  /**
   * Under which it is remembered how far the list was scrolled; what it is asked about, where that is left
   * out.
   */
  stateKey?: string;
  /** What it is part of: the tab that names it, and its own id. */
  panel?: { id: string; tab: string };
  isDimmed?: (row: Row) => boolean;
  onCursor?: (row: Row) => void;
  /** The only row, at which the person then is; left out where others may yet come beside it. */
  onOnly?: (row: Row) => void;
  /** What Enter does; where there is nothing else to open, the inspector shows the row. */
  onOpen?: (row: Row) => void;
  /** What Space does; where there is no document, the inspector shows the row. */
  onPreview?: (row: Row) => void;
  /** Opens a row's file with its own program; left out where rows have none. */
  onOutside?: (row: Row) => void;
  /** The files of rows that are dragged out of the window; left out where rows are no files. */
  filesOf?: (rows: readonly Row[]) => HadFile[];
  /** What can be done with the row at the pointer, besides copying. */
  menu?: (row: Row, selected: SelectedRows<Row>) => ReactNode;
  empty: ReactNode;
  /** Filters, at the left of the tools. */
  tools?: ReactNode;
  /** What else can be done with the list, at the right of the tools. */
  toolsAtEnd?: ReactNode;
  /** What stands between the rows and the bar, where there are rows. */
  below?: ReactNode;
  /** What can be done with what is selected, at the right of the bar below; without it, copying alone. */
  bar?: (selected: SelectedRows<Row>) => ReactNode;
  /** The documents that selected rows mean, which can be downloaded then; left out where rows mean none. */
  documents?: (rows: readonly Row[]) => DownloadSelection;
  /** What stands below instead of that bar. */
  footer?: (selected: SelectedRows<Row>) => ReactNode;
  /**
   * What stands at the left of that bar while nothing is selected; that rows can be copied, where it is left
   * out.
   */
  hint?: ReactNode;
  /** Has the list asked for again; its rows are read again where it is left out. */
  onRefresh?: () => void;
  /** What that is called where more than the list is asked for again, and whether it can be by now. */
  refreshing?: { label: string; isPossible: boolean };
  /** Why the last action on a row failed. */
  error?: AppError | null | undefined;
  /** What it says of itself, which is saved with it. */
  note?: string | undefined;
  /** Has main save it as it is shown. */
  save: (shown: ShownAs) => Promise<Saved>;
}

/**
 * A list with its tools above and what is selected below: it copies, is saved as Excel, and goes by keyboard.
 */
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

/** Says that a list lacks rows that are damaged. */
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

/** What every list can do; drawn anew only when something of that has changed, however often rows come. */
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
        // While nothing can be asked again it keeps its place, and the focus where it has it.
        aria-disabled={!canRefresh}
        {...(!canRefresh && { 'data-disabled': true })}
        onClick={onRefresh}
      />
    </>
  );
});
