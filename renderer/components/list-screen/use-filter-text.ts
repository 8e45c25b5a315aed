import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { TextFilter } from '../../../shared/model/value-schemas.ts';
import { useInvokeQuery } from '../../ipc/invoke-hooks.ts';
import { type FilteredRoute, replaceRoute } from '../../ui/route.ts';

const readAfterMs = 150;

/** The text that filters a list, and what it means. */
export interface FilterText {
  text: string;
  setText: (text: string) => void;
  /** Enter. */
  submit: () => void;
  /**
   * Counts the presses of Enter on the text that `filter` is of, with this scope in sight; undefined if there
   * was none.
   */
  submission: number | undefined;
  /** Its words and its days; undefined until the first text is read. */
  filter: TextFilter | undefined;
  /** Whether it hides some rows. */
  isNarrowed: boolean;
}

/** Holds the text that filters a list; the route keeps it. `within` identifies the scope in sight. */
export function useFilterText(route: FilteredRoute, within: string): FilterText {
  const { filter: stored = '' } = route;
  const [text, setText] = useState(stored);
  const [submitted, setSubmitted] = useState({ text: '', within: '', count: 0 });
  const [debounced] = useDebouncedValue(text, readAfterMs);
  const read = submitted.text === text ? text : debounced;
  const isEmpty = read.trim() === '';
  // Another route came from outside, such as a link or the way back: its text stands.
  const [seen, setSeen] = useState(stored);
  if (stored !== seen) {
    setSeen(stored);
    if (stored !== read) setText(stored);
  }
  const store = useEffectEvent((filter: string) => {
    const { filter: before = '', ...rest } = route;
    if (before !== filter) replaceRoute(filter === '' ? rest : { ...rest, filter });
  });
  useEffect(() => store(read), [read]);
  const days = useInvokeQuery(
    'search.days',
    { text: read },
    { enabled: !isEmpty, placeholderData: keepPreviousData },
  );
  // A text whose days cannot be read filters by its words.
  const meaning = isEmpty ? { rest: '' } : days.isError ? { rest: read } : days.data;
  const isRead = meaning !== undefined && !days.isPlaceholderData;
  const isOfSubmitted = isRead && submitted.text === read && submitted.within === within;
  return {
    text,
    setText,
    submit: () => setSubmitted(({ count }) => ({ text, within, count: count + 1 })),
    submission: submitted.count > 0 && isOfSubmitted ? submitted.count : undefined,
    filter: meaning && {
      ...(meaning.rest !== '' && { words: meaning.rest }),
      ...(meaning.period && { period: meaning.period }),
    },
    isNarrowed: !isEmpty,
  };
}
