import { createContext, use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListName } from '../../shared/model/lists.ts';

/**
 * Searches for a text as Enter does in the box. `list`: which list of its result opens, where that is not for
 * the query to say.
 */
type Submit = (text: string, list: ListName) => void;

/** The text of the search box, and the way to put another there and open it. */
export interface SearchText {
  text: string;
  setText(text: string): void;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /**
   * Puts a text into the box and searches for it with the agencies, dates and types that are selected there.
   */
  search: Submit;
  /** Has the form search for what other parts of the window put into the box; gives the way to stop. */
  onSearch(submit: Submit): () => void;
}

export const SearchTextContext = createContext<SearchText | undefined>(undefined);

/** The search box's text. Throws outside the app. */
export function useSearchText(): SearchText {
  const search = use(SearchTextContext);
  if (!search) throw new Error('useSearchText outside the desk');
  return search;
}

/** Searches for what other parts of the window put into the box. */
export function useSearchesOfOthers(submit: Submit): void {
  const { onSearch } = useSearchText();
  const latest = useEffectEvent(submit);
  useEffect(() => onSearch((text, list) => latest(text, list)), [onSearch]);
}

/** The id of the search field, for those that lead to it. */
export const searchFieldId = 'search-field';

/** Whether the search box has the focus: what is done by key is then about what stands in it. */
export function isInSearchBox(): boolean {
  return document.activeElement?.id === searchFieldId;
}

/** The state behind `useSearchText`. */
export function useSearchTextState(): SearchText {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const submit = useRef<Submit>(undefined);
  const onSearch = useCallback((next: Submit) => {
    submit.current = next;
    return () => {
      if (submit.current === next) submit.current = undefined;
    };
  }, []);
  return {
    text,
    setText,
    isOpen,
    setOpen,
    search: (text, list) => {
      setText(text);
      submit.current?.(text, list);
    },
    onSearch,
  };
}
