import { Button } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { AccessErrorMessage } from '../../ui/error-message/access-error-message.tsx';
import { formatCount } from '../../ui/format.ts';
import { useInspecting } from '../../ui/inspected-subject.ts';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { clientName, describeQuery } from '../../ui/query-text.ts';
import { currentRoute, navigate, type Route } from '../../ui/route.ts';
import { longerThan, Nothing } from './empty-list.tsx';
import { viewToSave } from './list-state.ts';
import { ListTabs } from './list-tabs.tsx';
import type { SaveList } from './list-view.tsx';
import { DisbursementList, DispatchList, DocumentList } from './lists.tsx';
import { noneFoundLabel } from './outcome-labels.ts';
import { Outcomes } from './outcomes.tsx';
import { ResultRows, useListViewStates } from './result-lists.ts';
import styles from './results.module.css';
import { SavedMenu } from './saved-menu.tsx';
import { SearchProgressLine } from './search-progress-line.tsx';

const saveDialog = preloadable(() => import('./save-dialog.tsx'));

type ResultsRoute = Extract<Route, { view: 'results' }>;

/** A result; rendered once it is known whether it belongs to a saved search, whose view it then uses. */
export default function Results({ route }: { route: ResultsRoute }) {
  const saved = useInvokeQuery('saved.list', undefined, { enabled: route.savedId !== undefined });
  if (route.savedId !== undefined && saved.isPending) return null;
  return <Result route={route} saved={saved.data?.find(({ id }) => id === route.savedId)} />;
}

function Result({ route, saved }: { route: ResultsRoute; saved: SavedSearch | undefined }) {
  const { resultSetId, list } = route;
  const { t } = useTranslation('results');
  const { t: search } = useTranslation('search');
  const views = useListViewStates(resultSetId, saved);
  const [rows] = useState(() => ({
    dispatches: new ResultRows<'dispatches'>(),
    documents: new ResultRows<'documents'>(),
    disbursements: new ResultRows<'disbursements'>(),
  }));
  const [toSave, setToSave] = useState<Parameters<SaveList>[0]>();
  usePreload(saveDialog);
  const clients = useInvokeQuery('clients.list', undefined).data;
  const recent = useInvokeQuery('search.recent', undefined, { enabled: saved === undefined }).data;
  const latest = recent?.find((each) => each.resultSetId === resultSetId)?.query;
  const isOlder = saved === undefined && recent !== undefined && latest === undefined;
  // Only if needed: the search box fetches this for every result, and an unused response would re-render this
  // component.
  const older = useInvokeQuery(
    'search.question',
    { resultSetId: isOlder ? resultSetId : '' },
    { enabled: isOlder },
  ).data;
  const query = saved?.question ?? latest ?? older;
  const { data: progress, error } = useInvokeQuery('search.progress', { resultSetId });
  const restart = useInvokeMutation('search.start', ['search.recent']);
  const refreshSaved = useInvokeMutation('saved.refresh', ['saved.list', 'search.progress']);

  async function refresh() {
    if (saved) await refreshSaved.mutateAsync({ id: saved.id });
    else if (query) await startSearch(query);
  }

  async function startSearch(another: SearchQuery) {
    const started = await restart.mutateAsync(another);
    // Only if the route is still the same: the person may have changed the list or left.
    const here = currentRoute();
    if (here.view === 'results' && here.resultSetId === resultSetId)
      navigate({ ...here, resultSetId: started.resultSetId });
  }

  const title = saved?.name ?? (query ? describeQuery(query, clients, search) : t('title'));
  const showList = useCallbackRef((next: ListName) => navigate({ ...route, list: next }));
  const isRunning = progress?.state === 'running';
  useStopByEsc(resultSetId, isRunning && progress.place === undefined);
  useShowFound(resultSetId, query, isRunning);
  const isStopped = progress?.state === 'cancelled' || progress?.state === 'interrupted';
  const isIncomplete =
    progress?.problems.some(({ error: { code } }) => code !== 'DISPATCH_NOT_FOUND') === true;
  const isOfDispatches = query?.kind === 'dispatches';
  const outcomes = useInvokeQuery(
    'search.outcomes',
    { resultSetId },
    { enabled: isOfDispatches && !isRunning },
  ).data;
  const hasDisbursements = query?.kind === 'dispatches' || query?.complete === true;
  const paid = useInvokeQuery(
    'carpeta.known',
    { scope: { resultSetId } },
    { enabled: list === 'disbursements' && !isRunning },
  ).data;
  const longer = saved ? undefined : longerThan(query);
  const empty = (progress || error) && (
    <Nothing
      list={list}
      {...{ isRunning, isStopped, isIncomplete }}
      isQueried={
        list !== 'disbursements' || (paid ? paid.disbursements === paid.dispatches : hasDisbursements)
      }
      notFound={list === 'disbursements' ? undefined : noneFoundLabel(outcomes ?? [], t)}
      onWiden={longer && (() => void startSearch(longer).catch(() => undefined))}
    />
  );
  const frame = {
    ...{ resultSetId, views, query },
    destination: { folder: saved?.folder ?? '', template: saved?.template ?? '', name: saved?.name ?? '' },
    onSave: query ? setToSave : undefined,
    onRefresh: isRunning || (!saved && !query) ? undefined : () => void refresh().catch(() => undefined),
    isFinal: progress !== undefined && !isRunning,
    empty,
    // Rows that were announced but not loaded yet are not an empty list.
    emptyBehind: progress && progress.documents > 0 && list !== 'disbursements' ? t('nothingYet') : empty,
  };
  const ownError = progress?.error ?? null;
  const failed = error ?? restart.error ?? refreshSaved.error ?? ownError;
  // The line below the lists reports that there is no network.
  const shownError = failed?.code === 'NO_NETWORK' && progress ? null : failed;
  return (
    <>
      <header className={styles.title}>
        <h1 title={title}>{title}</h1>
        {saved && <SavedMenu saved={saved} />}
      </header>
      <ListTabs
        resultSetId={resultSetId}
        current={list}
        isComplete={progress?.state === 'done' && !isIncomplete}
        hasDisbursements={hasDisbursements}
        onList={showList}
      />
      {shownError && <AccessErrorMessage error={shownError} />}
      {progress && <SearchProgressLine progress={progress} shownError={shownError} />}
      {progress && query?.kind === 'dispatches' && <Outcomes {...{ resultSetId, isRunning }} />}
      {progress?.state === 'done' && query?.kind === 'range' && query.ruts.length > 1 && (
        <ClientsWithout resultSetId={resultSetId} />
      )}
      {list === 'documents' && <DocumentList {...frame} rows={rows.documents} />}
      {list === 'dispatches' && (
        <DispatchList
          {...frame}
          rows={rows.dispatches}
          onDispatch={(number) => {
            views.update('documents', { ...views.all().documents, filter: number });
            showList('documents');
          }}
        />
      )}
      {list === 'disbursements' && <DisbursementList {...frame} known={paid} rows={rows.disbursements} />}
      {toSave && query && (
        <saveDialog.Component
          saved={saved}
          query={query}
          resultSetId={resultSetId}
          suggestedName={title}
          view={viewToSave(list, views.all(), toSave.columns, query)}
          onSaved={toSave.onSaved}
          onClose={() => setToSave(undefined)}
        />
      )}
    </>
  );
}

