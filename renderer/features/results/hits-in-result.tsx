import type { ListName } from '../../../shared/model/lists.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { SearchQuery } from '../../../shared/model/search-query.ts';
import { restoreListStates, viewToSave } from './result-list-state.ts';
import TextHits from './text-hits.tsx';

interface Props {
  words: string;
  resultSetId: string;
  list: ListName;
  saved: SavedSearch | undefined;
  /** Undefined if the query is unknown: nothing can be saved then. */
  query: SearchQuery | undefined;
  title: string;
}

/** The documents of a result whose files have the words; saved with its search. */
export default function HitsInResult({ words, resultSetId, list, saved, query, title }: Props) {
  const view = saved?.view ?? viewToSave(list, restoreListStates(resultSetId, saved).all(), undefined, query);
  return (
    <TextHits
      text={words}
      resultSetId={resultSetId}
      saved={saved}
      initialFilter={saved?.view.words === words ? saved.view.wordsFilter : undefined}
      toSave={(wordsFilter) => ({
        query,
        suggestedName: saved?.name ?? `${title} · ${words}`,
        view: { ...view, words, wordsFilter },
      })}
    />
  );
}
