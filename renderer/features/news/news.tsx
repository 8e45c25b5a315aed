import { Button, Menu } from '@mantine/core';
import { IconArrowsExchange, IconCircleMinus, IconFilePlus, IconReplace } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { News as NewsItem } from '../../../shared/model/search.ts';
import { TextOrMissing } from '../../components/data-grid/cells.tsx';
import { ColumnsButton } from '../../components/data-grid/columns-button.tsx';
import { ExcelMenu } from '../../components/data-grid/excel-menu.tsx';
import { Grid } from '../../components/data-grid/grid.tsx';
import { leftList } from '../../components/data-grid/left-list.ts';
import { isChosen, noRows, type RowSelection } from '../../components/data-grid/row-selection.ts';
import { useArrangement } from '../../components/data-grid/use-arrangement.ts';
import { useSortedWindows } from '../../components/data-grid/use-fixed-windows.ts';
import { useSaveList } from '../../components/data-grid/use-save-list.ts';
import { ChosenBar, CopyChosen } from '../../components/list-screen/chosen-bar.tsx';
import { type ListColumn, savedColumns } from '../../components/list-screen/list-column.ts';
import { useCopyChosen } from '../../components/list-screen/use-copy-chosen.ts';
import { useFileActs } from '../../components/viewer/use-file-acts.ts';
import { useAction, useCall } from '../../ipc/bridge.ts';
import { useSettings } from '../../ipc/settings-hooks.ts';
import { Fault } from '../../ui/fault/fault.tsx';
import { formatInstant } from '../../ui/format.ts';
import { goTo } from '../../ui/place.ts';
import { placeOfSaved } from '../../ui/saved-place.ts';
import { useInspecting } from '../../ui/subject.ts';
import { useToast } from '../../ui/toast.tsx';
import { useShowInspector } from '../../ui/use-show-inspector.ts';
import styles from './news.module.css';
import { groupNews, newsKey } from './news-groups.ts';

const icons = {
  new: IconFilePlus,
  changed: IconReplace,
  gone: IconCircleMinus,
  status: IconArrowsExchange,
} as const;

const kinds = ['new', 'changed', 'gone', 'status'] as const;