/** Esc cancels a running search before it navigates back. */
function useStopByEsc(resultSetId: string, isRunning: boolean): void {
  const cancel = useInvokeMutation('search.cancel');
  useCommand('back', () => {
    if (!isRunning) return false;
    cancel.mutate({ resultSetId });
    return true;
  });
}

/** Shows a dispatch that was requested alone in the inspector, once its client is known. */
function useShowFound(resultSetId: string, query: SearchQuery | undefined, isRunning: boolean): void {
  const { propose } = useInspecting();
  const isAlone = query?.kind === 'dispatches' && query.dispatches.length === 1;
  const outcomes = useInvokeQuery(
    'search.outcomes',
    { resultSetId },
    { enabled: isAlone && !isRunning },
  ).data;
  const show = useEffectEvent(propose);
  useEffect(() => {
    const found = outcomes?.find(({ rut }) => rut !== undefined);
    if (!found?.rut) return;
    show({ connectionId: found.connectionId, number: found.number, rut: found.rut });
  }, [outcomes]);
}

/** Names the clients for which a search of several found nothing. */
function ClientsWithout({ resultSetId }: { resultSetId: string }) {
  const { t } = useTranslation('results');
  const [isOpen, setOpen] = useState(false);
  const clients = useInvokeQuery('clients.list', undefined).data;
  const without = useInvokeQuery('search.clientsWithout', { resultSetId }).data ?? [];
  if (without.length === 0) return null;
  const names = without.map((rut) => clientName(rut, clients));
  const [only, ...others] = names;
  return (
    <div className={styles.sweep}>
      <span>
        {others.length === 0
          ? t('clientWithout', { name: only })
          : t('clientsWithout', { count: without.length, shown: formatCount(without.length) })}
        {isOpen && others.length > 0 && `: ${names.join(', ')}`}
      </span>
      {others.length > 0 && (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('outcomes.which')}
        </Button>
      )}
    </div>
  );
}
