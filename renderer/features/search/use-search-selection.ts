import { useState } from 'react';
import type { Connection } from '../../../shared/model/connection.ts';
import type { Range } from '../../../shared/model/dates.ts';
import type { SearchQuery, TypeChoice } from '../../../shared/model/search-query.ts';
import type { Choices, SetByText } from './plan-search-or-merge.ts';

/** The choices that do not depend on which agencies and clients there are. */
type OwnChoices = Omit<Choices, 'connectionIds' | 'book'>;

/** The person's selections next to the text of the search box, and the actions that change them. */
export interface SearchSelection {
  /** The selected agencies, also those that were removed since. */
  agencies: readonly string[];
  range: Range;
  types: TypeChoice;
  complete: boolean;
  setAgencies: (connectionIds: readonly string[]) => void;
  setComplete: (complete: boolean) => void;
  /** Selects days or types for a text: they override what the text says. */
  selectRange: (range: Range, text: string) => void;
  selectTypes: (types: TypeChoice, text: string) => void;
  /** Has the selected days or types override what a text says. */
  overrideRange: (text: string) => void;
  overrideTypes: (text: string) => void;
  /** The choices as they apply to a text. */
  choicesFor: (text: string) => OwnChoices;
  /** Shows those of a query, without the days and types that only its text has set. */
  show: (query: SearchQuery, ofText: SetByText) => void;
}

/** Holds the selections of the search form. */
export function useSearchSelection(): SearchSelection {
  const [agencies, setAgencies] = useState<readonly string[]>([]);
  const [range, setRange] = useState<Range>({ kind: 'last-days', days: 30 });
  const [types, setTypes] = useState<TypeChoice>({ kind: 'all', operation: 'both' });
  const [complete, setComplete] = useState(false);
  /** The texts for which days and types were selected explicitly: the selection then overrides the text. */
  const [rangeFor, setRangeFor] = useState<string>();
  const [typesFor, setTypesFor] = useState<string>();
  return {
    agencies,
    range,
    types,
    complete,
    setAgencies,
    setComplete,
    selectRange(selected, text) {
      setRange(selected);
      setRangeFor(text);
    },
    selectTypes(selected, text) {
      setTypes(selected);
      setTypesFor(text);
    },
    overrideRange: setRangeFor,
    overrideTypes: setTypesFor,
    choicesFor: (text) => ({
      range,
      types,
      complete,
      isRangeSelected: rangeFor === text,
      areTypesSelected: typesFor === text,
    }),
    show(query, ofText) {
      setAgencies(query.connectionIds);
      if (query.kind === 'dispatches') return;
      // Days and types set by a text apply only to its own search, and are shown as long as the text.
      if (!ofText.range) setRange(query.range);
      if (!ofText.types) setTypes(query.types);
      setComplete(query.complete);
    },
  };
}

/** The selected agencies that still exist; the first one if none is selected. */
export function searchedAgencies(known: readonly Connection[], selected: readonly string[]): string[] {
  const stillThere = selected.filter((id) => known.some((connection) => connection.id === id));
  return stillThere.length > 0 ? stillThere : known.slice(0, 1).map(({ id }) => id);
}
