import { Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconDownload,
  IconFileOff,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react';
import { memo, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { documentKey } from '../../../shared/composite-key.ts';
import type { BatchDocument, TransferState } from '../../../shared/model/download.ts';
import { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { restoreListState, useStoredSort } from '../../components/data-grid/scroll-groups-and-sort.ts';
import { useFileActions } from '../../components/document-viewer/use-file-actions.ts';
import { useTitledColumns } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import {
  invoke,
  useInvokeMutation,
  useInvokeQuery,
  useOnInvalidate,
  withTimeout,
} from '../../ipc/invoke-hooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { copy } from '../../ui/copy-to-clipboard.ts';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import { reportOf } from '../../ui/error-message/report-of.ts';
import { formatBytes } from '../../ui/format.ts';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import screen from '../../ui/screen.module.css';
import { StatusLabel, type StatusStyle } from '../../ui/status-label.tsx';
import { useToast } from '../../ui/toast.tsx';
import styles from './downloads.module.css';

const batchDocumentViewer = preloadable(() => import('./batch-document-viewer.tsx'));

const states = [
  'waiting',
  'transferring',
  'paused',
  'done',
  'here',
  'failed',
  'no-file',
  'unsigned',
  'cancelled',
] as const satisfies readonly TransferState[];

interface Props {
  batchId: string;
  /** The name of the batch. */
  name: string;
  folder: string;
  problemsOnly: boolean;
  /** Must be stable between renders. */
  onProblemsOnly: (problemsOnly: boolean) => void;
}

/** The documents of a batch, a page at a time. */
export const BatchDocuments = memo(({ batchId, name, folder, problemsOnly, onProblemsOnly }: Props) => {
  const { t } = useTranslation('downloads');
  const { pages, sort, onSort } = useBatchRows(batchId, problemsOnly);
  const control = useInvokeMutation('downloads.control', ['downloads.list']);
  const { open, show, error } = useFileActions();
  const [previewed, setPreviewed] = useState<BatchDocument>();
  return (
    <>
      <ListScreen
        list="batch"
        name={t('documents')}
        pages={pages}
        sorting={{ sort, onSort }}
        columns={useBatchColumns(folder)}
        rowKey={documentKey}
        about={`${batchId} ${problemsOnly}`}
        error={error ?? control.error}
        tools={
          <>
            <b className={styles.batchName}>{name}</b>
            <CheckField label={t('problemsOnly')} checked={problemsOnly} onCheck={onProblemsOnly} />
          </>
        }
        onOpen={setPreviewed}
        onPreview={setPreviewed}
        onOutside={(row) => open(fileOf(row))}
        {...(previewed && { onCursor: setPreviewed })}
        menu={(row) => (
          <BatchDocumentMenu
            document={row}
            onPreview={() => setPreviewed(row)}
            onOpen={() => open(fileOf(row))}
            onShow={() => show(fileOf(row))}
            onControl={(action) =>
              control.mutate({
                action,
                batchId,
                document: { connectionId: row.connectionId, id: row.documentId },
              })
            }
          />
        )}
        empty={problemsOnly ? t('noProblems') : t('noDocuments')}
        save={(shown) =>
          invoke('lists.export', {
            ...shown,
            list: 'batch',
            name,
            batchId,
            problemsOnly,
            sort,
            words: { state: Object.fromEntries(states.map((state) => [state, t(`state.${state}`)])) },
          })
        }
      />
      {previewed && (
        <batchDocumentViewer.Component
          document={previewed}
          path={fileOf(previewed).path}
          onClose={() => setPreviewed(undefined)}
        />
      )}
    </>
  );
});

/** The rows of a batch, read a page at a time and again when the batch changes; and their sort order. */
function useBatchRows(batchId: string, problemsOnly: boolean) {
  const [pages] = useState(() => new PagedRows<BatchDocument>({ moment: () => Promise.resolve() }));
  const [sort, onSort] = useStoredSort(restoreListState(`batch ${batchId}`));
  useEffect(() => {
    const readingId = `${performance.timeOrigin} ${performance.now()}`;
    pages.start(async (offset, limit) => {
      const query = { batchId, offset, limit, problemsOnly, sort, readingId };
      const reading = invoke('downloads.documents', query);
      const { rows, total } = await withTimeout('downloads.documents', reading, () => pages.refresh());
      return { rows, offset, total };
    });
  }, [pages, batchId, problemsOnly, sort]);
  useOnInvalidate('downloads.documents', { batchId }, () => pages.refresh());
  return { pages, sort, onSort };
}

function useBatchColumns(folder: string): readonly ListColumn<BatchDocument>[] {
  const { t } = useTranslation('downloads');
  const { text, saved } = useTitledColumns<BatchDocument, 'downloads'>('downloads');
  const errorText = useErrorText();
  return useMemo(() => {
    const pathOrReason = (row: BatchDocument) => {
      if (isHere(row)) return within(folder, row.path);
      return row.error ? errorText(row.error).what : '';
    };
    return [
      {
        ...text('state', 150, ({ state }) => t(`state.${state}`)),
        node: (row) => <Verdict document={row} />,
      },
      text('dispatchNumber', 92, ({ dispatchNumber }) => dispatchNumber),
      text('type', 250, ({ type }) => type, 340),
      text('folio', 132, ({ folio }) => folio, 160),
      { ...text('size', 88, sizeLabel), align: 'end' },
      {
        ...text('path', 408, pathOrReason, 900),
        title: t('pathOrReason'),
        node: (row) =>
          isHere(row) ? <PathText path={within(folder, row.path)} /> : <Reason document={row} />,
        saved: saved('error', 'path'),
      },
    ];
  }, [t, text, saved, errorText, folder]);
}

interface BatchDocumentMenuProps {
  document: BatchDocument;
  onPreview: () => void;
  onOpen: () => void;
  onShow: () => void;
  onControl: (action: 'pause' | 'resume' | 'cancel' | 'retry') => void;
}

/** The context menu of a document: its file, its transfer, its error's report. */
function BatchDocumentMenu({ document, onPreview, onOpen, onShow, onControl }: BatchDocumentMenuProps) {
  const { t } = useTranslation('downloads');
  const { t: results } = useTranslation('results');
  const { state } = document;
  return (
    <>
      <Menu.Item rightSection={<Keys of="preview" />} onClick={onPreview}>
        {results('menu.view')}
      </Menu.Item>
      <Menu.Item disabled={!isHere(document)} rightSection={<Keys of="outside" />} onClick={onOpen}>
        {t('open')}
      </Menu.Item>
      <Menu.Item disabled={!isHere(document)} onClick={onShow}>
        {t('show')}
      </Menu.Item>
      <Menu.Divider />
      {state === 'paused' ? (
        <Menu.Item onClick={() => onControl('resume')}>{t('resumeOne')}</Menu.Item>
      ) : (
        <Menu.Item
          disabled={state !== 'waiting' && state !== 'transferring'}
          onClick={() => onControl('pause')}
        >
          {t('pauseOne')}
        </Menu.Item>
      )}
      <Menu.Item
        disabled={state !== 'failed' && state !== 'unsigned' && state !== 'cancelled'}
        onClick={() => onControl('retry')}
      >
        {t('retryOne')}
      </Menu.Item>
      <Menu.Item disabled={isOver(document)} onClick={() => onControl('cancel')}>
        {t('cancelOne')}
      </Menu.Item>
      <CopyReport document={document} />
    </>
  );
}

function CopyReport({ document: { error } }: { document: BatchDocument }) {
  const { t } = useTranslation('ui');
  const toast = useToast();
  const info = useInvokeQuery('app.info', undefined, { staleTime: Number.POSITIVE_INFINITY }).data;
  if (!error) return null;
  return (
    <Menu.Item onClick={() => copy(reportOf(error, info)) && toast(t('reportCopied'))}>
      {t('copyReport')}
    </Menu.Item>
  );
}

/** The document's key, with its path once it is downloaded. */
function fileOf(document: BatchDocument) {
  const { connectionId, documentId: id, path } = document;
  return { connectionId, id, ...(isHere(document) && { path }) };
}

function isHere({ state }: BatchDocument): boolean {
  return state === 'done' || state === 'here';
}

function isOver({ state }: BatchDocument): boolean {
  return state !== 'waiting' && state !== 'transferring' && state !== 'paused';
}

/** A path relative to its batch's folder. */
function within(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length).replace(/^[\\/]+/, '') : path;
}

const markStyles: Record<TransferState, StatusStyle> = {
  waiting: [IconClock],
  transferring: [IconDownload],
  paused: [IconPlayerPause],
  done: [IconCheck, 'good'],
  here: [IconCheck, 'good'],
  failed: [IconAlertTriangle, 'bad'],
  'no-file': [IconFileOff],
  unsigned: [IconAlertTriangle, 'warn'],
  cancelled: [IconX],
};

/** The outcome of a document in a batch, as icon and text. */
function Verdict({ document: { state, bytes, size } }: { document: BatchDocument }) {
  const { t } = useTranslation('downloads');
  const part =
    state === 'transferring' && size !== undefined && size > 0
      ? ` ${Math.min(99, Math.floor((bytes / size) * 100))} %`
      : '';
  return (
    <StatusLabel style={markStyles[state]}>
      {t(`state.${state}`)}
      {part}
    </StatusLabel>
  );
}

/** Why a document was not downloaded and what to do; the tooltip has the full text and the code. */
function Reason({ document: { error } }: { document: BatchDocument }) {
  const errorText = useErrorText();
  if (!error) return null;
  const { what, do: whatToDo } = errorText(error);
  return (
    <span title={`${what} ${whatToDo} (${error.code})`}>
      {what} <span className={screen.soft}>{whatToDo}</span>
    </span>
  );
}

/** The size of a document on disk; empty if unknown. */
function sizeLabel({ state, size, bytes }: BatchDocument): string {
  const known = state === 'done' || state === 'here' ? bytes : size;
  return known === undefined || known === 0 ? '' : formatBytes(known);
}
