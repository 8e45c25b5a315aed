import { useEffect, useState } from 'react';
import type { ListName } from '../../../shared/model/question.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import type { KeptScroll } from '../grid/use-kept-scroll.ts';
import { type ListStates, openingStates } from './list-state.ts';

const leftStates = new Map<string, ListStates>();
const leftScrolls = new Map<string, KeptScroll>();

/** The states of a result's lists: as they were left in this window, else as they open. */
export function useListStates(resultSetId: string, saved: SavedSearch | undefined) {
  const key = `${saved?.id ?? ''} ${resultSetId}`;
  const [states, setStates] = useState(() => leftStates.get(key) ?? openingStates(saved));
  useEffect(() => void leftStates.set(key, states), [key, states]);
  return [states, setStates] as const;
}

/** How far a list of a result was scrolled when it was left in this window. */
export function scrollOf(resultSetId: string, list: ListName): KeptScroll {
  const key = `${list} ${resultSetId}`;
  const scroll = leftScrolls.get(key) ?? { top: 0 };
  leftScrolls.set(key, scroll);
  return scroll;
}
