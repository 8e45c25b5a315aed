import type { ListName } from '../../../shared/model/lists.ts';
import type { SavedSearch } from '../../../shared/model/search.ts';
import { type ListState, type ListStates, openingStates } from './list-state.ts';

/** How the lists of a result were left, that on screen with every change. */
export interface LeftLists {
  all(): ListStates;
  leave(list: ListName, state: ListState): void;
}

const kept = new Map<string, LeftLists>();

function keyOf(resultSetId: string, saved: Pick<SavedSearch, 'id'> | undefined): string {
  return `${saved?.id ?? ''} ${resultSetId}`;
}

/** The lists of a result: as they were left in this window, else as they open. */
export function leftLists(
  resultSetId: string,
  saved: Pick<SavedSearch, 'id' | 'view'> | undefined,
): LeftLists {
  return kept.get(keyOf(resultSetId, saved)) ?? leftAs(openingStates(saved));
}

/** Keeps how the lists of a result are left, until the window is closed. */
export function keepLeft(resultSetId: string, saved: Pick<SavedSearch, 'id'> | undefined, left: LeftLists) {
  kept.set(keyOf(resultSetId, saved), left);
}

/** Lists that are left as they are in `states`. */
export function leftAs(states: ListStates): LeftLists {
  let now = states;
  return {
    all: () => now,
    leave: (list, state) => {
      now = { ...now, [list]: state };
    },
  };
}
