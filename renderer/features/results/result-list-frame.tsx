import { Button, CloseButton, Menu, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconChevronDown, IconDeviceFloppy, IconFilter } from '@tabler/icons-react';
import {
  type ComponentProps,
  memo,
  type ReactNode,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { compositeKey } from '../../../shared/composite-key.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { RowsQuery, SearchQuery } from '../../../shared/model/search-query.ts';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import type { Column } from '../../components/data-grid/column.ts';
import { toStore } from '../../components/data-grid/column-arrangement.ts';
import { useArrangement } from '../../components/data-grid/use-column-arrangement.ts';
import { DeliveryMenu } from '../../components/document-actions/delivery-menu.tsx';
import type { DeliverySelection, FileToHave } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfRows } from '../../components/document-actions/download-selection.ts';
import { useGetDocuments } from '../../components/document-actions/open-download-dialog.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { SelectedRows } from '../../components/list-screen/selected-rows.ts';
import { CopySelected, DownloadBar } from '../../components/list-screen/selection-bar.tsx';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useKeyText } from '../../ui/keyboard/keys.tsx';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import toolStyles from '../../ui/tool-words.module.css';
import { useClearing } from '../../ui/use-clearing.ts';
import type { ListState, ListViewStates, RowOf } from './result-list-state.ts';
import { type ResultRows, rowKeyOf, selectedDocuments, useListState, useRows } from './result-rows.ts';
import styles from './results.module.css';

/** Opens the save dialog with a list's columns; `onSaved` is called once the search is saved. */
export type SaveList = (saving: { columns: ArrangedColumns; onSaved: () => void }) => void;

/** The part of a result that its three lists share. */
export interface ListFrame {
  resultSetId: string;
  views: ListViewStates;
  /** Undefined if the query is unknown. */
  query: SearchQuery | undefined;
  /** Folder and template of the open saved search. */
  destination: { folder: string; template: string; name: string };
  /** Undefined if nothing can be saved. */
  onSave: SaveList | undefined;
  onRefresh: (() => void) | undefined;
  /** No more rows will arrive. */
  isFinal: boolean;
  /** Shown for an empty list; `emptyBehind` while its rows may be outdated. */
  empty: ReactNode;
  emptyBehind: ReactNode;
}

interface Props<List extends ListName, Row = RowOf<List>> extends ListFrame {
  list: List;
  /** The list's note, which is saved with it. */
  note?: string;
  rows: ResultRows<List>;
  columns: readonly Column<Row>[];
  /** The error of the last action on a row. */
  error?: AppError | null;
  onCursor: (row: Row) => void;
  /** Called with the only row found. */
  onOnly: (row: Row) => void;
  onOpen: (row: Row) => void;
  onPreview: (row: Row) => void;
  onOutside?: (row: Row) => void;
  menu: (row: Row, download: () => void) => ReactNode;
  /** The delivery selection of selected rows; absent if rows cannot be delivered. */
  toDeliver?: (rows: readonly Row[]) => DeliverySelection;
  /** The documents of rows that are dragged out of the window; absent if rows are no documents. */
  filesOf?: (rows: readonly Row[]) => FileToHave[];
}

const nothingSelected: DeliverySelection = { dispatches: [] };

const nameOf = (list: ListName) => `list.${list}` as const;

function isInactive(row: RowOf<ListName>): boolean {
  return 'isActive' in row && !row.isActive;
}

