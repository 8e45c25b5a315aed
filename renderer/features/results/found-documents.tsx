import { Button, Menu } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StoredDocument } from '../../../shared/model/document.ts';
import { maxFound } from '../../../shared/model/row-limits.ts';
import type { FoundDocuments, SavedSearch } from '../../../shared/model/search.ts';
import type { Selection } from '../../../shared/model/search-query.ts';
import { documentColumns } from '../../components/data-grid/result-columns.tsx';
import { useSortedPages } from '../../components/data-grid/use-fixed-pages.ts';
import { DeliveryMenu } from '../../components/document-actions/delivery-menu.tsx';
import { deliveryOfDocuments, filesToHave } from '../../components/document-actions/delivery-selection.ts';
import { downloadOfRows } from '../../components/document-actions/download-selection.ts';
import { useGetDocuments } from '../../components/document-actions/open-download-dialog.ts';
import { useFileActions } from '../../components/document-viewer/use-file-actions.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import type { SelectedRows } from '../../components/list-screen/selected-rows.ts';
import { DownloadBar } from '../../components/list-screen/selection-bar.tsx';
import { invoke, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { formatCount } from '../../ui/format.ts';
import { subjectOf, useInspecting } from '../../ui/inspected-subject.ts';
import { Keys } from '../../ui/keyboard/keys.tsx';
import { preloadable } from '../../ui/preloadable.tsx';
import { formatRoute, navigate } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { DocumentItems, useColumnContext } from './result-lists.tsx';
import { rowKeyOf } from './result-rows.ts';
import styles from './results.module.css';
import { SavedMenu } from './saved-menu.tsx';
import { textHitsOf } from './text-hits-query.ts';

/** Loaded when a person looks inside documents. */
const textHits = preloadable(() => import('./text-hits.tsx'));

const none: FoundDocuments = { rows: [] };

/** How saved words show a list, which they have not. */
const noView: SavedSearch['view'] = {
  list: 'documents',
  columns: [],
  sort: [],
  filter: '',
  group: 'none',
};

interface Props {
  text: string;
  part: 'text' | undefined;
  savedId?: string | undefined;
}

/** What was found of a text; rendered once the filters of saved words are known. */
export default function Found({ savedId, ...props }: Props) {
  const saved = useInvokeQuery('saved.list', undefined, { enabled: savedId !== undefined });
  if (savedId !== undefined && saved.isPending) return null;
  const found = saved.data?.find(({ id, question }) => id === savedId && question.kind === 'words');
  return <FoundOfText {...props} saved={found} />;
}

interface FoundProps extends Omit<Props, 'savedId'> {
  saved: SavedSearch | undefined;
}

/** What was found of a text, in the data of documents or inside their files: no request is made. */
function FoundOfText({ text, part, saved }: FoundProps) {
  const { t } = useTranslation('results');
  const inside = useInvokeQuery('texts.find', textHitsOf(text)).data;
  const counts = useInvokeQuery('texts.count', { text, filter: {} }, { isTimed: false }).data;
  const unread = useInvokeQuery('texts.status', undefined).data?.unreadTotal ?? 0;
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  // What cannot be counted has been found at least.
  const found = inside && `${formatCount(inside.hits.length)}${inside.hasMore ? '+' : ''}`;
  const said = [
    total === undefined ? found : formatCount(total),
    unread > 0 && t('foundUnread', { count: unread }),
  ].filter(Boolean);
  return (
    <>
      <header className={styles.title}>
        <h1>{saved?.name ?? t('found', { text })}</h1>
        {saved && <SavedMenu saved={saved} />}
        {saved && <span className={screen.soft}>{t('found', { text })}</span>}
        <span className={screen.push} />
        <Button.Group>
          {(['stored', 'text'] as const).map((value) => (
            <Button
              key={value}
              size="compact-sm"
              variant={value === (part ?? 'stored') ? 'filled' : 'default'}
              aria-pressed={value === (part ?? 'stored')}
              onClick={() =>
                navigate({
                  view: 'found',
                  text,
                  ...(value === 'text' && { part: value }),
                  ...(saved && { savedId: saved.id }),
                })
              }
            >
              {t(`foundPart.${value}`)}
              {value === 'text' && said.length > 0 && ` (${said.join(' · ')})`}
            </Button>
          ))}
        </Button.Group>
      </header>
      {part === 'text' ? (
        <textHits.Component
          text={text}
          saved={saved}
          initialFilter={saved?.question.kind === 'words' ? saved.question.filter : undefined}
          toSave={(filter) => ({
            query: { kind: 'words', text, filter },
            suggestedName: saved?.name ?? text,
            view: noView,
          })}
        />
      ) : (
        <StoredDocuments text={text} />
      )}
    </>
  );
}

/** Stored documents found by their data. */
function StoredDocuments({ text }: { text: string }) {
  const { t } = useTranslation('results');
  const { data = none, error, isSuccess, refetch } = useInvokeQuery('rows.find', { text });
  const { rows: found, unreadable = 0 } = data;
  const context = useColumnContext();
  const columns = useMemo(() => documentColumns(context, []), [context]);
  const { pages, sorting } = useSortedPages(`found ${text}`, found, columns);
  const getDocuments = useGetDocuments();
  const { inspect, propose, view } = useInspecting();
  const { open, show, error: fileError } = useFileActions();

  function download({ count, read }: SelectedRows<StoredDocument>) {
    const readSelection = async (): Promise<Selection | undefined> =>
      count === 0 ? undefined : { kind: 'some', documents: (await read()).map(toDocumentKey) };
    getDocuments(downloadOfRows('documents', count, readSelection, { folder: '', template: '', name: text }));
  }

  return (
    <>
      <div className={styles.progress}>
        <span>
          {t('foundMeans')}
          {found.length === maxFound && ` ${t('foundFirst', { most: maxFound })}`}
        </span>
      </div>
      <ListScreen<StoredDocument>
        list="documents"
        name={t('list.documents')}
        pages={pages}
        unreadable={unreadable}
        sorting={sorting}
        columns={columns}
        rowKey={rowKeyOf}
        isDimmed={({ isActive }) => !isActive}
        error={error ?? fileError}
        onRefresh={() => void refetch()}
        onCursor={(row) => inspect(subjectOf(row))}
        {...(isSuccess && { onOnly: (row: StoredDocument) => propose(subjectOf(row)) })}
        onOpen={() => view('rows')}
        onPreview={() => view('rows')}
        onOutside={open}
        filesOf={filesToHave}
        toDeliver={deliveryOfDocuments}
        menu={(row, selected) => (
          <>
            <DocumentItems row={row} open={open} show={show} />
            <Menu.Item rightSection={<Keys of="download" />} onClick={() => download(selected)}>
              {t('menu.download')}
            </Menu.Item>
          </>
        )}
        empty={
          <>
            {t('foundNothing')}{' '}
            <a href={formatRoute({ view: 'found', text, part: 'text' })}>{t('foundInside')}</a>
          </>
        }
        footer={(selected) => (
          <FoundBar selected={selected} total={found.length} onDownload={() => download(selected)} />
        )}
        save={({ shown, format, name, columns: saved }) =>
          invoke('lists.export', {
            list: 'found',
            format,
            name,
            text,
            words: {},
            columns: saved,
            documents: (shown?.indexes ?? []).flatMap((index) => found[index] ?? []).map(toDocumentKey),
          })
        }
      />
    </>
  );
}

interface FoundBarProps {
  selected: SelectedRows<StoredDocument>;
  total: number;
  onDownload: () => void;
}

/** What can be done with the selected documents. */
function FoundBar({ selected, total, onDownload }: FoundBarProps) {
  return (
    <DownloadBar
      list="documents"
      selected={selected}
      total={total}
      isEmpty={total === 0}
      onDownload={onDownload}
    >
      <DeliveryMenu
        count={selected.count}
        areDocuments
        readSelection={async () => deliveryOfDocuments(await selected.read())}
      />
    </DownloadBar>
  );
}

function toDocumentKey({ connectionId, id }: StoredDocument) {
  return { connectionId, id };
}
