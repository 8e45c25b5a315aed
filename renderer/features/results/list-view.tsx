import { useCallbackRef } from '@mantine/hooks';
import { type ReactNode, type SetStateAction, useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { CarpetaError } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import { toKeep } from '../../components/data-grid/arrangement.ts';
import type { Column } from '../../components/data-grid/column.ts';
import { allRows, noRows, type RowSelection } from '../../components/data-grid/row-selection.ts';
import type { RowWindows } from '../../components/data-grid/row-windows.ts';
import { useArrangement } from '../../components/data-grid/use-arrangement.ts';
import { DownloadBar } from '../../components/get-documents/download-bar.tsx';
import { useGetPapers } from '../../components/get-documents/get-papers.ts';
import { HandoverMenu } from '../../components/get-documents/handover-menu.tsx';
import type { Meant } from '../../components/get-documents/meant.ts';
import { wantedOfRows } from '../../components/get-documents/wanted.ts';
import { CopyChosen } from '../../components/list-screen/chosen-bar.tsx';
import { type Chosen, ListScreen } from '../../components/list-screen/list-screen.tsx';
import { ask } from '../../ipc/bridge.ts';
import { type ListState, meantDocuments, type RowOf, rowKeyOf } from './list-state.ts';
import { ListTools, SaveButton } from './list-tools.tsx';

/** What the three lists share of the result they belong to. */
export interface ListFrame {
  resultSetId: string;
  state: ListState;
  /** Changes it as it is by then: what was chosen may come later than a filter. */
  onState: (change: (now: ListState) => ListState) => void;
  /** Folder and template of the saved search that is open. */
  destination: { folder: string; template: string; name: string };
  /** Left out where it is not known what was asked. */
  onSave: ((columns: ArrangedColumns) => void) | undefined;
  onRefresh: (() => void) | undefined;
  /** Nothing more is on its way. */
  isSettled: boolean;
  /** What an empty list says; while its rows may be of before the answer, `emptyBehind`. */
  empty: ReactNode;
  emptyBehind: ReactNode;
}

interface Props<Row> extends ListFrame {
  list: ListName;
  windows: RowWindows<Row>;
  columns: readonly Column<Row>[];
  isDimmed?: (row: Row) => boolean;
  /** Why the last act on a row failed. */
  problem?: CarpetaError | null;
  onCursor: (row: Row) => void;
  /** The only row that was found. */
  onOnly: (row: Row) => void;
  onOpen: (row: Row) => void;
  onPreview: (row: Row) => void;
  onOutside?: (row: Row) => void;
  menu: (row: Row, download: () => void) => ReactNode;
  /** What chosen rows mean to be handed over; left out where they mean nothing. */
  handOver?: (rows: readonly Row[]) => Meant;
  /** The papers of rows that are dragged out of the window; left out where rows are no papers. */
  filesOf?: (rows: readonly Row[]) => DocumentKey[];
}

const nothingMeant: Meant = { dispatches: [] };

/** One list of a result: sorted, filtered and grouped by main, with what is chosen kept beside that. */
export function ListView<Row extends RowOf<ListName>>({
  resultSetId,
  list,
  windows,
  columns,
  state,
  onState,
  ...props
}: Props<Row>) {
  const { t } = useTranslation('results');
  const rows = useSyncExternalStore(windows.subscribe, windows.shown);
  const arranged = useArrangement(list, columns, {
    columns: state.columns,
    onColumns: (changed) => onState((now) => ({ ...now, columns: changed })),
  });
  const getPapers = useGetPapers();
  const onScreen = JSON.stringify(arranged.shown.map(({ id }) => id));
  useEffect(() => {
    // A list without it is sorted all the same, later.
    ask('rows.readAhead', { resultSetId, list, columns: JSON.parse(onScreen) }).catch(() => undefined);
  }, [resultSetId, list, onScreen]);
  function download({ count, read }: Chosen<Row>) {
    const meant = () => meantDocuments(list, resultSetId, state, async () => (await read()).map(rowKeyOf));
    const dispatches = async () => (props.handOver?.(await read()) ?? nothingMeant).dispatches;
    getPapers(wantedOfRows(list, count, meant, props.destination, dispatches));
  }
  const change = (changed: Partial<ListState>) => onState((now) => ({ ...now, ...changed }));
  const select = (next: SetStateAction<RowSelection>) =>
    onState((now) => {
      const selection = typeof next === 'function' ? next(now.selection) : next;
      return selection === now.selection ? now : { ...now, selection };
    });
  const filter = useCallbackRef((text: string) => {
    // What a filter hides is not chosen, and which rows it hides is known of those that are here alone.
    onState((now) => (text === now.filter ? now : { ...now, filter: text, selection: noRows }));
  });
  const save = useCallbackRef(() => props.onSave?.(toKeep(arranged.arrangement, state.columns)));
  const isFiltered = state.filter.trim() !== '';
  return (
    <ListScreen<Row>
      list={list}
      name={t(`list.${list}`)}
      panel={{ id: 'result-list', tab: `tab-${list}` }}
      leftAs={`${list} ${resultSetId}`}
      about={state.filter}
      {...{ windows, columns, arranged }}
      sorting={{ sort: state.sort, onSort: (sort) => change({ sort }) }}
      rowKey={rowKeyOf}
      selecting={[state.selection, select]}
      {...(props.isDimmed && { isDimmed: props.isDimmed })}
      onCursor={props.onCursor}
      {...(props.isSettled && state.filter === '' && { onOnly: props.onOnly })}
      onOpen={props.onOpen}
      onPreview={props.onPreview}
      {...(props.onOutside && { onOutside: props.onOutside })}
      {...(props.filesOf && { filesOf: props.filesOf })}
      menu={(row, chosen) => props.menu(row, () => download(chosen))}
      empty={isFiltered ? t('nothingFiltered') : rows.isBehind ? props.emptyBehind : props.empty}
      tools={
        <ListTools
          list={list}
          filter={state.filter}
          group={state.group}
          onFilter={filter}
          onGroup={useCallbackRef((group) => change({ group }))}
        />
      }
      toolsAtEnd={<SaveButton isDisabled={props.onSave === undefined} onSave={save} />}
      onRefresh={() => props.onRefresh?.()}
      refreshing={{ label: t('refresh'), isPossible: props.onRefresh !== undefined }}
      problem={props.problem}
      footer={(chosen) => (
        <DownloadBar
          list={list}
          chosen={chosen.count}
          total={rows.count}
          isEmpty={rows.isCounted && rows.count === 0}
          onDownload={() => download(chosen)}
          onAll={() => chosen.choose(allRows)}
          onNone={() => chosen.choose(noRows)}
        >
          {props.handOver ? (
            <HandoverMenu
              count={chosen.count}
              arePapers={list === 'documents'}
              meant={async () => props.handOver?.(await chosen.read()) ?? nothingMeant}
            />
          ) : (
            <CopyChosen count={chosen.count} onCopy={chosen.copy} />
          )}
        </DownloadBar>
      )}
      save={({ format, columns: saved, sort = [] }) => {
        const { filter: words, group } = state;
        return ask('rows.export', {
          ...{ resultSetId, list, format, sort, filter: words, group, columns: saved },
        });
      }}
    />
  );
}
