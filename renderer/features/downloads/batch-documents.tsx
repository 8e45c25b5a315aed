import { Checkbox, Menu } from '@mantine/core';
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
import { compositeKey } from '../../../shared/composite-key.ts';
import type { BatchDocument, TransferState } from '../../../shared/model/download.ts';
import { restoreListState, useStoredSort } from '../../components/data-grid/list-view-state.ts';
import { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { useFileActions } from '../../components/document-viewer/use-file-actions.ts';
import { textColumn } from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import {
  invoke,
  useInvokeMutation,
  useInvokeQuery,
  useOnInvalidate,
  withTimeout,
} from '../../ipc/invoke-hooks.ts';
import { copy } from '../../ui/copy.ts';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import { reportOf } from '../../ui/error-message/report.ts';
import { formatBytes } from '../../ui/format.ts';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { Mark, type MarkStyle } from '../../ui/mark.tsx';
import { PathText } from '../../ui/path-text.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import screen from '../../ui/screen.module.css';
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

function rowKey({ connectionId, documentId }: BatchDocument): string {
  return compositeKey(connectionId, documentId);
}

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
  const { t: results } = useTranslation('results');
  const [pages] = useState(() => new PagedRows<BatchDocument>({ moment: () => Promise.resolve() }));
  const [sort, onSort] = useStoredSort(restoreListState(`batch ${batchId}`));
  useEffect(() => {
    const asked = `${performance.timeOrigin} ${performance.now()}`;
    pages.start(async (offset, limit) => {
      const query = { batchId, offset, limit, problemsOnly, sort, asked };
      const reading = invoke('downloads.documents', query);
      const { rows, total } = await withTimeout('downloads.documents', reading, () => pages.refresh());
      return { rows, offset, total };
    });
  }, [pages, batchId, problemsOnly, sort]);
  useOnInvalidate('downloads.documents', { batchId }, () => pages.refresh());
  const control = useInvokeMutation('downloads.control', ['downloads.list']);
  const { open, show, error } = useFileActions();
  const [previewed, setPreviewed] = useState<BatchDocument>();
  const columns = useMemo((): ListColumn<BatchDocument>[] => {
    const text = (
      id: 'state' | 'dispatchNumber' | 'type' | 'folio' | 'size' | 'path',
      width: number,
      value: (row: BatchDocument) => string,
      widest?: number,
    ) => textColumn(id, t(`column.${id}`), width, value, widest);
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
        ...text(
          'path',
          408,
          (row) => (isHere(row) ? within(folder, row.path) : (row.error?.code ?? '')),
          900,
        ),
        title: t('pathOrReason'),
        node: (row) =>
          isHere(row) ? <PathText path={within(folder, row.path)} /> : <Reason document={row} />,
        saved: [
          { column: 'error', title: t('column.error') },
          { column: 'path', title: t('column.path') },
        ],
      },
    ];
  }, [t, folder]);
  const asFile = ({ connectionId, documentId, path, state }: BatchDocument) => ({
    connectionId,
    id: documentId,
    ...((state === 'done' || state === 'here') && { path }),
  });
  const controlOne = (
    action: 'pause' | 'resume' | 'cancel' | 'retry',
    { connectionId, documentId }: BatchDocument,
  ) => control.mutate({ action, batchId, document: { connectionId, id: documentId } });
  return (
    <>
      <ListScreen
        list="batch"
        name={t('documents')}
        pages={pages}
        sorting={{ sort, onSort }}
        columns={columns}
        rowKey={rowKey}
        about={`${batchId} ${problemsOnly}`}
        error={error ?? control.error}
        tools={
          <>
            <b className={styles.batchName}>{name}</b>
            <Checkbox
              label={t('problemsOnly')}
              checked={problemsOnly}
              onChange={(event) => onProblemsOnly(event.currentTarget.checked)}
            />
          </>
        }
        onOpen={setPreviewed}
        onPreview={setPreviewed}
        onOutside={(row) => open(asFile(row))}
        {...(previewed && { onCursor: setPreviewed })}
        menu={(row) => (
          <>
            <Menu.Item rightSection={<Keys of="preview" />} onClick={() => setPreviewed(row)}>
              {results('menu.view')}
            </Menu.Item>
            <Menu.Item
              disabled={!isHere(row)}
              rightSection={<Keys of="outside" />}
              onClick={() => open(asFile(row))}
            >
              {t('open')}
            </Menu.Item>
            <Menu.Item disabled={!isHere(row)} onClick={() => show(asFile(row))}>
              {t('show')}
            </Menu.Item>
            <Menu.Divider />
            {row.state === 'paused' ? (
              <Menu.Item onClick={() => controlOne('resume', row)}>{t('resumeOne')}</Menu.Item>
            ) : (
              <Menu.Item
                disabled={row.state !== 'waiting' && row.state !== 'transferring'}
                onClick={() => controlOne('pause', row)}
              >
                {t('pauseOne')}
              </Menu.Item>
            )}
            <Menu.Item
              disabled={row.state !== 'failed' && row.state !== 'unsigned' && row.state !== 'cancelled'}
              onClick={() => controlOne('retry', row)}
            >
              {t('retryOne')}
            </Menu.Item>
            <Menu.Item disabled={isOver(row)} onClick={() => controlOne('cancel', row)}>
              {t('cancelOne')}
            </Menu.Item>
            <CopyReport document={row} />
          </>
        )}
        empty={problemsOnly ? t('noProblems') : t('noDocuments')}
        save={(shown) =>
          invoke('list.save', {
            ...{ ...shown, list: 'batch', name, batchId, problemsOnly, sort },
            words: { state: Object.fromEntries(states.map((state) => [state, t(`state.${state}`)])) },
          })
        }
      />
      {previewed && (
        <batchDocumentViewer.Component
          document={previewed}
          path={asFile(previewed).path}
          onClose={() => setPreviewed(undefined)}
        />
      )}
    </>
  );
});

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

const markStyles: Record<TransferState, MarkStyle> = {
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
    <Mark style={markStyles[state]}>
      {t(`state.${state}`)}
      {part}
    </Mark>
  );
}

/** Why a document was not downloaded and what to do, as text and code; the tooltip has the full text. */
function Reason({ document: { error } }: { document: BatchDocument }) {
  const words = useErrorText();
  if (!error) return null;
  const { what, do: whatToDo } = words(error);
  return (
    <span className={styles.reason} title={`${what} ${whatToDo}`}>
      <span>
        {what} <span className={screen.soft}>{whatToDo}</span>
      </span>
      <small className={screen.soft}>{error.code}</small>
    </span>
  );
}

/** The size of a document on disk; empty if unknown. */
function sizeLabel({ state, size, bytes }: BatchDocument): string {
  const known = state === 'done' || state === 'here' ? bytes : size;
  return known === undefined || known === 0 ? '' : formatBytes(known);
}
