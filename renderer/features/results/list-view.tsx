import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CarpetaError, toCarpetaError, toErrorData } from '../../../shared/errors.ts';
import type { DocumentKey } from '../../../shared/model/document.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { Selection } from '../../../shared/model/question.ts';
import type { ArrangedColumns } from '../../../shared/model/settings.ts';
import { toKeep } from '../../components/data-grid/arrangement.ts';
import type { Column } from '../../components/data-grid/column.ts';
import { Grid } from '../../components/data-grid/grid.tsx';
import { leftList } from '../../components/data-grid/left-list.ts';
import {
  countChosen,
  isChosen,
  noRows,
  onlyRows,
  selectedAmong,
} from '../../components/data-grid/row-selection.ts';
import type { RowWindows } from '../../components/data-grid/row-windows.ts';
import { useArrangement } from '../../components/data-grid/use-arrangement.ts';
import { useTellSaved } from '../../components/data-grid/use-tell-saved.ts';
import { DownloadBar } from '../../components/get-documents/download-bar.tsx';
import { prepareDrag } from '../../components/get-documents/drag-out.ts';
import { HandoverMenu } from '../../components/get-documents/handover-menu.tsx';
import type { Meant } from '../../components/get-documents/meant.ts';
import { CopyChosen, TooMany } from '../../components/list-screen/chosen-bar.tsx';
import { chosenRowsHere, readChosenRows } from '../../components/list-screen/chosen-rows.ts';
import { useCopyChosen } from '../../components/list-screen/use-copy-chosen.ts';
import { ask } from '../../ipc/bridge.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { useSteady } from '../../ui/use-steady.ts';
import { type ListState, meantDocuments, type RowOf, rowKeyOf } from './list-state.ts';
import { type ListActs, ListTools } from './list-tools.tsx';
import styles from './results.module.css';

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
  problem?: CarpetaError | undefined;
  onCursor: (row: Row) => void;
  /** The only row that was found. */
  onOnly: (row: Row) => void;
  onOpen: (row: Row) => void;
  onPreview: (row: Row) => void;
  onOutside?: (row: Row) => void;
  menu: (row: Row, acts: { copy: () => void; download: () => void }) => ReactNode;
  /** What chosen rows mean to be handed over; left out where they mean nothing. */
  handOver?: (rows: readonly Row[]) => Meant;
  /** The papers of rows that are dragged out of the window; left out where rows are no papers. */
  filesOf?: (rows: readonly Row[]) => DocumentKey[];
}

const nothingMeant: Meant = { dispatches: [] };

