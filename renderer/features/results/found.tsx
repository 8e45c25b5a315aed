import { Menu } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptDocument } from '../../../shared/model/document.ts';
import { mostFound } from '../../../shared/model/found.ts';
import type { RowsQuery, Selection } from '../../../shared/model/question.ts';
import { documentColumns } from '../../components/data-grid/columns.tsx';
import { ColumnsButton } from '../../components/data-grid/columns-button.tsx';
import { ExcelMenu } from '../../components/data-grid/excel-menu.tsx';
import { Grid } from '../../components/data-grid/grid.tsx';
import { leftList } from '../../components/data-grid/left-list.ts';
import {
  allRows,
  countChosen,
  isChosen,
  noRows,
  type RowSelection,
} from '../../components/data-grid/row-selection.ts';
import { useArrangement } from '../../components/data-grid/use-arrangement.ts';
import { sortRows, useFixedWindows } from '../../components/data-grid/use-fixed-windows.ts';
import { useSaveList } from '../../components/data-grid/use-save-list.ts';
import { DownloadBar } from '../../components/get-documents/download-bar.tsx';
import { useCopyChosen } from '../../components/list-screen/use-copy-chosen.ts';
import { useFileActs } from '../../components/viewer/use-file-acts.ts';
import { useCall } from '../../ipc/bridge.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';
import { useNamedConnections } from '../../ui/connection-name.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { subjectOf, useInspecting } from '../../ui/subject.ts';
import { rowKeyOf } from './list-state.ts';
import styles from './results.module.css';

const none: readonly KeptDocument[] = [];

/** Papers found by their words among everything kept: no request is made. */
export default function Found({ text }: { text: string }) {
  const { t } = useTranslation('results');
  const { t: grid } = useTranslation('grid');
  const { t: ui } = useTranslation('ui');
  const { data: found = none, error, isSuccess } = useCall('rows.find', { text });
  const clients = useCall('clients.list', undefined).data;
  const connections = useNamedConnections();
  const columns = useMemo(
    () => documentColumns({ t: grid, words: { yes: ui('yes'), no: ui('no') }, clients, connections }, []),
    [grid, ui, clients, connections],
  );
  const { arrangement, onArrange, shown } = useArrangement('documents', columns);
  const [sort, setSort] = useState<RowsQuery['sort']>([]);
  const [selection, setSelection] = useState<RowSelection>(noRows);
  const [isDownloading, setDownloading] = useState(false);
  const rows = useMemo(() => sortRows(found, columns, sort), [found, columns, sort]);
  const windows = useFixedWindows(rows);
  const rowHeight = useSettings().settings.rowHeight === 'compact' ? 24 : 32;
  const { inspect, propose, view } = useInspecting();
  const { open, show, error: fileError } = useFileActs();
  const chosen = rows.filter((row) => isChosen(selection, rowKeyOf(row)));

  const { copyChosen, copyError } = useCopyChosen({
    count: chosen.length,
    read: async () => chosen,
    columns: shown,
  });

  async function meant(): Promise<Selection | undefined> {
    if (chosen.length === 0) return undefined;
    return { kind: 'some', documents: chosen.map(({ connectionId, id }) => ({ connectionId, id })) };
  }

  const { save, error: saveError } = useSaveList();
  const problem = error ?? fileError ?? saveError ?? copyError;

  function saveAs(format: 'csv' | 'xlsx') {
    save({
      ...{ list: 'found', format, name: t('list.documents'), text, words: {} },
      documents: rows.map(({ connectionId, id }) => ({ connectionId, id })),
      columns: shown.map(({ id, title }) => ({ column: id, title })),
    });
  }

  return (
    <>
      <header className={styles.title}>
        <h1>{t('found', { text })}</h1>
        <span className={styles.push} />
        {rows.length > 0 && (
          <>
            <ColumnsButton columns={columns} arrangement={arrangement} onArrange={onArrange} />
            <ExcelMenu onSave={saveAs} onCopy={copyChosen} canCopy={chosen.length > 0} />
          </>
        )}
      </header>
      <div className={styles.sweep}>
        <span>
          {t('foundMeans')}
          {rows.length === mostFound && ` ${t('foundFirst', { most: mostFound })}`}
        </span>
      </div>
      {problem && <Fault error={problem} />}
      <Grid<KeptDocument>
        name={t('list.documents')}
        windows={windows}
        columns={columns}
        arrangement={arrangement}
        onArrange={onArrange}
        sort={sort}
        onSort={setSort}
        left={leftList(`found ${text}`)}
        rowHeight={rowHeight}
        rowKey={rowKeyOf}
        isDimmed={({ isActive }) => !isActive}
        selection={selection}
        onSelect={setSelection}
        onCursor={(row) => inspect(subjectOf(row))}
        {...(isSuccess && { onOnly: (row: KeptDocument) => propose(subjectOf(row)) })}
        onOpen={() => view('rows')}
        onPreview={() => view('rows')}
        onOutside={open}
        onCopy={copyChosen}
        menu={(row) => (
          <>
            <Menu.Item rightSection={<Keys of="preview" />} onClick={() => view('rows')}>
              {t('menu.view')}
            </Menu.Item>
            <Menu.Item
              disabled={row.path === undefined}
              rightSection={<Keys of="outside" />}
              onClick={() => open(row)}
            >
              {t('menu.open')}
            </Menu.Item>
            <Menu.Item disabled={row.path === undefined} onClick={() => show(row)}>
              {t('menu.show')}
            </Menu.Item>
            <Menu.Item onClick={() => setDownloading(true)}>{t('menu.download')}</Menu.Item>
            <Menu.Item onClick={copyChosen}>{t('menu.copy')}</Menu.Item>
          </>
        )}
        empty={t('foundNothing')}
      />
      <DownloadBar
        list="documents"
        chosen={countChosen(selection, rows.length)}
        total={rows.length}
        isEmpty={rows.length === 0}
        meant={meant}
        destination={{ folder: '', template: '', name: text }}
        isOpen={isDownloading}
        onOpen={setDownloading}
        onAll={() => setSelection(allRows)}
        onNone={() => setSelection(noRows)}
      />
    </>
  );
}
