import { useEffect, useState } from 'react';
import type { SavedSearch } from '../../../shared/model/search.ts';
import { type ListStates, openingStates } from './list-state.ts';

const leftStates = new Map<string, ListStates>();

/** The states of a result's lists: as they were left in this window, else as they open. */
export function useListStates(resultSetId: string, saved: SavedSearch | undefined) {
  const key = `${saved?.id ?? ''} ${resultSetId}`;
  const [states, setStates] = useState(() => leftStates.get(key) ?? openingStates(saved));
  useEffect(() => void leftStates.set(key, states), [key, states]);
  return [states, setStates] as const;
}
