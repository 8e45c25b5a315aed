import { useEffect, useEffectEvent, useRef } from 'react';
import type { Client } from '../../../shared/model/connection.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { queryText } from '../../ui/query-text.ts';
import { listOf, useRoute } from '../../ui/route.ts';

/** A full-text search of stored data, which queries no agency. */
interface TextSearch {
  kind: 'words';
  text: string;
}

/** What an open result was searched with. */
export type ShownQuery = SearchQuery | TextSearch;

/** The text that the search box shows for a query which was not typed into it. */
export function textOf(query: ShownQuery, clients: readonly Client[] | undefined): string {
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
export function OpenedQuery({ text, isReady, onShow }: Props): null {
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