/** One list of a result: main sorts, filters and groups it; the page keeps the selection. */
export function ResultListFrame<List extends ListName>(props: Props<List>) {
  const { resultSetId, list, rows, columns, onOnly, ...passed } = props;
  const { t } = useTranslation('results');
  const { pages } = rows;
  const { state, filtered, change, select, filter } = useListState(list, props.views, props.query);
  const [opened] = useState(state.filter);
  useRows(rows, resultSetId, list, state);
  const shown = useSyncExternalStore(pages.subscribe, pages.shown);
  const own = {
    columns: state.columns,
    onColumns: (changed: ArrangedColumns) => change({ columns: changed }),
  };
  const arranged = useArrangement(list, columns, own);
  useReadAhead(resultSetId, list, arranged.shown);
  const download = useDownload(props, state);
  const onGroup = useCallbackRef((group: ListState['group']) => change({ group }));
  const save = useCallbackRef(() => {
    const columns = toStore(arranged.arrangement, state.columns);
    props.onSave?.({ columns, onSaved: () => change({ columns }) });
  });
  return (
    <ListScreen<RowOf<List>>
      {...passed}
      name={t(nameOf(list))}
      panel={{ id: 'result-list', tab: `tab-${list}` }}
      stateKey={compositeKey(list, resultSetId)}
      about={filtered}
      list={list}
      pages={pages}
      columns={columns}
      arranged={arranged}
      sorting={{ sort: state.sort, onSort: (sort) => change({ sort }) }}
      rowKey={rowKeyOf}
      selecting={[state.selection, select]}
      isDimmed={isInactive}
      {...(props.isFinal && state.filter === opened && { onOnly })}
      menu={(row, selected) => props.menu(row, () => download(selected))}
      empty={
        state.filter.trim() !== '' ? t('nothingFiltered') : shown.isBehind ? props.emptyBehind : props.empty
      }
      tools={
        <ListTools list={list} opened={opened} onGroup={onGroup} group={state.group} onFilter={filter} />
      }
      toolsAtEnd={<SaveButton isDisabled={props.onSave === undefined} onSave={save} />}
      onRefresh={() => props.onRefresh?.()}
      refreshing={{ label: t('refresh'), isPossible: props.onRefresh !== undefined }}
      footer={(selected) => (
        <ResultBar
          list={list}
          selected={selected}
          toDeliver={props.toDeliver}
          {...(props.query?.kind === 'dispatches' && { notFound: () => numbersNotFound(resultSetId) })}
          total={shown.count}
          isEmpty={shown.isCounted && shown.count === 0}
          hasHidden={state.outsideFilter !== undefined}
          onDownload={() => download(selected)}
        />
      )}
      save={({ format, columns: saved, sort = [], note }) => {
        const { filter: of, group } = state;
        return invoke('lists.export', {
          resultSetId,
          list,
          format,
          sort,
          filter: of,
          group,
          columns: saved,
          ...(note && { note }),
        });
      }}
    />
  );
}

/** Opens the download dialog for the selected rows. */
function useDownload<List extends ListName>(
  { list, resultSetId, destination, toDeliver }: Props<List>,
  state: ListState,
) {
  const getDocuments = useGetDocuments();
  return ({ count, read }: SelectedRows<RowOf<List>>) => {
    const readSelection = () =>
      selectedDocuments(list, resultSetId, state, async () => (await read()).map(rowKeyOf));
    const dispatches = async () => (toDeliver?.(await read()) ?? nothingSelected).dispatches;
    getDocuments(downloadOfRows(list, count, readSelection, destination, dispatches));
  };
}

/** Has main preload the sort keys of the visible columns. */
function useReadAhead(resultSetId: string, list: ListName, columns: readonly { id: string }[]): void {
  const onScreen = JSON.stringify(columns.map(({ id }) => id));
  useEffect(() => {
    // Without the preload a list is still sorted, but later.
    invoke('rows.preload', { resultSetId, list, columns: JSON.parse(onScreen) }).catch(() => undefined);
  }, [resultSetId, list, onScreen]);
}

interface BarProps<Row> extends Omit<ComponentProps<typeof DownloadBar>, 'selected'> {
  selected: SelectedRows<Row>;
  toDeliver: ((rows: readonly Row[]) => DeliverySelection) | undefined;
  /** Requested numbers that are in no row. */
  notFound?: () => Promise<readonly string[]>;
}

/** The numbers that a search requested and has not found so far. */
async function numbersNotFound(resultSetId: string): Promise<readonly string[]> {
  const outcomes = await invoke('search.outcomes', { resultSetId });
  return outcomes.filter(({ rut }) => rut === undefined).map(({ number }) => number);
}

