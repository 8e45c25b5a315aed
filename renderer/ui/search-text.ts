import { createContext, use, useState } from 'react';

/** The text of the search box, and the way to put another there and open it. */
export interface SearchText {
  text: string;
  setText(text: string): void;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /** Puts a text into the box and the focus with it. */
  suggest(text: string): void;
}

export const SearchTextContext = createContext<SearchText | undefined>(undefined);

/** The search box's text. Throws outside the desk. */
export function useSearchText(): SearchText {
  const search = use(SearchTextContext);
  if (!search) throw new Error('useSearchText outside the desk');
  return search;
}

/** The id of the search field, for those that lead to it. */
export const searchFieldId = 'search-field';

/** The state behind `useSearchText`. */
export function useSearchTextState(): SearchText {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  return {
    text,
    setText,
    isOpen,
    setOpen,
    suggest: (suggested) => {
      setText(suggested);
      setOpen(true);
      document.getElementById(searchFieldId)?.focus();
    },
  };
}
