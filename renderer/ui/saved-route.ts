import type { SavedSearch } from '../../shared/model/search.ts';
import type { Place } from './route.ts';

/** Where a saved search opens: at the list it was saved with. */
export function placeOfSaved({ id, resultSetId, view }: SavedSearch): Place {
  return { view: 'results', resultSetId, list: view.list, savedId: id };
}
