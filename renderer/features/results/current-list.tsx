import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListName } from '../../../shared/model/lists.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { preloadable, usePreload } from '../../ui/preloadable.tsx';
import { longerThan, Nothing } from './empty-list.tsx';
import { viewToSave } from './list-state.ts';
import type { ListFrame, SaveList } from './list-view.tsx';
import { noneFoundLabel } from './outcome-labels.ts';
import { DisbursementList, DispatchList, DocumentList } from './result-lists.tsx';
import { ResultRows, useListViewStates } from './result-rows.ts';
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
    'carpeta.known',
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
    ...{ resultSetId, views, query },
    destination: { folder: saved?.folder ?? '', template: saved?.template ?? '', name: saved?.name ?? '' },
    onSave: query ? setToSave : undefined,
    onRefresh: isRunning ? undefined : refreshing.refresh,
    isFinal: progress !== undefined && !isRunning,
    empty,
    // Rows that were announced but not loaded yet are not an empty list.
    emptyBehind: progress && progress.documents > 0 && list !== 'disbursements' ? t('nothingYet') : empty,
  };
  function showDocumentsOf(number: string) {
    views.update('documents', { ...views.all().documents, filter: number });
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
