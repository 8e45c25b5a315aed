import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { memo, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../shared/model/connection.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import type { WordsQuery } from '../../../shared/model/text-search.ts';
import { invoke, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { useCommand } from '../../ui/keyboard/use-command.ts';
import { queryText } from '../../ui/query-text.ts';
import { currentRoute, listOf, useRoute } from '../../ui/route.ts';
import { useSearchText } from '../../ui/search-box-text.ts';
import { type Choices, type Plan, planWays, type SetByText, setByText } from './plan-search-or-merge.ts';
import styles from './search.module.css';
import { SearchBox } from './search-box.tsx';
import { AgencyMenu, DatesMenu, TypesMenu } from './search-menus.tsx';
import { useSearchOrMerge } from './use-search-or-merge.ts';
import { type SearchSelection, searchedAgencies, useSearchSelection } from './use-search-selection.ts';

const parseAfterMs = 120;

/**
 * The search form: agency, text, dates, types. It does not read the route itself: it re-renders once the
 * query of the open result has loaded.
 */
export const SearchForm = memo(() => {
  const { t } = useTranslation('search');
  const field = useRef<HTMLInputElement>(null);
  const connections = useInvokeQuery('connections.list', undefined).data;
  const { data: clients, isPending: areClientsComing } = useInvokeQuery('clients.list', undefined);
  const { text, setText, isOpen, setOpen } = useSearchText();
  const selection = useSearchSelection();
  const known = connections ?? [];
  const connectionIds = searchedAgencies(known, selection.agencies);
  const choices = { connectionIds, book: clients ?? [], ...selection.choicesFor(text) };
  const { parsed, ways, plan, ofText, isFinal, error } = useParsedText(text, connectionIds, choices);
  const submission = useSearchOrMerge({ field, connections, clients, selection, parsed, choices });

  useCommand('search', () => {
    field.current?.focus();
    field.current?.select();
    setOpen(true);
  });

  function showQuery(query: ShownQuery, opened: string, isTypedSince: boolean) {
    const own = submission.searchedHere.get(opened);
    if (!isTypedSince) setText(own?.text ?? textOf(query, clients));
    if (query.kind !== 'words') selection.show(query, own?.ofText ?? {});
  }

  return (
    <search className={styles.form}>
      <OpenedQuery text={text} isReady={!areClientsComing} onShow={showQuery} />
      <AgencyMenu connections={known} selected={connectionIds} onChoose={selection.setAgencies} />
      <SearchBox
        field={field}
        text={text}
        onText={(next) => {
          setText(next);
          setOpen(true);
          submission.reset();
        }}
        isOpen={isOpen}
        onOpen={setOpen}
        parsed={parsed}
        isFinal={isFinal}
        ways={ways}
        plan={plan}
        needsDispatch={submission.needsDispatch}
        manyRequests={submission.manyRequests(plan)}
        error={error ?? submission.error}
        onSubmit={submission.submit}
        onTake={submission.take}
        onLeave={leaveBox}
      />
      <FilterMenus selection={selection} text={text} ofText={ofText} connectionIds={connectionIds} />
      <Button onClick={submission.submit} loading={submission.isStarting}>
        {t('search')}
      </Button>
    </search>
  );
});

interface FilterMenusProps {
  selection: SearchSelection;
  text: string;
  /** The days and types that the text sets: shown instead of the selected ones, until taken off. */
  ofText: SetByText;
  connectionIds: readonly string[];
}

/** The days and the types of the query. */
function FilterMenus({ selection, text, ofText, connectionIds }: FilterMenusProps) {
  const { range, types, complete } = selection;
  return (
    <>
      <DatesMenu
        range={ofText.range ?? range}
        {...(ofText.range && { onTakeOff: () => selection.overrideRange(text) })}
        onRange={(selected) => selection.selectRange(selected, text)}
      />
      <TypesMenu
        connectionIds={connectionIds}
        types={ofText.types ?? types}
        {...(ofText.types && { onTakeOff: () => selection.overrideTypes(text) })}
        onTypes={(selected) => selection.selectTypes(selected, text)}
        complete={complete}
        onComplete={selection.setComplete}
      />
    </>
  );
}

const nothingToDo: Plan = { kind: 'nothing' };

/**
 * The text as parsed after a pause in typing; until its response is here, that of the text before. `ways` are
 * its interpretations, of which Enter follows the first: the plan.
 */
function useParsedText(text: string, connectionIds: string[], choices: Choices) {
  const [debounced] = useDebouncedValue(text, parseAfterMs);
  const parsing = useInvokeQuery(
    'search.parse',
    { text: debounced, connectionIds },
    { enabled: debounced.trim() !== '', placeholderData: keepPreviousData },
  );
  const parsed = text.trim() === '' ? undefined : parsing.data;
  const ways = planWays(parsed ?? { kind: 'nothing' }, choices);
  const [plan = nothingToDo] = ways;
  const isOfThisText = debounced === text && !parsing.isPlaceholderData;
  return {
    parsed,
    ways,
    plan,
    /** The days and types that this very text sets. */
    ofText: parsed && isOfThisText ? setByText(parsed, plan, choices) : {},
    /** Whether no other response for this text is to come. */
    isFinal: debounced === text && !parsing.isFetching,
    error: parsing.error,
  };
}

/**
 * Gives the focus to the main part, where Esc leads back, and cancels the search of the open result; stored
 * rows stay. A search that ended or belongs to another process is unaffected.
 */
function leaveBox(): void {
  document.getElementById('main')?.focus();
  const route = currentRoute();
  if (route.view !== 'results') return;
  invoke('search.cancel', { resultSetId: route.resultSetId }).catch(() => undefined);
}

/** What an open result, or what was found of a text, was searched with. */
type ShownQuery = SearchQuery | Pick<WordsQuery, 'kind' | 'text'>;

/** The text that the search box shows for a query which was not typed into it. */
function textOf(query: ShownQuery, clients: readonly Client[] | undefined): string {
  return query.kind === 'words' ? query.text : queryText(query, clients);
}

interface Props {
  text: string;
  /** The names of its clients are loaded. */
  isReady: boolean;
  onShow: (query: ShownQuery, opened: string, isTypedSince: boolean) => void;
}

/**
 * Reports the query of each result that opens, also when reopened, so that the toolbar shows it. Also reports
 * whether the person has typed since leaving for it: typed text stays.
 */
function OpenedQuery({ text, isReady, onShow }: Props): null {
  const route = useRoute();
  const resultSetId = route.view === 'results' ? route.resultSetId : undefined;
  const searchText = route.view === 'found' ? route.text : undefined;
  const opened = route.view === 'results' || route.view === 'found' ? listOf(route) : undefined;
  const query = useInvokeQuery(
    'search.query',
    { resultSetId: resultSetId ?? '' },
    { enabled: resultSetId !== undefined },
  ).data;
  const shown = useRef<string>(undefined);
  const textBefore = useRef(text);
  const arrive = useEffectEvent(() => {
    textBefore.current = text;
  });
  const showOnce = useEffectEvent((of: string, query: ShownQuery) => {
    if (shown.current === of) return;
    shown.current = of;
    onShow(query, of, textBefore.current !== text);
  });
  useEffect(() => {
    if (opened === undefined) shown.current = undefined;
    else arrive();
  }, [opened]);
  useEffect(() => {
    if (opened === undefined || !isReady) return;
    if (searchText !== undefined) showOnce(opened, { kind: 'words', text: searchText });
    else if (query !== undefined) showOnce(opened, query);
  }, [opened, isReady, searchText, query]);
  return null;
}
