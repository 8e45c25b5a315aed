import { type RefObject, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import type { Client, Connection } from '../../../shared/model/connection.ts';
import type { ListName } from '../../../shared/model/lists.ts';
import type { ParsedQuery } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useMergeWhenFetched } from '../../components/document-actions/merge-when-fetched.ts';
import { invoke } from '../../ipc/invoke-hooks.ts';
import { onceAtATime } from '../../ipc/once-at-a-time.ts';
import { useInspectAt } from '../../ui/inspected-subject.ts';
import { commandRank, useCommand } from '../../ui/keyboard/use-command.ts';
import { currentRoute, type Go, listOf, navigateUnlessLeft, type Route } from '../../ui/route.ts';
import { isInSearchBox, useSearchesOfOthers, useSearchText } from '../../ui/search-box-text.ts';
import {
  type Choices,
  filterOfTypes,
  maxRequests,
  mayBeLarge,
  type Plan,
  planMerge,
  planSearch,
  type SetByText,
  setByText,
} from './plan-search-or-merge.ts';
import { useResultSets } from './use-result-sets.ts';
import { type SearchSelection, searchedAgencies } from './use-search-selection.ts';

interface Input {
  field: RefObject<HTMLInputElement | null>;
  /** The agencies and the client directory; undefined until loaded. */
  connections: readonly Connection[] | undefined;
  clients: readonly Client[] | undefined;
  selection: SearchSelection;
  /** The text as it was last parsed, and the choices for its interpretations. */
  parsed: ParsedQuery | undefined;
  choices: Choices;
}

/** The actions that search for the text of the box, and what came of the last one. */
interface Submit {
  submit: () => void;
  /** Searches for one of several interpretations of the text, selected in the panel. */
  take: (way: Plan) => void;
  /** The texts searched from here, by the route they led to: the box shows them as they were typed. */
  searchedHere: ReadonlyMap<string, SearchedHere>;
  isStarting: boolean;
  error: AppError | null;
  /** Whether the text cannot become a PDF, because it names no dispatch. */
  needsDispatch: boolean;
  /** The number of requests of a plan, if a confirmation is needed. */
  manyRequests: (plan: Plan) => number | undefined;
  /** Forgets what was reported about another text. */
  reset: () => void;
}

/** A text searched from here, and the values it set. */
interface SearchedHere {
  text: string;
  ofText: SetByText;
}

/** A press of Enter, and what the text meant at that moment. */
interface Submission extends SearchedHere {
  /** The list of the result to open, if the caller overrides the query's default. */
  list: ListName | undefined;
  /** Whether one PDF of each dispatch is made as soon as its agency has responded. */
  isMerge: boolean;
  /** What the documents of the result are filtered by when they open. */
  filter: string | undefined;
  /** Number of clients in the directory. */
  inBook: number;
  go: Go;
}

/** Submits the text of the search box: by Enter, by a command, or for other parts of the window. */
export function useSearchOrMerge({ field, selection, parsed, choices, ...known }: Input): Submit {
  const { text, setOpen } = useSearchText();
  const warning = useRequestWarning();
  const resultSets = useResultSets();
  const { searchedHere, openResult, openFound } = useOpenRoutes();
  const [once] = useState(() => onceAtATime<void>());
  const [unmergeable, setUnmergeable] = useState<string>();

  function showPanel() {
    field.current?.focus();
    setOpen(true);
  }

  function needDispatch() {
    setUnmergeable(text);
    showPanel();
  }

  async function ask(query: SearchQuery, submission: Submission) {
    // If it cannot be counted it runs: its response tells why.
    if (!(await warning.mayRun(query, submission.inBook).catch(() => true))) return setOpen(true);
    const resultSetId = await resultSets.resultSetOf(query, submission.isMerge);
    setOpen(false);
    warning.clear();
    openResult(query, resultSetId, submission);
  }

  async function follow(plan: Plan, submission: Submission) {
    if (plan.kind === 'ask') await ask(plan.query, submission).catch(() => setOpen(true));
    else if (plan.kind === 'find') {
      setOpen(false);
      openFound(plan.text, submission);
    } else if (plan.kind === 'nothing' && submission.isMerge) needDispatch();
    else showPanel();
  }

  const submit = (typed = text, list?: ListName, isMerge = false) => {
    const choices = selection.choicesFor(typed);
    const press = [currentRoute(), typed, selection.agencies, choices, warning.shown, list, isMerge];
    return once(JSON.stringify(press), async () => {
      const go = navigateUnlessLeft();
      const { plan, ...meaning } = await planText(typed, isMerge, known, selection);
      await follow(plan, { ...meaning, text: typed, list, isMerge, go });
    });
  };
  const take = (way: Plan) =>
    once(JSON.stringify([currentRoute(), way, warning.shown]), () =>
      follow(way, {
        text,
        list: undefined,
        isMerge: false,
        inBook: choices.book.length,
        go: navigateUnlessLeft(),
        ofText: setByText(parsed ?? { kind: 'nothing' }, way, choices),
        filter: filterOfTypes(parsed ?? { kind: 'nothing' }, way),
      }),
    );

  const merge = () => (isInSearchBox() ? void submit(text, undefined, true) : needDispatch());
  useCommand('merge', merge, commandRank.box);
  useSearchesOfOthers((typed, list) => void submit(typed, list));
  return {
    submit: () => void submit(),
    take: (way) => void take(way),
    searchedHere,
    isStarting: resultSets.isStarting,
    error: resultSets.error,
    needsDispatch: unmergeable === text,
    manyRequests: warning.requestsOf,
    reset() {
      warning.clear();
      setUnmergeable(undefined);
      resultSets.reset();
    },
  };
}

