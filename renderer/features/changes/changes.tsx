import { Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCircleMinus,
  IconFilePlus,
  IconReplace,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AgencySearch, asksAgencies } from '../../../shared/model/asks-agencies.ts';
import type { StoredDocument } from '../../../shared/model/document.ts';
import type { SearchChange as ChangeItem, SavedSearch } from '../../../shared/model/search.ts';
import { stateText } from '../../../shared/model/state-text.ts';
import { useSortedPages } from '../../components/data-grid/use-fixed-pages.ts';
import { deliveryOfDocuments, filesToHave } from '../../components/document-actions/delivery-selection.ts';
import type { DownloadSelection } from '../../components/document-actions/download-selection.ts';
import { downloadOfNew, useGetNew } from '../../components/document-actions/use-get-new.ts';
import { useFileActions } from '../../components/document-viewer/use-file-actions.ts';
import {
  useClientLabels,
  useCommonColumns,
  useTitledColumns,
} from '../../components/list-screen/common-columns.tsx';
import type { ListColumn } from '../../components/list-screen/list-column.ts';
import { ListScreen } from '../../components/list-screen/list-screen.tsx';
import { invoke, useAppMutation, useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { ErrorMessage } from '../../ui/error-message/error-message.tsx';
import { useErrorText } from '../../ui/error-message/error-text.ts';
import { formatInstant } from '../../ui/format.ts';
import { type Subject, useInspecting } from '../../ui/inspected-subject.ts';
import { MenuButton } from '../../ui/opening-button.tsx';
import { navigate, routeOfSaved } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { SearchFirst } from '../../ui/search-first.tsx';
import { useShowInspector } from '../../ui/stored-layout.ts';
import { useMarkSeen } from '../../ui/use-mark-seen.ts';
import { changeKey, groupChanges } from './change-groups.ts';
import styles from './changes.module.css';

const icons = {
  new: IconFilePlus,
  changed: IconReplace,
  gone: IconCircleMinus,
  status: IconArrowsExchange,
} as const;

const kinds = ['new', 'changed', 'gone', 'status'] as const;

/** Changes in the saved searches since they were last marked as seen. */
export default function Changes() {
  const { t } = useTranslation('changes');
  const { data: changes = [], error, isPending, refetch } = useInvokeQuery('saved.changes', undefined);
  const saved = (useInvokeQuery('saved.list', undefined).data ?? []).filter(asksAgencies);
  const markSeen = useMarkSeen();
  const { getNew, error: newError } = useGetNew();
  // biome-ignore lint/correctness/useExhaustiveDependencies: results keep their identity while they are equal.
  const { rows, groups } = useMemo(
    () => groupChanges(changes, saved),
    [JSON.stringify(changes), JSON.stringify(saved)],
  );
  const columns = useChangeColumns();
  const clientLabels = useClientLabels();
  const { pages, sorting } = useSortedPages('news', rows, columns, groups);
  const { inspect, view } = useInspecting();
  const showInspector = useShowInspector();
  const { open, error: fileError } = useFileActions();
  return (
    <>
      <ChangesHeader
        searches={saved.filter(({ id }) => groups.some(({ key }) => key === id))}
        isEmpty={groups.length === 0}
        isMarking={markSeen.isPending}
        onDownload={getNew}
        onMarkSeen={() => markSeen.mutate({})}
      />
      <LastRefresh saved={saved} />
      {!isPending && (
        <ListScreen<ChangeItem>
          list="news"
          name={t('title')}
          pages={pages}
          sorting={sorting}
          columns={columns}
          rowKey={changeKey}
          error={error ?? markSeen.error ?? newError ?? fileError}
          documents={(selected) => downloadOfChanges(selected, saved)}
          filesOf={(selected) => filesToHave(documentsOf(selected))}
          toDeliver={(selected) => deliveryOfDocuments(documentsOf(selected))}
          onRefresh={() => void refetch()}
          onCursor={(change) => inspect(subjectOfChange(change, saved))}
          onOpen={({ document, savedSearchId }) =>
            document ? view('rows') : openSearch(saved, savedSearchId)
          }
          onPreview={({ document }) => (document ? view('rows') : showInspector())}
          onOutside={({ document }) => document && open(document)}
          menu={({ savedSearchId }) => (
            <>
              <Menu.Item onClick={() => openSearch(saved, savedSearchId)}>{t('openSearch')}</Menu.Item>
              <Menu.Item onClick={() => markSeen.mutate({ id: savedSearchId })}>
                {t('markSearchSeen')}
              </Menu.Item>
            </>
          )}
          empty={
            saved.length === 0 ? <SearchFirst>{t('noSearches')}</SearchFirst> : <NothingNew saved={saved} />
          }
          save={(shown) =>
            invoke('lists.export', {
              ...shown,
              list: 'news',
              columns: [{ column: 'search', title: t('column.search') }, ...shown.columns],
              words: {
                ...clientLabels,
                kind: Object.fromEntries(kinds.map((kind) => [kind, t(`kind.${kind}`)])),
              },
            })
          }
        />
      )}
    </>
  );
}

interface ChangesHeaderProps {
  /** The saved searches that have changes. */
  searches: readonly SavedSearch[];
  /** Whether there are no changes. */
  isEmpty: boolean;
  isMarking: boolean;
  onDownload: (search: SavedSearch) => void;
  onMarkSeen: () => void;
}

/** The title, with the actions on all changes. */
function ChangesHeader({ searches, isEmpty, isMarking, onDownload, onMarkSeen }: ChangesHeaderProps) {
  const { t } = useTranslation('changes');
  return (
    <ScreenHead title={t('title')}>
      <MenuButton
        button={(opening) => (
          <Button {...opening} variant="default" disabled={isEmpty}>
            {t('downloadNew')}
          </Button>
        )}
      >
        {searches.map((search) => (
          <Menu.Item key={search.id} onClick={() => onDownload(search)}>
            {search.name}
          </Menu.Item>
        ))}
      </MenuButton>
      <Button disabled={isEmpty} loading={isMarking} onClick={onMarkSeen}>
        {t('markSeen')}
      </Button>
    </ScreenHead>
  );
}

/** The subject of a change; undefined if its client is unknown. */
function subjectOfChange(
  { connectionId, dispatchNumber, document, savedSearchId }: ChangeItem,
  saved: readonly AgencySearch[],
): Subject | undefined {
  const rut = document?.rut ?? rutOfSearch(saved.find(({ id }) => id === savedSearchId));
  if (!rut) return undefined;
  return { connectionId, number: dispatchNumber, rut, ...(document && { documentId: document.id }) };
}

/** The client of a search: a change of state has none of its own. */
function rutOfSearch(search: AgencySearch | undefined) {
  const query = search?.question;
  return query?.kind === 'range' ? query.ruts[0] : query?.dispatches[0]?.ruts[0];
}

/** The changed documents; a change of state has none. */
function documentsOf(changes: readonly ChangeItem[]): StoredDocument[] {
  return changes.flatMap(({ document }) => document ?? []);
}

/** A download of changed documents; to the destination of their search if they are of one. */
function downloadOfChanges(changes: readonly ChangeItem[], saved: readonly SavedSearch[]): DownloadSelection {
  const [first] = changes;
  const areOfOne = changes.every(({ savedSearchId }) => savedSearchId === first?.savedSearchId);
  const search = areOfOne ? saved.find(({ id }) => id === first?.savedSearchId) : undefined;
  return downloadOfNew(documentsOf(changes), search);
}

function openSearch(saved: readonly SavedSearch[], savedId: string): void {
  const search = saved.find(({ id }) => id === savedId);
  if (search) navigate(routeOfSaved(search));
}

function useChangeColumns(): readonly ListColumn<ChangeItem>[] {
  const { t } = useTranslation('changes');
  const { text, saved } = useTitledColumns<ChangeItem, 'changes'>('changes');
  const { clientOf } = useCommonColumns();
  return useMemo(() => {
    return [
      {
        ...text('kind', 176, ({ kind }) => t(`kind.${kind}`)),
        node: ({ kind }) => {
          const Icon = icons[kind];
          return (
            <span className={`${screen.mark} ${styles.kind}`}>
              <Icon size={15} aria-hidden />
              {t(`kind.${kind}`)}
            </span>
          );
        },
      },
      { ...clientOf<ChangeItem>(({ document }) => document?.rut), isShownAtFirst: false },
      text('dispatch', 92, ({ dispatchNumber }) => dispatchNumber),
      text('type', 200, ({ document }) => document?.type ?? '', 340),
      text('folio', 96, ({ document }) => document?.folio ?? '', 160),
      {
        ...text('detail', 110, changeDetail, 320),
        saved: saved('before', 'after'),
      },
      { ...text('at', 92, ({ at }) => formatInstant(at, new Date())), sortedBy: ({ at }) => at },
    ];
  }, [t, text, saved, clientOf]);
}

/** "No changes" holds only until the last refresh; those never refreshed have a button of their own above. */
function NothingNew({ saved }: { saved: readonly SavedSearch[] }) {
  const { t } = useTranslation('changes');
  const refresh = useAppMutation(
    () => Promise.all(saved.map(({ id }) => invoke('saved.refresh', { id }))),
    ['saved.list', 'saved.changes'],
  );
  const oldest = oldestOf(saved);
  if (!oldest) return t('nothingAsked');
  return (
    <div className={screen.empty}>
      <p>{t('nothing', { when: formatInstant(oldest.asOf, new Date()) })}</p>
      <Button variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
        {t('lookNow')}
      </Button>
      {refresh.error && <ErrorMessage error={refresh.error} />}
    </div>
  );
}

/** The change: old and new value. */
function changeDetail({ kind, before = '', after = '' }: ChangeItem): string {
  if (before === '' && after === '') return '';
  const shown = kind === 'status' ? stateText : (value: string) => value;
  return `${shown(before) || '—'} → ${shown(after) || '—'}`;
}

/**
 * The time of the last refresh of the saved searches, and its failures: "no changes" holds only until then.
 */
function LastRefresh({ saved }: { saved: readonly SavedSearch[] }) {
  const { t } = useTranslation('changes');
  const errorText = useErrorText();
  const refresh = useInvokeMutation('saved.refresh', ['saved.list', 'saved.changes']);
  const oldest = oldestOf(saved);
  const unsure = saved.filter(({ asOf, incomplete }) => asOf === '' || incomplete);
  return (
    <>
      {oldest && (
        <p className={`${styles.looked} ${screen.soft}`}>
          {t('lookedUntil', { when: formatInstant(oldest.asOf, new Date()), name: oldest.name })}
        </p>
      )}
      {unsure.map(({ id, name, asOf, incomplete }) => (
        <p key={id} className={`${styles.looked} ${screen.warn}`}>
          <IconAlertTriangle size={15} aria-hidden />
          <span>
            <b>{name}</b>{' '}
            {asOf === ''
              ? t('neverLooked')
              : t('lookedInPart', { count: Math.max(1, incomplete?.tasks ?? 0) })}
            {incomplete?.error && ` ${errorText(incomplete.error).what}`}
          </span>
          <Button
            variant="subtle"
            size="compact-xs"
            loading={refresh.isPending && refresh.variables.id === id}
            onClick={() => refresh.mutate({ id })}
          >
            {t('lookNow')}
          </Button>
        </p>
      ))}
      {refresh.error && <ErrorMessage error={refresh.error} />}
    </>
  );
}

/** The saved search with the oldest refresh; those never refreshed are reported separately. */
function oldestOf(saved: readonly SavedSearch[]): SavedSearch | undefined {
  return saved.filter(({ asOf }) => asOf !== '').toSorted((a, b) => (a.asOf < b.asOf ? -1 : 1))[0];
}