/** The actions on the selected rows of a list. */
function ResultBar<Row>({ toDeliver, notFound, ...bar }: BarProps<Row>) {
  const { count, read, copy } = bar.selected;
  return (
    <DownloadBar {...bar}>
      {toDeliver ? (
        <DeliveryMenu
          count={count}
          areDocuments={bar.list === 'documents'}
          readSelection={async () => toDeliver(await read())}
          // Only with the whole list, not with a few selected rows.
          notFound={count === bar.total ? notFound : undefined}
        />
      ) : (
        <CopySelected count={count} onCopy={copy} />
      )}
    </DownloadBar>
  );
}

interface ToolsProps {
  list: ListName;
  /** The initial filter of the list. */
  opened: string;
  group: RowsQuery['group'];
  /** Must be stable between renders. */
  onFilter: (filter: string) => void;
  onGroup: (group: RowsQuery['group']) => void;
}

const groups: Readonly<Record<ListName, readonly RowsQuery['group'][]>> = {
  dispatches: ['none', 'client'],
  documents: ['none', 'dispatch', 'type', 'client'],
  disbursements: ['none', 'dispatch', 'client'],
};

const everyGroup = [...new Set(Object.values(groups).flat())];

/** The filter of a list, and its grouping; re-rendered only when a prop changes. */
const ListTools = memo(({ list, opened, group, onFilter, onGroup }: ToolsProps) => {
  const { t } = useTranslation('results');
  return (
    <>
      <FilterField opened={opened} onFilter={onFilter} />
      <MenuButton
        button={(opening) => (
          <Button {...opening} variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            <span className={styles.grouping}>
              {everyGroup.map((each) => (
                <span key={each} aria-hidden={each !== group}>
                  {each === 'none' ? t('group') : t(`groupBy.${each}`)}
                </span>
              ))}
            </span>
          </Button>
        )}
      >
        <Menu.RadioGroup
          value={group}
          onChange={(value) => onGroup(groups[list].find((each) => each === value) ?? 'none')}
        >
          {groups[list].map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {t(`groupBy.${each}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuButton>
    </>
  );
});

interface SaveProps {
  isDisabled: boolean;
  onSave: () => void;
}

/** Saves the search of this list. */
const SaveButton = memo(({ isDisabled, onSave }: SaveProps) => {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  useCommand('save', onSave);
  return (
    <ActionButton
      icon={IconDeviceFloppy}
      aria-label={t('save')}
      title={keyText('save')}
      data-tour-target="save"
      disabled={isDisabled}
      onClick={onSave}
    >
      <span className={toolStyles.word}>{t('saveShort')}</span>
    </ActionButton>
  );
});

/** Delay after the last keystroke before the list is filtered, in ms. */
const filterAfterMs = 120;

/** Shows each keystroke at once; the list follows after a delay. */
function FilterField({ opened, onFilter }: Pick<ToolsProps, 'opened' | 'onFilter'>) {
  const { t } = useTranslation('results');
  const keyText = useKeyText();
  const field = useRef<HTMLInputElement>(null);
  useCommand('filter', () => field.current?.select());
  const [typed, setTyped] = useState(opened);
  const { clear, input } = useClearing(field, typed, setTyped, t('filterCleared'));
  const applyFilter = useEffectEvent((text: string) => {
    startTransition(() => onFilter(text));
  });
  useEffect(() => {
    const timer = setTimeout(() => applyFilter(typed), filterAfterMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      {...input}
      className={styles.filter ?? ''}
      aria-label={t('filter')}
      placeholder={t('filter')}
      title={keyText('filter')}
      leftSection={<IconFilter size={14} aria-hidden />}
      rightSection={typed !== '' && <CloseButton size="xs" aria-label={t('clearFilter')} onClick={clear} />}
      maxLength={500}
      // The next action applies to the filtered rows.
      onBlur={() => onFilter(typed)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey) onFilter(typed);
        if (event.key !== 'Escape' || typed === '') return;
        event.preventDefault();
        clear();
      }}
    />
  );
}