/**
 * Parses and plans a text as it is now: Enter may be pressed before the last parse, or before agencies and
 * clients are loaded.
 */
async function planText(
  text: string,
  isMerge: boolean,
  { connections, clients }: Pick<Input, 'connections' | 'clients'>,
  selection: SearchSelection,
): Promise<{ plan: Plan } & Pick<Submission, 'ofText' | 'filter' | 'inBook'>> {
  // If they cannot be read no agency is queried, but stored data is still searched.
  const [agencies, book] = await Promise.all([
    connections ?? invoke('connections.list', undefined).catch(() => []),
    clients ?? invoke('clients.list', undefined).catch(() => []),
  ]);
  const connectionIds = searchedAgencies(agencies, selection.agencies);
  const parsed: ParsedQuery =
    text.trim() === '' ? { kind: 'nothing' } : await invoke('search.parse', { text, connectionIds });
  const choices = { connectionIds, book, ...selection.choicesFor(text) };
  const plan = (isMerge ? planMerge : planSearch)(parsed, choices);
  const [ofText, filter] = [setByText(parsed, plan, choices), filterOfTypes(parsed, plan)];
  return { plan, ofText, filter, inBook: book.length };
}

/** Goes to what a submitted text leads to, and remembers the text for it. */
function useOpenRoutes() {
  const inspectAt = useInspectAt();
  const mergeWhenFetched = useMergeWhenFetched();
  const [searchedHere] = useState(() => new Map<string, SearchedHere>());

  function merge(query: SearchQuery, resultSetId: string, inBook: number) {
    if (query.kind === 'range') return;
    const clients = query.dispatches.map(({ ruts }) => ruts.length || inBook);
    const numbers = query.dispatches.map(({ number }) => number);
    mergeWhenFetched({ resultSetId, numbers, clients: Math.max(...clients) });
  }

  return {
    searchedHere,
    openResult(query: SearchQuery, resultSetId: string, submission: Submission) {
      const { text, ofText, filter, list, isMerge, inBook, go } = submission;
      const opened = list ?? (filter === undefined ? listFor(query) : 'documents');
      const route: Route = { view: 'results', resultSetId, list: opened, ...(filter && { filter }) };
      if (list === undefined) searchedHere.set(listOf(route), { text, ofText });
      const subject = subjectOf(query);
      if (subject) inspectAt(subject, route);
      go(route);
      if (isMerge && listOf(currentRoute()) === listOf(route)) merge(query, resultSetId, inBook);
    },
    openFound(found: string, { text, go }: Submission) {
      const route: Route = { view: 'found', text: found };
      searchedHere.set(listOf(route), { text, ofText: {} });
      go(route);
    },
  };
}

/** A single dispatch opens with its documents, several as a list of dispatches. */
function listFor(query: SearchQuery): 'documents' | 'dispatches' {
  return query.kind === 'range' || query.dispatches.length === 1 ? 'documents' : 'dispatches';
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

/** The warning about a query of many requests: submitted once more, the query runs. */
interface RequestWarning {
  /** The query whose number of requests was shown, as JSON, with that number. */
  shown: { query: string; requests: number } | undefined;
  /** The number of requests to show for a plan; undefined if it was not warned about. */
  requestsOf: (plan: Plan) => number | undefined;
  /**
   * Whether to run a query now; if not, the warning about it is shown. `inBook` is the number of clients in
   * the directory. Rejects if the requests cannot be counted.
   */
  mayRun: (query: SearchQuery, inBook: number) => Promise<boolean>;
  clear: () => void;
}

/** Holds the warning of the search form. */
function useRequestWarning(): RequestWarning {
  const [shown, setShown] = useState<{ query: string; requests: number }>();
  const isShownFor = (query: SearchQuery) => shown?.query === JSON.stringify(query);
  return {
    shown,
    requestsOf: (plan) => (plan.kind === 'ask' && isShownFor(plan.query) ? shown?.requests : undefined),
    async mayRun(query, inBook) {
      if (isShownFor(query) || !mayBeLarge(query, inBook)) return true;
      const { requests } = await invoke('search.estimate', query);
      if (requests <= maxRequests) return true;
      setShown({ query: JSON.stringify(query), requests });
      return false;
    },
    clear: () => setShown(undefined),
  };
}
