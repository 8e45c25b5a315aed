import { Menu } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { type Dispatch, memo, type ReactNode, type SetStateAction, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { AppError } from '../../../shared/errors.ts';
import { useSetting } from '../../ipc/settings-hooks.ts';
import { unusable } from '../../ui/button-element.tsx';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { OneLine } from '../../ui/one-line.tsx';
import { listOf, useRoute } from '../../ui/route.ts';
import { useShowInspector } from '../../ui/stored-layout.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import type { Arrangement } from '../data-grid/column-arrangement.ts';
import { ColumnsButton } from '../data-grid/columns-button.tsx';
import { ExcelMenu } from '../data-grid/excel-menu.tsx';
import { Grid } from '../data-grid/grid.tsx';
import { noRows, type RowSelection } from '../data-grid/row-selection.ts';
import { restoreListState } from '../data-grid/scroll-groups-and-sort.ts';
import { type Arranged, useArrangement } from '../data-grid/use-column-arrangement.ts';
import { DeliveryMenu } from '../document-actions/delivery-menu.tsx';
import type { ListColumn } from './list-column.ts';
import { ListNote } from './list-note.tsx';
import styles from './list-screen.module.css';
import type { SelectedRows } from './selected-rows.ts';
import { CopySelected, DownloadSelected, SelectionBar, TooMany } from './selection-bar.tsx';
import { type ListActionOptions, useListActions } from './use-list-actions.ts';
import { useSelection } from './use-selection.ts';

interface Props<Row> extends ListActionOptions<Row> {
  /** The key of its stored columns. */
  list: string;
  columns: readonly ListColumn<Row>[];
  /** Number of damaged rows besides those that the pages report. */
  unreadable?: number;
  /** Their arrangement, if the screen controls it. */
  arranged?: Arranged<ListColumn<Row>>;
  /** The selection and its setter, if the screen controls it. */
  selecting?: readonly [RowSelection, Dispatch<SetStateAction<RowSelection>>];
  /** Changes with the query; resets the cursor. */
  about?: string | number;
  /** The key of the stored scroll position; `about` if absent. */
  stateKey?: string;
  /** Groups that are collapsed at first. */
  folded?: readonly string[];
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
  /** The context menu of a row, in addition to copying. */
  menu?: (row: Row, selected: SelectedRows<Row>) => ReactNode;
  empty: ReactNode;
  /** Filters, at the left of the toolbar. */
  tools?: ReactNode;
  /** The number of rows that a filter hides. */
  leftOut?: number | undefined;
  /** More actions of the list, at the right of the toolbar. */
  toolsAtEnd?: ReactNode;
  /** Shown between the rows and the bar, if there are rows. */
  below?: ReactNode;
  /** Actions on the selection in the bar below, before its delivery; copying if it has neither. */
  bar?: (selected: SelectedRows<Row>) => ReactNode;
  /** Replaces that bar. */
  footer?: (selected: SelectedRows<Row>) => ReactNode;
  /** Text of the bar while nothing is selected; by default that rows can be copied. */
  hint?: ReactNode;
  /** Text of the bar while rows are selected; by default their number. */
  label?: string | undefined;
  /** Refreshes the list; its rows are read again if absent. */
  onRefresh?: () => void;
  /** The label of the refresh if it covers more than the list, and whether it is enabled. */
  refreshing?: { label: string; isPossible: boolean };
}

/** A list with its toolbar above and the selection bar below: copying, export to Excel, keyboard control. */
export function ListScreen<Row>(props: Props<Row>) {
  const { list, pages, columns, rowKey, onCursor, onRefresh = () => pages.refresh() } = props;
  const { t: common } = useTranslation('dossier');
  const rows = useSyncExternalStore(pages.subscribe, pages.shown);
  const stored = useArrangement(list, columns);
  const { arrangement, onArrange, shown } = props.arranged ?? stored;
  const own = useSelection(pages, rowKey);
  const [selection, setSelection] = props.selecting ?? own;
  const isEmpty = rows.isCounted && rows.count === 0;
  const showPreview = useShowPreview(onCursor);
  const rowsHere = listOf(useRoute());
  const stateKey = props.stateKey ?? compositeKey(list, rowsHere, props.about);
  const state = { selection, setSelection, rowCount: rows.count, columns: shown };
  const { selected, download, print, save, drag, tooMany, error } = useListActions(props, state);
  return (
    <div
      className={styles.list}
      {...(props.panel && { role: 'tabpanel', id: props.panel.id, 'aria-labelledby': props.panel.tab })}
    >
      <ListToolbar
        columns={columns}
        arrangement={arrangement}
        canCopy={selected.count > 0}
        isEmpty={isEmpty}
        refreshLabel={props.refreshing?.label ?? common('refresh')}
        canRefresh={props.refreshing?.isPossible ?? true}
        onArrange={onArrange}
        onSave={save}
        onCopy={selected.copy}
        onRefresh={onRefresh}
        leftOut={props.leftOut ?? 0}
        end={props.toolsAtEnd}
      >
        {props.tools}
      </ListToolbar>
      <ListNotices error={error} tooMany={tooMany} unreadable={rows.unreadable + (props.unreadable ?? 0)} />
      <Grid<Row>
        name={props.name}
        pages={pages}
        columns={columns}
        arrangement={arrangement}
        onArrange={onArrange}
        {...props.sorting}
        viewState={restoreListState(stateKey, props.folded)}
        rowHeight={useSetting('rowHeight') === 'compact' ? 24 : 32}
        rowKey={rowKey}
        {...(props.about !== undefined && { about: props.about })}
        {...(props.isDimmed && { isDimmed: props.isDimmed })}
        selection={selection}
        onSelect={setSelection}
        {...(onCursor && { onCursor })}
        {...(props.onOnly && { onOnly: props.onOnly })}
        {...(props.onOutside && { onOutside: props.onOutside })}
        onOpen={props.onOpen ?? showPreview}
        onPreview={props.onPreview ?? showPreview}
        onCopy={selected.copy}
        {...(props.filesOf && { onPointerDownOn: drag.press, onDragOut: drag.begin })}
        menu={(row) => (
          <RowMenuItems onCopy={selected.copy} onDownload={download} onPrint={print}>
            {props.menu?.(row, selected)}
          </RowMenuItems>
        )}
        empty={props.empty}
      />
      {!isEmpty && props.below}
      {props.footer?.(selected) ?? (
        <ListBar
          selected={selected}
          hint={isEmpty ? '' : (props.hint ?? common('chooseToCopy'))}
          onDownload={download}
          label={props.label}
          toDeliver={props.toDeliver}
          areDocuments={props.filesOf !== undefined}
        >
          {props.bar?.(selected)}
        </ListBar>
      )}
    </div>
  );
}

/** Shows a row in the inspector, which opens if it is hidden. */
function useShowPreview<Row>(onCursor: ((row: Row) => void) | undefined): (row: Row) => void {
  const showInspector = useShowInspector();
  return (row) => {
    if (!onCursor) return;
    onCursor(row);
    showInspector();
  };
}

interface RowMenuItemsProps {
  /** The screen's own items, above these. */
  children: ReactNode;
  onCopy: () => void;
  onDownload: (() => void) | undefined;
  onPrint: (() => void) | undefined;
}

/** The items of every row's context menu: downloading and printing, if rows have documents, and copying. */
function RowMenuItems({ children, onCopy, onDownload, onPrint }: RowMenuItemsProps) {
  const { t } = useTranslation('results');
  return (
    <>
      {children}
      {(children || onDownload || onPrint) && <Menu.Divider />}
      {onDownload && (
        <Menu.Item rightSection={<Keys of="download" />} onClick={onDownload}>
          {t('menu.download')}
        </Menu.Item>
      )}
      {onPrint && (
        <Menu.Item rightSection={<Keys of="print" />} onClick={onPrint}>
          {t('menu.print')}
        </Menu.Item>
      )}
      <Menu.Item rightSection={<Keys of="copy" />} onClick={onCopy}>
        {t('copyTable')}
      </Menu.Item>
    </>
  );
}

interface ListBarProps<Row> extends Pick<ListActionOptions<Row>, 'toDeliver'> {
  selected: SelectedRows<Row>;
  hint: ReactNode;
  label: string | undefined;
  onDownload: (() => void) | undefined;
  areDocuments: boolean;
  /** The screen's own actions. */
  children: ReactNode;
}

/** The bar below a list, with the actions on its selection. */
function ListBar<Row>(props: ListBarProps<Row>) {
  const { selected, hint, label, onDownload, toDeliver, areDocuments, children } = props;
  const { count } = selected;
  return (
    <SelectionBar count={count} label={label} onNone={() => selected.choose(noRows)} hint={hint}>
      {onDownload && <DownloadSelected count={count} onDownload={onDownload} />}
      {children}
      {toDeliver && (
        <DeliveryMenu
          count={count}
          areDocuments={areDocuments}
          readSelection={async () => toDeliver(await selected.read())}
        />
      )}
      {!children && !toDeliver && <CopySelected count={count} onCopy={selected.copy} />}
    </SelectionBar>
  );
}

interface ListNoticesProps {
  error: AppError | null | undefined;
  /** That more rows were selected than can be copied. */
  tooMany: string | undefined;
  /** Number of damaged rows. */
  unreadable: number;
}

/** What went wrong in a list, above its rows. */
function ListNotices({ error, tooMany, unreadable }: ListNoticesProps) {
  return (
    <>
      {error && <ErrorMessage error={error} />}
      {tooMany && <TooMany>{tooMany}</TooMany>}
      {unreadable > 0 && <Unreadable count={unreadable} />}
    </>
  );
}

/** Reports the number of damaged rows that are not shown. */
export function Unreadable({ count }: { count: number }) {
  const { t } = useTranslation('grid');
  return (
    <div className={styles.incomplete} role="status" title={t('unreadableMeans')}>
      <IconAlertTriangle size={15} aria-hidden /> {t('unreadable', { count })}
    </div>
  );
}

interface ListToolbarProps extends CommonToolsProps {
  /** The screen's own tools, at the left. */
  children: ReactNode;
  /** The number of rows that a filter hides; below 0 while rows arrive that are not counted yet. */
  leftOut: number;
  /** More actions of the list, at the right. */
  end: ReactNode;
}

/** The toolbar of a list: the screen's own tools around those of every list. */
function ListToolbar(props: ListToolbarProps) {
  const { children, leftOut, end, onArrange, onCopy, onRefresh, ...common } = props;
  const { t } = useTranslation('results');
  const { t: dossier } = useTranslation('dossier');
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
      <OneLine label={t('moreTools')}>{children}</OneLine>
      {leftOut > 0 && (
        <span className={styles.leftOut}>
          <ListNote>{dossier('leftOut', { count: leftOut })}</ListNote>
        </span>
      )}
      <CommonTools
        {...common}
        onArrange={useCallbackRef(onArrange)}
        onCopy={useCallbackRef(onCopy)}
        onRefresh={useCallbackRef(onRefresh)}
      />
      {end}
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
        {...unusable(!canRefresh)}
        onClick={onRefresh}
      />
    </>
  );
});
