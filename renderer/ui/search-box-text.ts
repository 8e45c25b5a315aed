import { createContext, use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ListName } from '../../shared/model/lists.ts';

/**
 * Searches for a text as Enter does in the box. `list`: the list of the result to open, which overrides the
 * query's default.
 */
type Submit = (text: string, list: ListName) => void;

/** The text of the search box, and functions to set and open it. */
interface SearchText {
  text: string;
  setText(text: string): void;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /** Sets the box's text and searches for it with the selected agencies, dates and types. */
  search: Submit;
  /**
   * Registers the form's handler for searches from other parts of the window; returns the unregister
   * function.
   */
  onSearch(submit: Submit): () => void;
}

export const SearchTextContext = createContext<SearchText | undefined>(undefined);

/** The search box's text. Throws outside the app. */
export function useSearchText(): SearchText {
  const search = use(SearchTextContext);
  if (!search) throw new Error('useSearchText outside the app window');
  return search;
}

/** Runs searches that other parts of the window start. */
export function useSearchesOfOthers(submit: Submit): void {
  const { onSearch } = useSearchText();
  const latest = useEffectEvent(submit);
  useEffect(() => onSearch((text, list) => latest(text, list)), [onSearch]);
}

/** The id of the search field, for links to it. */
export const searchFieldId = 'search-field';

/** Whether the search box has the focus: shortcuts then apply to its text. */
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