/** One list with its tools above and what is chosen below. */
export function ListView<Row extends RowOf<ListName>>(props: Props<Row>) {
  const { resultSetId, list, windows, columns, state, onState } = props;
  const { t } = useTranslation('results');
  const tellSaved = useTellSaved();
  const rows = useSyncExternalStore(windows.subscribe, windows.shown);
  const rowHeight = useSettings().settings.rowHeight === 'compact' ? 24 : 32;
  const {
    arrangement,
    onArrange,
    shown: shownColumns,
  } = useArrangement(list, columns, {
    columns: state.columns,
    onColumns: (changed) => onState((now) => ({ ...now, columns: changed })),
  });
  const [isDownloading, setDownloading] = useState(false);
  const [fault, setFault] = useState<CarpetaError>();
  const isEmpty = rows.isCounted && rows.count === 0;
  const chosen = countChosen(state.selection, rows.count);
  const onScreen = JSON.stringify(shownColumns.map(({ id }) => id));
  useEffect(() => {
    // A list without it is sorted all the same, later.
    ask('rows.readAhead', { resultSetId, list, columns: JSON.parse(onScreen) }).catch(() => undefined);
  }, [resultSetId, list, onScreen]);

  async function readChosen(): Promise<readonly Row[]> {
    const { selection } = state;
    const read = await readChosenRows(windows, selection, rowKeyOf, rows.count);
    const keys = new Set(read.map(rowKeyOf));
    onState((now) =>
      now.selection === selection ? { ...now, selection: selectedAmong(selection, keys) } : now,
    );
    return read;
  }
  const { copyChosen, tooMany, copyError } = useCopyChosen({
    count: chosen,
    read: readChosen,
    columns: shownColumns,
  });
  const problem = fault ?? copyError ?? props.problem;

  async function saveAs(format: 'csv' | 'xlsx') {
    setFault(undefined);
    try {
      const saved = await ask('rows.export', {
        resultSetId,
        list,
        format,
        sort: state.sort,
        filter: state.filter,
        group: state.group,
        columns: shownColumns.map(({ id, title }) => ({ column: id, title })),
      });
      tellSaved(saved);
    } catch (error) {
      setFault(toCarpetaError(error));
    }
  }

  /** The chosen rows that are here go along with one of them; a row that is not chosen goes alone. */
  function draggedWith(row: Row): DocumentKey[] {
    const isOneOfMany = isChosen(state.selection, rowKeyOf(row));
    const along = isOneOfMany ? chosenRowsHere(windows, state.selection, rowKeyOf) : undefined;
    return props.filesOf?.(along ?? [row]) ?? [];
  }

  // A drag has the files that were looked up as it was pressed: more may have landed, or been chosen, since.
  const pressed = useRef<{ key: string; files: DocumentKey[] }>(undefined);
  function press(row: Row) {
    const files = draggedWith(row);
    pressed.current = { key: rowKeyOf(row), files };
    prepareDrag(files);
  }

  function dragOut(row: Row) {
    const files = pressed.current?.key === rowKeyOf(row) ? pressed.current.files : draggedWith(row);
    setFault(undefined);
    if (files.length === 0) setFault(new CarpetaError('DOCUMENT_WITHOUT_FILE', 'the row has no file here'));
    else ask('handover.drag', { files }).catch((error: unknown) => setFault(error as CarpetaError));
  }

  const meant = (): Promise<Selection | undefined> =>
    meantDocuments(list, resultSetId, state, async () => (await readChosen()).map(rowKeyOf));

  const rowActs = { copy: copyChosen, download: () => setDownloading(true) };
  const acts = useSteady<ListActs>({
    filter: (filter) =>
      onState((now) =>
        filter === now.filter
          ? now
          : {
              ...now,
              filter,
              // What a filter hides is not chosen, and which rows it hides is known of those that are here alone.
              selection: noRows,
            },
      ),
    group: (group) => onState((now) => ({ ...now, group })),
    arrange: onArrange,
    saveAs: (format) => void saveAs(format),
    copy: rowActs.copy,
    save: () => props.onSave?.(toKeep(arrangement, state.columns)),
    refresh: () => props.onRefresh?.(),
  });
  return (
    <div className={styles.list} id="result-list" role="tabpanel" aria-labelledby={`tab-${list}`}>
      <ListTools
        list={list}
        filter={state.filter}
        group={state.group}
        columns={columns}
        arrangement={arrangement}
        isEmpty={isEmpty}
        canRefresh={props.onRefresh !== undefined}
        canSave={props.onSave !== undefined}
        acts={acts}
      />
      {problem && <Fault error={toErrorData(problem)} />}
      {tooMany && <TooMany>{tooMany}</TooMany>}
      <Grid
        name={t(`list.${list}`)}
        windows={windows}
        columns={columns}
        arrangement={arrangement}
        onArrange={acts.arrange}
        sort={state.sort}
        onSort={(sort) => onState((now) => ({ ...now, sort }))}
        rowHeight={rowHeight}
        rowKey={rowKeyOf}
        about={state.filter}
        left={leftList(`${list} ${resultSetId}`)}
        {...(props.isDimmed && { isDimmed: props.isDimmed })}
        selection={state.selection}
        onSelect={(selection) => onState((now) => ({ ...now, selection }))}
        onCursor={props.onCursor}
        {...(props.isSettled && state.filter === '' && { onOnly: props.onOnly })}
        onOpen={props.onOpen}
        onPreview={props.onPreview}
        {...(props.onOutside && { onOutside: props.onOutside })}
        onCopy={acts.copy}
        {...(props.filesOf && {
          onPointerDownOn: press,
          onDragOut: dragOut,
        })}
        menu={(row) => props.menu(row, rowActs)}
        empty={
          state.filter.trim() === ''
            ? rows.isBehind
              ? props.emptyBehind
              : props.empty
            : t('nothingFiltered')
        }
      />
      <DownloadBar
        list={list}
        chosen={chosen}
        total={rows.count}
        isEmpty={isEmpty}
        meant={meant}
        destination={props.destination}
        isOpen={isDownloading}
        onOpen={setDownloading}
        onAll={() => onState((now) => ({ ...now, selection: { kind: 'all', except: new Set() } }))}
        onNone={() => onState((now) => ({ ...now, selection: onlyRows([]) }))}
      >
        {props.handOver ? (
          <HandoverMenu
            count={chosen}
            arePapers={list === 'documents'}
            meant={async () => props.handOver?.(await readChosen()) ?? nothingMeant}
          />
        ) : (
          <CopyChosen count={chosen} onCopy={acts.copy} />
        )}
      </DownloadBar>
    </div>
  );
}
