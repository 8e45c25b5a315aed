import { Button, CloseButton, TextInput } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { IconFileSearch } from '@tabler/icons-react';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AgencySearch, asksAgencies } from '../../../shared/model/asks-agencies.ts';
import { clientName } from '../../../shared/model/client-names.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { AccessErrorMessage } from '../../ui/error-message/access-error-message.tsx';
import { useInspecting } from '../../ui/inspected-subject.ts';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { preloadable } from '../../ui/preloadable.tsx';
import { describeQuery } from '../../ui/query-text.ts';
import { navigate, type Route } from '../../ui/route.ts';
import screen from '../../ui/screen.module.css';
import { CurrentList } from './current-list.tsx';
import { ListTabs } from './list-tabs.tsx';
import { Outcomes } from './outcomes.tsx';
import styles from './results.module.css';
import { SavedMenu } from './saved-menu.tsx';
import { SearchProgressLine } from './search-progress-line.tsx';
import { useResultRefresh } from './use-result-refresh.ts';
import { useSearchRun } from './use-search-run.ts';

/** Loaded when a person looks inside the documents of a result. */
const hitsInResult = preloadable(() => import('./hits-in-result.tsx'));

type ResultsRoute = Extract<Route, { view: 'results' }>;

/** A result; rendered once it is known whether it belongs to a saved search, whose view it then uses. */
export default function Results({ route }: { route: ResultsRoute }) {
  const saved = useInvokeQuery('saved.list', undefined, { enabled: route.savedId !== undefined });
  if (route.savedId !== undefined && saved.isPending) return null;
  const asking = saved.data?.filter(asksAgencies);
  return <Result route={route} saved={asking?.find(({ id }) => id === route.savedId)} />;
}

function Result({ route, saved }: { route: ResultsRoute; saved: AgencySearch | undefined }) {
  const { resultSetId, list, words = '' } = route;
  const { t } = useTranslation('results');
  const { t: search } = useTranslation('search');
  const clients = useInvokeQuery('clients.list', undefined).data;
  const { query, isPending } = useResultQuery(resultSetId, saved);
  const run = useSearchRun(resultSetId);
  const { progress, isRunning } = run;
  const refreshing = useResultRefresh(resultSetId, saved, query);
  const title = saved?.name ?? (query ? describeQuery(query, clients, search) : t('title'));
  function showWords(next: string, of = list) {
    const { words: _words, ...rest } = route;
    navigate({ ...rest, list: of, ...(next !== '' && { words: next }) });
  }
  const showList = useCallbackRef((next: ListName) => showWords('', next));
  useStopByEsc(resultSetId, isRunning && progress?.location === undefined);
  useShowFound(resultSetId, query, isRunning);
  const hasDisbursements = query?.kind === 'dispatches' || query?.complete === true;
  const failed = run.error ?? refreshing.error ?? progress?.error ?? null;
  // The line below the lists reports that there is no network.
  const shownError = failed?.code === 'NO_NETWORK' && progress ? null : failed;
  return (
    <>
      <header className={styles.title}>
        <h1 title={title}>{title}</h1>
        {saved && <SavedMenu saved={saved} />}
        <span className={screen.push} />
        <WordsField key={words} words={words} onWords={showWords} />
      </header>
      <ListTabs
        resultSetId={resultSetId}
        current={list}
        isComplete={progress?.state === 'done' && !run.isIncomplete}
        hasDisbursements={hasDisbursements}
        onList={showList}
      />
      {shownError && <AccessErrorMessage error={shownError} />}
      {progress && <SearchProgressLine progress={progress} shownError={shownError} />}
      {progress && query?.kind === 'dispatches' && (
        <Outcomes resultSetId={resultSetId} isRunning={isRunning} />
      )}
      {progress?.state === 'done' && query?.kind === 'range' && query.ruts.length > 1 && (
        <ClientsWithout resultSetId={resultSetId} />
      )}
      {words === '' ? (
        // The query decides the order of the rows: none may move under the hand that has just chosen it.
        !isPending && (
          <CurrentList
            resultSetId={resultSetId}
            list={list}
            saved={saved}
            query={query}
            title={title}
            run={run}
            refreshing={refreshing}
            hasDisbursements={hasDisbursements}
            filter={route.filter}
            onList={showList}
          />
        )
      ) : (
        <hitsInResult.Component
          key={saved?.id}
          words={words}
          resultSetId={resultSetId}
          list={list}
          saved={saved}
          query={query}
          title={title}
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
    <div className={styles.progress}>
      <span>
        {others.length === 0
          ? t('clientWithout', { name: only })
          : t('clientsWithout', { count: without.length })}
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

/** The query of a result; undefined while `isPending`, or if it is unknown. */
interface ResultQuery {
  query: SearchQuery | undefined;
  isPending: boolean;
}

/** The query of a result, or of its saved search. */
function useResultQuery(resultSetId: string, saved: AgencySearch | undefined): ResultQuery {
  const recent = useInvokeQuery('search.recent', undefined, { enabled: saved === undefined });
  const latest = recent.data?.find((each) => each.resultSetId === resultSetId)?.query;
  const isOlder = saved === undefined && recent.data !== undefined && latest === undefined;
  // Only if needed: the search box fetches this for every result, and an unused response would re-render the
  // result.
  const older = useInvokeQuery(
    'search.query',
    { resultSetId: isOlder ? resultSetId : '' },
    { enabled: isOlder },
  );
  const query = saved?.question ?? latest ?? older.data;
  return { query, isPending: query === undefined && (isOlder ? older.isPending : recent.isPending) };
}

interface WordsFieldProps {
  words: string;
  onWords: (words: string) => void;
}

/** The words that the files of a result's documents must have; searched with Enter. */
function WordsField({ words, onWords }: WordsFieldProps) {
  const { t } = useTranslation('results');
  const [text, setText] = useState(words);
  function submit(event: FormEvent) {
    event.preventDefault();
    onWords(text.trim());
  }
  return (
    <form className={styles.words} onSubmit={submit}>
      <TextInput
        aria-label={t('words')}
        placeholder={t('words')}
        leftSection={<IconFileSearch size={14} aria-hidden />}
        maxLength={500}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(words !== '' && {
          rightSection: <CloseButton size="sm" aria-label={t('clearWords')} onClick={() => onWords('')} />,
        })}
      />
    </form>
  );
}
