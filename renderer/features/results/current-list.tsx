import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useInvokeQuery, useOnline } from '../../ipc/invoke-hooks.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { noneFoundLabel } from './outcome-labels.ts';
import type { ListFrame, SaveList } from './result-list-frame.tsx';
import { viewToSave, withFilter } from './result-list-state.ts';
import { DisbursementList, DispatchList, DocumentList } from './result-lists.tsx';
import { ResultRows, useListViewStates } from './result-rows.ts';
import { focusReason } from './search-progress-line.tsx';
import type { ResultRefresh } from './use-result-refresh.ts';
import type { SearchRunState } from './use-search-run.ts';

const saveDialog = preloadable(() => import('./save-dialog.tsx'));

interface Props {
  resultSetId: string;
  /** The list that is shown. */
  list: ListName;
  onList: (list: ListName) => void;
  saved: SavedSearch | undefined;
  /** What the documents are filtered by at first. */
  filter: string | undefined;
  /** Undefined if the query is unknown. */
  query: SearchQuery | undefined;
  /** The title of the result, which names a new saved search. */
  title: string;
  run: SearchRunState;
  refreshing: ResultRefresh;
  /** Whether the disbursements of every dispatch were requested too. */
  hasDisbursements: boolean;
}

/** The list of a result that is shown, and the dialog that saves the search with it. */
export function CurrentList(props: Props) {
  const { resultSetId, list, onList, saved, query, run, refreshing } = props;
  const { progress, error, isRunning } = run;
  const { t } = useTranslation('results');
  const views = useListViewStates(resultSetId, saved, props.filter);
  const [rows] = useState(() => ({
    dispatches: new ResultRows<'dispatches'>(),
    documents: new ResultRows<'documents'>(),
    disbursements: new ResultRows<'disbursements'>(),
  }));
  const [toSave, setToSave] = useState<Parameters<SaveList>[0]>();
  usePreload(saveDialog);
  const outcomes = useInvokeQuery(
    'search.outcomes',
    { resultSetId },
    { enabled: query?.kind === 'dispatches' && !isRunning },
  ).data;
  const paid = useInvokeQuery(
    'dossier.known',
    { scope: { resultSetId } },
    { enabled: list === 'disbursements' && !isRunning },
  ).data;
  const areAllKnown = paid ? paid.disbursements === paid.dispatches : props.hasDisbursements;
  const longer = saved ? undefined : longerThan(query);
  const empty = (progress || error) && (
    <Nothing
      list={list}
      run={run}
      isQueried={list !== 'disbursements' || areAllKnown}
      notFound={list === 'disbursements' ? undefined : noneFoundLabel(outcomes ?? [], t)}
      onWiden={longer && (() => refreshing.search(longer))}
    />
  );
  const frame: ListFrame = {
    resultSetId,
    views,
    query,
    destination: { folder: saved?.folder ?? '', template: saved?.template ?? '', name: saved?.name ?? '' },
    onSave: query ? setToSave : undefined,
    onRefresh: isRunning ? undefined : refreshing.refresh,
    isFinal: progress !== undefined && !isRunning,
    empty,
    // Rows that were announced but not loaded yet are not an empty list.
    emptyBehind: progress && progress.documents > 0 && list !== 'disbursements' ? t('nothingYet') : empty,
  };
  function showDocumentsOf(number: string) {
    views.update('documents', withFilter(views.all().documents, number));
    onList('documents');
  }
  return (
    <>
      {list === 'documents' && <DocumentList {...frame} rows={rows.documents} />}
      {list === 'dispatches' && (
        <DispatchList {...frame} rows={rows.dispatches} onDispatch={showDocumentsOf} />
      )}
      {list === 'disbursements' && <DisbursementList {...frame} known={paid} rows={rows.disbursements} />}
      {toSave && query && (
        <saveDialog.Component
          saved={saved}
          query={query}
          resultSetId={resultSetId}
          suggestedName={props.title}
          view={viewToSave(list, views.all(), toSave.columns, query)}
          onSaved={toSave.onSaved}
          onClose={() => setToSave(undefined)}
        />
      )}
    </>
  );
}

interface EmptyListProps {
  list: ListName;
  run: SearchRunState;
  /** Whether rows of this list were requested at all. */
  isQueried: boolean;
  /** Says that none of the requested dispatches was found; absent for a query of dates. */
  notFound: string | undefined;
  /** Runs a wider query; absent if there is none. */
  onWiden: (() => void) | undefined;
}

/** Why a list of a result is empty, and what to do next. */
function Nothing(props: EmptyListProps) {
  const { list, isQueried, notFound, onWiden } = props;
  const { isRunning, isStopped, isIncomplete } = props.run;
  const { t } = useTranslation('results');
  const isOnline = useOnline();
  if (!isQueried) return t('notAsked');
  if (isRunning) return t('nothingYet');
  if (isIncomplete && !isOnline) return t('nothingOffline');
  if (isIncomplete || isStopped) {
    return (
      <>
        {t(isStopped ? 'nothingUntilFinished' : 'nothingKnown')}
        {isIncomplete && (
          <Button variant="default" onClick={focusReason}>
            {t('seeWhy')}
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      {notFound ?? t(`nothing.${list}`)}
      {onWiden && list !== 'disbursements' && (
        <Button variant="default" onClick={onWiden}>
          {t('widen')}
        </Button>
      )}
    </>
  );
}

/** The same query with a longer range; undefined if there is none to offer. */
function longerThan(query: SearchQuery | undefined): SearchQuery | undefined {
  if (query?.kind !== 'range' || query.range.kind === 'this-year') return undefined;
  return { ...query, range: { kind: 'this-year' } };
}