/** What is new in the saved searches since it was last marked as seen. */
export default function News() {
  const { t } = useTranslation('news');
  const { t: carpeta } = useTranslation('carpeta');
  const toast = useToast();
  const { data: news = [], error, isPending } = useCall('saved.news', undefined);
  const saved = useCall('saved.list', undefined).data ?? [];
  const markSeen = useAction('saved.markSeen', ['saved.list', 'saved.news']);
  const downloadNew = useAction('saved.downloadNew', ['downloads.list']);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers keep their identity while they are equal.
  const { rows, groups } = useMemo(
    () => groupNews(news, saved),
    [JSON.stringify(news), JSON.stringify(saved)],
  );
  const columns = useNewsColumns();
  const { windows, sorting } = useSortedWindows('news', rows, columns, groups);
  const [selection, setSelection] = useState<RowSelection>(noRows);
  const { arrangement, onArrange, shown } = useArrangement('news', columns);
  const rowHeight = useSettings().settings.rowHeight === 'compact' ? 24 : 32;
  const { inspect, view } = useInspecting();
  const showInspector = useShowInspector();
  const { open, error: fileError } = useFileActs();
  const { save, error: saveError } = useSaveList();

  function look({ connectionId, dispatchNumber, document, savedSearchId }: NewsItem) {
    const rut = document?.rut ?? rutOf(savedSearchId);
    if (rut)
      inspect({ connectionId, number: dispatchNumber, rut, ...(document && { documentId: document.id }) });
  }

  /** A change of state names no client; the question of its search does when it has one. */
  function rutOf(savedSearchId: string) {
    const question = saved.find(({ id }) => id === savedSearchId)?.question;
    return question?.kind === 'range' ? question.ruts[0] : question?.dispatches[0]?.ruts[0];
  }

  const chosen = rows.filter((row) => isChosen(selection, newsKey(row)));
  const { copyChosen, copyError } = useCopyChosen({
    count: chosen.length,
    read: async () => chosen,
    columns: shown,
  });

  const problem = error ?? markSeen.error ?? downloadNew.error ?? fileError ?? saveError ?? copyError;

  function saveAs(format: 'csv' | 'xlsx') {
    save({
      ...{ list: 'news', format, name: t('title'), shown: sorting.shown() },
      columns: [{ column: 'search', title: t('column.search') }, ...savedColumns(shown)],
      words: { kind: Object.fromEntries(kinds.map((kind) => [kind, t(`kind.${kind}`)])) },
    });
  }

  return (
    <>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        {groups.length > 0 && (
          <>
            <ColumnsButton columns={columns} arrangement={arrangement} onArrange={onArrange} />
            <ExcelMenu onSave={saveAs} onCopy={copyChosen} canCopy={chosen.length > 0} />
          </>
        )}
        <Menu>
          <Menu.Target>
            <Button variant="default" disabled={groups.length === 0}>
              {t('downloadNew')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {groups.map(({ key, label }) => (
              <Menu.Item
                key={key}
                onClick={() =>
                  downloadNew.mutate(
                    { id: key },
                    { onSuccess: (batch) => toast(batch ? t('downloading') : t('nothingToDownload')) },
                  )
                }
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          disabled={groups.length === 0}
          loading={markSeen.isPending}
          onClick={() => markSeen.mutate({}, { onSuccess: () => setSelection(noRows) })}
        >
          {t('markSeen')}
        </Button>
      </header>
      {problem && <Fault error={problem} />}
      {!isPending && (
        <Grid<NewsItem>
          name={t('title')}
          windows={windows}
          columns={columns}
          arrangement={arrangement}
          onArrange={onArrange}
          {...sorting}
          left={leftList('news')}
          rowHeight={rowHeight}
          rowKey={newsKey}
          selection={selection}
          onSelect={setSelection}
          onCursor={look}
          onOpen={({ document, savedSearchId }) => (document ? view('rows') : openSearch(savedSearchId))}
          onPreview={({ document }) => (document ? view('rows') : showInspector())}
          onOutside={({ document }) => document && open(document)}
          onCopy={copyChosen}
          menu={({ savedSearchId }) => (
            <>
              <Menu.Item onClick={() => openSearch(savedSearchId)}>{t('openSearch')}</Menu.Item>
              <Menu.Item onClick={() => markSeen.mutate({ id: savedSearchId })}>
                {t('markSearchSeen')}
              </Menu.Item>
              <Menu.Item onClick={copyChosen}>{t('copy')}</Menu.Item>
            </>
          )}
          empty={saved.length === 0 ? t('noSearches') : t('nothing')}
        />
      )}
      {rows.length > 0 && (
        <ChosenBar count={chosen.length} onNone={() => setSelection(noRows)} hint={carpeta('chooseToCopy')}>
          <CopyChosen count={chosen.length} onCopy={copyChosen} />
        </ChosenBar>
      )}
    </>
  );

  function openSearch(savedId: string) {
    const search = saved.find(({ id }) => id === savedId);
    if (search) goTo(placeOfSaved(search));
  }
}

function useNewsColumns(): readonly ListColumn<NewsItem>[] {
  const { t } = useTranslation('news');
  return useMemo(() => {
    const text = (
      id: 'kind' | 'dispatch' | 'type' | 'folio' | 'detail' | 'at',
      width: number,
      value: (row: NewsItem) => string,
      widest = width,
    ): ListColumn<NewsItem> => ({
      id,
      title: t(`column.${id}`),
      width,
      widest,
      isShownAtFirst: true,
      align: 'start',
      cell: (row) => ({ kind: 'text', text: value(row) }),
      node: (row) => <TextOrMissing text={value(row)} />,
    });
    return [
      {
        ...text('kind', 160, ({ kind }) => t(`kind.${kind}`)),
        node: ({ kind }) => {
          const Icon = icons[kind];
          return (
            <span className={styles.kind}>
              <Icon size={15} aria-hidden />
              {t(`kind.${kind}`)}
            </span>
          );
        },
      },
      text('dispatch', 92, ({ dispatchNumber }) => dispatchNumber),
      text('type', 200, ({ document }) => document?.type ?? '', 340),
      text('folio', 96, ({ document }) => document?.folio ?? '', 160),
      {
        ...text(
          'detail',
          110,
          ({ before = '', after = '' }) => (before || after ? `${before || '—'} → ${after || '—'}` : ''),
          320,
        ),
        saved: [
          { column: 'before', title: t('column.before') },
          { column: 'after', title: t('column.after') },
        ],
      },
      { ...text('at', 92, ({ at }) => formatInstant(at, new Date())), sortedBy: ({ at }) => at },
    ];
  }, [t]);
}
