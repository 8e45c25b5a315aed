import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { memo, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client, Connection } from '../../../shared/model/connection.ts';
import type { Range } from '../../../shared/model/dates.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { SearchQuery, TypeChoice } from '../../../shared/model/search-query.ts';
import { useMergeWhenFetched } from '../../components/downloads-dialog/merge-when-fetched.ts';
import { invoke, useInvokeMutation, useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { onceAtATime } from '../../ipc/once-at-a-time.ts';
import { useInspectAt } from '../../ui/inspected-subject.ts';
import { commandRank, useCommand } from '../../ui/keyboard/use-command.ts';
import { queryText } from '../../ui/query-text.ts';
import { currentRoute, type Go, listOf, navigateUnlessLeft, type Route, useRoute } from '../../ui/route.ts';
import { isInSearchBox, useSearchesOfOthers, useSearchText } from '../../ui/search-text.ts';
import {
  maxRequests,
  mayBeLarge,
  type Plan,
  planMerge,
  planSearch,
  planWays,
  type SetByText,
  setByText,
} from './enter-action.ts';
import { AgencyMenu, DatesMenu, TypesMenu } from './menus.tsx';
import styles from './search.module.css';
import { SearchBox } from './search-box.tsx';

const parseAfterMs = 120;

/**
 * The search form: agency, text, dates, types. It does not read the route itself: it re-renders once the
 * query of the open result has loaded.
 */
export const SearchForm = memo(() => {
  const { t } = useTranslation('search');
  const field = useRef<HTMLInputElement>(null);
  const connections = useInvokeQuery('connections.list', undefined).data;
  const { data: clients, isPending: isBookComing } = useInvokeQuery('clients.list', undefined);
  const [selectedAgencies, chooseAgencies] = useState<readonly string[]>([]);
  const { text, setText, isOpen, setOpen } = useSearchText();
  const inspectAt = useInspectAt();
  const [range, setRange] = useState<Range>({ kind: 'last-days', days: 30 });
  const [types, setTypes] = useState<TypeChoice>({ kind: 'all', operation: 'both' });
  const [complete, setComplete] = useState(false);
  /** The texts for which days and types were selected explicitly: the selection then overrides the text. */
  const [rangeFor, setRangeFor] = useState<string>();
  const [typesFor, setTypesFor] = useState<string>();
  /** The texts searched from here, by the route they led to: the box shows them as they were typed. */
  const [searchedHere] = useState(() => new Map<string, SearchedHere>());
  /** The result sets of dispatch queries made from here, by query. */
  const [resultSets] = useState(() => new Map<string, string>());
  const mergeWhenFetched = useMergeWhenFetched();
  /** The text that cannot become a PDF, because it names no dispatch. */
  const [unmergeable, setUnmergeable] = useState<string>();
  /** The query whose number of requests was shown, with that number: submitted once more, it runs. */
  const [warned, setWarned] = useState<{ query: string; requests: number }>();
  const [debounced] = useDebouncedValue(text, parseAfterMs);
  const start = useInvokeMutation('search.start', ['search.recent']);

  const known = connections ?? [];
  const book = clients ?? [];
  const explicitChoices = (typed: string) => ({
    ...{ range, types, complete },
    isRangeSelected: rangeFor === typed,
    areTypesSelected: typesFor === typed,
  });
  const connectionIds = searchedAgencies(known, selectedAgencies);
  const choices = { connectionIds, book, ...explicitChoices(text) };
  const parsing = useInvokeQuery(
    'search.understand',
    { text: debounced, connectionIds },
    {
      enabled: debounced.trim() !== '',
      placeholderData: keepPreviousData,
    },
  );
  const parsed = text.trim() === '' ? undefined : parsing.data;
  const ways = planWays(parsed ?? { kind: 'nothing' }, choices);
  const [plan = nothingToDo] = ways;
  const isOfThisText = debounced === text && !parsing.isPlaceholderData;
  const ofText = parsed && isOfThisText ? setByText(parsed, plan, choices) : {};
  const isWarned = plan.kind === 'ask' && warned?.query === JSON.stringify(plan.query);

  useCommand('search', () => {
    field.current?.focus();
    field.current?.select();
    setOpen(true);
  });

  function showQuery(query: SearchQuery | TextSearch, opened: string, isTypedSince: boolean) {
    const own = searchedHere.get(opened);
    if (!isTypedSince) setText(own?.text ?? textOf(query, clients));
    if (query.kind === 'words') return;
    chooseAgencies(query.connectionIds);
    if (query.kind === 'dispatches') return;
    // Days and types set by a text apply only to its own search, and are shown as long as the text.
    if (!own?.ofText.range) setRange(query.range);
    if (!own?.ofText.types) setTypes(query.types);
    setComplete(query.complete);
  }

  useCommand(
    'merge',
    () => (isInSearchBox() ? void submit(text, undefined, true) : needDispatch()),
    commandRank.box,
  );

  function needDispatch() {
    field.current?.focus();
    setUnmergeable(text);
    setOpen(true);
  }

  async function begin(
    query: SearchQuery,
    typed: string,
    go: Go,
    { list, isMerge, inBook, ofText }: SearchOptions,
  ) {
    const key = JSON.stringify(query);
    const resultSetId =
      (isMerge ? await freshResultSet(resultSets.get(key)) : undefined) ??
      (await start.mutateAsync(query)).resultSetId;
    if (query.kind === 'dispatches') resultSets.set(key, resultSetId);
    setOpen(false);
    setWarned(undefined);
    const route: Route = { view: 'results', resultSetId, list: list ?? listFor(query) };
    if (list === undefined) searchedHere.set(listOf(route), { text: typed, ofText });
    const subject = subjectOf(query);
    if (subject) inspectAt(subject, route);
    go(route);
    if (isMerge && listOf(currentRoute()) === listOf(route)) merge(query, resultSetId, inBook);
  }

  function merge(query: SearchQuery, resultSetId: string, inBook: number) {
    if (query.kind === 'range') return;
    const clients = query.dispatches.map(({ ruts }) => ruts.length || inBook);
    const numbers = query.dispatches.map(({ number }) => number);
    mergeWhenFetched({ resultSetId, numbers, clients: Math.max(...clients) });
  }

  /** Warns once about a query with many requests. Returns whether to run it now. */
  async function maySearch(query: SearchQuery, inBook: number): Promise<boolean> {
    const key = JSON.stringify(query);
    if (warned?.query === key || !mayBeLarge(query, inBook)) return true;
    const { requests } = await invoke('search.weigh', query);
    if (requests <= maxRequests) return true;
    setWarned({ query: key, requests });
    setOpen(true);
    return false;
  }

  function find(text: string, typed: string, go: Go) {
    const route: Route = { view: 'found', text };
    searchedHere.set(listOf(route), { text: typed, ofText: {} });
    setOpen(false);
    go(route);
  }

  /**
   * Parses the text as it is now: Enter may be pressed before the last parse or before the user role is
   * loaded.
   */
  async function submitted(typed: string, options: SubmitOptions) {
    const go = navigateUnlessLeft();
    // If they cannot be read no agency is queried, but stored data is still searched.
    const [agencies, book] = await Promise.all([
      connections ?? invoke('connections.list', undefined).catch(() => []),
      clients ?? invoke('clients.list', undefined).catch(() => []),
    ]);
    const connectionIds = searchedAgencies(agencies, selectedAgencies);
    const fresh =
      typed.trim() === '' ? undefined : await invoke('search.understand', { text: typed, connectionIds });
    const planned = options.isMerge ? planMerge : planSearch;
    const choices = { connectionIds, book, ...explicitChoices(typed) };
    const parsed = fresh ?? { kind: 'nothing' };
    const plan = planned(parsed, choices);
    const ofText = setByText(parsed, plan, choices);
    await follow(plan, typed, go, { ...options, inBook: book.length, ofText });
  }

  async function follow(decided: Plan, typed: string, go: Go, options: SearchOptions) {
    if (decided.kind === 'ask') {
      const { query } = decided;
      // If it cannot be counted it runs: its response tells why.
      if (await maySearch(query, options.inBook).catch(() => true))
        await begin(query, typed, go, options).catch(() => setOpen(true));
    } else if (decided.kind === 'find') find(decided.text, typed, go);
    else if (decided.kind === 'nothing' && options.isMerge) needDispatch();
    else {
      field.current?.focus();
      setOpen(true);
    }
  }
  const [once] = useState(() => onceAtATime<void>());
  const submit = (typed = text, list?: ListName, isMerge = false) =>
    once(
      JSON.stringify([
        currentRoute(),
        typed,
        selectedAgencies,
        explicitChoices(typed),
        warned,
        list,
        isMerge,
      ]),
      () => submitted(typed, { list, isMerge }),
    );
  /** One of several interpretations of the text, selected in the panel. */
  const take = (way: Plan) =>
    once(JSON.stringify([currentRoute(), way, warned]), () =>
      follow(way, text, navigateUnlessLeft(), {
        ...{ list: undefined, isMerge: false, inBook: book.length },
        ofText: setByText(parsed ?? { kind: 'nothing' }, way, choices),
      }),
    );
  useSearchesOfOthers((typed, list) => void submit(typed, list));

  return (
    <search className={styles.form}>
      <OpenedQuery text={text} isReady={!isBookComing} onShow={showQuery} />
      <AgencyMenu connections={known} selected={connectionIds} onChoose={chooseAgencies} />
      <SearchBox
        field={field}
        text={text}
        onText={(next) => {
          setText(next);
          setOpen(true);
          setWarned(undefined);
          setUnmergeable(undefined);
          start.reset();
        }}
        isOpen={isOpen}
        onOpen={setOpen}
        parsed={parsed}
        isFinal={debounced === text && !parsing.isFetching}
        ways={ways}
        plan={plan}
        needsDispatch={unmergeable === text}
        manyRequests={isWarned ? warned.requests : undefined}
        error={parsing.error ?? start.error}
        onSubmit={() => void submit()}
        onTake={(way) => void take(way)}
        onStop={stopOpen}
      />
      <DatesMenu
        range={ofText.range ?? range}
        {...(ofText.range && { onTakeOff: () => setRangeFor(text) })}
        onRange={(selected) => {
          setRange(selected);
          setRangeFor(text);
        }}
      />
      <TypesMenu
        connectionIds={connectionIds}
        types={ofText.types ?? types}
        {...(ofText.types && { onTakeOff: () => setTypesFor(text) })}
        onTypes={(selected) => {
          setTypes(selected);
          setTypesFor(text);
        }}
        complete={complete}
        onComplete={setComplete}
      />
      <Button onClick={() => void submit()} loading={start.isPending}>
        {t('search')}
      </Button>
    </search>
  );
});

const nothingToDo: Plan = { kind: 'nothing' };

interface SubmitOptions {
  /** The list of the result to open, if the caller overrides the query's default. */
  list: ListName | undefined;
  /** Whether one PDF of each dispatch is made as soon as its agency has responded. */
  isMerge: boolean;
}

/** A text searched from here, and the values it set. */
interface SearchedHere {
  text: string;
  ofText: SetByText;
}

interface SearchOptions extends SubmitOptions {
  ofText: SetByText;
  /** Number of clients in the directory. */
  inBook: number;
}

/** The selected agencies that still exist; the first one if none is selected. */
function searchedAgencies(known: readonly Connection[], selected: readonly string[]): string[] {
  const stillThere = selected.filter((id) => known.some((connection) => connection.id === id));
  return stillThere.length > 0 ? stillThere : known.slice(0, 1).map(({ id }) => id);
}

/** A full-text search of stored data, which queries no agency. */
interface TextSearch {
  kind: 'words';
  text: string;
}

function textOf(query: SearchQuery | TextSearch, clients: readonly Client[] | undefined): string {
  return query.kind === 'words' ? query.text : queryText(query, clients);
}

interface OpenedQueryProps {
  text: string;
  /** The names of its clients are loaded. */
  isReady: boolean;
  onShow: (query: SearchQuery | TextSearch, opened: string, isTypedSince: boolean) => void;
}

/**
 * Reports the query of each result that opens, also when reopened, so that the toolbar shows it. Also reports
 * whether the person has typed since leaving for it: typed text stays.
 */
function OpenedQuery({ text, isReady, onShow }: OpenedQueryProps): null {
  const route = useRoute();
  const resultSetId = route.view === 'results' ? route.resultSetId : undefined;
  const searchText = route.view === 'found' ? route.text : undefined;
  const opened = route.view === 'results' || route.view === 'found' ? listOf(route) : undefined;
  const query = useInvokeQuery(
    'search.question',
    { resultSetId: resultSetId ?? '' },
    { enabled: resultSetId !== undefined },
  ).data;
  const shown = useRef<string>(undefined);
  const textBefore = useRef(text);
  const arrive = useEffectEvent(() => {
    textBefore.current = text;
  });
  const showOnce = useEffectEvent((of: string, query: SearchQuery | TextSearch) => {
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

/**
 * Cancels the search of the open result; stored rows stay. A search that ended or belongs to another process
 * is unaffected.
 */
function stopOpen(): void {
  const route = currentRoute();
  if (route.view !== 'results') return;
  invoke('search.cancel', { resultSetId: route.resultSetId }).catch(() => undefined);
}

/** A single dispatch opens with its documents, several as a list of dispatches. */
function listFor(query: SearchQuery): 'documents' | 'dispatches' {
  return query.kind === 'range' || query.dispatches.length === 1 ? 'documents' : 'dispatches';
}

/** Maximum age in ms of a result that a PDF is made from without a new query. */
const freshMs = 300_000;

/** A running search, or one that completed recently; if the dispatch was not found, it is queried again. */
async function freshResultSet(resultSetId: string | undefined): Promise<string | undefined> {
  if (resultSetId === undefined) return undefined;
  const known = await invoke('search.progress', { resultSetId }).catch(() => undefined);
  if (known?.state === 'running') return resultSetId;
  const isWhole = known?.state === 'done' && known.problemsTotal === 0;
  return isWhole && Date.now() - Date.parse(known.asOf) < freshMs ? resultSetId : undefined;
}

/** The only dispatch of a query, if its client is known. */
function subjectOf(query: SearchQuery) {
  if (query.kind === 'range') return undefined;
  const [[connectionId, ...agencies], [only, ...others]] = [query.connectionIds, query.dispatches];
  const [rut, ...ruts] = only?.ruts ?? [];
  const isOne = agencies.length + others.length + ruts.length === 0;
  if (!isOne || connectionId === undefined || only === undefined || rut === undefined) return undefined;
  return { connectionId, number: only.number, rut };
}
